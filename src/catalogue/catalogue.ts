import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { type ColumnValue, fromColumn, timeOf, toColumn } from '../lib/database';
import { queryTable } from '../lib/transactions';
import { chunk } from '../lib/values';
import { findInParts, waitForTurn } from '../lib/waiting';
import type { Plan } from '../mapping/plan';
import { VALUE_TYPE_PREFIX } from '../mapping/values';
import {
  CATALOGUE_TABLE,
  type CataloguedEntry,
  keyInType,
  type ListName,
  PAGE_LIST,
  SITE_LIST,
  TITLE_CHARACTERS,
  unmarked,
} from './catalogue-table';
import { linksOf } from './links';

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

const table = (strapi: Core.Strapi): Knex.QueryBuilder => queryTable(strapi, CATALOGUE_TABLE);

const toValue = (strapi: Core.Strapi, value: Row[keyof Row]): ColumnValue | null =>
  value instanceof Date ? toColumn(strapi, value) : value;

const toRecord = (strapi: Core.Strapi, row: Row): object =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, toValue(strapi, value)]),
  );

const compare = async (
  strapi: Core.Strapi,
  contentType: string,
  documentIds: string[],
  entries: CataloguedEntry[],
  named: ReadonlySet<string>,
): Promise<Difference> => {
  const known: KnownRow[] = await table(strapi)
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

/** Removes rows by their ids. */
export const removeRows = async (strapi: Core.Strapi, ids: number[]): Promise<void> => {
  // By id: MySQL would also lock the rows that a condition skips.
  for (const some of chunk(ids)) await table(strapi).whereIn('id', some).delete();
};

/** Updates changed rows, with one statement for all rows that get the same values. */
const updateRows = async (strapi: Core.Strapi, changed: Difference['changed']): Promise<void> => {
  const alike = new Map<string, { row: Row; ids: number[] }>();
  for (const { row, known } of changed) {
    const key = JSON.stringify(VALUES.map((column) => row[column]));
    const found = alike.get(key) ?? { row, ids: [] };
    alike.set(key, found);
    found.ids.push(known.id);
  }
  for (const { row, ids } of alike.values()) {
    const values = Object.fromEntries(
      VALUES.map((column) => [column, toValue(strapi, row[column])]),
    );
    for (const some of chunk(ids)) await table(strapi).whereIn('id', some).update(values);
  }
};

/**
 * Which of these documents the catalogue is wrong about.
 *
 * @param read reads some documents as the catalogue should have them
 */
export const findOutdated = async (
  strapi: Core.Strapi,
  contentType: string,
  documentIds: string[],
  read: (documentIds: string[]) => Promise<CataloguedEntry[]>,
): Promise<string[]> => {
  const wrong = new Set<string>();
  for (const some of chunk(documentIds)) {
    const entries = await read(some);
    const { missing, changed, surplus } = await compare(
      strapi,
      contentType,
      some,
      entries,
      new Set(),
    );
    const rows = [...missing, ...changed.map(({ row }) => row), ...surplus];
    rows.forEach((row) => wrong.add(row.document_id));
  }
  return [...wrong];
};

/**
 * When the versions that readers have of some documents were last changed, according to the catalogue, by document
 * id and locale. Entries that readers do not have are missing.
 */
export const findUpdated = async (
  strapi: Core.Strapi,
  contentType: string,
  documentIds: string[],
): Promise<Map<string, Date | null>> => {
  const rows: Pick<KnownRow, 'document_id' | 'locale' | 'updated'>[] = await findInParts(
    documentIds,
    (some) =>
      table(strapi)
        .whereIn('document_id', some)
        .where('content_type', contentType)
        .whereIn('state', ['listed', 'displaced', 'unlisted'])
        .select('document_id', 'locale', 'updated'),
  );
  return new Map(rows.map((row) => [rowEntryKey(row), fromColumn(row.updated)]));
};

/**
 * Updates what the catalogue says of some documents, in the open transaction. It does so row by row, and safely
 * beside other transactions that do the same: on MySQL a statement that reads one table and writes another locks
 * what it reads, gaps included, so that writers fail for each other's locks.
 *
 * @param entries what the catalogue should say
 * @param changes gets what was changed
 * @param named entries of which consumers are told in this transaction, by document id and locale
 */
export const refreshCatalogue = async (
  strapi: Core.Strapi,
  contentType: string,
  documentIds: string[],
  entries: CataloguedEntry[],
  changes: ListChanges = noListChanges(),
  named: ReadonlySet<string> = new Set(),
): Promise<void> => {
  const { lists, listedSince, relisted, regrouped } = changes;
  const note = ({ list, state, date }: Row | KnownRow): void => {
    if (state === 'listed') addDates(lists, list, [timeOf(date) ?? Infinity]);
  };
  const { missing, changed, surplus, listed } = await compare(
    strapi,
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
  await removeRows(
    strapi,
    surplus.map(({ id }) => id),
  );
  await updateRows(strapi, changed);
  for (const part of chunk(missing, 200)) {
    // A row that was added meanwhile may say what was true before this change.
    const insert = table(strapi).insert(part.map((row) => toRecord(strapi, row)));
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
};

/** Moves all entries of a list to another one. */
export const moveList = async (
  strapi: Core.Strapi,
  from: ListName,
  into: ListName,
): Promise<void> => {
  for (;;) {
    // Queries of SQLite block all other requests.
    await waitForTurn();
    const moved: KnownRow[] = await table(strapi)
      .where({ list: from })
      .limit(300)
      .select('id', ...KEY);
    if (moved.length === 0) return;
    const documentIds = moved.map((row) => row.document_id);
    const present: KnownRow[] = await table(strapi)
      .whereIn('document_id', documentIds)
      .where({ list: into })
      .select(...KEY);
    const known = new Set(present.map(keyOf));
    const isThere = (row: KnownRow): boolean => known.has(keyOf({ ...row, list: into }));
    await removeRows(
      strapi,
      moved.filter(isThere).map(({ id }) => id),
    );
    const ids = moved.filter((row) => !isThere(row)).map(({ id }) => id);
    await table(strapi).whereIn('id', ids).update({ list: into });
  }
};

/** Date of the oldest published entry of a list, due or not. */
export const findOldestDate = async (
  strapi: Core.Strapi,
  list: ListName,
): Promise<Date | undefined> => {
  const row = await table(strapi)
    .where({ list, state: 'listed' })
    .orderBy('date')
    .first<{ date: ColumnValue | null } | undefined>('date');
  return (row && fromColumn(row.date)) ?? undefined;
};

/**
 * Removes some entries of a list that no longer exists, in the open transaction.
 *
 * @returns whether more are left
 */
export const dropList = async (strapi: Core.Strapi, list: ListName): Promise<boolean> => {
  const ids: number[] = await table(strapi).where({ list }).limit(DROPPED_AT_ONCE).pluck('id');
  await removeRows(strapi, ids);
  return ids.length === DROPPED_AT_ONCE;
};

/**
 * Updates the database's statistics, so that it does not plan for empty tables. PostgreSQL does so by itself
 * minutes after an import; MariaDB may have done so in the middle of the import's transaction, and then reads all
 * links of a topic for each feed. SQLite plans without.
 */
export const analyse = async (
  strapi: Core.Strapi,
  { sources }: Pick<Plan, 'sources'>,
): Promise<void> => {
  const statement = ANALYSE[strapi.db.dialect.client];
  if (statement === undefined) return;
  const tables = sources.flatMap(({ contentType, topics }) => [
    strapi.db.metadata.get(contentType).tableName,
    ...topics.flatMap(({ field }) => linksOf(strapi, contentType, field).map((link) => link.table)),
  ]);
  for (const name of new Set([CATALOGUE_TABLE, ...tables])) {
    await strapi.db.connection.raw(statement, [name]);
  }
};
