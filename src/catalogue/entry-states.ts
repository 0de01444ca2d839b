import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { chunk } from '../lib/chunk';
import type { Transactions } from '../lib/transactions';
import { CATALOGUE_TABLE, type ListName } from './catalogue-table';
import { type Column, toColumn } from '../lib/column';
import { type CataloguedEntry, type EntryKey, entryKeyOf } from './entry';

/** An entry of a list, as the catalogue knows it. */
export interface StatedEntry extends EntryKey {
  title: string;
  /** Null where an editor has not decided yet. */
  date: Date | null;
  /** When an editor last changed it. */
  updated: Date | null;
}

/** A published entry, due or not. */
export type DatedEntry = StatedEntry & { date: Date };

const toDate = (value: Column | null): Date | null => (value === null ? null : new Date(value));

/** Questions to the catalogue by what readers have of entries, for whoever looks after them. */
export const createEntryStates = (
  strapi: Core.Strapi,
  { transactions }: { transactions: Pick<Transactions, 'rows'> },
) => {
  const inState = (list: ListName, state: CataloguedEntry['state']): Knex.QueryBuilder =>
    transactions.rows(CATALOGUE_TABLE).where({ list, state });

  const read = async (rows: Knex.QueryBuilder): Promise<StatedEntry[]> => {
    const found: (EntryKey & { title: string; date: Column | null; updated: Column | null })[] =
      await rows.select({
        contentType: 'content_type',
        documentId: 'document_id',
        locale: 'locale',
        title: 'title',
        date: 'date',
        updated: 'updated',
      });
    return found.map((row) => ({ ...row, date: toDate(row.date), updated: toDate(row.updated) }));
  };

  const isDated = (entry: StatedEntry): entry is DatedEntry => entry.date !== null;

  return {
    /** Published entries of a list that are not due yet, the next one first. */
    async findScheduled(list: ListName, now: Date, limit: number): Promise<DatedEntry[]> {
      const rows = inState(list, 'listed')
        .where('date', '>', toColumn(strapi, now))
        .orderBy([{ column: 'date' }, { column: 'document_id' }])
        .limit(limit);
      return (await read(rows)).filter(isDated);
    },

    /** Entries of a list that nobody published, the one last changed first. */
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
          // In the order of the index: an import may leave every entry of an archive without an address.
          .orderBy([
            { column: 'date', order: 'desc' },
            { column: 'document_id', order: 'desc' },
          ])
          .limit(limit)
          .select({ contentType: 'content_type', documentId: 'document_id', locale: 'locale' })
      );
    },

    /** Published entries of a list within a span, its start included and its end not, the first one first. */
    async findDated(
      list: ListName,
      { start, end }: { start: Date; end: Date },
      limit: number,
    ): Promise<DatedEntry[]> {
      const rows = inState(list, 'listed')
        .where('date', '>=', toColumn(strapi, start))
        .where('date', '<', toColumn(strapi, end))
        .orderBy([{ column: 'date' }, { column: 'document_id' }])
        .limit(limit);
      return (await read(rows)).filter(isDated);
    },

    /** Published entries of a list that end within a span, its start included and its end not, with that moment for their date. */
    async findEnding(
      list: ListName,
      { start, end }: { start: Date; end: Date },
      limit: number,
    ): Promise<DatedEntry[]> {
      const found: (EntryKey & { title: string; updated: Column | null; until: Column })[] =
        await inState(list, 'listed')
          .where('until', '>=', toColumn(strapi, start))
          .where('until', '<', toColumn(strapi, end))
          .orderBy([{ column: 'until' }, { column: 'document_id' }])
          .limit(limit)
          .select({
            contentType: 'content_type',
            documentId: 'document_id',
            locale: 'locale',
            title: 'title',
            updated: 'updated',
            until: 'until',
          });
      return found.map(({ until, ...row }) => ({
        ...row,
        date: new Date(until),
        updated: toDate(row.updated),
      }));
    },

    /** Titles of some entries, by `entryKeyOf`; none of what is gone. */
    async findTitles(entries: readonly EntryKey[]): Promise<Map<string, string>> {
      const titles = new Map<string, string>();
      for (const some of chunk([...new Set(entries.map(({ documentId }) => documentId))])) {
        const rows = transactions.rows(CATALOGUE_TABLE).whereIn('document_id', some);
        for (const row of await read(rows)) titles.set(entryKeyOf(row), row.title);
      }
      return titles;
    },

    /** The lists that some entries are in, by `entryKeyOf`. */
    async findLists(entries: readonly EntryKey[]): Promise<Map<string, ListName[]>> {
      const lists = new Map<string, ListName[]>(entries.map((entry) => [entryKeyOf(entry), []]));
      for (const some of chunk([...new Set(entries.map(({ documentId }) => documentId))])) {
        const rows: (EntryKey & { list: ListName })[] = await transactions
          .rows(CATALOGUE_TABLE)
          .whereIn('document_id', some)
          .orderBy('list')
          .select({
            contentType: 'content_type',
            documentId: 'document_id',
            locale: 'locale',
            list: 'list',
          });
        for (const row of rows) lists.get(entryKeyOf(row))?.push(row.list);
      }
      return lists;
    },
  };
};

export type EntryStates = ReturnType<typeof createEntryStates>;
