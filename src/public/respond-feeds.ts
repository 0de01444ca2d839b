import type { Core } from '@strapi/strapi';

import type { FeedPart } from '../feed/addresses';
import type { FeedFormat } from '../feed/formats';
import type { Answer } from '../http/answer';
import { getService } from '../get-service';
import { withSelection } from './with-selection';

interface Params {
  tag?: string;
  page?: string;
  archive?: string;
}

/** The document of a feed that a path asks for. */
export const feedPart = ({ page = '1', archive }: Params): FeedPart =>
  archive === undefined ? { page: Number(page) } : { archive: Number(archive) };

/** Answers with the feeds in a format. */
export const createFeedController =
  (format: FeedFormat) =>
  async (params: Params, strapi: Core.Strapi): Promise<Answer | null> => {
    const { addresses } = await getService(strapi, 'settings').get();
    const part = feedPart(params);
    const address = (name: string) => addresses.feed(format.fileName, name, part);
    return withSelection(strapi, params.tag, address, async (selection) => {
      const now = new Date();
      const feed = await getService(strapi, 'feeds').find(selection, { format, part, now });
      if (!feed) return null;
      const { feedUrl, link } = feed.channel;
      return {
        kind: 'document',
        body: await getService(strapi, 'renderings').document(format, feed),
        mediaType: format.mediaType,
        links: [
          { href: feedUrl, rel: 'self', type: format.mediaType },
          { href: link, rel: 'alternate', type: 'text/html' },
        ],
      };
    });
  };
