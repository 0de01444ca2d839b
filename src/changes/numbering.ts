import { AsyncResource } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { chunk } from '../chunk';
import { isSince, SCOPES } from '../cache/cache-tags';
import { CHANGE_TABLE, COUNTER } from './log-table';
import { MODIFICATION_TABLE } from './modification-table';

/** Revisions the log keeps. Who is further behind takes everything for changed. */
const KEPT_REVISIONS = 1_000;

/** Rows the log keeps, whatever their revisions. */
const KEPT_ROWS = 5_000;

/** How often old rows are looked for, in revisions; after `ROWS_AT_ONCE` rows in any case. */
const PRUNE_EVERY = 100;

/** Changes numbered at once; where more are waiting, they become one: everything changed. */
export const ROWS_AT_ONCE = 1_000;

/** Seconds that moments may run ahead of the clock before the next has to wait for it. */
const AHEAD_AT_MOST = 5;

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
}

const now = (): number => Math.floor(Date.now() / 1_000);

/**
 * Numbers the changes in the log, dates what they concern, and forgets old ones, whether or not
 * anybody reads.
 *
 * @param hasOneConnection whether one node writes to the database, which then numbers as it appends
 */
export const createNumbering = (strapi: Core.Strapi, hasOneConnection: boolean) => {
  /** The latest moments responses were dated with, by what they show; only those the clock has not passed. */
  const given = new Map<string, number>();
  let newest = 0;
  /** Rows numbered since old ones were last looked for. */
  let unpruned = 0;
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Whether the last attempt failed: said once, until one succeeds. */
  let failing = false;
  // Outside of the transaction whose end calls for numbering: Strapi would run its callbacks anew.
  const outside = new AsyncResource('syndication.numbering');

  const counter = (trx: Knex) => trx(CHANGE_TABLE).where({ name: COUNTER });

  /** Takes the next revision; whoever has it holds the counter's row until its transaction ends. */
  const advance = async (trx: Knex): Promise<Revision> => {
    await counter(trx).increment('revision', 1);
    const last: { revision: number; moment: number | string | null } | undefined = await counter(
      trx,
    ).first('revision', 'moment');
    if (!last) throw new Error(`The table ${CHANGE_TABLE} has lost its counter: restart Strapi.`);
    const moment = Math.max(Number(last.moment ?? 0) + 1, now());
    if (!hasOneConnection) await counter(trx).update({ moment });
    return { revision: Number(last.revision), moment };
  };

  /**
   * Dates what a change concerns: later than any response that showed it. Nodes do not know what
   * others gave, so each revision has a moment of its own; a node alone knows, and many changes of a
   * second can share it.
   */
  const date = async (trx: Knex, scopes: string[], moment: number): Promise<void> => {
    // In one order, and by whoever holds the counter alone: nobody waits in a ring.
    const tags = [...new Set(scopes)].filter((scope) => !isSince(scope)).sort();
    for (const some of chunk(tags)) {
      const rows: { cache_tag: string; moment: number | string }[] = await trx(MODIFICATION_TABLE)
        .whereIn('cache_tag', some)
        .select('cache_tag', 'moment');
      const known = new Map(rows.map((row) => [row.cache_tag, Number(row.moment)]));
      const momentOf = (tag: string): number =>
        hasOneConnection ? Math.max(now(), known.get(tag) ?? 0, (given.get(tag) ?? 0) + 1) : moment;
      // An insert that becomes an update takes an id all the same, and PostgreSQL runs out of them.
      const isInserted = (tag: string): boolean => hasOneConnection || !known.has(tag);
      const updated = some.filter((tag) => !isInserted(tag));
      if (updated.length > 0) {
        await trx(MODIFICATION_TABLE).whereIn('cache_tag', updated).update({ moment });
      }
      const inserted = some.filter(isInserted);
      if (inserted.length === 0) continue;
      await trx(MODIFICATION_TABLE)
        .insert(inserted.map((tag) => ({ cache_tag: tag, moment: momentOf(tag) })))
        .onConflict('cache_tag')
        .merge(['moment']);
    }
  };

  const remove = async (trx: Knex, ids: number[]): Promise<void> => {
    // By id: MySQL would lock what a condition passes over.
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
      await counter(trx).update({ oldest });
      await remove(trx, old);
    } while (old.length === ROWS_AT_ONCE);
  };

  const finish = async (
    trx: Knex,
    scopes: string[],
    { revision, moment }: Revision,
    rows: number,
  ): Promise<void> => {
    await date(trx, scopes, moment);
    unpruned += rows;
    if (revision % PRUNE_EVERY !== 0 && unpruned < ROWS_AT_ONCE) return;
    await prune(trx, revision);
    unpruned = 0;
  };

  /** Numbers what is waiting; whether there may be more, and the moment it was given. */
  const number = async (): Promise<{ more: boolean; moment: number }> => {
    const waiting = await strapi.db.connection(CHANGE_TABLE).whereNull('revision').first('id');
    if (!waiting) return { more: false, moment: 0 };
    return strapi.db.transaction(async ({ trx }) => {
      const place = await advance(trx);
      const { revision, moment } = place;
      const rows: Row[] = await trx(CHANGE_TABLE)
        .whereNull('revision')
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .select('id', 'scopes');
      const ids = rows.map(({ id }) => id);
      const more = rows.length === ROWS_AT_ONCE;
      const scopes = more
        ? [SCOPES.everything]
        : rows.flatMap((row) => JSON.parse(row.scopes ?? '[]') as string[]);
      if (more) {
        await remove(trx, ids);
        await trx(CHANGE_TABLE).insert({ revision, scopes: JSON.stringify(scopes) });
      } else {
        for (const some of chunk(ids)) {
          await trx(CHANGE_TABLE).whereIn('id', some).update({ revision });
        }
      }
      await finish(trx, scopes, place, rows.length);
      return { more, moment };
    });
  };

  const run = async (): Promise<void> => {
    do {
      if (newest - now() > AHEAD_AT_MOST) {
        await new Promise((done) => {
          setTimeout(done, 1_000).unref();
        });
      }
      again = false;
      const { more, moment } = await number();
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
          if (!failing) strapi.log.error(error);
          failing = true;
        },
      )
      .finally(() => {
        running = undefined;
      });
  };

  return {
    soon,

    /** Numbers a change in the transaction that makes it, where nobody else writes. */
    async inTransaction(trx: Knex, scopes: string[]): Promise<number> {
      const place = await advance(trx);
      await finish(trx, scopes, place, 1);
      return place.revision;
    },

    /** When the newest of what some cache tags stand for changed, in seconds since 1970; 0 for never. */
    async modified(scopes: Iterable<string>): Promise<number> {
      let newest = 0;
      for (const some of chunk([...new Set([...scopes, SCOPES.everything])])) {
        const [found] = await strapi.db
          .connection(MODIFICATION_TABLE)
          .whereIn('cache_tag', some)
          .max<{ moment: number | string | null }[]>({ moment: 'moment' });
        newest = Math.max(newest, Number(found?.moment ?? 0));
      }
      return newest;
    },

    /** Notes the date that a response of these cache tags is given with: a later change gets a later one. */
    give(scopes: Iterable<string>, moment: number): void {
      if (!hasOneConnection || moment < now()) return;
      for (const [tag, last] of given) {
        if (last < now()) given.delete(tag);
      }
      // A change of everything is later than any.
      for (const tag of [...scopes, SCOPES.everything]) {
        given.set(tag, Math.max(given.get(tag) ?? 0, moment));
      }
    },

    /** Creates the counter on a new installation, and begins to look for what nobody numbered. */
    async start(): Promise<void> {
      await strapi.db
        .connection(CHANGE_TABLE)
        .insert({ name: COUNTER, revision: 0 })
        .onConflict('name')
        .ignore();
      // An earlier version left it to readers to number changes, on SQLite too.
      if (hasOneConnection) await run();
      else timer = setInterval(soon, SWEEP_EVERY).unref();
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
