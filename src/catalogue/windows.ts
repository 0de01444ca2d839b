import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import type { Extent } from '../feed/model';
import { queryTable } from '../lib/transactions';
import { compareIds, sortInOrder, MAXIMUM_SORTED_BY_TITLE } from './order';
import {
  column,
  latestDateOf,
  type EntryQuery,
  type ListedEntry,
  type ListedRows,
  rowsOfList,
  type PublishedRows,
  readListed,
} from './published-rows';
import type { SettingsStore } from '../options/settings';
import type { ColumnValue } from '../lib/database';
import { CATALOGUE_TABLE, listIn, type ListName } from './catalogue-table';
import type { Counts, Numbers } from './counts';

/**
 * Entries beside a window that are read with it. If still more share its first or last date, that date is read alone.
 */
const READ_BESIDE = 100;

/**
 * Most rows that are checked for a combination. No index knows what lists have in common: each row is looked up in the
 * other lists, and anybody can ask for any combination of the largest lists.
 */
const MAXIMUM_CHECKED = 5_000;

/** Most locales that a document has in a list. */
const LOCALES = 200;

/** A part of the list of public entries. */
export interface EntryWindow extends EntryQuery {
  /** Entries to skip. */
  start?: number;
  /** Most entries to return; 0 for all. */
  limit: number;
}

/** The number of public entries, and whether it is complete: for a combination, only the newest are checked. */
export type ListExtent = Omit<Extent, 'size'>;

/** Dates of the first and the last entry in a window, and the number of entries newer than the first date. */
interface Edges {
  newest?: Date;
  oldest?: Date;
  newer: number;
}

export interface WindowParts {
  counts: Counts;
  settings: Pick<SettingsStore, 'get'>;
  /** Mark of the locale whose entries are asked for; empty for the main one. */
  mark: string;
}

/**
 * Queries for parts of lists, and for how long lists are.
 *
 * Without their limits (`MAXIMUM_CHECKED`, `READ_BESIDE`) `test/api/one-date.test.ts` fails: a combination checks all
 * entries of its lists, and a page reads all entries of its dates.
 */
export const createWindows = (
  strapi: Core.Strapi,
  { asColumn, siteList, listsOf, listed, within, readWithNext }: PublishedRows,
  { counts, settings, mark }: WindowParts,
) => {
  /** Document id at an offset among entries of one date. */
  const findIdAt = async (
    ofDate: Knex.QueryBuilder,
    place: number,
  ): Promise<string | undefined> => {
    const id = column('document_id');
    const [found]: string[] = await ofDate.orderBy(id).offset(place).limit(1).pluck(id);
    return found;
  };

  /**
   * The date since which some lists together have no more rows than may be checked; undefined if all may be.
   *
   * @param share rows of each list that are checked
   */
  const findSince = async (
    lists: ListName[],
    share: number,
    numbers: Numbers,
    now: Date,
  ): Promise<Date | undefined> => {
    const all = lists.reduce((sum, list) => sum + (numbers.get(list) ?? 0), 0);
    if (all <= MAXIMUM_CHECKED) return undefined;
    const moments: number[] = [];
    for (const list of lists.filter((one) => (numbers.get(one) ?? 0) > share)) {
      const row = await within(rowsOfList(list), now)
        .orderBy(column('date'), 'desc')
        .offset(share - 1)
        .first<{ date: ColumnValue } | undefined>(column('date'));
      if (row) moments.push(new Date(row.date).getTime());
    }
    return moments.length > 0 ? new Date(Math.max(...moments)) : undefined;
  };

  /**
   * Leaves out entries of the oldest date beyond those that may be checked: an import may have given it to very many.
   */
  const findEnd = async (
    lists: ListName[],
    share: number,
    oldest: Date | undefined,
  ): Promise<ListedRows['narrow']> => {
    if (!oldest) return (rows) => rows;
    const ends: string[] = [];
    for (const list of lists) {
      const ofDate = listed(rowsOfList(list)).where(column('date'), asColumn(oldest));
      ends.push(...[await findIdAt(ofDate, share)].flatMap((id) => id ?? []));
    }
    const [first] = ends.sort();
    if (first === undefined) return (rows) => rows;
    return (rows) =>
      rows.where((either: Knex.QueryBuilder) =>
        either
          .where(column('date'), '>', asColumn(oldest))
          .orWhere(column('document_id'), '<', first),
      );
  };

  /** Rows of the same entry in other lists, by the unique index. */
  const sameEntryIn = (lists: ListName[]): Knex.QueryBuilder =>
    ['document_id', 'content_type', 'locale'].reduce(
      (query, name) => query.whereRaw('?? = ??', [`other.${name}`, column(name)]),
      queryTable(strapi, { other: CATALOGUE_TABLE })
        .whereIn('other.list', lists)
        .where('other.state', 'listed')
        .select('other.document_id'),
    );

  /** The rows of the entries that are in all of some lists, or in any of them. */
  const findRows = async (asked: EntryQuery): Promise<ListedRows> => {
    const { mode = 'all', now, span, isComing } = asked;
    if (span) return { ...rowsOfList(siteList), oldest: span.from };
    const lists = listsOf(asked);
    if (lists.length === 1) return rowsOfList(lists[0]!);
    const numbers = await counts.countDue(lists, now, isComing);
    const bySize = [...lists].sort((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0));
    const checkedLists = mode === 'any' ? lists : bySize.slice(0, 1);
    const share = Math.floor(MAXIMUM_CHECKED / checkedLists.length);
    const oldest = await findSince(checkedLists, share, numbers, now);
    const end = await findEnd(checkedLists, share, oldest);
    const narrow: ListedRows['narrow'] =
      mode === 'any'
        ? // One row for an entry in several of the lists.
          (rows) =>
            rows.whereNotExists(
              sameEntryIn(lists).whereRaw('?? < ??', ['other.list', column('list')]),
            )
        : (rows) =>
            bySize
              .slice(1)
              .reduce((narrowed, list) => narrowed.whereExists(sameEntryIn([list])), rows);
    return { lists: checkedLists, oldest, narrow: (rows) => narrow(end(rows)) };
  };

  const count = async (rows: Knex.QueryBuilder): Promise<number> => {
    const [found] = await rows.count<{ number: number | string }[]>({ number: '*' });
    return Number(found?.number);
  };

  const countDue = async (asked: EntryQuery, rows: ListedRows): Promise<number> => {
    const [list = siteList, ...others] = listsOf(asked);
    if (asked.span || others.length > 0) return count(within(rows, latestDateOf(asked)));
    return (await counts.countDue([list], asked.now, asked.isComing)).get(list) ?? 0;
  };

  /** Whether a date has more entries than are ordered by title. */
  const areMany = async (ofDate: Knex.QueryBuilder): Promise<boolean> =>
    (await findIdAt(ofDate, MAXIMUM_SORTED_BY_TITLE)) !== undefined;

  /** Entries of one date, from an offset on. */
  const findOfDate = async (
    rows: ListedRows,
    date: Date,
    { start, limit, language }: { start: number; limit: number; language: string },
  ): Promise<ListedEntry[]> => {
    const ofDate = () => listed(rows).where(column('date'), asColumn(date));
    if (!(await areMany(ofDate()))) {
      return sortInOrder(await readListed(ofDate()), language).slice(start, start + limit);
    }
    const id = column('document_id');
    const from = Math.max(0, start - LOCALES);
    const skipped = start - from;
    const ids: string[] = await ofDate()
      .orderBy(id)
      .offset(from)
      .limit(skipped + limit)
      .pluck(id);
    const [first, last] = [ids.at(skipped), ids.at(-1)];
    if (first === undefined || last === undefined) return [];
    // In the order of the database. A document may be there in several locales, which no index orders.
    const places = new Map(ids.map((documentId, place) => [documentId, place]));
    const placeOf = ({ documentId }: ListedEntry): number => places.get(documentId) ?? 0;
    const found = (await readListed(ofDate().whereBetween(id, [first, last]))).sort(
      (a, b) => placeOf(a) - placeOf(b) || compareIds(a, b),
    );
    const before = ids.slice(0, skipped).filter((other) => other === first).length;
    return found.slice(before, before + limit);
  };

  const findEdges = async (
    rows: ListedRows,
    { start, limit, ...asked }: EntryWindow & { start: number },
  ): Promise<Edges> => {
    const dates = async (direction: 'asc' | 'desc', offset: number, length: number) => {
      const found: ColumnValue[] = await within(rows, latestDateOf(asked))
        .orderBy(column('date'), direction)
        .offset(offset)
        .limit(length)
        .pluck(column('date'));
      return found.map((date) => new Date(date));
    };
    // The database walks an offset row by row, so start at the nearer end.
    const total = await countDue(asked, rows);
    const length = Math.min(limit, total - start);
    if (length <= 0) return { newer: 0 };
    const fromEnd = total - start - length;
    if (start <= fromEnd) {
      const found = await dates('desc', start, length);
      const newest = found.at(0);
      if (!newest) return { newer: 0 };
      const newer = await count(
        within(rows, latestDateOf(asked)).where(column('date'), '>', asColumn(newest)),
      );
      return { newest, oldest: found.at(-1), newer };
    }
    const found = await dates('asc', fromEnd, length);
    const newest = found.at(-1);
    if (!newest) return { newer: 0 };
    const older = await count(within(rows, newest));
    return { newest, oldest: found.at(0), newer: total - older };
  };

  /**
   * The entries of a window whose edges are known. All entries of the dates at its edges are read and sorted here,
   * unless there are too many.
   */
  const findBetween = async (
    rows: ListedRows,
    { newest, oldest, newer }: Edges,
    { start, limit, language }: { start: number; limit: number; language: string },
  ): Promise<ListedEntry[]> => {
    if (newest === undefined || oldest === undefined) return [];
    const most = limit + READ_BESIDE;
    const around = within(rows, newest, oldest)
      .orderBy(column('date'), 'desc')
      .limit(most + 1);
    const entries = await readListed(around);
    const skipped = start - newer;
    if (entries.length <= most)
      return sortInOrder(entries, language).slice(skipped, skipped + limit);

    const first = await findOfDate(rows, newest, { start: skipped, limit, language });
    if (newest.getTime() === oldest.getTime()) return first;
    const between = await readListed(
      listed(rows)
        .where(column('date'), '<', asColumn(newest))
        .where(column('date'), '>', asColumn(oldest)),
    );
    const rest = Math.max(0, limit - first.length - between.length);
    const last =
      rest > 0 ? await findOfDate(rows, oldest, { start: 0, limit: rest, language }) : [];
    return [...first, ...sortInOrder(between, language), ...last];
  };

  /**
   * The first entries of the list in their full order, when the next one comes, and the extent of the list if these are
   * all. One statement: the entry behind them tells whether others share the last date. If so, a second one reads these.
   */
  const findFirst = async ({
    limit,
    ...asked
  }: EntryWindow): Promise<{ entries: ListedEntry[]; next?: Date; extent?: ListExtent }> => {
    const { language } = await settings.get();
    const rows = await findRows(asked);
    const newestFirst = within(rows, latestDateOf(asked)).orderBy(column('date'), 'desc');
    const { found, next } = await readWithNext(asked, [
      limit === 0 ? newestFirst : newestFirst.limit(limit + 1),
    ]);
    const entries = sortInOrder(found.flat(), language);
    const end = limit || Infinity;
    const [last, behind] = [entries[end - 1], entries[end]];
    const extent = behind
      ? undefined
      : { count: entries.length, isWhole: rows.oldest === undefined };
    if (!last || !behind || last.date > behind.date)
      return { entries: entries.slice(0, end), next, extent };
    const edges = { newest: entries[0]!.date, oldest: last.date, newer: 0 };
    return { entries: await findBetween(rows, edges, { start: 0, limit, language }), next };
  };

  return {
    findFirst,

    async findExtent(asked: EntryQuery): Promise<ListExtent> {
      const rows = await findRows(asked);
      return { count: await countDue(asked, rows), isWhole: rows.oldest === undefined };
    },

    /**
     * A window of the list in its full order. The database sorts by date alone, since no two databases collate titles
     * alike.
     */
    async findWindow({ start = 0, limit, ...asked }: EntryWindow): Promise<ListedEntry[]> {
      if (start === 0 || limit === 0) {
        return (await findFirst({ limit, ...asked })).entries.slice(start);
      }
      const { language } = await settings.get();
      const rows = await findRows(asked);
      const edges = await findEdges(rows, { start, limit, ...asked });
      return findBetween(rows, edges, { start, limit, language });
    },

    /**
     * A part of all public entries, or of all pages, the oldest first; entries of one date are in no particular order.
     */
    async findFromOldest({
      start,
      limit,
      now,
      list,
    }: {
      start: number;
      limit: number;
      now: Date;
      list: ListName;
    }): Promise<ListedEntry[]> {
      // By id last, as in the index: a document may be there in several locales.
      const inOrderOfIndex = ['date', 'document_id', 'id'].map((name) => ({
        column: column(name),
      }));
      // Reads only the index for skipped rows. MySQL needs another query around one with a limit.
      const ids = within(rowsOfList(listIn(mark, list)), now)
        .orderBy(inOrderOfIndex)
        .offset(start)
        .limit(limit)
        .select({ id: column('id') });
      return readListed(
        queryTable(strapi, CATALOGUE_TABLE)
          .whereIn(column('id'), (query) => query.select('id').from(ids.as('passed')))
          .orderBy(inOrderOfIndex),
      );
    },
  };
};
