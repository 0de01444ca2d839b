import type { SettingsStore } from '../options/settings';
import { type EntryKey, entryKeyOf, type ListName, SITE_LIST, unmarked } from './catalogue-table';
import { createOrder, type Ordered } from './order';
import { column, type PublishedRows, rowsOfList, readListed } from './published-rows';

/** An entry of a list, due or not. */
export type PlacedEntry = EntryKey & Ordered;

/** Direction from an entry. */
type NeighbourDirection = 'newer' | 'older';

/** The next entry in one direction. */
export interface Neighbour {
  /** Date of the next one; undefined at the end of the list. */
  date?: Date;
  /** Due or not; undefined also if its date has more entries than can be ordered. */
  entry?: PlacedEntry;
}

type Neighbours = Record<NeighbourDirection, Neighbour>;

/** Most entries of one date that are sorted; if there are more, the next one is unknown. */
const OF_ONE_DATE = 500;

/** Entries of a topic's list that are near an entry, on each side: ten, and the entry itself. */
const ENTRIES_PER_SIDE = 11;

/** Rows of a list from a date on, or beyond it, the nearest first. */
const rowsFrom = (
  { asColumn, listed }: Pick<PublishedRows, 'asColumn' | 'listed'>,
  list: ListName,
  date: Date,
  operator: '>' | '>=' | '<' | '<=',
  limit: number,
) => {
  const order = operator.startsWith('>') ? 'asc' : 'desc';
  return listed(rowsOfList(list))
    .where(column('date'), operator, asColumn(date))
    .orderBy(['date', 'document_id'].map((name) => ({ column: column(name), order })))
    .limit(limit);
};

/** Queries for the entries next to an entry in lists, by a few rows of their index. */
export const createNeighbours = (
  rows: PublishedRows,
  { settings }: { settings: Pick<SettingsStore, 'get'> },
) => {
  const { siteList, asColumn, listed, readParts } = rows;

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

    /** The entries nearest to an entry in topics' lists, itself included, the nearest first on each side. */
    async findAround(
      { date }: PlacedEntry,
      lists: ListName[],
    ): Promise<Record<NeighbourDirection, PlacedEntry[]>[]> {
      const found = await readParts(
        lists.flatMap((list) => [
          rowsFrom(rows, list, date, '>=', ENTRIES_PER_SIDE),
          rowsFrom(rows, list, date, '<=', ENTRIES_PER_SIDE),
        ]),
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
      const isOther = (other: PlacedEntry): boolean => entryKeyOf(other) !== entryKeyOf(entry);
      // The list may have the entry itself at another date.
      const nearest = await readParts([
        rowsFrom(rows, siteList, date, '>', 2),
        rowsFrom(rows, siteList, date, '<', 2),
      ]);
      const [newerDate, olderDate] = nearest.map((found) => found.find(isOther)?.date);
      const groups = await readParts(
        [date, newerDate ?? date, olderDate ?? date].map((of) =>
          listed(rowsOfList(siteList))
            .where(column('date'), asColumn(of))
            .limit(OF_ONE_DATE + 1),
        ),
      );
      /** All other entries of each date, sorted; none if there are too many. */
      const [same, newer, older] = groups.map((found) =>
        found.length > OF_ONE_DATE ? undefined : found.filter(isOther).sort(compare),
      );
      if (!same) return { newer: { date }, older: { date } };
      const after = same.findIndex((other) => compare(other, entry) > 0);
      const place = after === -1 ? same.length : after;
      const next = (
        other: PlacedEntry | undefined,
        beyond: Date | undefined,
        first: PlacedEntry | undefined,
      ): Neighbour =>
        other ? { date, entry: other } : beyond ? { date: beyond, entry: first } : {};
      return {
        newer: next(same[place - 1], newerDate, newer?.at(-1)),
        older: next(same[place], olderDate, older?.[0]),
      };
    },
  };
};

/** Most entries of one date that are named one by one. */
const NAMED_OF_DATE = 20;

/** A date at which something in the site's list or a topic's changed. */
export interface ListMoment {
  list: ListName;
  date: number;
}

/**
 * Finds the entries whose pages may lead elsewhere after changes in lists: the next ones of the site's list, those near
 * by in a topic's. Ask for all changes of a transaction at once, after they are written: what was near one of them, and
 * is no longer, is near another.
 *
 * @returns for each change; undefined where a date has too many entries to name them
 */
export const findBeside = async (
  rows: Pick<PublishedRows, 'asColumn' | 'listed' | 'readParts'>,
  changes: ListMoment[],
): Promise<(PlacedEntry[] | undefined)[]> => {
  const { asColumn, listed, readParts } = rows;
  const limit = NAMED_OF_DATE + 1;
  const found = await readParts(
    changes.flatMap(({ list, date }) => [
      listed(rowsOfList(list))
        .where(column('date'), asColumn(new Date(date)))
        .limit(limit),
      rowsFrom(rows, list, new Date(date), '>', limit),
      rowsFrom(rows, list, new Date(date), '<', limit),
    ]),
  );
  return changes.map(({ list }, place) => {
    const [same = [], ...sides] = found.slice(3 * place, 3 * place + 3);
    const near = sides.map((side) =>
      unmarked(list) === SITE_LIST
        ? // Any of the next date may be the next one: titles decide.
          side.filter(({ date }) => date.getTime() === side[0]!.date.getTime())
        : side.slice(0, ENTRIES_PER_SIDE),
    );
    const isMuch = [same, ...near].some((some) => some.length > NAMED_OF_DATE);
    return isMuch ? undefined : [same, ...near].flat();
  });
};
