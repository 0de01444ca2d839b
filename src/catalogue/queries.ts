import type { Core } from '@strapi/strapi';

import { ARTICLE_UID } from '../constants';
import { createOrder, type Ordered } from '../feed/order';
import { LISTING_TABLE, WHOLE_SITE } from './listing-table';
import { toColumn } from './column';
import { combinedRows, type ListedRows, type TagCombination } from './combinations';
import { getService } from '../get-service';

/** Which public articles are asked for. */
export interface ArticleQuery {
  /** Database id of a tag; all articles without one. */
  tagId?: number;
  /** Several tags, instead of `tagId`. */
  combination?: TagCombination;
  /** Articles dated after this moment are not public yet. */
  now: Date;
}

/** A stretch of the list of public articles. */
export interface ArticleWindow extends ArticleQuery {
  /** Articles to pass over. */
  start?: number;
  /** Articles to return at most; 0 for all. */
  limit: number;
}

/** What tells where an article stands in a list, and when it last changed. */
export interface ArticleKey extends Ordered {
  id: number;
  updated: Date;
}

interface KeyRow extends Omit<ArticleKey, 'date' | 'updated'> {
  date: string | number | Date;
  updated: string | number | Date;
}

/** Questions to the index of listed articles: where they stand, how many there are, what is due next. */
export const createArticleIndex = (strapi: Core.Strapi) => {
  const column = (date: Date) => toColumn(strapi, date);

  const rowsOf = async ({ tagId, combination, now }: ArticleQuery): Promise<ListedRows> =>
    combination
      ? combinedRows(strapi, combination, now)
      : { tagId: tagId ?? WHOLE_SITE, narrow: (rows) => rows };

  /** Rows of the index of listed articles, due or not. */
  const listing = ({ tagId, narrow }: ListedRows) =>
    narrow(strapi.db.connection(LISTING_TABLE).where(`${LISTING_TABLE}.tag_id`, tagId));

  /** Its rows of a moment and before; of two upper bounds SQLite would take the wrong one. */
  const until = (rows: ListedRows, newest: Date) =>
    listing(rows).where(`${LISTING_TABLE}.date`, '<=', column(newest));

  const count = async (rows: ReturnType<typeof until>): Promise<number> => {
    const [found] = await rows.count<{ number: number | string }[]>({ number: '*' });
    return Number(found?.number);
  };

  /** When the newest article became due, and when the next will be. */
  const findTurns = async (asked: ArticleQuery): Promise<{ last?: Date; next?: Date }> => {
    // Of a combination those of any of its tags: rather too often than after a walk through all.
    const tags = asked.combination?.tagIds ?? [asked.tagId ?? WHOLE_SITE];
    const find = async (tagId: number, operator: '<=' | '>', direction: 'asc' | 'desc') => {
      const row = await listing({ tagId, narrow: (rows) => rows })
        .where('date', operator, column(asked.now))
        .orderBy('date', direction)
        .first<{ date: string | number | Date } | undefined>('date');
      return row ? [new Date(row.date).getTime()] : [];
    };
    const [last, next] = await Promise.all([
      Promise.all(tags.map((tagId) => find(tagId, '<=', 'desc'))),
      Promise.all(tags.map((tagId) => find(tagId, '>', 'asc'))),
    ]);
    const toDate = (moment: number) => (Number.isFinite(moment) ? new Date(moment) : undefined);
    return {
      last: toDate(Math.max(...last.flat())),
      next: toDate(Math.min(...next.flat())),
    };
  };

  const countDue = async (asked: ArticleQuery): Promise<number> => {
    const { tagId = WHOLE_SITE, combination, now } = asked;
    if (combination) return count(until(await rowsOf(asked), now));
    return (await getService(strapi, 'counts').due([tagId], now)).get(tagId) ?? 0;
  };

  /** Keys of the articles dated within a span, both ends included. */
  const findKeys = async (
    listed: ListedRows,
    newest: Date,
    oldest?: Date,
  ): Promise<ArticleKey[]> => {
    const { tableName } = strapi.db.metadata.get(ARTICLE_UID);
    const rows = until(listed, newest).join(
      tableName,
      `${tableName}.id`,
      `${LISTING_TABLE}.article_id`,
    );
    if (oldest) rows.where(`${LISTING_TABLE}.date`, '>=', column(oldest));
    const keys: KeyRow[] = await rows.select({
      id: `${tableName}.id`,
      documentId: `${tableName}.document_id`,
      title: `${tableName}.title`,
      date: `${LISTING_TABLE}.date`,
      updated: `${tableName}.updated_at`,
    });
    return keys.map((key) => ({
      ...key,
      date: new Date(key.date),
      updated: new Date(key.updated),
    }));
  };

  /** Dates of the first and the last article in a window, and how many articles are newer. */
  const findEdges = async (listed: ListedRows, { start = 0, limit, ...asked }: ArticleWindow) => {
    const dates = async (direction: 'asc' | 'desc', offset: number, length: number) => {
      const rows: (string | number | Date)[] = await until(listed, asked.now)
        .orderBy(`${LISTING_TABLE}.date`, direction)
        .offset(offset)
        .limit(length)
        .pluck(`${LISTING_TABLE}.date`);
      return rows.map((date) => new Date(date));
    };
    if (start === 0) {
      const found = await dates('desc', 0, limit);
      return { newest: found.at(0), oldest: found.at(-1), newer: 0 };
    }
    // An offset is walked row by row, so from the nearer end.
    const total = await countDue(asked);
    const length = Math.min(limit, total - start);
    if (length <= 0) return { newer: 0 };
    const fromEnd = total - start - length;
    if (start <= fromEnd) {
      const found = await dates('desc', start, length);
      const newest = found.at(0);
      if (!newest) return { newer: 0 };
      const newer = await count(
        until(listed, asked.now).where(`${LISTING_TABLE}.date`, '>', column(newest)),
      );
      return { newest, oldest: found.at(-1), newer };
    }
    const found = await dates('asc', fromEnd, length);
    const newest = found.at(-1);
    if (!newest) return { newer: 0 };
    const older = await count(until(listed, newest));
    return { newest, oldest: found.at(0), newer: total - older };
  };

  /**
   * Keys of a window of the list in its full order. The database sorts by date alone, since no two
   * databases collate titles alike; so the articles that share the dates at the window's edges are
   * read whole and sorted here.
   */
  const findWindow = async ({
    start = 0,
    limit,
    ...asked
  }: ArticleWindow): Promise<ArticleKey[]> => {
    const { language } = await getService(strapi, 'settings').get();
    const compare = createOrder(language);
    const listed = await rowsOf(asked);
    if (limit === 0) return (await findKeys(listed, asked.now)).sort(compare).slice(start);
    const { newest, oldest, newer } = await findEdges(listed, { start, limit, ...asked });
    if (newest === undefined || oldest === undefined) return [];
    const keys = await findKeys(listed, newest, oldest);
    return keys.sort(compare).slice(start - newer, start - newer + limit);
  };

  /** Rows of the index that list the articles asked for, up to a moment. */
  const listedUntil = async (asked: ArticleQuery, newest: Date) => {
    const rows = until(await rowsOf(asked), newest);
    // A query that is awaited is sent.
    return { rows };
  };

  return { listedUntil, findTurns, countDue, findWindow };
};
