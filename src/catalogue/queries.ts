import type { Core } from '@strapi/strapi';

import { latest, type Span } from '../lib/dates';
import { queryTable } from '../lib/transactions';
import { findInParts } from '../lib/waiting';
import { CATALOGUE_TABLE, listIn, type ListName, SITE_LIST } from './catalogue-table';
import {
  column,
  createPublishedRows,
  latestDateOf,
  type EntryQuery,
  isAsked,
  type ListedEntry,
  type Side,
  type PublishedRows,
  readListed,
} from './published-rows';
import { createNeighbours } from './neighbours';
import { createWindows, type WindowParts } from './windows';

/** Queries for the entry next to a moment in each list: one index lookup for each list. */
const createNearest = ({ siteList, listsOf, nearest, readParts, readWithNext }: PublishedRows) => {
  /** The newest or the oldest published entry of each list that has one, on one side of a moment. */
  const findNearest = async (
    lists: ListName[],
    which: 'newest' | 'oldest',
    side?: Side,
  ): Promise<Map<ListName, ListedEntry>> => {
    const found = await readParts(lists.map((list) => nearest(list, which, side)));
    return new Map(
      lists.flatMap((list, place) => (found[place] ?? []).map((entry) => [list, entry] as const)),
    );
  };

  const findDates = async (
    ...asked: Parameters<typeof findNearest>
  ): Promise<Map<ListName, Date>> =>
    new Map([...(await findNearest(...asked))].map(([list, { date }]) => [list, date]));

  return {
    /** When the newest entry became due, and when the next one will be. */
    async findDueDates(asked: EntryQuery): Promise<{ last?: Date; next?: Date }> {
      const due = { operator: '<=', moment: latestDateOf(asked) } as const;
      const { found, next } = await readWithNext(
        asked,
        listsOf(asked).map((list) => nearest(list, 'newest', due)),
      );
      const dates = found.flatMap((entries) => entries.map(({ date }) => date));
      return { last: latest(dates.filter((date) => isAsked(date, asked))), next };
    },

    /** The oldest published entry of the site within a span, due or not; of several with one date, one of them. */
    async findOldestIn({ from, to }: Span): Promise<ListedEntry | undefined> {
      const found = await findNearest([siteList], 'oldest', { operator: '>=', moment: from });
      const entry = found.get(siteList);
      return entry && entry.date <= to ? entry : undefined;
    },

    /** The newest public entry of each list that has any; if several have the same date, one of them. */
    findNewestEntries: (lists: ListName[], now: Date): Promise<Map<ListName, ListedEntry>> =>
      findNearest(lists, 'newest', { operator: '<=', moment: now }),

    /** Date of the oldest published entry of each list that has any, due or not. */
    findOldestDates: (lists: ListName[]): Promise<Map<ListName, Date>> =>
      findDates(lists, 'oldest'),

    /** Date of the entry of each list that is due next, if there is one. */
    findNextDates: (lists: ListName[], now: Date): Promise<Map<ListName, Date>> =>
      findDates(lists, 'oldest', { operator: '>', moment: now }),
  };
};

/** Queries of the catalogue: where entries are in lists, how many there are, which is due next. */
export const createCatalogueQueries = (strapi: Core.Strapi, parts: WindowParts) => {
  const { mark } = parts;
  const rows = createPublishedRows(strapi, parts);
  const { listsOf } = rows;

  return {
    listsOf,
    ...createNearest(rows),
    ...createNeighbours(rows, parts),
    ...createWindows(strapi, rows, parts),

    /**
     * The published entries of some documents, due or not. The list must be one with all entries, or with all pages.
     */
    async findDocuments(documentIds: string[], list: ListName = SITE_LIST): Promise<ListedEntry[]> {
      return findInParts(documentIds, (some) =>
        readListed(
          // `coalesce` makes SQLite use the documents' own index: it would read the whole list otherwise.
          queryTable(strapi, CATALOGUE_TABLE)
            .where(column('state'), 'listed')
            .whereRaw("coalesce(??, '') = ?", [column('list'), listIn(mark, list)])
            .whereIn(column('document_id'), some),
        ),
      );
    },
  };
};

export type CatalogueQueries = ReturnType<typeof createCatalogueQueries>;
