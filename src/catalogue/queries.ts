import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { chunk } from '../lib/chunk';
import { listIn, type ListName, SITE_LIST, unmarked, CATALOGUE_TABLE } from './catalogue-table';
import type { Column } from '../lib/column';
import type { EntryKey } from './entry';
import { createNewestEntries } from './newest-entries';
import { column, createPublishedRows } from './published-rows';
import { createWindows, type WindowParts } from './windows';
import type { Transactions } from '../lib/transactions';

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

const lettersOf = (list: ListName): string => list.replace(/[^a-z\d]/gi, '').toLowerCase();

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
    last = lists.at(-1) ?? '';
    // A database may pass over punctuation, and lists of another type then stand between these.
    if (lists.length < FOUND_AT_ONCE || !lettersOf(last).startsWith(lettersOf(start))) return found;
  }
};

/** Questions to the catalogue: where entries stand, how many there are, what is due next. */
export const createCatalogueQueries = (
  strapi: Core.Strapi,
  given: Omit<WindowParts, 'mark'> & Partial<Pick<WindowParts, 'mark'>>,
) => {
  const { transactions, mark = '' } = given;
  const rows = createPublishedRows(strapi, { transactions, mark });
  const { listsOf } = rows;

  return {
    listsOf,
    ...createNewestEntries(rows, { transactions, mark }),
    ...createWindows(rows, { ...given, mark }),

    /** Names of the lists of the locale that begin with a text, without their mark. */
    async findLists(start: ListName): Promise<ListName[]> {
      return (await findLists(strapi, transactions, listIn(mark, start))).map(unmarked);
    },

    /** The published entries of some documents, due or not; of a list that has all, or all pages. */
    async findDocuments(
      documentIds: string[],
      list: ListName = SITE_LIST,
    ): Promise<(EntryKey & { date: Date })[]> {
      const found: (EntryKey & { date: Date })[] = [];
      for (const some of chunk(documentIds)) {
        // By the documents' own index: SQLite would go through the whole list for them.
        const rows: (EntryKey & { date: Column })[] = await transactions
          .rows(CATALOGUE_TABLE)
          .where(column('state'), 'listed')
          .whereRaw("coalesce(??, '') = ?", [column('list'), listIn(mark, list)])
          .whereIn(column('document_id'), some)
          .select({
            contentType: column('content_type'),
            documentId: column('document_id'),
            locale: column('locale'),
            date: column('date'),
          });
        found.push(...rows.map((row) => ({ ...row, date: new Date(row.date) })));
      }
      return found;
    },
  };
};

export type CatalogueQueries = ReturnType<typeof createCatalogueQueries>;
