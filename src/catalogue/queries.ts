import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { chunk } from '../chunk';
import type { Span } from '../feed/dates';
import { createOrder, type Ordered } from '../feed/order';
import type { SettingsStore } from '../settings';
import type { Transactions } from '../transactions';
import {
  CATALOGUE_TABLE,
  listIn,
  type ListName,
  PAGE_LIST,
  SITE_LIST,
  unmarked,
} from './catalogue-table';
import { toColumn } from './column';
import { combine, type ListedRows, ofList } from './combinations';
import type { Counts } from './counts';
import type { EntryKey } from './entry';
import type { Landmarks } from './landmarks';
import { findLists } from './list-names';

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

/** A stretch of the list of public entries. */
export interface EntryWindow extends EntryQuery {
  /** Entries to pass over. */
  start?: number;
  /** Entries to return at most; 0 for all. */
  limit: number;
}

/** An entry in a list: what tells where it stands, and when it last changed. */
export interface ListedEntry extends EntryKey, Ordered {
  updated: Date;
  /** When subscribers were last told of it; undefined for when it was changed. */
  told?: Date;
}

/** The newest entry of a list. */
export interface NewestEntry extends EntryKey {
  date: Date;
  /** Last change that subscribers were told of. */
  changed: Date;
}

/** An entry that will come. */
export interface WaitingEntry extends EntryKey {
  title: string;
  /** Null where an editor has not decided yet. */
  date: Date | null;
  /** Whether it is published and waits for its date alone. */
  isScheduled: boolean;
}

type Column = string | number | Date;

/** Lists that one statement looks into. */
const LOOKS_AT_ONCE = 100;

/** Moment up to which entries are asked for. */
const endOf = ({ now, span }: EntryQuery): Date => (span && span.to < now ? span.to : now);

const toMoment = (value: Column | null): Date | undefined =>
  value === null ? undefined : new Date(value);

const column = (name: string): string => `${CATALOGUE_TABLE}.${name}`;

interface Dependencies {
  transactions: Transactions;
  counts: Counts;
  landmarks: Pick<Landmarks, 'findBefore' | 'countBefore'>;
  /** Those of the list of pages. */
  pageLandmarks: Pick<Landmarks, 'findBefore'>;
  settings: Pick<SettingsStore, 'get'>;
  /** Mark of the locale whose entries are asked for; empty for the main one. */
  mark?: string;
}

/** Questions to the catalogue: where entries stand, how many there are, what is due next. */
export const createCatalogueQueries = (
  strapi: Core.Strapi,
  { transactions, counts, landmarks, pageLandmarks, settings, mark = '' }: Dependencies,
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

  const find = (asked: EntryQuery): Promise<ListedRows> => {
    const findDateAt = async (list: ListName, place: number): Promise<Date | undefined> => {
      const row = await within(ofList(list), asked.now)
        .orderBy(column('date'), 'desc')
        .offset(place)
        .first<{ date: Column } | undefined>(column('date'));
      return row && new Date(row.date);
    };
    const { mode, now, span } = asked;
    if (span) return Promise.resolve({ ...ofList(siteList), oldest: span.from });
    return combine(
      { transactions, counts, findDateAt },
      { lists: listsOf(asked), siteList, mode },
      now,
    );
  };

  const count = async (rows: Knex.QueryBuilder): Promise<number> => {
    const [found] = await rows.count<{ number: number | string }[]>({ number: '*' });
    return Number(found?.number);
  };

  /** When the newest entry became due, and when the next will be. */
  const findTurns = async (asked: EntryQuery): Promise<{ last?: Date; next?: Date }> => {
    await transactions.settle();
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

  const countDue = async (asked: EntryQuery, rows: ListedRows): Promise<number> => {
    const [list = siteList, ...others] = listsOf(asked);
    const { span } = asked;
    if (span) {
      // Those that will come before it would be counted as fewer than none.
      if (span.from > asked.now) return 0;
      const after = new Date(endOf(asked).getTime() + 1);
      return (await landmarks.countBefore(after)) - (await landmarks.countBefore(span.from));
    }
    if (others.length > 0) return count(within(rows, asked.now));
    return (await counts.due([list], asked.now)).get(list) ?? 0;
  };

  /** Entries dated within a span. */
  const findBetween = async (
    rows: ListedRows,
    newest: Date,
    oldest?: Date,
  ): Promise<ListedEntry[]> => {
    const found: (Omit<ListedEntry, 'date' | 'updated' | 'told'> & {
      date: Column;
      updated: Column;
      told: Column | null;
    })[] = await within(rows, newest, oldest).select({
      contentType: column('content_type'),
      documentId: column('document_id'),
      locale: column('locale'),
      title: column('title'),
      date: column('date'),
      updated: column('updated'),
      told: column('told'),
    });
    return found.map((row) => ({
      ...row,
      date: new Date(row.date),
      updated: new Date(row.updated),
      told: toMoment(row.told),
    }));
  };

  /** Dates of the first and the last entry in a window, and how many entries are newer. */
  const findEdges = async (rows: ListedRows, { start = 0, limit, ...asked }: EntryWindow) => {
    const dates = async (direction: 'asc' | 'desc', offset: number, length: number) => {
      const found: Column[] = await within(rows, endOf(asked))
        .orderBy(column('date'), direction)
        .offset(offset)
        .limit(length)
        .pluck(column('date'));
      return found.map((date) => new Date(date));
    };
    if (start === 0) {
      const found = await dates('desc', 0, limit);
      return { newest: found.at(0), oldest: found.at(-1), newer: 0 };
    }
    // An offset is walked row by row, so from the nearer end.
    const total = await countDue(asked, rows);
    const length = Math.min(limit, total - start);
    if (length <= 0) return { newer: 0 };
    const fromEnd = total - start - length;
    if (start <= fromEnd) {
      const found = await dates('desc', start, length);
      const newest = found.at(0);
      if (!newest) return { newer: 0 };
      const newer = await count(
        within(rows, endOf(asked)).where(column('date'), '>', toDate(newest)),
      );
      return { newest, oldest: found.at(-1), newer };
    }
    const found = await dates('asc', fromEnd, length);
    const newest = found.at(-1);
    if (!newest) return { newer: 0 };
    const older = await count(within(rows, newest));
    return { newest, oldest: found.at(0), newer: total - older };
  };

  /** Date of the first or last entry of each list on one side of a moment: one look into the index each. */
  const findNearest = async (
    lists: ListName[],
    direction: 'asc' | 'desc',
    side?: { operator: '<=' | '>'; now: Date },
  ): Promise<Map<ListName, Date>> => {
    await transactions.settle();
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
    }
    return found;
  };

  return {
    listsOf,
    findTurns,

    /** Names of the lists of the locale that begin with a text, without their mark. */
    async findLists(start: ListName): Promise<ListName[]> {
      await transactions.settle();
      return (await findLists(strapi, transactions, listIn(mark, start))).map(unmarked);
    },

    /** The newest public entry of each list that has any; of several of one date, one of them. */
    async findNewestEntries(lists: ListName[], now: Date): Promise<Map<ListName, NewestEntry>> {
      await transactions.settle();
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
      }
      return found;
    },

    /** How many public entries there are, and whether these are all: of combinations the newest are. */
    async findExtent(asked: EntryQuery): Promise<{ count: number; isWhole: boolean }> {
      await transactions.settle();
      const rows = await find(asked);
      return { count: await countDue(asked, rows), isWhole: rows.oldest === undefined };
    },

    /**
     * A window of the list in its full order. The database sorts by date alone, since no two databases
     * collate titles alike; so the entries that share the dates at the window's edges are read whole
     * and sorted here.
     */
    async findWindow({ start = 0, limit, ...asked }: EntryWindow): Promise<ListedEntry[]> {
      await transactions.settle();
      const { language } = await settings.get();
      const compare = createOrder(language);
      const rows = await find(asked);
      if (limit === 0) return (await findBetween(rows, endOf(asked))).sort(compare).slice(start);
      const { newest, oldest, newer } = await findEdges(rows, { start, limit, ...asked });
      if (newest === undefined || oldest === undefined) return [];
      const entries = await findBetween(rows, newest, oldest);
      return entries.sort(compare).slice(start - newer, start - newer + limit);
    },

    /** Date of the oldest published entry of the first list that is asked for, due or not. */
    async findOldestDate(asked: EntryQuery): Promise<Date | undefined> {
      await transactions.settle();
      const [list = siteList] = listsOf(asked);
      const rows = listed(ofList(list));
      if (asked.span) void rows.where(column('date'), '>=', toDate(asked.span.from));
      const row = await rows
        .orderBy(column('date'))
        .first<{ date: Column } | undefined>(column('date'));
      const date = row && new Date(row.date);
      return date && asked.span && date > asked.span.to ? undefined : date;
    },

    /** The published entries of some documents, due or not; of a list that has all, or all pages. */
    async findDocuments(
      documentIds: string[],
      list: ListName = SITE_LIST,
    ): Promise<(EntryKey & { date: Date })[]> {
      await transactions.settle();
      const found: (EntryKey & { date: Date })[] = [];
      for (const some of chunk(documentIds)) {
        const rows: (EntryKey & { date: Column })[] = await listed(ofList(listIn(mark, list)))
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

    /**
     * A stretch of all public entries, or of all pages, the oldest first; of one date in no order a
     * reader knows.
     */
    async findOldest({
      start,
      limit,
      now,
      list = SITE_LIST,
    }: {
      start: number;
      limit: number;
      now: Date;
      list?: ListName;
    }): Promise<Pick<ListedEntry, 'contentType' | 'documentId' | 'locale' | 'date' | 'told'>[]> {
      await transactions.settle();
      const landmark = await (list === PAGE_LIST ? pageLandmarks : landmarks).findBefore(start);
      const found: (EntryKey & { date: Column; told: Column | null })[] = await within(
        ofList(listIn(mark, list)),
        now,
        landmark.date,
      )
        .select({
          contentType: column('content_type'),
          documentId: column('document_id'),
          locale: column('locale'),
          date: column('date'),
          told: column('told'),
        })
        // By id last, as the index has it: a document may be there in several locales.
        .orderBy([
          { column: column('date') },
          { column: column('document_id') },
          { column: column('id') },
        ])
        .offset(start - landmark.older)
        .limit(limit);
      return found.map((row) => ({
        ...row,
        date: new Date(row.date),
        told: toMoment(row.told),
      }));
    },

    /** Date of the newest public entry of each list that has any. */
    findNewest: (lists: ListName[], now: Date): Promise<Map<ListName, Date>> =>
      findNearest(lists, 'desc', { operator: '<=', now }),

    /** Date of the oldest published entry of each list that has any, due or not. */
    findOldestDates: (lists: ListName[]): Promise<Map<ListName, Date>> => findNearest(lists, 'asc'),

    /** Date of the entry of each list that is due next, where there is one. */
    findNext: (lists: ListName[], now: Date): Promise<Map<ListName, Date>> =>
      findNearest(lists, 'asc', { operator: '>', now }),

    /** Entries of a list that will come: the scheduled ones, the next one first, then drafts. */
    async findWaiting(list: ListName, now: Date, limit: number): Promise<WaitingEntry[]> {
      await transactions.settle();
      const find = async (
        rows: Knex.QueryBuilder,
        isScheduled: boolean,
      ): Promise<WaitingEntry[]> => {
        const found: (EntryKey & {
          title: string;
          date: Column | null;
        })[] = await rows.limit(limit).select({
          contentType: 'content_type',
          documentId: 'document_id',
          locale: 'locale',
          title: 'title',
          date: 'date',
        });
        return found.map(({ date, ...row }) => ({
          ...row,
          date: date === null ? null : new Date(date),
          isScheduled,
        }));
      };
      const rows = () => transactions.rows(CATALOGUE_TABLE).where({ list });
      const scheduled = await find(
        rows()
          .where('state', 'listed')
          .where('date', '>', toDate(now))
          .orderBy([{ column: 'date' }, { column: 'document_id' }]),
        true,
      );
      if (scheduled.length === limit) return scheduled;
      const drafts = await find(
        rows()
          .where('state', 'waiting')
          .orderBy([{ column: 'updated', order: 'desc' }, { column: 'document_id' }]),
        false,
      );
      return [...scheduled, ...drafts].slice(0, limit);
    },
  };
};

export type CatalogueQueries = ReturnType<typeof createCatalogueQueries>;
