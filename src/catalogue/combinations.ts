import type { Knex } from 'knex';

import type { Transactions } from '../transactions';
import { CATALOGUE_TABLE, type ListName, SITE_LIST } from './catalogue-table';
import type { Counts } from './counts';

/** Rows of the catalogue: those of some lists, or of them those that a condition leaves. */
export interface ListedRows {
  lists: ListName[];
  /** Leaves those that are asked for. */
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder;
  /** Older ones are not looked at. */
  oldest?: Date;
}

/**
 * Rows that are looked at for a combination at most. No index knows what lists have in common: each row
 * is looked up in the others, and anybody can ask for any combination of the largest lists.
 */
const LOOKED_AT = 5_000;

/** All rows of a list. */
export const ofList = (list: ListName): ListedRows => ({ lists: [list], narrow: (rows) => rows });

interface Dependencies {
  transactions: Pick<Transactions, 'rows'>;
  counts: Pick<Counts, 'due'>;
  /** Date of the entry at a place in a list, the newest being at 0. */
  findDateAt: (list: ListName, place: number) => Promise<Date | undefined>;
}

/** The rows of the entries that are in all of some lists, or in any of them. */
export const combine = async (
  { transactions, counts, findDateAt }: Dependencies,
  {
    lists,
    siteList = SITE_LIST,
    mode = 'all',
  }: {
    lists: ListName[];
    /** The list that has the entries of all. */
    siteList?: ListName;
    mode?: 'all' | 'any';
  },
  now: Date,
): Promise<ListedRows> => {
  const [only = siteList] = lists;
  if (lists.length <= 1) return ofList(only);
  const numbers = await counts.due(lists, now);
  const numberOf = (list: ListName): number => numbers.get(list) ?? 0;

  /** Since when some lists together have no more than what is looked at; undefined for all they have. */
  const findOldest = async (some: ListName[]): Promise<Date | undefined> => {
    if (some.reduce((sum, list) => sum + numberOf(list), 0) <= LOOKED_AT) return undefined;
    const share = Math.floor(LOOKED_AT / some.length);
    const large = some.filter((list) => numberOf(list) > share);
    const dates = await Promise.all(large.map((list) => findDateAt(list, share - 1)));
    const moments = dates.flatMap((date) => date?.getTime() ?? []);
    return moments.length > 0 ? new Date(Math.max(...moments)) : undefined;
  };

  /** Rows of the same entry in other lists, by what the unique index has. */
  const sameEntryIn = (some: ListName[]): Knex.QueryBuilder =>
    ['document_id', 'content_type', 'locale'].reduce(
      (query, name) => query.whereRaw('?? = ??', [`other.${name}`, `${CATALOGUE_TABLE}.${name}`]),
      transactions
        .rows({ other: CATALOGUE_TABLE })
        .whereIn('other.list', some)
        .where('other.state', 'listed')
        .select('other.document_id'),
    );

  if (mode === 'any') {
    return {
      lists,
      oldest: await findOldest(lists),
      // Of an entry in several of them, one row.
      narrow: (rows) =>
        rows.whereNotExists(
          sameEntryIn(lists).whereRaw('?? < ??', ['other.list', `${CATALOGUE_TABLE}.list`]),
        ),
    };
  }
  const [smallest = siteList, ...others] = [...lists].sort((a, b) => numberOf(a) - numberOf(b));
  return {
    lists: [smallest],
    oldest: await findOldest([smallest]),
    narrow: (rows) =>
      others.reduce((narrowed, list) => narrowed.whereExists(sameEntryIn([list])), rows),
  };
};
