import type { Core } from '@strapi/strapi';

import { ARTICLE_UID } from '../constants';
import type { CombinationMode } from '../feed/combination';

/** Several tags at once, by their database ids. */
export interface TagCombination {
  tagIds: number[];
  mode: CombinationMode;
}

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
}

/** Table that links articles to tags, with the names of its columns. */
export const articleTagLinks = (strapi: Core.Strapi) => {
  const { attributes } = strapi.db.metadata.get(ARTICLE_UID);
  const { joinTable } = attributes.tags as unknown as { joinTable: JoinTable };
  return {
    table: joinTable.name,
    article: joinTable.joinColumn.name,
    tag: joinTable.inverseJoinColumn.name,
  };
};

/** Condition on articles: those with all of the tags, or with any. */
export const whereCombined = (
  strapi: Core.Strapi,
  { tagIds, mode }: TagCombination,
): { id: { $in: unknown } } => {
  const { table, article, tag } = articleTagLinks(strapi);
  // A subquery, since a join would give an article once for each of its tags.
  const ids = strapi.db.connection(table).select(article).whereIn(tag, tagIds).groupBy(article);
  if (mode === 'all') ids.havingRaw('count(distinct ??) = ?', [tag, tagIds.length]);
  return { id: { $in: ids } };
};
