import type { Core } from '@strapi/strapi';

import type { Feed } from '../feed/model';
import { renderRss, RSS_MEDIA_TYPE } from '../feed/rss';
import type { Answer } from '../http/answer';
import { getService } from '../services/get-service';
import { withTag } from './with-tag';

const rss = (feed: Feed): Answer => ({
  kind: 'document',
  body: renderRss(feed),
  mediaType: RSS_MEDIA_TYPE,
});

export default {
  async site(_params: unknown, strapi: Core.Strapi): Promise<Answer> {
    return rss(await getService(strapi, 'feeds').ofSite(new Date()));
  },

  async tag({ tag: slug }: { tag: string }, strapi: Core.Strapi): Promise<Answer | null> {
    const { addresses } = await getService(strapi, 'settings').get();
    return withTag(strapi, slug, addresses.rss, async (tag) =>
      rss(await getService(strapi, 'feeds').ofTag(tag, new Date())),
    );
  },
};
