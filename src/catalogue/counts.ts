import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { CACHE_TAGS } from '../lib/cache-tags';
import { isInTransaction, queryTable } from '../lib/transactions';
import type { ChangeLog } from '../lib/change-log';
import { toColumn } from '../lib/database';
import { CATALOGUE_TABLE, listIn, type ListName, SITE_LIST } from './catalogue-table';
import { findInParts, waitForTurn } from '../lib/waiting';

/** Numbers of entries by list. */
export type Numbers = Map<ListName, number>;

interface CountParts {
  changeLog: Pick<ChangeLog, 'catchUp' | 'untilIndexed'>;
  /** Marks of the locales; empty for the main one. */
  marks: string[];
}

/**
 * Knows how many entries each list has. A database counts row by row, so a number is cached until entries of the list
 * change, like responses: a list of all topics shows thousands of numbers.
 *
 * Without cached numbers `test/api/large-archive.test.ts` fails: a change that moves no entry has lists counted again.
 */
export const createCounts = (strapi: Core.Strapi, { changeLog, marks }: CountParts) => {
  const siteLists = marks.map((mark) => listIn(mark, SITE_LIST));
  const cachedNumbers: Numbers = new Map();
  let changeCount = 0;

  const countByList = async (query: Knex.QueryBuilder, list = 'list'): Promise<Numbers> => {
    query.groupBy(list).select({ list });
    const rows = await query.count<{ list: ListName; number: number | string }[]>({ number: '*' });
    // PostgreSQL gives counts as strings.
    return new Map(rows.map(({ list, number }) => [list, Number(number)]));
  };

  /** Numbers of entries in a state, by list; for each list one. */
  const count = async (lists: ListName[], state: 'listed' | 'waiting'): Promise<Numbers> => {
    await waitForTurn();
    const found = await findInParts(lists, async (some) => [
      ...(await countByList(
        queryTable(strapi, CATALOGUE_TABLE).whereIn('list', some).where({ state }),
      )),
    ]);
    return new Map([...lists.map((list) => [list, 0] as const), ...found]);
  };

  /** Numbers of entries of some lists, due or not; counts those that are not cached. */
  const findAll = async (lists: ListName[]): Promise<Numbers> => {
    // A transaction may see what is never committed: count for it alone.
    if (isInTransaction(strapi)) return count(lists, 'listed');
    await changeLog.untilIndexed();
    await changeLog.catchUp();
    const before = changeCount;
    // Copied, since cached numbers may be purged while the rest is counted.
    const numbers: Numbers = new Map(
      lists.flatMap((list) => {
        const number = cachedNumbers.get(list);
        return number === undefined ? [] : [[list, number]];
      }),
    );
    const counted = await count(
      lists.filter((list) => !numbers.has(list)),
      'listed',
    );
    for (const [list, number] of counted) {
      numbers.set(list, number);
      // The number may be older than a change that came meanwhile.
      if (changeCount === before) cachedNumbers.set(list, number);
    }
    return numbers;
  };

  /**
   * Numbers of entries that are not due yet, by list. They are few, so they are found through the whole site's list.
   */
  const findFuture = (now: Date): Promise<Numbers> =>
    countByList(
      queryTable(strapi, { future: CATALOGUE_TABLE })
        .whereIn('future.list', siteLists)
        .where('future.state', 'listed')
        .where('future.date', '>', toColumn(strapi, now))
        .join({ carried: CATALOGUE_TABLE }, (join) =>
          join
            .on('carried.document_id', 'future.document_id')
            .on('carried.content_type', 'future.content_type')
            .on('carried.locale', 'future.locale'),
        ),
      'carried.list',
    );

  return {
    /** How many listed entries are due, by list. */
    async countDue(lists: ListName[], now: Date, isComing = true): Promise<Numbers> {
      const all = await findAll(lists);
      const future: Numbers = isComing ? await findFuture(now) : new Map();
      return new Map(lists.map((list) => [list, (all.get(list) ?? 0) - (future.get(list) ?? 0)]));
    },

    /**
     * How many entries of lists are to come: never published, or dated in the future. All lists are named, however
     * many: the index begins with the list, and holds its drafts side by side.
     */
    async countWaiting(lists: ListName[], now: Date): Promise<Numbers> {
      const drafts = await count(lists, 'waiting');
      const future = await findFuture(now);
      return new Map(
        lists.map((list) => [list, (drafts.get(list) ?? 0) + (future.get(list) ?? 0)]),
      );
    },

    /** Purges the numbers that a change concerns. */
    purge(cacheTags: string[]): void {
      changeCount += 1;
      if (cacheTags.includes(CACHE_TAGS.everything)) return cachedNumbers.clear();
      const changed = new Set(cacheTags);
      for (const list of cachedNumbers.keys()) {
        if (changed.has(CACHE_TAGS.listing(list))) cachedNumbers.delete(list);
      }
    },
  };
};

export type Counts = ReturnType<typeof createCounts>;
