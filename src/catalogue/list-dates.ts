import type { ListName } from './catalogue-table';

/** Dates in milliseconds since 1970, by the list that something was changed in. */
export type ListDates = Map<ListName, Set<number>>;

/** What was changed in lists, with the dates concerned. */
export interface ListChanges {
  /** Lists that published entries came into or left, or in which they are dated otherwise. */
  lists: ListDates;
  /** Those in which an entry has another title alone, and may be elsewhere among those of its date. */
  retitled: ListDates;
}

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
