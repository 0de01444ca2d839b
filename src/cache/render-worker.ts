import type { MessagePort } from 'node:worker_threads';

import { FEED_FORMATS, type FeedFormat } from '../feed/formats';
import type { Feed } from '../feed/model';
import { renderBody, type RenderedBody, toMarkdown } from '../content/body';
import type { BodySource } from '../content/body-source';
import { type PageBody, type PageBodyOptions, renderPageBody } from '../content/page/page-body';
import { summariseBody, type SummaryOptions } from '../content/body-summary';

/** Work that another thread can do: it contains all that it needs. */
export type Rendering =
  | { kind: 'body'; body: BodySource; link: string }
  | { kind: 'page'; html: string; options: PageBodyOptions }
  | { kind: 'markdown'; html: string }
  | { kind: 'summary'; body: BodySource; options: SummaryOptions }
  | { kind: 'document'; format: FeedFormat['name']; feed: Feed };

/** Result of each kind of work. */
export interface Rendered {
  body: RenderedBody;
  page: PageBody;
  markdown: string;
  summary: string;
  document: string;
}

const renderFeed = (name: FeedFormat['name'], feed: Feed): string =>
  FEED_FORMATS.find((format) => format.name === name)!.render(feed);

/** Does the work, in the calling thread. */
export const render = (rendering: Rendering): Rendered[Rendering['kind']] => {
  switch (rendering.kind) {
    case 'body':
      return renderBody(rendering.body, rendering.link);
    case 'page':
      return renderPageBody(rendering.html, rendering.options);
    case 'markdown':
      return toMarkdown(rendering.html);
    case 'summary':
      return summariseBody(rendering.body, rendering.options);
    case 'document':
      return renderFeed(rendering.format, rendering.feed);
  }
};

/** Work for the thread. It reports when it begins: the wait before that does not count. */
export interface Job {
  rendering: Rendering;
  begun: MessagePort;
}

/** Renders in a thread of its own; Strapi is not loaded here. */
export default ({ rendering, begun }: Job): ReturnType<typeof render> => {
  begun.postMessage(null);
  begun.close();
  return render(rendering);
};
