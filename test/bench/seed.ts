import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { untilIndexed } from '../helpers/state';

const SENTENCE =
  'Send the request once more, read the response line by line, and compare the two. ';
const DAY = 86_400_000;
const ROWS_AT_ONCE = 100;

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
}

/** Share of the archive each tag gets: an article belongs to the tags whose test it passes. */
export type Share = (index: number) => boolean;

/** Content types that are written to: of articles, and of what they carry as `tags`. */
export interface SeededTypes {
  articles: string;
  tags: string;
}

/**
 * Writes published articles with their drafts, one for each hour back from now, past the document
 * service: a large archive would take it an hour. The index of listed articles knows of them after
 * the next start.
 */
export const seedArticles = async (
  strapi: Core.Strapi,
  count: number,
  tags: Record<string, Share>,
  types: SeededTypes = { articles: ARTICLE_UID, tags: TAG_UID },
): Promise<void> => {
  const { tableName, attributes } = strapi.db.metadata.get(types.articles);
  const { joinTable } = attributes.tags as unknown as { joinTable: JoinTable };
  const ids = new Map<string, number>();
  for (const name of Object.keys(tags)) {
    const { id } = await strapi.db.query(types.tags).create({ data: { name, slug: name } });
    ids.set(name, id);
  }
  // What is left of these would index a part of the articles, and the next start looks at the newest alone.
  await untilIndexed({ strapi });
  const column = (date: Date) => (strapi.db.dialect.client === 'sqlite' ? date.getTime() : date);
  const newest = Math.floor(Date.now() / DAY) * DAY;

  await strapi.db.transaction(async ({ trx }) => {
    if (strapi.db.dialect.client === 'postgres') {
      // It would give the ids that are written here again.
      const sequence = trx.raw('pg_get_serial_sequence(?, ?)', [tableName, 'id']);
      await trx.raw('SELECT setval(?, ?)', [sequence, 2 * count]);
    }
    for (let start = 0; start < count; start += ROWS_AT_ONCE) {
      const indexes = Array.from(
        { length: Math.min(ROWS_AT_ONCE, count - start) },
        (_, offset) => start + offset,
      );
      const rows = indexes.map((index) => {
        const date = column(new Date(newest - index * 3_600_000));
        return {
          id: index + 1,
          document_id: `document${String(index).padStart(16, '0')}`,
          title: `How I read request number ${index}`,
          slug: `how-i-read-request-number-${index}`,
          summary: SENTENCE.repeat(6).trim(),
          body: `${SENTENCE.repeat(6)}\n\n`.repeat(5),
          date,
          created_at: date,
          updated_at: date,
          published_at: date,
          keep_out_of_feeds: false,
        };
      });
      const drafts = rows.map((row) => ({ ...row, id: row.id + count, published_at: null }));
      await trx(tableName).insert(rows);
      await trx(tableName).insert(drafts);
      const links = indexes.flatMap((index) =>
        [...ids].flatMap(([name, id]) =>
          tags[name]!(index)
            ? [index + 1, index + 1 + count].map((row) => ({
                [joinTable.joinColumn.name]: row,
                [joinTable.inverseJoinColumn.name]: id,
              }))
            : [],
        ),
      );
      for (let first = 0; first < links.length; first += ROWS_AT_ONCE) {
        await trx(joinTable.name).insert(links.slice(first, first + ROWS_AT_ONCE));
      }
    }
  });
};
