import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import type { Span } from '../lib/dates';
import type { Transactions } from '../lib/transactions';
import { findInParts } from '../lib/waiting';
import { CATALOGUE_TABLE, listIn, type ListName, SITE_LIST, unmarked } from './catalogue-table';
import {
  column,
  createPublishedRows,
  latestDateOf,
  type EntryQuery,
  type ListedEntry,
  rowsOfList,
  type PublishedRows,
  readListed,
} from './published-rows';
import { createNeighbours } from './neighbours';
import { createWindows, type WindowParts } from './windows';

/** One side of a moment. */
interface Side {
  operator: '<=' | '>' | '>=';
  moment: Date;
}

/** Queries for the entry next to a moment in each list: one index lookup for each list. */
const createNearest = ({ asColumn, siteList, listsOf, listed, readStretches }: PublishedRows) => {
  /** The newest or the oldest published entry of each list that has one, on one side of a moment. */
  const findNearest = async (
    lists: ListName[],
    which: 'newest' | 'oldest',
    side?: Side,
  ): Promise<Map<ListName, ListedEntry>> => {
    const order = which === 'newest' ? 'desc' : 'asc';
    const found = await readStretches(
      lists.map((list) => {
        const rows = listed(rowsOfList(list))
          .orderBy(['date', 'document_id'].map((name) => ({ column: column(name), order })))
          .limit(1);
        return side ? rows.where(column('date'), side.operator, asColumn(side.moment)) : rows;
      }),
    );
    return new Map(
      lists.flatMap((list, place) => (found[place] ?? []).map((entry) => [list, entry] as const)),
    );
  };

  const findDates = async (
    ...asked: Parameters<typeof findNearest>
  ): Promise<Map<ListName, Date>> =>
    new Map([...(await findNearest(...asked))].map(([list, { date }]) => [list, date]));

  return {
    /** When the newest entry became due, and when the next one will be. */
    async findDueDates(asked: EntryQuery): Promise<{ last?: Date; next?: Date }> {
      const { now, span } = asked;
      const lists = listsOf(asked);
      const momentsOf = (dates: ReadonlyMap<ListName, Date>): number[] =>
        [...dates.values()].flatMap((date) =>
          span && (date < span.from || date > span.to) ? [] : [date.getTime()],
        );
      const toDue = (moment: number) => (Number.isFinite(moment) ? new Date(moment) : undefined);
      // For a combination, take the turns of each of its lists: too many are better than reading all its entries.
      const last = await findDates(lists, 'newest', {
        operator: '<=',
        moment: latestDateOf(asked),
      });
      const next = await findDates(lists, 'oldest', { operator: '>', moment: now });
      return {
        last: toDue(Math.max(...momentsOf(last))),
        next: toDue(Math.min(...momentsOf(next))),
      };
    },

    /** The oldest published entry of the site within a span, due or not; of several with one date, one of them. */
    async findOldestIn({ from, to }: Span): Promise<ListedEntry | undefined> {
      const found = await findNearest([siteList], 'oldest', { operator: '>=', moment: from });
      const entry = found.get(siteList);
      return entry && entry.date <= to ? entry : undefined;
    },

    /** The newest public entry of each list that has any; if several have the same date, one of them. */
    findNewestEntries: (lists: ListName[], now: Date): Promise<Map<ListName, ListedEntry>> =>
      findNearest(lists, 'newest', { operator: '<=', moment: now }),

    /** Date of the oldest published entry of each list that has any, due or not. */
    findOldestDates: (lists: ListName[]): Promise<Map<ListName, Date>> =>
      findDates(lists, 'oldest'),

    /** Date of the entry of each list that is due next, if there is one. */
    findNextDates: (lists: ListName[], now: Date): Promise<Map<ListName, Date>> =>
      findDates(lists, 'oldest', { operator: '>', moment: now }),
  };
};

/** Names that one statement finds. */
const FOUND_AT_ONCE = 500;

/**
 * Names of the lists after one, in order, with one index lookup for each. PostgreSQL and SQLite jump from one name to
 * the next in a recursive query, and otherwise read all rows in between; MariaDB and MySQL jump for `distinct`, and
 * read all rows in a recursive query.
 */
const findAfter = (
  { db: { connection, dialect } }: Core.Strapi,
  { rows }: Pick<Transactions, 'rows'>,
  after: ListName,
): Promise<ListName[]> => {
  if (dialect.client === 'mysql') {
    return rows(CATALOGUE_TABLE)
      .where('list', '>', after)
      .distinct()
      .orderBy('list')
      .limit(FOUND_AT_ONCE)
      .pluck('list');
  }
  const next = rows({ later: CATALOGUE_TABLE })
    .whereRaw('?? > ??', ['later.list', 'found.list'])
    .min('later.list')
    .as('list');
  const first = (query: Knex.QueryBuilder) =>
    query
      .from(CATALOGUE_TABLE)
      .where('list', '>', after)
      .min('list')
      .select(connection.raw('1'))
      .unionAll((further) =>
        further
          .from('found')
          .whereNotNull('found.list')
          .where('found.place', '<', FOUND_AT_ONCE)
          .select(next, connection.raw('?? + 1', ['found.place'])),
      );
  return rows('found')
    .withRecursive('found', ['list', 'place'], (query) => first(query))
    .whereNotNull('list')
    .orderBy('place')
    .pluck('list');
};

const lettersOf = (list: ListName): string => list.replace(/[^a-z\d]/gi, '').toLowerCase();

/** Names of all lists that begin with a text, empty of public entries or not; their order depends on the database. */
const findLists = async (
  strapi: Core.Strapi,
  transactions: Pick<Transactions, 'rows'>,
  start: ListName,
): Promise<ListName[]> => {
  const found: ListName[] = [];
  for (let last = start; ;) {
    const lists = await findAfter(strapi, transactions, last);
    const own = lists.filter((list) => list.startsWith(start));
    found.push(...own);
    last = lists.at(-1) ?? '';
    // A database may ignore punctuation when it sorts, so lists of another type may be in between.
    if (lists.length < FOUND_AT_ONCE || !lettersOf(last).startsWith(lettersOf(start))) return found;
  }
};

/** Queries of the catalogue: where entries are in lists, how many there are, which is due next. */
export const createCatalogueQueries = (strapi: Core.Strapi, parts: WindowParts) => {
  const { transactions, mark } = parts;
  const rows = createPublishedRows(strapi, parts);
  const { listsOf } = rows;

  return {
    listsOf,
    ...createNearest(rows),
    ...createNeighbours(rows, parts),
    ...createWindows(rows, parts),

    /** Names of the lists of the locale that begin with a text, without their mark. */
    async findLists(start: ListName): Promise<ListName[]> {
      return (await findLists(strapi, transactions, listIn(mark, start))).map(unmarked);
    },

    /**
     * The published entries of some documents, due or not. The list must be one with all entries, or with all pages.
     */
    async findDocuments(documentIds: string[], list: ListName = SITE_LIST): Promise<ListedEntry[]> {
      return findInParts(documentIds, (some) =>
        readListed(
          // `coalesce` makes SQLite use the documents' own index: it would read the whole list otherwise.
          transactions
            .rows(CATALOGUE_TABLE)
            .where(column('state'), 'listed')
            .whereRaw("coalesce(??, '') = ?", [column('list'), listIn(mark, list)])
            .whereIn(column('document_id'), some),
        ),
      );
    },
  };
};

export type CatalogueQueries = ReturnType<typeof createCatalogueQueries>;
