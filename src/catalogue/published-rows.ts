import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import type { Span } from '../feed/dates';
import type { Transactions } from '../lib/transactions';
import { CATALOGUE_TABLE, listIn, type ListName, SITE_LIST, topicList } from './catalogue-table';
import { type Column, toColumn } from '../lib/column';
import type { ListedRows } from './combinations';
import type { Selection } from '../content/selection';

/** Which public entries are asked for. */
export interface EntryQuery {
  /** Names of the lists whose entries are asked for; without any, all of the site. */
  lists?: ListName[];
  /** Of several lists, those in all of them, or in any. */
  mode?: 'all' | 'any';
  /** Entries dated after this moment are not public yet. */
  now: Date;
  /** When those are dated that are asked for, of the list of all; any time without. */
  span?: Span;
}

/** Moment up to which entries are asked for. */
export const endOf = ({ now, span }: EntryQuery): Date => (span && span.to < now ? span.to : now);

/** Name of a column of the catalogue, for statements that name other tables too. */
export const column = (name: string): string => `${CATALOGUE_TABLE}.${name}`;

/** Moment in a column. */
export const toMoment = (value: Column | null): Date | undefined =>
  value === null ? undefined : new Date(value);

/**
 * Rows of published entries, which statements begin with.
 *
 * @param mark of the locale whose entries are asked for; empty for the main one
 */
export const createPublishedRows = (
  strapi: Core.Strapi,
  { transactions, mark }: { transactions: Transactions; mark: string },
) => {
  const toDate = (date: Date) => toColumn(strapi, date);

  const siteList = listIn(mark, SITE_LIST);

  /** Names of the lists that are asked for, in the locale. */
  const listsOf = ({ lists = [] }: EntryQuery): ListName[] =>
    lists.length === 0 ? [siteList] : lists.map((list) => listIn(mark, list));

  /** Rows of published entries, due or not. */
  const listed = ({ lists, narrow }: ListedRows): Knex.QueryBuilder => {
    const rows = transactions.rows(CATALOGUE_TABLE).where(column('state'), 'listed');
    const [list, ...others] = lists;
    return narrow(
      others.length > 0 ? rows.whereIn(column('list'), lists) : rows.where(column('list'), list),
    );
  };

  /**
   * Those of a span, both ends included, as far back as any are looked at; of two bounds at one end
   * SQLite would take the wrong one.
   */
  const within = (rows: ListedRows, newest: Date, oldest = rows.oldest): Knex.QueryBuilder => {
    const query = listed(rows).where(column('date'), '<=', toDate(newest));
    return oldest ? query.where(column('date'), '>=', toDate(oldest)) : query;
  };

  return { toDate, siteList, listsOf, listed, within };
};

export type PublishedRows = ReturnType<typeof createPublishedRows>;

/** Name of the list of a source's entries; none where it has all there are. */
const sourceLists = ({ source }: Selection): ListName[] =>
  source && !source.isAlone ? [source.contentType] : [];

/** The articles of a selection. */
export const selectionQuery = (selection: Selection, now: Date): EntryQuery => ({
  lists:
    selection.topics.length > 0
      ? selection.topics.map(({ contentType, documentId }) => topicList(contentType, documentId))
      : sourceLists(selection),
  mode: selection.mode,
  now,
});
