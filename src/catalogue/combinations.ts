import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import type { CombinationMode } from '../feed/combination';
import { LISTING_TABLE } from './listing-table';

/** Several tags at once, by their database ids. */
export interface TagCombination {
  tagIds: number[];
  mode: CombinationMode;
}

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
