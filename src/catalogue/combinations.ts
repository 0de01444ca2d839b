import type { Knex } from 'knex';

import type { Transactions } from '../transactions';
import { CATALOGUE_TABLE, type ListName, SITE_LIST } from './catalogue-table';
import type { Counts } from './counts';

/** Rows of the catalogue: those of one list, or of them those that a condition leaves. */
export interface ListedRows {
  list: ListName;
  /** Leaves those that are asked for. */
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder;
}

/**
 * Entries of lists of this many together are looked up first; those of more are met soon enough on
 * the way through the whole site's list.
 */
const FEW = 5_000;

/**
 * The rows of the entries that are in all of some lists, or in any of them. Each way through the index
 * goes by date, so that the newest entries are found without reading a list's whole share.
 */
export const combine = async (
  { transactions, counts }: { transactions: Pick<Transactions, 'rows'>; counts: Counts },
  {
    lists,
    siteList = SITE_LIST,
    mode = 'all',
  }: {
    lists: ListName[];
    /** Has the entries of all. */ siteList?: ListName;
    mode?: 'all' | 'any';
  },
  now: Date,
): Promise<ListedRows> => {
  const [only = siteList] = lists;
  if (lists.length <= 1) return { list: only, narrow: (rows) => rows };
  const numbers = await counts.due(lists, now);
  const numberOf = (list: ListName): number => numbers.get(list) ?? 0;
  const listedIn = (some: ListName[]): Knex.QueryBuilder =>
    transactions
      .rows({ other: CATALOGUE_TABLE })
      .whereIn('other.list', some)
      .where('other.state', 'listed')
      .select('other.document_id');
  /** Of the same entry, by what the unique index has. */
  const ofSameEntry = (others: Knex.QueryBuilder): Knex.QueryBuilder =>
    ['document_id', 'content_type', 'locale'].reduce(
      (query, name) => query.whereRaw('?? = ??', [`other.${name}`, `${CATALOGUE_TABLE}.${name}`]),
      others,
    );

  if (mode === 'all') {
    const [smallest = siteList, ...others] = [...lists].sort((a, b) => numberOf(a) - numberOf(b));
    return {
      list: smallest,
      narrow: (rows) =>
        others.reduce(
          (narrowed, list) => narrowed.whereExists(ofSameEntry(listedIn([list]))),
          rows,
        ),
    };
  }
  const few = lists.reduce((sum, list) => sum + numberOf(list), 0) <= FEW;
  return {
    list: siteList,
    narrow: (rows) => {
      const exact = rows.whereExists(ofSameEntry(listedIn(lists)));
      return few ? exact.whereIn(`${CATALOGUE_TABLE}.document_id`, listedIn(lists)) : exact;
    },
  };
};
