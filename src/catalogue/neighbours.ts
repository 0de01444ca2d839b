import type { Core } from '@strapi/strapi';

import type { Transactions } from '../lib/transactions';
import type { SettingsStore } from '../options/settings';
import { type EntryKey, entryKeyOf, type ListName } from './catalogue-table';
import { createOrder, type Ordered } from './order';
import { column, createPublishedRows, rowsOfList, readListed } from './published-rows';

/** An entry of a list, due or not. */
export type PlacedEntry = EntryKey & Ordered;

/** Direction from an entry. */
export type Direction = 'newer' | 'older';

/** The next entry in one direction. */
export interface Neighbour {
  /** Date of the next one; undefined at the end of the list. */
  date?: Date;
  /** Due or not; undefined also if its date has more entries than can be ordered. */
  entry?: PlacedEntry;
}

type Neighbours = Record<Direction, Neighbour>;

/** Entries that are read on each side: usually more than share a date. */
const READ_AT_ONCE = 20;

/** Most entries of one date that are sorted; if there are more, the next one is unknown. */
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

/** Finds the entries next to an entry in lists, by a few rows of their index. */
export const createNeighbours = (
  strapi: Core.Strapi,
  { transactions, settings, mark }: NeighbourParts,
) => {
  const { siteList, toDate, listed, readStretches } = createPublishedRows(strapi, {
    transactions,
    mark,
  });

  /** Rows from a date on, or beyond it, in one direction. */
  const rowsFrom = (
    list: ListName,
    date: Date,
    direction: Direction,
    { isBeyond = false, limit = READ_AT_ONCE } = {},
  ) => {
    const [operator, order] = direction === 'newer' ? ['>', 'asc'] : ['<', 'desc'];
    return listed(rowsOfList(list))
      .where(column('date'), isBeyond ? operator : `${operator}=`, toDate(date))
      .orderBy(['date', 'document_id'].map((name) => ({ column: column(name), order })))
      .limit(limit);
  };

  /** All entries of one date; undefined if there are too many. */
  const readDate = async (date: Date): Promise<PlacedEntry[] | undefined> => {
    const rows = listed(rowsOfList(siteList)).where(column('date'), toDate(date));
    const found = await readListed(rows.limit(OF_ONE_DATE + 1));
    return found.length > OF_ONE_DATE ? undefined : found;
  };

  return {
    /** An entry as the site's list has it; undefined if it is not listed. */
    async findListed({
      contentType,
      documentId,
      locale,
    }: EntryKey): Promise<PlacedEntry | undefined> {
      const [found] = await readListed(
        listed(rowsOfList(siteList)).where({
          content_type: contentType,
          document_id: documentId,
          locale,
        }),
      );
      return found;
    },

    /** The entries nearest to an entry in other lists, the nearest first, at most `limit` on each side. */
    async findAround(
      { date }: PlacedEntry,
      lists: ListName[],
      limit: number,
    ): Promise<Record<Direction, PlacedEntry[]>[]> {
      const found = await readStretches(
        lists.flatMap((list) => [
          rowsFrom(list, date, 'newer', { limit }),
          rowsFrom(list, date, 'older', { limit }),
        ]),
        'beside',
      );
      return lists.map((_, place) => ({
        newer: found[2 * place] ?? [],
        older: found[2 * place + 1] ?? [],
      }));
    },

    /** The entries right before and after an entry in the order of the site's list, or where it would be. */
    async findNeighbours(entry: PlacedEntry): Promise<Neighbours> {
      const { language } = await settings.get();
      const compare = createOrder(language);
      const { date } = entry;
      const [newer = [], older = []] = await readStretches(
        [rowsFrom(siteList, date, 'newer'), rowsFrom(siteList, date, 'older')],
        'beside',
      );
      const isOther = (other: PlacedEntry): boolean => entryKeyOf(other) !== entryKeyOf(entry);
      /** All other entries of a date, sorted; `looked` has the first of them, and maybe all. */
      const ofDate = async (
        of: Date,
        looked: PlacedEntry[],
      ): Promise<PlacedEntry[] | undefined> => {
        const isWhole = looked.length < READ_AT_ONCE || !isOf(of)(looked.at(-1)!);
        const found = isWhole ? looked.filter(isOf(of)) : await readDate(of);
        return found?.filter(isOther).sort(compare);
      };
      const same = await ofDate(date, newer);
      if (!same) return { newer: { date }, older: { date } };
      const after = same.findIndex((other) => compare(other, entry) > 0);
      const place = after === -1 ? same.length : after;
      const beyond = async (direction: Direction): Promise<Neighbour> => {
        let looked = direction === 'newer' ? newer : older;
        if (looked.length === READ_AT_ONCE && looked.every(isOf(date))) {
          looked = await readListed(rowsFrom(siteList, date, direction, { isBeyond: true }));
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
