import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import type { Transactions } from '../lib/transactions';
import { CATALOGUE_TABLE, type ListName } from './catalogue-table';

/** Names that one statement finds. */
const FOUND_AT_ONCE = 500;

/**
 * Names of lists behind one, in order: a look into the index for each. PostgreSQL and SQLite jump from one
 * to the next when they are told to, and read all rows between two otherwise; MariaDB and MySQL jump by
 * themselves, and read them when they are told to.
 */
const findAfter = (
  { db: { connection, dialect } }: Core.Strapi,
  { rows }: Pick<Transactions, 'rows'>,
  after: ListName,
): Promise<ListName[]> => {
  if (dialect.client === 'mysql') {
    return rows(CATALOGUE_TABLE)
      .where('list', '>', after)
      .distinct()
      .orderBy('list')
      .limit(FOUND_AT_ONCE)
      .pluck('list');
  }
  const next = rows({ later: CATALOGUE_TABLE })
    .whereRaw('?? > ??', ['later.list', 'found.list'])
    .min('later.list')
    .as('list');
  const first = (query: Knex.QueryBuilder) =>
    query
      .from(CATALOGUE_TABLE)
      .where('list', '>', after)
      .min('list')
      .select(connection.raw('1'))
      .unionAll((further) =>
        further
          .from('found')
          .whereNotNull('found.list')
          .where('found.place', '<', FOUND_AT_ONCE)
          .select(next, connection.raw('?? + 1', ['found.place'])),
      );
  return rows('found')
    .withRecursive('found', ['list', 'place'], (query) => first(query))
    .whereNotNull('list')
    .orderBy('place')
    .pluck('list');
};

/** Names of the lists that begin with a text, whatever they have, in no order that all databases share. */
export const findLists = async (
  strapi: Core.Strapi,
  transactions: Pick<Transactions, 'rows'>,
  start: ListName,
): Promise<ListName[]> => {
  const found: ListName[] = [];
  for (let last = start; ;) {
    const lists = await findAfter(strapi, transactions, last);
    const own = lists.filter((list) => list.startsWith(start));
    found.push(...own);
    // Those that begin alike stand together, however a database compares texts.
    if (own.length < FOUND_AT_ONCE) return found;
    last = own.at(-1)!;
  }
};
