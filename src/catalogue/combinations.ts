import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { ARTICLE_UID } from '../constants';
import type { CombinationMode } from '../feed/combination';
import { LISTING_TABLE } from './listing-table';

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

/** Leaves of rows of the index of listed articles those of articles with all of the tags, or any. */
export const narrowToCombination = (
  strapi: Core.Strapi,
  rows: Knex.QueryBuilder,
  { tagIds, mode }: TagCombination,
): Knex.QueryBuilder => {
  // A subquery, since a join would give an article once for each of its tags.
  const ids = strapi.db
    .connection(LISTING_TABLE)
    .select('article_id')
    .whereIn('tag_id', tagIds)
    .groupBy('article_id');
  if (mode === 'all') ids.havingRaw('count(*) = ?', [tagIds.length]);
  return rows.whereIn(`${LISTING_TABLE}.article_id`, ids);
};
