import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import type { Transactions } from '../lib/transactions';
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

/** Queries of the catalogue for editors, by the state of entries. */
export const createEntryStates = (
  strapi: Core.Strapi,
  { transactions }: { transactions: Pick<Transactions, 'rows'> },
) => {
  const inState = (list: ListName, state: CataloguedEntry['state']): Knex.QueryBuilder =>
    transactions.rows(CATALOGUE_TABLE).where({ list, state });

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
  const findWithin = async (
    list: ListName,
    column: 'date' | 'until',
    { start, end }: { start: Date; end?: Date },
    limit: number,
  ): Promise<DatedEntry[]> => {
    const rows = inState(list, 'listed')
      .where(column, '>=', toColumn(strapi, start))
      .orderBy([{ column }, { column: 'document_id' }])
      .limit(limit);
    if (end) void rows.where(column, '<', toColumn(strapi, end));
    return (await read(rows, column)).filter(isDated);
  };

  /** Reads rows of some entries in all lists. */
  const readAll = <Row>(
    entries: readonly EntryKey[],
    select: (rows: Knex.QueryBuilder) => PromiseLike<Row[]>,
  ): Promise<Row[]> =>
    findInParts(
      entries.map(({ documentId }) => documentId),
      (some) => select(transactions.rows(CATALOGUE_TABLE).whereIn('document_id', some)),
    );

  return {
    /** Published entries of a list that are not due yet, the next one first. */
    findScheduled: (list: ListName, now: Date, limit: number): Promise<DatedEntry[]> =>
      findWithin(list, 'date', { start: new Date(now.getTime() + 1) }, limit),

    /** Unpublished entries of a list, the one last changed first. */
    async findDrafts(list: ListName, limit: number): Promise<StatedEntry[]> {
      return read(
        inState(list, 'waiting')
          .orderBy([{ column: 'updated', order: 'desc' }, { column: 'document_id' }])
          .limit(limit),
      );
    },

    /** Published entries of a list whose address another entry keeps, the newest first. */
    async findDisplaced(list: ListName, limit: number): Promise<DatedEntry[]> {
      const rows = inState(list, 'displaced')
        .orderBy([{ column: 'date', order: 'desc' }, { column: 'document_id' }])
        .limit(limit);
      return (await read(rows)).filter(isDated);
    },

    /** Entries of a list that are published without an address or a title, the one last changed first. */
    async findNowhere(list: ListName, limit: number): Promise<EntryKey[]> {
      return (
        inState(list, 'nowhere')
          // In the order of the index: after an import, every entry of an archive may lack an address.
          .orderBy([
            { column: 'date', order: 'desc' },
            { column: 'document_id', order: 'desc' },
          ])
          .limit(limit)
          .select(KEY_COLUMNS)
      );
    },

    findWithin,

    /** Titles of some entries, by `entryKeyOf`; deleted entries are missing. */
    async findTitles(entries: readonly EntryKey[]): Promise<Map<string, string>> {
      const rows = await readAll(entries, (some) => read(some));
      return new Map(rows.map((row) => [entryKeyOf(row), row.title]));
    },

    /** The lists that some entries are in, by `entryKeyOf`. */
    async findListsOf(entries: readonly EntryKey[]): Promise<Map<string, ListName[]>> {
      const lists = new Map<string, ListName[]>(entries.map((entry) => [entryKeyOf(entry), []]));
      const rows = await readAll<EntryKey & { list: ListName }>(entries, (some) =>
        some.orderBy('list').select({ ...KEY_COLUMNS, list: 'list' }),
      );
      for (const row of rows) lists.get(entryKeyOf(row))?.push(row.list);
      return lists;
    },
  };
};

export type EntryStates = ReturnType<typeof createEntryStates>;
