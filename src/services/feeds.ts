import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, GENERATOR } from '../constants';
import type { Article, Tag } from '../content/article';
import { toItem } from '../content/item';
import { createChannel, tagTitle } from '../feed/channel';
import type { Feed, Item } from '../feed/model';
import { getService } from './get-service';

const createFeeds = ({ strapi }: { strapi: Core.Strapi }) => {
  /** Items of articles as every feed shows them. */
  const toItems = async (articles: Article[]): Promise<Item[]> => {
    const { addresses, summaryWords, language } = await getService(strapi, 'settings').get();
    const guids = await getService(strapi, 'permalinks').findGuids(
      ARTICLE_UID,
      articles.map(({ documentId }) => documentId),
    );
    return articles.map((article) => {
      const link = addresses.article(article.slug);
      // A row written behind Strapi's back may have no permalink yet.
      const guid = guids.get(article.documentId) ?? link;
      return toItem(article, { link, guid, summaryWords, language });
    });
  };

  return {
    toItems,

    /** The feed of a tag. */
    async ofTag(tag: Tag, now: Date): Promise<Feed> {
      const { addresses, site, itemsPerFeed } = await getService(strapi, 'settings').get();
      const articles = await getService(strapi, 'articles').list({
        tagId: tag.id,
        limit: itemsPerFeed,
        now,
      });
      const items = await toItems(articles);
      const channel = createChannel({
        site,
        tag: tagTitle(tag, site.language),
        link: addresses.tag(tag.slug),
        feedUrl: addresses.rss(tag.slug),
        items,
        changed: tag.updatedAt,
        generator: GENERATOR,
      });
      return { channel, items };
    },

    /** The feed of the whole site. */
    async ofSite(now: Date): Promise<Feed> {
      const { addresses, site, itemsPerFeed } = await getService(strapi, 'settings').get();
      const articles = await getService(strapi, 'articles').list({ limit: itemsPerFeed, now });
      const items = await toItems(articles);
      const channel = createChannel({
        site,
        link: addresses.home(),
        feedUrl: addresses.rss(),
        items,
        // Nothing to date an empty site by; a fixed moment keeps its bytes the same.
        changed: new Date(0),
        generator: GENERATOR,
      });
      return { channel, items };
    },
  };
};

export default createFeeds;
