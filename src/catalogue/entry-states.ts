import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { queryTable } from '../lib/transactions';
import { findInParts } from '../lib/waiting';
import { type ColumnValue, fromColumn, toColumn } from '../lib/database';
import {
  CATALOGUE_TABLE,
  type CataloguedEntry,
  type EntryKey,
  entryKeyOf,
  KEY_COLUMNS,
  type ListName,
} from './catalogue-table';

/** An entry of a list, as the catalogue knows it. */
export type StatedEntry = EntryKey & Pick<CataloguedEntry, 'title' | 'date' | 'updated'>;

/** A published entry, due or not. */
type DatedEntry = StatedEntry & { date: Date };

const inState = (
  strapi: Core.Strapi,
  list: ListName,
  state: CataloguedEntry['state'],
): Knex.QueryBuilder => queryTable(strapi, CATALOGUE_TABLE).where({ list, state });

/** @param date the column to take the date from */
const read = async (
  rows: Knex.QueryBuilder,
  date: 'date' | 'until' = 'date',
): Promise<StatedEntry[]> => {
  const found: (EntryKey & {
    title: string;
    date: ColumnValue | null;
    updated: ColumnValue | null;
  })[] = await rows.select({ ...KEY_COLUMNS, title: 'title', date, updated: 'updated' });
  return found.map((row) => ({
    ...row,
    date: fromColumn(row.date),
    updated: fromColumn(row.updated),
  }));
};

const isDated = (entry: StatedEntry): entry is DatedEntry => entry.date !== null;

/**
 * Published entries of a list with a moment within a span, its start included and its end not, the earliest first;
 * their `date` is that moment.
 */
export const findWithin = async (
  strapi: Core.Strapi,
  list: ListName,
  column: 'date' | 'until',
  { start, end }: { start: Date; end?: Date },
  limit: number,
): Promise<DatedEntry[]> => {
  const rows = inState(strapi, list, 'listed')
    .where(column, '>=', toColumn(strapi, start))
    .orderBy([{ column }, { column: 'document_id' }])
    .limit(limit);
  if (end) void rows.where(column, '<', toColumn(strapi, end));
  return (await read(rows, column)).filter(isDated);
};

/** Reads rows of some entries in all lists. */
const readAll = <Row>(
  strapi: Core.Strapi,
  entries: readonly EntryKey[],
  select: (rows: Knex.QueryBuilder) => PromiseLike<Row[]>,
): Promise<Row[]> =>
  findInParts(
    entries.map(({ documentId }) => documentId),
    (some) => select(queryTable(strapi, CATALOGUE_TABLE).whereIn('document_id', some)),
  );

/** Published entries of a list that are not due yet, the next one first. */
export const findUpcoming = (
  strapi: Core.Strapi,
  list: ListName,
  now: Date,
  limit: number,
): Promise<DatedEntry[]> =>
  findWithin(strapi, list, 'date', { start: new Date(now.getTime() + 1) }, limit);

/** Unpublished entries of a list, the one last changed first. */
export const findDrafts = async (
  strapi: Core.Strapi,
  list: ListName,
  limit: number,
): Promise<StatedEntry[]> => {
  return read(
    inState(strapi, list, 'waiting')
      .orderBy([{ column: 'updated', order: 'desc' }, { column: 'document_id' }])
      .limit(limit),
  );
};

/** Published entries of a list whose address another entry keeps, the newest first. */
export const findDisplaced = async (
  strapi: Core.Strapi,
  list: ListName,
  limit: number,
): Promise<DatedEntry[]> => {
  const rows = inState(strapi, list, 'displaced')
    .orderBy([{ column: 'date', order: 'desc' }, { column: 'document_id' }])
    .limit(limit);
  return (await read(rows)).filter(isDated);
};

/** Entries of a list that are published without an address or a title, the one last changed first. */
export const findNowhere = async (
  strapi: Core.Strapi,
  list: ListName,
  limit: number,
): Promise<EntryKey[]> => {
  return (
    inState(strapi, list, 'nowhere')
      // In the order of the index: after an import, every entry of an archive may lack an address.
      .orderBy([
        { column: 'date', order: 'desc' },
        { column: 'document_id', order: 'desc' },
      ])
      .limit(limit)
      .select(KEY_COLUMNS)
  );
};

/** Titles of some entries, by `entryKeyOf`; deleted entries are missing. */
export const findTitles = async (
  strapi: Core.Strapi,
  entries: readonly EntryKey[],
): Promise<Map<string, string>> => {
  const rows = await readAll(strapi, entries, (some) => read(some));
  return new Map(rows.map((row) => [entryKeyOf(row), row.title]));
};

/** The lists that some entries are in, by `entryKeyOf`. */
export const findListsOf = async (
  strapi: Core.Strapi,
  entries: readonly EntryKey[],
): Promise<Map<string, ListName[]>> => {
  const lists = new Map<string, ListName[]>(entries.map((entry) => [entryKeyOf(entry), []]));
  const rows = await readAll<EntryKey & { list: ListName }>(strapi, entries, (some) =>
    some.orderBy('list').select({ ...KEY_COLUMNS, list: 'list' }),
  );
  for (const row of rows) lists.get(entryKeyOf(row))?.push(row.list);
  return lists;
};
