import type { Knex } from 'knex';

import type { Transactions } from '../lib/transactions';
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

interface CombinationParts {
  transactions: Pick<Transactions, 'rows'>;
  counts: Pick<Counts, 'due'>;
  /** Date of the entry at a place in a list, the newest being at 0. */
  findDateAt: (list: ListName, place: number) => Promise<Date | undefined>;
  /** Document id at a place among those that a list has of a date. */
  findIdAt: (list: ListName, date: Date, place: number) => Promise<string | undefined>;
  /** Leaves what is newer than a date, and of the date itself what comes before a document. */
  endBefore: (rows: Knex.QueryBuilder, date: Date, documentId: string) => Knex.QueryBuilder;
}

/** The rows of the entries that are in all of some lists, or in any of them. */
export const combine = async (
  { transactions, counts, findDateAt, findIdAt, endBefore }: CombinationParts,
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

  /** Leaves no more of the oldest date than may be looked at, where an import gave it to more. */
  const findEnd = async (
    some: ListName[],
    oldest: Date | undefined,
  ): Promise<ListedRows['narrow']> => {
    if (!oldest) return (rows) => rows;
    const each = Math.floor(LOOKED_AT / some.length);
    const found = await Promise.all(some.map((list) => findIdAt(list, oldest, each)));
    const [first] = found.flatMap((id) => id ?? []).sort();
    return (rows) => (first === undefined ? rows : endBefore(rows, oldest, first));
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
    const oldest = await findOldest(lists);
    const end = await findEnd(lists, oldest);
    return {
      lists,
      oldest,
      // Of an entry in several of them, one row.
      narrow: (rows) =>
        end(rows).whereNotExists(
          sameEntryIn(lists).whereRaw('?? < ??', ['other.list', `${CATALOGUE_TABLE}.list`]),
        ),
    };
  }
  const [smallest = siteList, ...others] = [...lists].sort((a, b) => numberOf(a) - numberOf(b));
  const oldest = await findOldest([smallest]);
  const end = await findEnd([smallest], oldest);
  return {
    lists: [smallest],
    oldest,
    narrow: (rows) =>
      others.reduce((narrowed, list) => narrowed.whereExists(sameEntryIn([list])), end(rows)),
  };
};
