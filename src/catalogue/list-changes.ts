import type { ListName } from './catalogue-table';

/** Dates in milliseconds since 1970, by the list that something was changed in. */
export type ListDates = Map<ListName, Set<number>>;

/** What was changed in lists, with the dates concerned. */
export interface ListChanges {
  /**
   * Lists that published entries came into or left, or in which they are dated or called otherwise: by its title, one
   * may be elsewhere among those of its date.
   */
  lists: ListDates;
  /**
   * Since when entries are dated that are or were listed, the earlier of both, by document id and locale:
   * what they are is seen by nobody before.
   */
  listedSince: Map<string, number>;
  /** Entries that came into a list or left one, or are dated otherwise, by document id and locale. */
  relisted: Set<string>;
  /** Lists that a published entry came into or left, by document id and locale. */
  regrouped: Map<string, Set<ListName>>;
}

/** Nothing changed yet. */
export const noListChanges = (): ListChanges => ({
  lists: new Map(),
  listedSince: new Map(),
  relisted: new Set(),
  regrouped: new Map(),
});

/** Whether a date is to come; none at all is not. */
export const isToCome = (date: number, now: number): boolean => date > now && Number.isFinite(date);

/** Some dates: those that have come by a moment, and those that are to come. */
export const splitDates = (
  dates: Iterable<number>,
  now: number,
): { past: Set<number>; future: Set<number> } => {
  const past = new Set<number>();
  const future = new Set<number>();
  for (const date of dates) (isToCome(date, now) ? future : past).add(date);
  return { past, future };
};

/** Notes that something was changed in a list. */
export const addDates = (lists: ListDates, list: ListName, dates: Iterable<number>): void => {
  const known = lists.get(list) ?? new Set<number>();
  lists.set(list, known);
  for (const date of dates) known.add(date);
};

/** The earliest of some dates. */
export const earliest = (dates: Iterable<number>): number => {
  let first = Infinity;
  for (const date of dates) first = Math.min(first, date);
  return first;
};
