import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import type { CombinationMode } from '../feed/combination';
import { getService } from '../get-service';
import { LISTING_TABLE, WHOLE_SITE } from './listing-table';

/** Several tags at once, by their database ids. */
export interface TagCombination {
  tagIds: number[];
  mode: CombinationMode;
}

/** Rows of the index of listed articles: those of one tag, or of them those that a condition leaves. */
export interface ListedRows {
  /** Database id of a tag; 0 for the whole site. */
  tagId: number;
  /** Leaves those that are asked for. */
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder;
}

/**
 * Articles of tags of this many together are looked up first; those of more are met soon enough on
 * the way through the whole site's list.
 */
const FEW = 5_000;

/**
 * The rows that list the articles with all of some tags, or with any of them. Each way through the
 * index goes by date, so that the newest articles are found without reading a tag's whole share.
 */
export const combinedRows = async (
  strapi: Core.Strapi,
  { tagIds, mode }: TagCombination,
  now: Date,
): Promise<ListedRows> => {
  const counts = await getService(strapi, 'counts').due(tagIds, now);
  const numberOf = (tagId: number): number => counts.get(tagId) ?? 0;
  const carrying = (tags: number[]) =>
    strapi.db
      .connection({ carried: LISTING_TABLE })
      .whereIn('carried.tag_id', tags)
      .select('carried.article_id');
  const article = strapi.db.connection.ref(`${LISTING_TABLE}.article_id`);

  if (mode === 'all') {
    const [smallest = WHOLE_SITE, ...others] = [...tagIds].sort(
      (a, b) => numberOf(a) - numberOf(b),
    );
    return {
      tagId: smallest,
      narrow: (rows) =>
        others.reduce(
          (narrowed, tag) =>
            narrowed.whereExists(carrying([tag]).where('carried.article_id', article)),
          rows,
        ),
    };
  }
  const few = tagIds.reduce((sum, tag) => sum + numberOf(tag), 0) <= FEW;
  return {
    tagId: WHOLE_SITE,
    narrow: (rows) =>
      few
        ? rows.whereIn(`${LISTING_TABLE}.article_id`, carrying(tagIds))
        : rows.whereExists(carrying(tagIds).where('carried.article_id', article)),
  };
};
