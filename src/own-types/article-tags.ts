import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, TAG_UID } from '../lib/constants';

/**
 * Whether Strapi asks, which has just saved a tag and reads it anew for its events, for the tag's
 * articles with all their columns: its own way to say so, which nobody would write.
 */
const isForEvent = (populate: unknown): populate is Record<string, unknown> => {
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
 * Spares saving a tag to read its articles. Strapi reads each entry that was saved once more, with all
 * that it points to, to tell webhooks of it: of a tag with 110,000 articles every draft and every
 * published one, bodies included, which took 900 MB; and then leaves them out, since the field is
 * private.
 */
export const spareArticlesOfTags = (strapi: Core.Strapi): void => {
  strapi.db.lifecycles.subscribe({
    models: [TAG_UID],
    beforeFindOne({ params }) {
      if (!isForEvent(params.populate)) return;
      const { articles: _articles, ...others } = params.populate;
      params.populate = others;
    },
  });
};

/** A table that links entries to others, with the names of its columns. */
export interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
}

/** Table that links articles to tags, with the names of its columns. */
export const articleTagLinks = (strapi: Core.Strapi) => {
  const { tags } = strapi.db.metadata.get(ARTICLE_UID).attributes;
  const { name, joinColumn, inverseJoinColumn } = (tags as unknown as { joinTable: JoinTable })
    .joinTable;
  return { table: name, article: joinColumn.name, tag: inverseJoinColumn.name };
};

/**
 * Spares saving an article to count its tags' other articles. Strapi keeps the order of a relation at
 * both ends, so it looks for each tag's last place among all its links, by reading them: with 110,000
 * articles that took most of a save. No feed, page or API shows that order; to the database layer the
 * relation therefore ends at the tag. Everything else (the schema, the panel's field of a tag,
 * Strapi's document service) knows both ends as before.
 *
 * To be called once Strapi's repairs have run: those of one-sided relations are not for this one.
 */
export const keepNoOrderOfArticles = (strapi: Core.Strapi): void => {
  const { attributes } = strapi.db.metadata.get(ARTICLE_UID);
  const { inversedBy: _inversedBy, ...tags } = attributes.tags as Record<string, unknown>;
  attributes.tags = tags as (typeof attributes)[string];
};
