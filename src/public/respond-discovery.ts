import type { Core } from '@strapi/strapi';

import { OPML_MEDIA_TYPE, renderOpml } from '../feed/opml';
import { CSS_MEDIA_TYPE, FEED_STYLESHEET } from '../feed/stylesheet';
import type { Answer } from '../http/answer';
import { renderSitemap, renderSitemapIndex, SITEMAP_MEDIA_TYPE } from '../pages/sitemap';
import { getService } from '../get-service';

const document = (body: string, mediaType: string): Answer => ({
  kind: 'document',
  body,
  mediaType,
});

export default {
  async opml(_params: unknown, strapi: Core.Strapi): Promise<Answer> {
    const { siteName } = await getService(strapi, 'settings').get();
    const subscriptions = await getService(strapi, 'discovery').subscriptions(new Date());
    return document(renderOpml(siteName, subscriptions), OPML_MEDIA_TYPE);
  },

  /** The sitemap, or the list of its parts when one cannot hold all pages. */
  async sitemap(_params: unknown, strapi: Core.Strapi): Promise<Answer> {
    const pages = await getService(strapi, 'discovery').pages(new Date());
    if (typeof pages !== 'number') return document(renderSitemap(pages), SITEMAP_MEDIA_TYPE);
    const { addresses } = await getService(strapi, 'settings').get();
    const parts = Array.from({ length: pages }, (_, index) => addresses.sitemap(index + 1));
    return document(renderSitemapIndex(parts), SITEMAP_MEDIA_TYPE);
  },

  async sitemapPart({ page }: { page: string }, strapi: Core.Strapi): Promise<Answer | null> {
    const pages = await getService(strapi, 'discovery').part(Number(page), new Date());
    return pages && document(renderSitemap(pages), SITEMAP_MEDIA_TYPE);
  },

  async stylesheet(_params: unknown, strapi: Core.Strapi): Promise<Answer | null> {
    const { feedStylesheet } = await getService(strapi, 'settings').get();
    return feedStylesheet ? document(FEED_STYLESHEET, CSS_MEDIA_TYPE) : null;
  },
};
