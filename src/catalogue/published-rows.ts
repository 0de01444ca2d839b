import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { type ColumnValue, toColumn } from '../lib/database';
import type { Span } from '../lib/dates';
import { queryTable } from '../lib/transactions';
import { chunk } from '../lib/values';
import { waitForTurn } from '../lib/waiting';
import {
  CATALOGUE_TABLE,
  type EntryKey,
  listIn,
  type ListName,
  SITE_LIST,
} from './catalogue-table';
import type { Ordered } from './order';

/** Which public entries are asked for. */
export interface EntryQuery {
  /** Names of the lists whose entries are asked for; without any, all entries of the site. */
  lists?: ListName[];
  /** For several lists: entries in all of them, or in any. */
  mode?: 'all' | 'any';
  /** Entries dated after this moment are not public yet. */
  now: Date;
  /** Only entries of the site's list that are dated within this span. */
  span?: Span;
  /** False if it is known that no published entry of the lists is to come: nobody asks how many are. */
  isComing?: boolean;
}

/** Rows of some lists of the catalogue, narrowed by a condition. */
export interface ListedRows {
  lists: ListName[];
  /** Adds the condition to a query. */
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder;
  /** Older rows are not read. */
  oldest?: Date;
}

/** All rows of a list. */
export const rowsOfList = (list: ListName): ListedRows => ({
  lists: [list],
  narrow: (rows) => rows,
});

/** An entry in a list, with what decides its place there, and when it last changed. */
export interface ListedEntry extends EntryKey, Ordered {
  updated: Date;
  /** When subscribers were last told of it; undefined if that is when it was changed. */
  told?: Date;
}

/** Latest date of the entries that are asked for. */
export const latestDateOf = ({ now, span }: EntryQuery): Date =>
  span && span.to < now ? span.to : now;

/** Whether a date is in the span that is asked for, if there is one. */
export const isAsked = (date: Date, { span }: EntryQuery): boolean =>
  !span || (date >= span.from && date <= span.to);

/** Full name of a column of the catalogue, for statements with other tables. */
export const column = (name: string): string => `${CATALOGUE_TABLE}.${name}`;

const COLUMNS = {
  contentType: column('content_type'),
  documentId: column('document_id'),
  locale: column('locale'),
  title: column('title'),
  date: column('date'),
  updated: column('updated'),
  told: column('told'),
};

type Row = Omit<ListedEntry, 'date' | 'updated' | 'told'> & {
  date: ColumnValue;
  updated: ColumnValue;
  told: ColumnValue | null;
};

const toEntry = ({ date, updated, told, ...row }: Row): ListedEntry => ({
  ...row,
  date: new Date(date),
  updated: new Date(updated),
  ...(told !== null && { told: new Date(told) }),
});

/** One side of a moment. */
export interface Side {
  operator: '<=' | '>' | '>=';
  moment: Date;
}

/** Reads the entries of some rows. */
export const readListed = async (rows: Knex.QueryBuilder): Promise<ListedEntry[]> =>
  ((await rows.select(COLUMNS)) as Row[]).map(toEntry);

/** Parts that one statement reads, in one turn of the event loop. */
const PARTS_AT_ONCE = 100;

/**
 * Queries for rows of published entries, on which statements are built.
 *
 * @param mark of the locale whose entries are asked for; empty for the main one
 */
export const createPublishedRows = (strapi: Core.Strapi, { mark }: { mark: string }) => {
  const asColumn = (date: Date) => toColumn(strapi, date);

  const siteList = listIn(mark, SITE_LIST);

  /** Names of the lists that are asked for, in the locale. */
  const listsOf = ({ lists = [] }: EntryQuery): ListName[] =>
    lists.length === 0 ? [siteList] : lists.map((list) => listIn(mark, list));

  /** Rows of published entries, due or not. */
  const listed = ({ lists, narrow }: ListedRows): Knex.QueryBuilder => {
    const rows = queryTable(strapi, CATALOGUE_TABLE).where(column('state'), 'listed');
    const [list, ...others] = lists;
    return narrow(
      others.length > 0 ? rows.whereIn(column('list'), lists) : rows.where(column('list'), list),
    );
  };

  /**
   * Rows of a span, both ends included, and none older than `rows.oldest`. There is only one bound at each end: of two,
   * SQLite would choose the wrong one.
   */
  const within = (rows: ListedRows, newest: Date, oldest = rows.oldest): Knex.QueryBuilder => {
    const query = listed(rows).where(column('date'), '<=', asColumn(newest));
    return oldest ? query.where(column('date'), '>=', asColumn(oldest)) : query;
  };

  /** The row of the newest or the oldest published entry of a list, on one side of a moment: one index lookup. */
  const nearest = (list: ListName, which: 'newest' | 'oldest', side?: Side): Knex.QueryBuilder => {
    const order = which === 'newest' ? 'desc' : 'asc';
    const rows = listed(rowsOfList(list))
      .orderBy(['date', 'document_id'].map((name) => ({ column: column(name), order })))
      .limit(1);
    return side ? rows.where(column('date'), side.operator, asColumn(side.moment)) : rows;
  };

  /** The entries of several parts, each of which the index limits: one statement for many parts. */
  const readParts = async (parts: Knex.QueryBuilder[]): Promise<ListedEntry[][]> => {
    const read: ListedEntry[][] = [];
    for (const some of chunk(parts, PARTS_AT_ONCE)) {
      if (read.length > 0) await waitForTurn();
      // Within a union, SQLite accepts a limit only in a subquery.
      const [first, ...others] = some.map((rows, place) =>
        queryTable(strapi, CATALOGUE_TABLE)
          .from(rows.select(COLUMNS).as('part'))
          .select(...Object.keys(COLUMNS))
          // No binding: knex would bind it after the bindings of the subquery.
          .select(strapi.db.connection.raw(`${place} as place`)),
      );
      const found: (Row & { place: number | string })[] = await first!.unionAll(others);
      const entries = some.map((): ListedEntry[] => []);
      for (const { place, ...row } of found) entries[Number(place)]!.push(toEntry(row));
      read.push(...entries);
    }
    return read;
  };

  /**
   * The entries of several parts, and when the next entry comes to the lists, in one statement. For a combination,
   * the turns of each of its lists count: too many are better than reading all its entries.
   */
  const readWithNext = async (asked: EntryQuery, parts: Knex.QueryBuilder[]) => {
    const after = { operator: '>', moment: asked.now } as const;
    const coming = listsOf(asked).map((list) => nearest(list, 'oldest', after));
    const read = await readParts([...parts, ...coming]);
    const found = read.splice(0, parts.length);
    const dates = read.flatMap((entries) => entries.map(({ date }) => date));
    const [next] = dates.filter((date) => isAsked(date, asked)).sort((a, b) => +a - +b);
    return { found, next };
  };

  return { asColumn, siteList, listsOf, listed, within, nearest, readParts, readWithNext };
};

export type PublishedRows = ReturnType<typeof createPublishedRows>;
