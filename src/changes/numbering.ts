import { AsyncResource } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { chunk } from '../lib/chunk';
import { CACHE_TAGS } from '../lib/cache-tags';
import type { Transactions } from '../lib/transactions';
import { within } from '../lib/within';
import { DatabaseAwayError } from '../lib/database-errors';
import { CHANGE_TABLE, COUNTER, ROWS_AT_ONCE } from './log-table';
import { createModificationPruning } from './modification-pruning';
import { createModifications, now } from './modifications';
import { createPruning, removeChanges } from './pruning';
import { logError } from '../lib/log-error';

/** Seconds that moments may run ahead of the clock before the next has to wait for it. */
const AHEAD_AT_MOST = 5;

/**
 * How long the numbering of some rows may take, in milliseconds, before it is begun anew: it may wait
 * for ever, on a connection to nowhere.
 */
const NUMBERED_WITHIN = 30_000;

/** Rows replaced in one transaction, where more wait than are handled at once: it has to end soon. */
const REPLACED_AT_ONCE = 10_000;

/** How often rows are looked for that a node left without a number when it ended, in milliseconds. */
const SWEEP_EVERY = 1_000;

interface Row {
  id: number;
  scopes: string | null;
}

/** A place in the log. */
interface Revision {
  revision: number;
  /** Seconds since 1970; never before an earlier revision's. */
  moment: number;
  /** The counter's until now. */
  last: number;
}

interface NumberingOptions {
  transactions: Pick<Transactions, 'rows'>;
  /** Whether one node writes to the database, which then numbers as it appends. */
  hasOneConnection: boolean;
  /** Whether the database does not answer: it is not asked for what others left then. */
  isTroubled: () => boolean;
}

/**
 * Numbers the changes in the log, dates what they concern, and forgets old ones, whether or not
 * anybody reads.
 */
export const createNumbering = (
  strapi: Core.Strapi,
  { transactions, hasOneConnection, isTroubled }: NumberingOptions,
) => {
  const modifications = createModifications(transactions, hasOneConnection);
  const pruning = createPruning();
  const modificationPruning = createModificationPruning();
  let newest = 0;
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Whether the last attempt failed: said once, until one succeeds. */
  let failing = false;
  // Outside of the transaction whose end calls for numbering: Strapi would run its callbacks anew.
  const outside = new AsyncResource('syndication.numbering');

  /**
   * By MySQL's default, repeatable reads, a statement locks the gaps beside what it looks at: saves
   * that append to the log meanwhile would fail for it.
   */
  const isolation: Knex.TransactionConfig = hasOneConnection
    ? {}
    : { isolationLevel: 'read committed' };

  const counter = (trx: Knex) => trx(CHANGE_TABLE).where({ name: COUNTER });
  const waiting = (db: Knex) => db(CHANGE_TABLE).whereNull('revision');

  const createCounter = async (trx: Knex): Promise<void> => {
    await trx(CHANGE_TABLE).insert({ name: COUNTER, revision: 0 }).onConflict('name').ignore();
  };

  /** Takes the next revision; whoever has it holds the counter's row until its transaction ends. */
  const advance = async (trx: Knex): Promise<Revision> => {
    const increment = (): Promise<number> => counter(trx).increment('revision', 1);
    if ((await increment()) === 0) {
      // A transfer to this Strapi empties every table under it (`transfers.ts`).
      await createCounter(trx);
      await increment();
    }
    const last: { revision: number; moment: number | string | null } = await counter(trx).first(
      'revision',
      'moment',
    );
    const before = Number(last.moment ?? 0);
    const moment = Math.max(before + 1, now());
    if (!hasOneConnection) await counter(trx).update({ moment });
    return { revision: Number(last.revision), moment, last: before };
  };

  const finish = async (
    trx: Knex,
    cacheTags: string[],
    { revision, moment, last }: Revision,
    rows: number,
  ): Promise<void> => {
    const latest = await modifications.date(trx, cacheTags, moment);
    // For the next start: the clock may be set back meanwhile.
    if (hasOneConnection && latest > last) await counter(trx).update({ moment: latest });
    await modificationPruning.afterDating(trx, {
      revision,
      cacheTags: cacheTags.length,
      now: now(),
    });
    await pruning.afterNumbering(trx, revision, rows);
  };

  /**
   * A node that is gone from the network may hold the counter until its connection is given up, hours
   * later. Whoever waits for it takes a connection that everything else needs; MySQL has a limit of its
   * own, 50 s.
   */
  const limitWaiting = async (trx: Knex): Promise<void> => {
    if (strapi.db.dialect.client !== 'postgres') return;
    await trx.raw(`set local lock_timeout = ${NUMBERED_WITHIN / 3}`);
  };

  /**
   * Has one row stand for many that wait. It waits as they did: meanwhile no response is given a date,
   * and whenever this ends, nothing is lost.
   */
  const replaceWaiting = async (trx: Knex): Promise<void> => {
    if (hasOneConnection) await waiting(trx).delete();
    else {
      const ids: number[] = await waiting(trx).orderBy('id').limit(REPLACED_AT_ONCE).pluck('id');
      await removeChanges(trx, ids);
    }
    await trx(CHANGE_TABLE).insert({ scopes: JSON.stringify([CACHE_TAGS.everything]) });
  };

  /** Numbers what is waiting; whether there may be more, and the moment it was given. */
  const number = async (): Promise<{ more: boolean; moment: number }> => {
    const isAnyWaiting = await waiting(strapi.db.connection)
      .first('id')
      // Its connection is not used again then.
      .timeout(NUMBERED_WITHIN / 2);
    if (!isAnyWaiting) return { more: false, moment: 0 };
    return strapi.db.connection.transaction(async (trx) => {
      await limitWaiting(trx);
      // SQLite has no locks of rows, and one transaction at a time.
      if (!hasOneConnection) await counter(trx).forUpdate().first('id');
      const rows: Row[] = await waiting(trx)
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .select('id', 'scopes');
      if (rows.length === ROWS_AT_ONCE) {
        await replaceWaiting(trx);
        return { more: true, moment: 0 };
      }
      // Another node was quicker: a moment is not spent on nothing.
      if (rows.length === 0) return { more: false, moment: 0 };
      const place = await advance(trx);
      for (const some of chunk(rows.map(({ id }) => id))) {
        await trx(CHANGE_TABLE).whereIn('id', some).update({ revision: place.revision });
      }
      const cacheTags = rows.flatMap((row) => JSON.parse(row.scopes ?? '[]') as string[]);
      await finish(trx, cacheTags, place, rows.length);
      return { more: false, moment: place.moment };
    }, isolation);
  };

  const run = async (): Promise<void> => {
    do {
      if (newest - now() > AHEAD_AT_MOST) {
        await new Promise((done) => {
          setTimeout(done, 1_000).unref();
        });
      }
      again = false;
      const { more, moment } = await within(
        number(),
        NUMBERED_WITHIN,
        () => new DatabaseAwayError(),
      );
      newest = Math.max(newest, moment);
      again ||= more;
    } while (again);
  };

  /** Numbers what was committed, as soon as may be. */
  const soon = (): void => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = outside
      .runInAsyncScope(run)
      .then(
        () => {
          failing = false;
        },
        (error: unknown) => {
          if (!failing) logError(strapi, error);
          failing = true;
        },
      )
      .finally(() => {
        running = undefined;
        // Something was committed as this ended.
        if (again && !failing) soon();
      });
  };

  return {
    soon,

    /** The end of the numbering of all that is committed by now. */
    async settled(): Promise<void> {
      if (!hasOneConnection) soon();
      do await running;
      while (running);
    },

    modified: modifications.modified,
    give: modifications.give,

    /** Numbers a change in the transaction that makes it, where nobody else writes. */
    async inTransaction(trx: Knex, cacheTags: string[]): Promise<number> {
      const place = await advance(trx);
      await finish(trx, cacheTags, place, 1);
      return place.revision;
    },

    /** Creates the counter on a new installation, and begins to look for what nobody numbered. */
    async start(): Promise<void> {
      await createCounter(strapi.db.connection);
      if (!hasOneConnection) {
        timer = setInterval(() => isTroubled() || soon(), SWEEP_EVERY).unref();
        return;
      }
      const last: Pick<Revision, 'moment'> = await counter(strapi.db.connection).first('moment');
      modifications.resume(Number(last.moment ?? 0));
      // An earlier version left it to readers to number changes, on SQLite too.
      await run();
    },

    /** Ends; what is being numbered is numbered first. */
    async stop(): Promise<void> {
      clearInterval(timer);
      stopped = true;
      again = false;
      await running;
    },
  };
};
