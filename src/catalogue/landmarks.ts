import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { CACHE_TAGS, findChangedSince, ORDER_ALONE } from '../lib/cache-tags';
import type { ChangeLog } from '../lib/change-log';
import type { Transactions } from '../lib/transactions';
import { CATALOGUE_TABLE, type ListName, SITE_LIST } from './catalogue-table';
import { toColumn } from '../lib/column';

/** Entries from one landmark to the next: as many are passed over in a millisecond. */
const SPACING = 10_000;

/** A date in a list of all entries, and how many entries are older. */
export interface Landmark {
  /** None at the oldest entry. */
  date?: Date;
  older: number;
}

interface LandmarkParts {
  transactions: Transactions;
  log: Pick<ChangeLog, 'catchUp'>;
  /** The list of all entries: each locale has one. */
  list?: ListName;
}

/**
 * Knows dates that stand far apart in the list of all entries, counted from the oldest. An offset is
 * walked row by row, so that a stretch deep in a large archive would cost as much as all before it; from
 * the landmark before it, it costs as much as any other. They are found when first asked for, in steps
 * between which other requests have their turn, and kept until entries older than them change.
 */
export const createLandmarks = (
  strapi: Core.Strapi,
  { transactions, log, list = SITE_LIST }: LandmarkParts,
) => {
  const START: Landmark = { older: 0 };
  let known: Landmark[] = [START];
  let changes = 0;

  const after = ({ date }: Landmark): Knex.QueryBuilder => {
    const rows = transactions.rows(CATALOGUE_TABLE).where({ list, state: 'listed' });
    return date ? rows.where('date', '>=', toColumn(strapi, date)) : rows;
  };

  const firstDate = async (rows: Knex.QueryBuilder): Promise<Date | undefined> => {
    const row = await rows
      .orderBy('date')
      .first<{ date: string | number | Date } | undefined>('date');
    return row && new Date(row.date);
  };

  const countOlder = async (landmark: Landmark, date: Date): Promise<number> => {
    const [counted] = await after(landmark)
      .where('date', '<', toColumn(strapi, date))
      .count<{ number: number | string }[]>({ number: '*' });
    return Number(counted?.number);
  };

  /** The next one; none where the rest of the list is shorter. */
  const findNext = async (landmark: Landmark): Promise<Landmark | undefined> => {
    const reached = await firstDate(after(landmark).offset(SPACING));
    if (!reached) return undefined;
    const passed = await countOlder(landmark, reached);
    if (passed > 0) return { date: reached, older: landmark.older + passed };
    // So many are of one date: the next is behind them all.
    const date = await firstDate(after(landmark).where('date', '>', toColumn(strapi, reached)));
    return date && { date, older: landmark.older + (await countOlder(landmark, date)) };
  };

  /** Those that are known, and further ones until there are enough or no more. */
  const extend = async (isEnough: (last: Landmark) => boolean): Promise<Landmark[]> => {
    // What a transaction sees may never be committed.
    if (transactions.isUnderWay()) return [START];
    await log.catchUp();
    const before = changes;
    const found = [...known];
    while (!isEnough(found.at(-1)!)) {
      const next = await findNext(found.at(-1)!);
      if (!next) break;
      found.push(next);
    }
    // They may be of before a change that came meanwhile.
    if (changes === before && found.length > known.length) known = found;
    return found;
  };

  return {
    /** The last landmark at a place in the list, or before it. */
    async findBefore(place: number): Promise<Landmark> {
      const found = await extend(({ older }) => older + SPACING > place);
      return found.filter(({ older }) => older <= place).at(-1)!;
    },

    /** How many entries are dated before a moment. */
    async countBefore(moment: Date): Promise<number> {
      const isReached = ({ date }: Landmark): boolean => date !== undefined && date >= moment;
      const found = await extend(isReached);
      const landmark = found.filter((candidate) => !isReached(candidate)).at(-1)!;
      return landmark.older + (await countOlder(landmark, moment));
    },

    /** Forgets those that a change concerns. */
    purge(cacheTags: string[]): void {
      const isEverything = cacheTags.includes(CACHE_TAGS.everything);
      if (!isEverything && !cacheTags.includes(CACHE_TAGS.listing(list))) return;
      // A change may not say what it concerned.
      const said = isEverything ? undefined : findChangedSince(cacheTags).get(list);
      const since = said ?? -Infinity;
      if (since === ORDER_ALONE) return;
      changes += 1;
      known = known.filter(({ date }) => !date || date.getTime() <= since);
    },
  };
};

export type Landmarks = ReturnType<typeof createLandmarks>;
