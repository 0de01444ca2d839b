import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { type ColumnValue, fromColumn, timeOf, toColumn } from '../lib/database';
import type { Transactions } from '../lib/transactions';
import { chunk } from '../lib/values';
import { findInParts, waitForTurn } from '../lib/waiting';
import { VALUE_TYPE_PREFIX } from '../mapping/value-topics';
import {
  CATALOGUE_TABLE,
  type CataloguedEntry,
  type CataloguedType,
  keyInType,
  type ListName,
  PAGE_LIST,
  SITE_LIST,
  TITLE_CHARACTERS,
  unmarked,
} from './catalogue-table';

/** Dates in milliseconds since 1970, by the list in which something changed. */
export type ListDates = Map<ListName, Set<number>>;

/** Changes of lists, with the dates concerned. */
export interface ListChanges {
  /**
   * Lists that published entries entered or left, or in which their date or title changed: entries of one date are in
   * the order of their titles.
   */
  lists: ListDates;
  /**
   * Dates of entries that are or were listed, the earlier of both, by document id and locale: the entry is unseen
   * before.
   */
  listedSince: Map<string, number>;
  /** Entries that entered or left a list, or got another date, by document id and locale. */
  relisted: Set<string>;
  /** Lists that a published entry entered or left, by document id and locale. */
  regrouped: Map<string, Set<ListName>>;
}

export const noListChanges = (): ListChanges => ({
  lists: new Map(),
  listedSince: new Map(),
  relisted: new Set(),
  regrouped: new Map(),
});

/** Notes that something changed in a list at these dates. */
export const addDates = (lists: ListDates, list: ListName, dates: Iterable<number>): void => {
  const known = lists.get(list) ?? new Set<number>();
  lists.set(list, known);
  for (const date of dates) known.add(date);
};

/** A row of the catalogue, as it is written. */
type Row = Omit<CataloguedEntry, 'contentType' | 'documentId' | 'lists'> &
  Record<'content_type' | 'document_id' | 'list', string>;

/** A row of the catalogue, as it is read. */
type KnownRow = Omit<Row, Moment> & { id: number } & Record<Moment, ColumnValue | null>;
type Moment = (typeof MOMENTS)[number];

const KEY = ['document_id', 'content_type', 'locale', 'list'] as const;
const MOMENTS = ['date', 'updated', 'told', 'until', 'due'] as const;
const VALUES = ['state', 'title', ...MOMENTS] as const;

const keyOf = (row: Row | KnownRow): string => KEY.map((column) => row[column]).join(' ');

/** The stored start of a title, without half of a surrogate pair: databases return none. */
const startOf = (title: string): string =>
  title.slice(0, TITLE_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');

const toRows = (entry: CataloguedEntry): Row[] => {
  const { contentType, documentId, lists, title, ...others } = entry;
  const key = { content_type: contentType, document_id: documentId };
  return lists.map((list) => ({ ...key, list, title: startOf(title), ...others }));
};

const rowEntryKey = ({ document_id, locale }: Pick<Row, 'document_id' | 'locale'>): string =>
  keyInType(document_id, locale);

/** Whether a row tells where an entry is public: rows of topics do not, but rows of topics made from values do. */
const decidesAddress = ({ list }: Pick<Row, 'list'>): boolean =>
  [SITE_LIST, PAGE_LIST].includes(unmarked(list)) || unmarked(list).startsWith(VALUE_TYPE_PREFIX);

/**
 * Whether both rows are listed at the same date, come or to come. Entries of one date are in the order of their titles.
 */
const hasSameDate = (a: Row | KnownRow, b: Row | KnownRow): boolean =>
  a.state === b.state && timeOf(a.date) === timeOf(b.date) && timeOf(a.due) === timeOf(b.due);

/** Whether both rows say the same of an entry. */
const hasSameValues = (a: Row | KnownRow, b: Row | KnownRow): boolean =>
  a.state === b.state &&
  a.title === b.title &&
  MOMENTS.every((moment) => timeOf(a[moment]) === timeOf(b[moment]));

/** Differences between the catalogue and some documents. */
interface Difference {
  missing: Row[];
  changed: { row: Row; known: KnownRow }[];
  surplus: KnownRow[];
  /** All listed rows, as the catalogue has them and as they should be. */
  listed: (Row | KnownRow)[];
}

/** Rows of a list that one transaction removes. */
const DROPPED_AT_ONCE = 3_000;

/** Statement that updates the statistics of a table, by Strapi's names of databases. */
const ANALYSE: Record<string, string | undefined> = {
  postgres: 'ANALYZE ??',
  // Each replica does so by itself.
  mysql: 'ANALYZE NO_WRITE_TO_BINLOG TABLE ??',
};

/** Keeps the catalogue equal to the entries themselves. */
export const createCatalogue = (
  strapi: Core.Strapi,
  { transactions, types }: { transactions: Transactions; types: CataloguedType[] },
) => {
  const table = (): Knex.QueryBuilder => transactions.rows(CATALOGUE_TABLE);

  const compare = async (
    contentType: string,
    documentIds: string[],
    entries: CataloguedEntry[],
    named: ReadonlySet<string>,
  ): Promise<Difference> => {
    const known: KnownRow[] = await table()
      .whereIn('document_id', documentIds)
      .where('content_type', contentType)
      .select('id', ...KEY, ...VALUES);
    const wanted = new Map(entries.flatMap(toRows).map((row) => [keyOf(row), row]));
    const byKey = new Map(known.map((row) => [keyOf(row), row]));
    const untold = new Set(known.filter(({ due }) => due !== null).map(rowEntryKey));
    for (const row of wanted.values()) {
      const key = rowEntryKey(row);
      // Nobody is told of it by this, even if its date has come by now: the next sweep finds it.
      if (untold.has(key) && !named.has(key)) row.due ??= row.date;
    }
    return {
      missing: [...wanted].flatMap(([key, row]) => (byKey.has(key) ? [] : [row])),
      changed: [...wanted].flatMap(([key, row]) => {
        const found = byKey.get(key);
        return !found || hasSameValues(row, found) ? [] : [{ row, known: found }];
      }),
      surplus: known.filter((row) => !wanted.has(keyOf(row))),
      listed: [...known, ...wanted.values()].filter(({ state }) => state === 'listed'),
    };
  };

  const remove = async (ids: number[]): Promise<void> => {
    // By id: MySQL would also lock the rows that a condition skips.
    for (const some of chunk(ids)) await table().whereIn('id', some).delete();
  };

  /** Updates changed rows, with one statement for all rows that get the same values. */
  const update = async (changed: Difference['changed']): Promise<void> => {
    const alike = new Map<string, { row: Row; ids: number[] }>();
    for (const { row, known } of changed) {
      const key = JSON.stringify(VALUES.map((column) => row[column]));
      const found = alike.get(key) ?? { row, ids: [] };
      alike.set(key, found);
      found.ids.push(known.id);
    }
    for (const { row, ids } of alike.values()) {
      const values = Object.fromEntries(VALUES.map((column) => [column, toValue(row[column])]));
      for (const some of chunk(ids)) await table().whereIn('id', some).update(values);
    }
  };

  const toValue = (value: Row[keyof Row]): ColumnValue | null =>
    value instanceof Date ? toColumn(strapi, value) : value;

  const toRecord = (row: Row): object =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toValue(value)]));

  /** Which of these documents the catalogue is wrong about. */
  const findOutdated = async (contentType: string, documentIds: string[]): Promise<string[]> => {
    const wrong = new Set<string>();
    const type = types.find((candidate) => candidate.contentType === contentType)!;
    for (const some of chunk(documentIds)) {
      const entries = await type.read(some);
      const { missing, changed, surplus } = await compare(contentType, some, entries, new Set());
      const rows = [...missing, ...changed.map(({ row }) => row), ...surplus];
      rows.forEach((row) => wrong.add(row.document_id));
    }
    return [...wrong];
  };

  return {
    findOutdated,

    /** Removes rows by their ids. */
    remove,

    /**
     * When the versions that readers have of some documents were last changed, according to the catalogue, by document
     * id and locale. Entries that readers do not have are missing.
     */
    async findUpdated(
      contentType: string,
      documentIds: string[],
    ): Promise<Map<string, Date | null>> {
      const rows: Pick<KnownRow, 'document_id' | 'locale' | 'updated'>[] = await findInParts(
        documentIds,
        (some) =>
          table()
            .whereIn('document_id', some)
            .where('content_type', contentType)
            .whereIn('state', ['listed', 'displaced', 'unlisted'])
            .select('document_id', 'locale', 'updated'),
      );
      return new Map(rows.map((row) => [rowEntryKey(row), fromColumn(row.updated)]));
    },

    /**
     * Updates what the catalogue says of some documents, in the open transaction. It does so row by row, and safely
     * beside other transactions that do the same: on MySQL a statement that reads one table and writes another locks
     * what it reads, gaps included, so that writers fail for each other's locks.
     *
     * @param entries what the catalogue should say
     * @param changes gets what was changed
     * @param named entries of which consumers are told in this transaction, by document id and locale
     */
    async refresh(
      contentType: string,
      documentIds: string[],
      entries: CataloguedEntry[],
      changes: ListChanges = noListChanges(),
      named: ReadonlySet<string> = new Set(),
    ): Promise<void> {
      const { lists, listedSince, relisted, regrouped } = changes;
      const note = ({ list, state, date }: Row | KnownRow): void => {
        if (state === 'listed') addDates(lists, list, [timeOf(date) ?? Infinity]);
      };
      const { missing, changed, surplus, listed } = await compare(
        contentType,
        documentIds,
        entries,
        named,
      );
      for (const { document_id: documentId, locale, date } of listed) {
        const key = keyInType(documentId, locale);
        const since = timeOf(date) ?? -Infinity;
        listedSince.set(key, Math.min(listedSince.get(key) ?? Infinity, since));
      }
      await remove(surplus.map(({ id }) => id));
      await update(changed);
      for (const part of chunk(missing, 200)) {
        // A row that was added meanwhile may say what was true before this change.
        const insert = table().insert(part.map(toRecord));
        await insert.onConflict([...KEY]).merge([...VALUES]);
      }
      for (const row of [...missing, ...surplus]) {
        note(row);
        if (decidesAddress(row)) relisted.add(rowEntryKey(row));
        if (row.state !== 'listed') continue;
        const own = regrouped.get(rowEntryKey(row)) ?? new Set<ListName>();
        regrouped.set(rowEntryKey(row), own.add(row.list));
      }
      for (const { row, known } of changed) {
        if (!hasSameDate(row, known)) {
          if (decidesAddress(row)) relisted.add(rowEntryKey(row));
          [row, known].forEach(note);
        } else if (row.title !== known.title) note(row);
      }
    },

    /** Moves all entries of a list to another one. */
    async moveList(from: ListName, into: ListName): Promise<void> {
      for (;;) {
        // Queries of SQLite block all other requests.
        await waitForTurn();
        const moved: KnownRow[] = await table()
          .where({ list: from })
          .limit(300)
          .select('id', ...KEY);
        if (moved.length === 0) return;
        const documentIds = moved.map((row) => row.document_id);
        const present: KnownRow[] = await table()
          .whereIn('document_id', documentIds)
          .where({ list: into })
          .select(...KEY);
        const known = new Set(present.map(keyOf));
        const isThere = (row: KnownRow): boolean => known.has(keyOf({ ...row, list: into }));
        await remove(moved.filter(isThere).map(({ id }) => id));
        const ids = moved.filter((row) => !isThere(row)).map(({ id }) => id);
        await table().whereIn('id', ids).update({ list: into });
      }
    },

    /** Date of the oldest published entry of a list, due or not. */
    async findOldestDate(list: ListName): Promise<Date | undefined> {
      const row = await table()
        .where({ list, state: 'listed' })
        .orderBy('date')
        .first<{ date: ColumnValue | null } | undefined>('date');
      return (row && fromColumn(row.date)) ?? undefined;
    },

    /**
     * Removes some entries of a list that no longer exists, in the open transaction.
     *
     * @returns whether more are left
     */
    async dropList(list: ListName): Promise<boolean> {
      const ids: number[] = await table().where({ list }).limit(DROPPED_AT_ONCE).pluck('id');
      await remove(ids);
      return ids.length === DROPPED_AT_ONCE;
    },

    /**
     * Updates the database's statistics, so that it does not plan for empty tables. PostgreSQL does so by itself
     * minutes after an import; MariaDB may have done so in the middle of the import's transaction, and then reads all
     * links of a topic for each feed. SQLite plans without.
     */
    async analyse(): Promise<void> {
      const statement = ANALYSE[strapi.db.dialect.client];
      if (statement === undefined) return;
      for (const name of [CATALOGUE_TABLE, ...types.flatMap(({ tableNames }) => tableNames())]) {
        await strapi.db.connection.raw(statement, [name]);
      }
    },
  };
};

export type Catalogue = ReturnType<typeof createCatalogue>;
