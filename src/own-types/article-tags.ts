import type { Core } from '@strapi/strapi';

import { type Link, linksOf } from '../catalogue/links';
import { ARTICLE_UID, TAG_UID } from '../lib/constants';

/**
 * Whether this is the query by which Strapi reads a saved tag again for its events: with the tag's articles and all
 * their columns. No other code writes `populate` like this.
 */
const isEventQuery = (populate: unknown): populate is Record<string, unknown> => {
  const { articles } = (populate ?? {}) as { articles?: unknown };
  return (
    typeof articles === 'object' &&
    articles !== null &&
    'select' in articles &&
    articles.select === undefined &&
    Object.keys(articles).length === 1
  );
};

/**
 * Keeps Strapi from reading all articles of a tag that is saved. Strapi reads each saved entry again, with its
 * relations, to tell webhooks of it: for a tag with 110,000 articles every draft and published one, bodies included,
 * which took 900 MB. Then it drops them, since the field is private.
 */
export const skipArticlesOfSavedTags = (strapi: Core.Strapi): void => {
  strapi.db.lifecycles.subscribe({
    models: [TAG_UID],
    beforeFindOne({ params }) {
      if (!isEventQuery(params.populate)) return;
      const { articles: _articles, ...others } = params.populate;
      params.populate = others;
    },
  });
};

/** The links of articles to their tags. */
export const articleTagLinks = (strapi: Core.Strapi): Link =>
  linksOf(strapi, ARTICLE_UID, 'tags')[0]!;

/**
 * Keeps Strapi from counting the other articles of a saved article's tags. Strapi keeps the order of a relation at both
 * ends, so it reads all links of each tag to find the last place: with 110,000 articles that took most of a save. No
 * feed, page or API shows that order, so for the database layer the relation ends at the tag. Everything else (the
 * schema, the panel's field of a tag, Strapi's document service) still knows both ends.
 *
 * Call it after Strapi's repairs of relations: the repair of one-sided relations must not touch this one.
 */
export const skipOrderOfArticles = (strapi: Core.Strapi): void => {
  const { attributes } = strapi.db.metadata.get(ARTICLE_UID);
  const { inversedBy: _inversedBy, ...tags } = attributes.tags as Record<string, unknown>;
  attributes.tags = tags as (typeof attributes)[string];
};
