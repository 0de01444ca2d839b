import type { Core } from '@strapi/strapi';

import { ARTICLE_UID } from '../constants';
import type { Answer } from '../http/answer';
import { HTML_MEDIA_TYPE } from '../http/media-types';
import { renderArticle } from '../pages/article';
import { renderListing } from '../pages/listing';
import type { Page } from '../pages/model';
import { renderTags } from '../pages/tags';
import { getService } from '../get-service';
import { withSelection } from './with-selection';

/** A page, with its feeds in the headers as well, for who looks no further. */
const html = (body: string, { feeds }: Page): Answer => ({
  kind: 'document',
  body,
  mediaType: HTML_MEDIA_TYPE,
  links: feeds.map(({ href, type }) => ({ href, rel: 'alternate', type })),
});

export default {
  async tags(_params: unknown, strapi: Core.Strapi): Promise<Answer> {
    const page = await getService(strapi, 'pages').tags(new Date());
    return html(renderTags(page), page);
  },

  async listing(
    { tag: name, page = '1' }: { tag: string; page?: string },
    strapi: Core.Strapi,
  ): Promise<Answer | null> {
    const { addresses } = await getService(strapi, 'settings').get();
    const address = (present: string) => addresses.tag(present, Number(page));
    return withSelection(strapi, name, address, async (selection) => {
      const listing = await getService(strapi, 'pages').listing(
        selection,
        Number(page),
        new Date(),
      );
      return listing && html(renderListing(listing), listing);
    });
  },

  async article({ slug }: { slug: string }, strapi: Core.Strapi): Promise<Answer | null> {
    const now = new Date();
    const articles = getService(strapi, 'articles');
    const article = await articles.findBySlug(slug, now);
    if (article) {
      const page = await getService(strapi, 'pages').article(article);
      return html(renderArticle(page), page);
    }
    // A slug that another article took over belongs to that one; only then do its former holders count.
    const holders = await getService(strapi, 'permalinks').findHolders(ARTICLE_UID, slug);
    const present = await articles.findPublicSlug(holders, now);
    if (present !== undefined) {
      const { addresses } = await getService(strapi, 'settings').get();
      return { kind: 'redirect', location: addresses.article(present) };
    }
    // Deleted or withdrawn; but of an article that waits for its date nobody hears before.
    const known = holders.length > 0 && !(await articles.isWaiting(holders, now));
    return known ? { kind: 'gone' } : null;
  },
};
