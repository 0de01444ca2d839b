import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { chunk } from '../lib/chunk';
import { spellingsOf } from '../lib/spellings';
import type { Transactions } from '../lib/transactions';
import { CATALOGUE_TABLE, type ListName } from './catalogue-table';
import { type Column, toColumn } from '../lib/column';
import { type CataloguedEntry, type EntryKey, entryKeyOf } from './entry';

/** An entry of a list, as the catalogue knows it. */
export interface StatedEntry extends EntryKey {
  list: ListName;
  title: string;
  /** Null where an editor has not decided yet. */
  date: Date | null;
  /** When an editor last changed it. */
  updated: Date | null;
}

/** A published entry, due or not. */
type DatedEntry = StatedEntry & { date: Date };

/** What readers have of entries: of displaced ones nothing, since another entry keeps their address. */
type Status = 'live' | 'scheduled' | 'draft' | 'displaced';

/** Which entries are asked for: those of any of some lists that have one status. */
interface StateQuery {
  lists: ListName[];
  status: Status;
  now: Date;
  /** What titles have; empty for all. */
  search?: string;
}

/** What an entry is known by. */
const KEY = { contentType: 'content_type', documentId: 'document_id', locale: 'locale' };

const STATES: Record<Status, CataloguedEntry['state']> = {
  live: 'listed',
  scheduled: 'listed',
  draft: 'waiting',
  displaced: 'displaced',
};

/** Live entries and displaced ones: the newest first. Scheduled ones: the next first. Drafts: the one last changed first. */
const ORDERS: Record<Status, { column: 'date' | 'updated'; order: 'asc' | 'desc' }> = {
  live: { column: 'date', order: 'desc' },
  scheduled: { column: 'date', order: 'asc' },
  draft: { column: 'updated', order: 'desc' },
  displaced: { column: 'date', order: 'desc' },
};

const toDate = (value: Column | null): Date | null => (value === null ? null : new Date(value));

/** Questions to the catalogue by what readers have of entries, for whoever looks after them. */
export const createEntryStates = (
  strapi: Core.Strapi,
  { transactions }: { transactions: Pick<Transactions, 'rows'> },
) => {
  const inState = ({ lists, status, now, search = '' }: StateQuery): Knex.QueryBuilder => {
    const rows = transactions
      .rows(CATALOGUE_TABLE)
      .whereIn('list', lists)
      .where('state', STATES[status]);
    if (status === 'live') void rows.where('date', '<=', toColumn(strapi, now));
    if (status === 'scheduled') void rows.where('date', '>', toColumn(strapi, now));
    if (search.trim() === '') return rows;
    return rows.where((any) => {
      for (const spelling of spellingsOf(search.trim().toLowerCase())) {
        const pattern = `%${spelling.replace(/[!%_]/g, '!$&')}%`;
        void any.orWhereRaw('lower(??) like lower(?) escape ?', ['title', pattern, '!']);
      }
    });
  };

  /** @param date the column that is taken for the date */
  const read = async (
    rows: Knex.QueryBuilder,
    date: 'date' | 'until' = 'date',
  ): Promise<StatedEntry[]> => {
    const found: (Omit<StatedEntry, 'date' | 'updated'> &
      Record<'date' | 'updated', Column | null>)[] = await rows.select({
      ...KEY,
      list: 'list',
      title: 'title',
      date,
      updated: 'updated',
    });
    return found.map((row) => ({ ...row, date: toDate(row.date), updated: toDate(row.updated) }));
  };

  /** Reads rows of some entries, in whatever lists these are. */
  const readAll = async <Row>(
    entries: readonly EntryKey[],
    select: (rows: Knex.QueryBuilder) => Promise<Row[]>,
  ): Promise<Row[]> => {
    const found: Row[] = [];
    for (const some of chunk([...new Set(entries.map(({ documentId }) => documentId))])) {
      const rows = transactions.rows(CATALOGUE_TABLE).whereIn('document_id', some);
      found.push(...(await select(rows)));
    }
    return found;
  };

  return {
    /**
     * Entries of some lists, in the order that their status is shown in. Each list is asked by itself, in the order
     * of the index: asked together, SQLite would sort them all.
     */
    async find(
      asked: StateQuery,
      { start = 0, limit }: { start?: number; limit: number },
    ): Promise<StatedEntry[]> {
      const { column, order } = ORDERS[asked.status];
      const columns = [{ column, order }, { column: 'title' }, { column: 'document_id' }];
      const inOrder = (lists: ListName[]): Knex.QueryBuilder =>
        inState({ ...asked, lists }).orderBy(columns);
      if (asked.lists.length <= 1) return read(inOrder(asked.lists).offset(start).limit(limit));
      const found: StatedEntry[] = [];
      for (const list of asked.lists) {
        found.push(...(await read(inOrder([list]).limit(start + limit))));
      }
      const place = (entry: StatedEntry): number =>
        (entry[column]?.getTime() ?? 0) * (order === 'asc' ? 1 : -1);
      found.sort((one, other) => place(one) - place(other));
      return found.slice(start, start + limit);
    },

    async count(asked: StateQuery): Promise<number> {
      const [row] = (await inState(asked).count({ number: '*' })) as { number: number | string }[];
      return Number(row?.number ?? 0);
    },

    /** Entries of a list that are published without an address or a title, the one last changed first. */
    async findNowhere(list: ListName, limit: number): Promise<EntryKey[]> {
      return (
        transactions
          .rows(CATALOGUE_TABLE)
          .where({ list, state: 'nowhere' })
          // In the order of the index: an import may leave every entry of an archive without an address.
          .orderBy([
            { column: 'date', order: 'desc' },
            { column: 'document_id', order: 'desc' },
          ])
          .limit(limit)
          .select(KEY)
      );
    },

    /**
     * Published entries of some lists with a moment within a span, its start included and its end not.
     *
     * @param column that of the moment, which they have for their date
     */
    async findWithin(
      lists: ListName[],
      column: 'date' | 'until',
      { start, end }: { start: Date; end: Date },
      limit: number,
    ): Promise<DatedEntry[]> {
      const rows = transactions
        .rows(CATALOGUE_TABLE)
        .whereIn('list', lists)
        .where('state', 'listed')
        .where(column, '>=', toColumn(strapi, start))
        .where(column, '<', toColumn(strapi, end))
        .orderBy([{ column }, { column: 'document_id' }])
        .limit(limit);
      return (await read(rows, column)) as DatedEntry[];
    },

    /** Titles of some entries, by `entryKeyOf`; none of what is gone. */
    async findTitles(entries: readonly EntryKey[]): Promise<Map<string, string>> {
      const rows = await readAll(entries, (some) => read(some));
      return new Map(rows.map((row) => [entryKeyOf(row), row.title]));
    },

    /** The lists that some entries are in, by `entryKeyOf`. */
    async findLists(entries: readonly EntryKey[]): Promise<Map<string, ListName[]>> {
      const lists = new Map<string, ListName[]>(entries.map((entry) => [entryKeyOf(entry), []]));
      const rows = await readAll<EntryKey & { list: ListName }>(entries, (some) =>
        some.orderBy('list').select({ ...KEY, list: 'list' }),
      );
      for (const row of rows) lists.get(entryKeyOf(row))?.push(row.list);
      return lists;
    },
  };
};

export type EntryStates = ReturnType<typeof createEntryStates>;
