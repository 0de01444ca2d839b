import type { Knex } from 'knex';

import { chunk } from '../lib/chunk';
import { CHANGE_TABLE, COUNTER, ROWS_AT_ONCE } from './log-table';

/** Revisions the log keeps. Who is further behind takes everything for changed. */
const KEPT_REVISIONS = 1_000;

/** Rows the log keeps, whatever their revisions. */
const KEPT_ROWS = 5_000;

/** How often old rows are looked for, in revisions; after `ROWS_AT_ONCE` rows in any case. */
const PRUNE_EVERY = 100;

/** Removes rows of the log by id: MySQL would lock what a condition passes over. */
export const removeChanges = async (trx: Knex, ids: number[]): Promise<void> => {
  for (const some of chunk(ids)) await trx(CHANGE_TABLE).whereIn('id', some).delete();
};

const prune = async (trx: Knex, newest: number): Promise<void> => {
  const [beyond]: number[] = await trx(CHANGE_TABLE)
    .whereNotNull('revision')
    .whereNull('name')
    .orderBy('revision', 'desc')
    .offset(KEPT_ROWS)
    .limit(1)
    .pluck('revision');
  const oldest = Math.max(newest - KEPT_REVISIONS, beyond === undefined ? 0 : beyond + 1);
  let old: number[];
  do {
    old = await trx(CHANGE_TABLE)
      .where('revision', '<', oldest)
      .whereNull('name')
      .limit(ROWS_AT_ONCE)
      .pluck('id');
    if (old.length === 0) return;
    await trx(CHANGE_TABLE).where({ name: COUNTER }).update({ oldest });
    await removeChanges(trx, old);
  } while (old.length === ROWS_AT_ONCE);
};

/** Forgets old changes now and then, whether or not anybody reads the log. */
export const createPruning = () => {
  /** Rows numbered since old ones were last looked for. */
  let unpruned = 0;

  return {
    /** Looks for old rows when it is time; by whoever holds the counter, in the same transaction. */
    async afterNumbering(trx: Knex, revision: number, rows: number): Promise<void> {
      unpruned += rows;
      if (revision % PRUNE_EVERY !== 0 && unpruned < ROWS_AT_ONCE) return;
      await prune(trx, revision);
      unpruned = 0;
    },
  };
};
