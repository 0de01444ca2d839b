import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { type Column, toColumn, type Transactions } from '../lib/database';
import type { Span } from '../lib/dates';
import { chunk } from '../lib/values';
import { ownTurn } from '../lib/waiting';
import {
  CATALOGUE_TABLE,
  type EntryKey,
  listIn,
  type ListName,
  SITE_LIST,
} from './catalogue-table';

/** What the order of articles depends on. */
export interface Ordered {
  date: Date;
  title: string;
  documentId: string;
  /** Code of the locale; empty where the type is not localised. */
  locale: string;
}

/**
 * Articles of exactly one date that stand in the order of their titles: more of them, which an import
 * made, stand in that of their document ids, since no database puts titles in order as others do.
 */
export const TITLED_OF_ONE_DATE = 3_000;

const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of what so many articles of one date are that titles do not tell. */
export const compareIds = (
  a: Pick<Ordered, 'documentId' | 'locale'>,
  b: Pick<Ordered, 'documentId' | 'locale'>,
): number => compareCodeUnits(a.documentId, b.documentId) || compareCodeUnits(a.locale, b.locale);

/**
 * The order of articles in every feed and listing, but of dates that too many have (`inOrder`): newest
 * first; of one date, by title in the site's language; of one title, by document id; of one document, by locale. Total, so it is the
 * same on every database.
 *
 * @param language BCP 47 tag whose collation compares the titles.
 */
export const createOrder = (language: string): ((a: Ordered, b: Ordered) => number) => {
  const titles = new Intl.Collator(language);
  return (a, b) =>
    b.date.getTime() - a.date.getTime() || titles.compare(a.title, b.title) || compareIds(a, b);
};

/**
 * Puts articles in the order of a list.
 *
 * @param entries of each date that there is, all that the list has
 */
export const inOrder = <Entry extends Ordered>(entries: Entry[], language: string): Entry[] => {
  const compare = createOrder(language);
  const numbers = new Map<number, number>();
  for (const { date } of entries) {
    numbers.set(date.getTime(), (numbers.get(date.getTime()) ?? 0) + 1);
  }
  const areMany = (date: Date): boolean => numbers.get(date.getTime())! > TITLED_OF_ONE_DATE;
  return [...entries].sort((a, b) =>
    a.date.getTime() === b.date.getTime() && areMany(a.date) ? compareIds(a, b) : compare(a, b),
  );
};

/**
 * One list of several, each of which is in its order: that of the heads. The beginning of what is merged
 * is that of the beginnings.
 */
export const mergeInOrder = <Entry>(
  lists: Entry[][],
  compare: (a: Entry, b: Entry) => number,
): Entry[] => {
  const rests = lists.map((list) => list[Symbol.iterator]());
  const heads = rests.map((rest) => rest.next());
  const merged: Entry[] = [];
  for (;;) {
    let first: number | undefined;
    for (const [index, head] of heads.entries()) {
      if (head.done) continue;
      if (first === undefined || compare(head.value, heads[first]!.value as Entry) < 0)
        first = index;
    }
    if (first === undefined) return merged;
    merged.push(heads[first]!.value as Entry);
    heads[first] = rests[first]!.next();
  }
};

/** Which public entries are asked for. */
export interface EntryQuery {
  /** Names of the lists whose entries are asked for; without any, all of the site. */
  lists?: ListName[];
  /** Of several lists, those in all of them, or in any. */
  mode?: 'all' | 'any';
  /** Entries dated after this moment are not public yet. */
  now: Date;
  /** When those are dated that are asked for, of the list of all; any time without. */
  span?: Span;
}

/** Rows of the catalogue: those of some lists, or of them those that a condition leaves. */
export interface ListedRows {
  lists: ListName[];
  /** Leaves those that are asked for. */
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder;
  /** Older ones are not looked at. */
  oldest?: Date;
}

/** All rows of a list. */
export const ofList = (list: ListName): ListedRows => ({ lists: [list], narrow: (rows) => rows });

/** An entry in a list: what tells where it stands, and when it last changed. */
export interface ListedEntry extends EntryKey, Ordered {
  updated: Date;
  /** When subscribers were last told of it; undefined for when it was changed. */
  told?: Date;
}

/** Moment up to which entries are asked for. */
export const endOf = ({ now, span }: EntryQuery): Date => (span && span.to < now ? span.to : now);

/** Name of a column of the catalogue, for statements that name other tables too. */
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
  date: Column;
  updated: Column;
  told: Column | null;
};

const toEntry = ({ date, updated, told, ...row }: Row): ListedEntry => ({
  ...row,
  date: new Date(date),
  updated: new Date(updated),
  ...(told !== null && { told: new Date(told) }),
});

/** The entries of some rows. */
export const readListed = async (rows: Knex.QueryBuilder): Promise<ListedEntry[]> =>
  ((await rows.select(COLUMNS)) as Row[]).map(toEntry);

/** Stretches that one statement reads, in one turn of the event loop. */
const STRETCHES_AT_ONCE = 100;

/**
 * Rows of published entries, which statements begin with.
 *
 * @param mark of the locale whose entries are asked for; empty for the main one
 */
export const createPublishedRows = (
  strapi: Core.Strapi,
  { transactions, mark }: { transactions: Transactions; mark: string },
) => {
  const toDate = (date: Date) => toColumn(strapi, date);

  const siteList = listIn(mark, SITE_LIST);

  /** Names of the lists that are asked for, in the locale. */
  const listsOf = ({ lists = [] }: EntryQuery): ListName[] =>
    lists.length === 0 ? [siteList] : lists.map((list) => listIn(mark, list));

  /** Rows of published entries, due or not. */
  const listed = ({ lists, narrow }: ListedRows): Knex.QueryBuilder => {
    const rows = transactions.rows(CATALOGUE_TABLE).where(column('state'), 'listed');
    const [list, ...others] = lists;
    return narrow(
      others.length > 0 ? rows.whereIn(column('list'), lists) : rows.where(column('list'), list),
    );
  };

  /**
   * Those of a span, both ends included, as far back as any are looked at; of two bounds at one end
   * SQLite would take the wrong one.
   */
  const within = (rows: ListedRows, newest: Date, oldest = rows.oldest): Knex.QueryBuilder => {
    const query = listed(rows).where(column('date'), '<=', toDate(newest));
    return oldest ? query.where(column('date'), '>=', toDate(oldest)) : query;
  };

  /**
   * The entries of several stretches, each of which the index cuts: one statement for many.
   *
   * @param name of a stretch within the statement, for who looks at a database's slow ones
   */
  const readStretches = async (
    stretches: Knex.QueryBuilder[],
    name: string,
  ): Promise<ListedEntry[][]> => {
    const read: ListedEntry[][] = [];
    for (const some of chunk(stretches, STRETCHES_AT_ONCE)) {
      if (read.length > 0) await ownTurn();
      // SQLite takes a limit within a union in a query of its own alone.
      const [first, ...others] = some.map((rows, place) =>
        transactions
          .rows(CATALOGUE_TABLE)
          .from(rows.select(COLUMNS).as(name))
          .select(...Object.keys(COLUMNS))
          // Knex would bind it after what is bound within.
          .select(strapi.db.connection.raw(`${place} as place`)),
      );
      const found: (Row & { place: number | string })[] = await first!.unionAll(others);
      const parts = some.map((): ListedEntry[] => []);
      for (const { place, ...row } of found) parts[Number(place)]!.push(toEntry(row));
      read.push(...parts);
    }
    return read;
  };

  return { toDate, siteList, listsOf, listed, within, readStretches };
};

export type PublishedRows = ReturnType<typeof createPublishedRows>;
