import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { chunk } from '../lib/chunk';
import { listIn, type ListName, SITE_LIST, unmarked, CATALOGUE_TABLE } from './catalogue-table';
import type { Column } from '../lib/column';
import type { EntryKey } from './entry';
import {
  column,
  createPublishedRows,
  endOf,
  type EntryQuery,
  type PublishedRows,
  toMoment,
} from './published-rows';
import { createWindows, type WindowParts } from './windows';
import type { Transactions } from '../lib/transactions';
import { ownTurn } from '../lib/waiting';
import { ofList } from './combinations';

/** Lists that one statement looks into, in one turn of the event loop. */
const LOOKS_AT_ONCE = 100;

/** The newest entry of a list. */
export interface NewestEntry extends EntryKey {
  date: Date;
  /** Last change that subscribers were told of. */
  changed: Date;
}

/** Questions for what stands next to a moment in each list: one look into the index each. */
export const createNewestEntries = (
  { toDate, siteList, listsOf, listed, within }: PublishedRows,
  { transactions, mark }: { transactions: Transactions; mark: string },
) => {
  /** When the newest entry became due, and when the next will be. */
  const findTurns = async (asked: EntryQuery): Promise<{ last?: Date; next?: Date }> => {
    const { span } = asked;
    const isWithin = (date: Date): boolean => !span || (date >= span.from && date <= span.to);
    const findTurn = async (list: ListName, operator: '<=' | '>', direction: 'asc' | 'desc') => {
      const row = await listed(ofList(list))
        .where('date', operator, toDate(operator === '<=' ? endOf(asked) : asked.now))
        .orderBy('date', direction)
        .first<{ date: Column } | undefined>('date');
      const date = row && new Date(row.date);
      return date && isWithin(date) ? [date.getTime()] : [];
    };
    // Of a combination those of any of its lists: rather too often than after a walk through all.
    const [last, next] = await Promise.all([
      Promise.all(listsOf(asked).map((list) => findTurn(list, '<=', 'desc'))),
      Promise.all(listsOf(asked).map((list) => findTurn(list, '>', 'asc'))),
    ]);
    const toDue = (moment: number) => (Number.isFinite(moment) ? new Date(moment) : undefined);
    return {
      last: toDue(Math.max(...last.flat())),
      next: toDue(Math.min(...next.flat())),
    };
  };

  /** Date of the first or last entry of each list on one side of a moment: one look into the index each. */
  const findNearest = async (
    lists: ListName[],
    direction: 'asc' | 'desc',
    side?: { operator: '<=' | '>'; now: Date },
  ): Promise<Map<ListName, Date>> => {
    const found = new Map<ListName, Date>();
    for (const some of chunk(lists, LOOKS_AT_ONCE)) {
      const [first, ...others] = some.map((list) => {
        const nearest = listed(ofList(list))
          .orderBy('date', direction)
          .limit(1)
          .select('list', 'date');
        if (side) void nearest.where(column('date'), side.operator, toDate(side.now));
        // SQLite takes a limit within a union in a query of its own alone.
        return transactions
          .rows(CATALOGUE_TABLE)
          .from(nearest.as('nearest'))
          .select('list', 'date');
      });
      const rows: { list: ListName; date: Column }[] = first ? await first.unionAll(others) : [];
      rows.forEach(({ list, date }) => found.set(list, new Date(date)));
      if (some.length === LOOKS_AT_ONCE) await ownTurn();
    }
    return found;
  };

  return {
    findTurns,

    /** The newest public entry of each list that has any; of several of one date, one of them. */
    async findNewestEntries(lists: ListName[], now: Date): Promise<Map<ListName, NewestEntry>> {
      const columns = {
        ...{ list: 'list', contentType: 'content_type', documentId: 'document_id' },
        ...{ locale: 'locale', date: 'date', updated: 'updated', told: 'told' },
      };
      const found = new Map<ListName, NewestEntry>();
      for (const some of chunk(lists, LOOKS_AT_ONCE)) {
        const [first, ...others] = some.map((list) => {
          const newest = within(ofList(listIn(mark, list)), now)
            .orderBy([
              { column: column('date'), order: 'desc' },
              { column: column('document_id'), order: 'desc' },
            ])
            .limit(1)
            .select(columns);
          // SQLite takes a limit within a union in a query of its own alone.
          return transactions
            .rows(CATALOGUE_TABLE)
            .from(newest.as('newest'))
            .select(...Object.keys(columns));
        });
        const rows: (EntryKey & { list: ListName } & Record<
            'date' | 'updated' | 'told',
            Column | null
          >)[] = first ? await first.unionAll(others) : [];
        for (const { list, date, updated, told, ...entry } of rows) {
          const changed = toMoment(told) ?? toMoment(updated);
          const dated = new Date(date!);
          found.set(unmarked(list), {
            ...entry,
            date: dated,
            changed: changed && changed > dated ? changed : dated,
          });
        }
        if (some.length === LOOKS_AT_ONCE) await ownTurn();
      }
      return found;
    },

    /** Date of the oldest published entry of the first list that is asked for, due or not. */
    async findOldestDate(asked: EntryQuery): Promise<Date | undefined> {
      const [list = siteList] = listsOf(asked);
      const rows = listed(ofList(list));
      if (asked.span) void rows.where(column('date'), '>=', toDate(asked.span.from));
      const row = await rows
        .orderBy(column('date'))
        .first<{ date: Column } | undefined>(column('date'));
      const date = row && new Date(row.date);
      return date && asked.span && date > asked.span.to ? undefined : date;
    },

    /** Date of the newest public entry of each list that has any. */
    findNewest: (lists: ListName[], now: Date): Promise<Map<ListName, Date>> =>
      findNearest(lists, 'desc', { operator: '<=', now }),

    /** Date of the oldest published entry of each list that has any, due or not. */
    findOldestDates: (lists: ListName[]): Promise<Map<ListName, Date>> => findNearest(lists, 'asc'),

    /** Date of the entry of each list that is due next, where there is one. */
    findNext: (lists: ListName[], now: Date): Promise<Map<ListName, Date>> =>
      findNearest(lists, 'asc', { operator: '>', now }),
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
export const createCatalogueQueries = (
  strapi: Core.Strapi,
  given: Omit<WindowParts, 'mark'> & Partial<Pick<WindowParts, 'mark'>>,
) => {
  const { transactions, mark = '' } = given;
  const rows = createPublishedRows(strapi, { transactions, mark });
  const { listsOf } = rows;

  return {
    listsOf,
    ...createNewestEntries(rows, { transactions, mark }),
    ...createWindows(rows, { ...given, mark }),

    /** Names of the lists of the locale that begin with a text, without their mark. */
    async findLists(start: ListName): Promise<ListName[]> {
      return (await findLists(strapi, transactions, listIn(mark, start))).map(unmarked);
    },

    /** The published entries of some documents, due or not; of a list that has all, or all pages. */
    async findDocuments(
      documentIds: string[],
      list: ListName = SITE_LIST,
    ): Promise<(EntryKey & { date: Date })[]> {
      const found: (EntryKey & { date: Date })[] = [];
      for (const some of chunk(documentIds)) {
        // By the documents' own index: SQLite would go through the whole list for them.
        const rows: (EntryKey & { date: Column })[] = await transactions
          .rows(CATALOGUE_TABLE)
          .where(column('state'), 'listed')
          .whereRaw("coalesce(??, '') = ?", [column('list'), listIn(mark, list)])
          .whereIn(column('document_id'), some)
          .select({
            contentType: column('content_type'),
            documentId: column('document_id'),
            locale: column('locale'),
            date: column('date'),
          });
        found.push(...rows.map((row) => ({ ...row, date: new Date(row.date) })));
      }
      return found;
    },
  };
};

export type CatalogueQueries = ReturnType<typeof createCatalogueQueries>;
