import { type FeedPart } from '../feed/addresses';
import { type FeedFormat, servedAs } from '../feed/formats';
import type { PublicResponse } from '../http/response';
import type { Settings } from '../options/settings-in-force';
import type { Edition } from './editions';
import type { Params } from './handler';
import { withSelection } from './respond-pages';
import type { SelectionRoute } from './selection-routes';

/** The document of a feed that a path asks for. */
export const feedPart = ({ page = '1', archive }: Params): FeedPart =>
  archive === undefined ? { page: Number(page) } : { archive: Number(archive) };

/** Answers with a feed in a format. */
export const respondWithFeed = async (
  { feeds, renderings }: Pick<Edition, 'feeds' | 'renderings'>,
  settings: Settings,
  format: FeedFormat,
  selectionRoute: SelectionRoute,
  params: Params,
): Promise<PublicResponse | null> => {
  const part = feedPart(params);
  const address = (path: string) => settings.addresses.feed(format.fileName, path, part);
  return withSelection(await selectionRoute.find(params), address, async (selection) => {
    const feed = await feeds.find(settings, selection, { format, part, now: new Date() });
    if (!feed) return null;
    const { feedUrl, link, translations = [] } = feed.channel;
    return {
      kind: 'document',
      body: await renderings.document(format, feed),
      mediaType: servedAs(format, settings.feedStylesheet),
      links: [
        { href: feedUrl, rel: 'self', type: format.mediaType },
        { href: link, rel: 'alternate', type: 'text/html' },
        ...translations.map(({ href, language: hreflang }) => ({
          href,
          rel: 'alternate',
          type: format.mediaType,
          hreflang,
        })),
      ],
    };
  });
};
