import type { FeedPart } from '../feed/addresses';
import { type FeedFormat, servedAs } from '../feed/formats';
import type { PublicResponse } from '../http/response';
import type { Renderings } from '../cache/renderings';
import type { SettingsStore } from '../options/settings';
import type { Feeds } from './feeds';
import type { Params } from './handler';
import type { SelectionRoute } from './selection-routes';
import { withSelection } from './respond-pages';

/** The document of a feed that a path asks for. */
export const feedPart = ({ page = '1', archive }: Params): FeedPart =>
  archive === undefined ? { page: Number(page) } : { archive: Number(archive) };

/** What addresses of feeds are answered from. */
export interface FeedResponderParts {
  settings: SettingsStore;
  feeds: Feeds;
  renderings: Renderings;
}

/** Answers with the feeds in a format. */
export const createFeedResponder =
  (
    format: FeedFormat,
    selectionRoute: SelectionRoute,
    { settings, feeds, renderings }: FeedResponderParts,
  ) =>
  async (params: Params): Promise<PublicResponse | null> => {
    const { addresses, feedStylesheet } = await settings.get();
    const part = feedPart(params);
    const address = (path: string) => addresses.feed(format.fileName, path, part);
    return withSelection(await selectionRoute.find(params), address, async (selection) => {
      const now = new Date();
      const feed = await feeds.find(selection, { format, part, now });
      if (!feed) return null;
      const { feedUrl, link, translations = [] } = feed.channel;
      return {
        kind: 'document',
        body: await renderings.document(format, feed),
        mediaType: servedAs(format, feedStylesheet),
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
