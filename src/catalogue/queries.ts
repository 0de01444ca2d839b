import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import type { Transactions } from '../lib/database';
import type { Span } from '../lib/dates';
import { chunk } from '../lib/values';
import type { SettingsStore } from '../options/settings';
import {
  CATALOGUE_TABLE,
  type EntryKey,
  entryKeyOf,
  listIn,
  type ListName,
  SITE_LIST,
  unmarked,
} from './catalogue-table';
import {
  column,
  createOrder,
  createPublishedRows,
  endOf,
  type EntryQuery,
  type ListedEntry,
  ofList,
  type Ordered,
  type PublishedRows,
  readListed,
} from './published-rows';
import { createWindows, type WindowParts } from './windows';

/** An entry that a list has, due or not. */
export type PlacedEntry = EntryKey & Ordered;

/** Which way from an entry. */
type Direction = 'newer' | 'older';

/** What stands next to an entry in one direction. */
export interface Neighbour {
  /** Date of the next one; none at the end. */
  date?: Date;
  /** Due or not; none, too, where its date has more entries than are told apart. */
  entry?: PlacedEntry;
}

type Neighbours = Record<Direction, Neighbour>;

/** Entries that are looked at on each side: more than share a date where dates are told apart. */
const LOOKED_AT = 20;

/** Entries of one date that are put in order: of more, none is known to be the next. */
const OF_ONE_DATE = 500;

const isOf =
  (date: Date) =>
  (entry: Ordered): boolean =>
    entry.date.getTime() === date.getTime();

interface NeighbourParts {
  transactions: Transactions;
  settings: Pick<SettingsStore, 'get'>;
  /** Mark of the locale whose entries are asked for; empty for the main one. */
  mark: string;
}

/** Finds what lists have beside an entry, by a few rows of their index. */
export const createNeighbours = (
  strapi: Core.Strapi,
  { transactions, settings, mark }: NeighbourParts,
) => {
  const { siteList, toDate, listed, readStretches } = createPublishedRows(strapi, {
    transactions,
    mark,
  });

  /** Those from a date on, or beyond it, in one direction. */
  const from = (
    list: ListName,
    date: Date,
    direction: Direction,
    { isBeyond = false, limit = LOOKED_AT } = {},
  ) => {
    const [operator, order] = direction === 'newer' ? ['>', 'asc'] : ['<', 'desc'];
    return listed(ofList(list))
      .where(column('date'), isBeyond ? operator : `${operator}=`, toDate(date))
      .orderBy(['date', 'document_id'].map((name) => ({ column: column(name), order })))
      .limit(limit);
  };

  /** All of one date; undefined where these are too many. */
  const readDate = async (date: Date): Promise<PlacedEntry[] | undefined> => {
    const rows = listed(ofList(siteList)).where(column('date'), toDate(date));
    const found = await readListed(rows.limit(OF_ONE_DATE + 1));
    return found.length > OF_ONE_DATE ? undefined : found;
  };

  return {
    /** An entry as the list of all has it; undefined for one that is in no list. */
    async findListed({
      contentType,
      documentId,
      locale,
    }: EntryKey): Promise<PlacedEntry | undefined> {
      const [found] = await readListed(
        listed(ofList(siteList)).where({
          content_type: contentType,
          document_id: documentId,
          locale,
        }),
      );
      return found;
    },

    /** Those nearest to an entry in other lists, the nearest first, so many on each side at most. */
    async findAround(
      { date }: PlacedEntry,
      lists: ListName[],
      limit: number,
    ): Promise<Record<Direction, PlacedEntry[]>[]> {
      const found = await readStretches(
        lists.flatMap((list) => [
          from(list, date, 'newer', { limit }),
          from(list, date, 'older', { limit }),
        ]),
        'beside',
      );
      return lists.map((_, place) => ({
        newer: found[2 * place] ?? [],
        older: found[2 * place + 1] ?? [],
      }));
    },

    /** What stands right before and after an entry in the order of all, or where it would be. */
    async findNeighbours(entry: PlacedEntry): Promise<Neighbours> {
      const { language } = await settings.get();
      const compare = createOrder(language);
      const { date } = entry;
      const [newer = [], older = []] = await readStretches(
        [from(siteList, date, 'newer'), from(siteList, date, 'older')],
        'beside',
      );
      const isOther = (other: PlacedEntry): boolean => entryKeyOf(other) !== entryKeyOf(entry);
      /** All others of a date in their order, of which the first ones, and maybe all, are among some. */
      const ofDate = async (
        of: Date,
        looked: PlacedEntry[],
      ): Promise<PlacedEntry[] | undefined> => {
        const isWhole = looked.length < LOOKED_AT || !isOf(of)(looked.at(-1)!);
        const found = isWhole ? looked.filter(isOf(of)) : await readDate(of);
        return found?.filter(isOther).sort(compare);
      };
      const same = await ofDate(date, newer);
      if (!same) return { newer: { date }, older: { date } };
      const after = same.findIndex((other) => compare(other, entry) > 0);
      const place = after === -1 ? same.length : after;
      const beyond = async (direction: Direction): Promise<Neighbour> => {
        let looked = direction === 'newer' ? newer : older;
        if (looked.length === LOOKED_AT && looked.every(isOf(date))) {
          looked = await readListed(from(siteList, date, direction, { isBeyond: true }));
        }
        const nearest = looked.find((other) => isOther(other) && !isOf(date)(other));
        if (!nearest) return {};
        const group = await ofDate(nearest.date, looked);
        const last = direction === 'newer' ? group?.at(-1) : group?.at(0);
        return { date: nearest.date, entry: last };
      };
      const next = async (direction: Direction, other?: PlacedEntry): Promise<Neighbour> =>
        other ? { date, entry: other } : beyond(direction);
      return {
        newer: await next('newer', same[place - 1]),
        older: await next('older', same[place]),
      };
    },
  };
};

export type NeighbourFinder = ReturnType<typeof createNeighbours>;

/** Which side of a moment is asked for. */
interface Side {
  operator: '<=' | '>' | '>=';
  moment: Date;
}

/** Questions for what stands next to a moment in each list: one look into the index each. */
const createNearest = ({ toDate, siteList, listsOf, listed, readStretches }: PublishedRows) => {
  /** The newest or the oldest published entry of each list that has any, on one side of a moment. */
  const findNearest = async (
    lists: ListName[],
    which: 'newest' | 'oldest',
    side?: Side,
  ): Promise<Map<ListName, ListedEntry>> => {
    const order = which === 'newest' ? 'desc' : 'asc';
    const found = await readStretches(
      lists.map((list) => {
        const rows = listed(ofList(list))
          .orderBy(['date', 'document_id'].map((name) => ({ column: column(name), order })))
          .limit(1);
        return side ? rows.where(column('date'), side.operator, toDate(side.moment)) : rows;
      }),
      'nearest',
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
    /** When the newest entry became due, and when the next will be. */
    async findTurns(asked: EntryQuery): Promise<{ last?: Date; next?: Date }> {
      const { now, span } = asked;
      const lists = listsOf(asked);
      const momentsOf = (dates: ReadonlyMap<ListName, Date>): number[] =>
        [...dates.values()].flatMap((date) =>
          span && (date < span.from || date > span.to) ? [] : [date.getTime()],
        );
      const toDue = (moment: number) => (Number.isFinite(moment) ? new Date(moment) : undefined);
      // Of a combination those of any of its lists: rather too often than after a walk through all.
      const last = await findDates(lists, 'newest', { operator: '<=', moment: endOf(asked) });
      const next = await findDates(lists, 'oldest', { operator: '>', moment: now });
      return {
        last: toDue(Math.max(...momentsOf(last))),
        next: toDue(Math.min(...momentsOf(next))),
      };
    },

    /** Date of the oldest published entry of the site within a span, due or not. */
    async findOldestDateIn({ from, to }: Span): Promise<Date | undefined> {
      const dates = await findDates([siteList], 'oldest', { operator: '>=', moment: from });
      const date = dates.get(siteList);
      return date && date <= to ? date : undefined;
    },

    /** The newest public entry of each list that has any; of several of one date, one of them. */
    findNewestEntries: (lists: ListName[], now: Date): Promise<Map<ListName, ListedEntry>> =>
      findNearest(lists, 'newest', { operator: '<=', moment: now }),

    /** Date of the newest public entry of each list that has any. */
    findNewest: (lists: ListName[], now: Date): Promise<Map<ListName, Date>> =>
      findDates(lists, 'newest', { operator: '<=', moment: now }),

    /** Date of the oldest published entry of each list that has any, due or not. */
    findOldestDates: (lists: ListName[]): Promise<Map<ListName, Date>> =>
      findDates(lists, 'oldest'),

    /** Date of the entry of each list that is due next, where there is one. */
    findNext: (lists: ListName[], now: Date): Promise<Map<ListName, Date>> =>
      findDates(lists, 'oldest', { operator: '>', moment: now }),
  };
};

/** Names that one statement finds. */
const FOUND_AT_ONCE = 500;

/**
 * Names of lists behind one, in order: a look into the index for each. PostgreSQL and SQLite jump from one
 * to the next when they are told to, and read all rows between two otherwise; MariaDB and MySQL jump by
 * themselves, and read them when they are told to.
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

/** Names of the lists that begin with a text, whatever they have, in no order that all databases share. */
export const findLists = async (
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
    // A database may pass over punctuation, and lists of another type then stand between these.
    if (lists.length < FOUND_AT_ONCE || !lettersOf(last).startsWith(lettersOf(start))) return found;
  }
};

/** Questions to the catalogue: where entries stand, how many there are, what is due next. */
export const createCatalogueQueries = (strapi: Core.Strapi, parts: WindowParts) => {
  const { transactions, mark } = parts;
  const rows = createPublishedRows(strapi, parts);
  const { listsOf } = rows;

  return {
    listsOf,
    ...createNearest(rows),
    ...createWindows(rows, parts),

    /** Names of the lists of the locale that begin with a text, without their mark. */
    async findLists(start: ListName): Promise<ListName[]> {
      return (await findLists(strapi, transactions, listIn(mark, start))).map(unmarked);
    },

    /** The published entries of some documents, due or not; of a list that has all, or all pages. */
    async findDocuments(documentIds: string[], list: ListName = SITE_LIST): Promise<ListedEntry[]> {
      const found: ListedEntry[] = [];
      for (const some of chunk(documentIds)) {
        // By the documents' own index: SQLite would go through the whole list for them.
        const rows = transactions
          .rows(CATALOGUE_TABLE)
          .where(column('state'), 'listed')
          .whereRaw("coalesce(??, '') = ?", [column('list'), listIn(mark, list)])
          .whereIn(column('document_id'), some);
        found.push(...(await readListed(rows)));
      }
      return found;
    },
  };
};

export type CatalogueQueries = ReturnType<typeof createCatalogueQueries>;
