import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { CACHE_TAGS, isDated, parseScope } from '../lib/cache-tags';
import { queryTable } from '../lib/transactions';
import { chunk } from '../lib/values';
import { CLOCK_TOLERANCE } from '../lib/database';
import { findInParts, waitForTurn } from '../lib/waiting';

/**
 * The table of scopes (names of what responses show), each with the version of its last change. Versions are given one
 * after the other, by the transaction that locks the counter row. A node asks for scopes newer than it knows.
 */
export const SCOPE_TABLE = 'syndication_scopes';

/** `key` of the counter row. Keys of scopes are hashes, which are longer. */
export const COUNTER = 'counter';

export const scopeModel = {
  uid: 'plugin::syndication.scope',
  singularName: 'syndication_scope',
  tableName: SCOPE_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** Hash of the name: a database may treat names as equal that differ in case, or not take such long ones. */
    key: { type: 'string', columnType: { type: 'string', args: [40] } },
    /**
     * Name of the scope. In the counter row: fingerprint of the plan by which entries are indexed, the latest start's.
     */
    scope: { type: 'text' },
    /** Version of the last change. In the counter row: the newest version. */
    version: { type: 'integer' },
    /** When the scope last changed, in seconds since 1970: Last-Modified is made from it. */
    moment: { type: 'biginteger' },
    /** Nodes of 0.2.0 read it: they may run beside this one during an update. */
    forgotten: { type: 'integer' },
  },
  indexes: [
    { name: 'syndication_scopes_key_unique', columns: ['key'], type: 'unique' },
    { name: 'syndication_scopes_version_index', columns: ['version'] },
  ],
};

/** Limits for the lock of the counter row. Tests shorten them to see what happens then. */
export const LOCK_LIMITS = {
  /**
   * Longest wait of PostgreSQL for the lock, in milliseconds: the waiting node occupies a connection that others need.
   */
  lockTimeout: 10_000,
  /**
   * Seconds after which a server closes the connection of a silent node that holds the lock. A node that is gone from
   * the network would otherwise hold it until its connection is given up, hours later.
   */
  idleTimeoutSeconds: 30,
};

/** Seconds since 1970. */
const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);

const keyOf = (scope: string): string => createHash('sha1').update(scope).digest('hex');

/** The newest version, its moment in seconds since 1970, and the plan by which entries are indexed. */
export interface Counter {
  version: number;
  moment: number;
  plan: string | null;
}

const counter = (trx: Knex) => trx(SCOPE_TABLE).where({ key: COUNTER });

/** Ids of the counter rows, as far as known. */
const counterIds = new WeakMap<Core.Strapi['db'], number>();

/** Creates the counter row of a new installation. */
export const createCounter = async (
  { db }: Pick<Core.Strapi, 'db'>,
  trx: Knex = db.connection,
): Promise<void> => {
  const find = () => counter(trx).first<{ id: number } | undefined>('id');
  let found = await find();
  // Look first: an insert that finds the row would lock it on MySQL.
  if (!found) {
    await trx(SCOPE_TABLE)
      .insert({ key: COUNTER, version: 0, moment: 0 })
      .onConflict('key')
      .ignore();
    found = await find();
  }
  if (found) counterIds.set(db, found.id);
};

/** Locks the counter row until the end of a transaction. */
const lockCounter = async (strapi: Core.Strapi, trx: Knex): Promise<Counter> => {
  const { db } = strapi;
  const { client } = db.dialect;
  if (client === 'postgres') {
    const silent = `set local idle_in_transaction_session_timeout = ${LOCK_LIMITS.idleTimeoutSeconds * 1_000}`;
    await trx.raw(`set local lock_timeout = ${LOCK_LIMITS.lockTimeout}; ${silent}`);
  }
  // Set it before the lock: a node that vanishes right after locking cannot do so any more.
  if (client === 'mysql')
    await trx.raw(`set session wait_timeout = ${LOCK_LIMITS.idleTimeoutSeconds}`);
  const read = (): Promise<Counter | undefined> => {
    const id = counterIds.get(db);
    // By its key, MySQL would lock the gap before the row as well. A transaction that holds the counter and adds a
    // scope there would then deadlock with one that waits for the counter.
    const row = id === undefined ? counter(trx) : counter(trx).where({ id });
    // SQLite has no row locks: it runs one transaction at a time.
    return (client === 'sqlite' ? row : row.forUpdate()).first(
      'version',
      'moment',
      'scope as plan',
    );
  };
  let found = await read();
  if (!found) {
    // A transfer to this running Strapi empties every table (`transfers.ts`).
    counterIds.delete(db);
    await createCounter(strapi, trx);
    found = await read();
  }
  const { version, moment, plan } = found!;
  return { version: Number(version), moment: Number(moment ?? 0), plan };
};

/** Stores the plan by which entries are indexed from now on. The transaction must hold the counter. */
export const setPlan = async (trx: Knex, plan: string): Promise<void> => {
  await counter(trx).update({ scope: plan });
};

/**
 * Does something in a transaction that locks the counter row: one node at a time indexes.
 *
 * @throws what `work` or the commit throws; nothing is committed then
 */
export const withCounterLock = async <Result>(
  strapi: Core.Strapi,
  work: (trx: Knex, last: Counter) => Promise<Result>,
): Promise<Result> => {
  let committed: Promise<unknown> | undefined;
  // SQLite answers synchronously: without this, requests and signals would get no turn between the parts of bulk work.
  await waitForTurn();
  const result = (await strapi.db.transaction(async ({ trx }) => {
    committed = trx.executionPromise;
    try {
      const last = await lockCounter(strapi, trx);
      return await work(trx, last);
    } finally {
      // Strapi gets the connection back, and may be silent for longer. An error means that the connection is lost.
      if (strapi.db.dialect.client === 'mysql') {
        await trx.raw('set session wait_timeout = @@global.wait_timeout').catch(() => undefined);
      }
    }
  })) as Result;
  // Strapi takes a failed commit (on a full disk) for a success. Within an outer transaction, the commit comes later.
  if (!strapi.db.inTransaction()) await committed;
  return result;
};

/** A clock in seconds since 1970 that stands still when the system clock is set back. */
export const createMonotonicClock = (): (() => number) => {
  let newest = 0;
  return () => (newest = Math.max(newest, nowInSeconds()));
};

/**
 * Seconds by which the clocks of nodes may differ, and that moments run ahead of the clock at most when many changes
 * come at once. Tests change them, because their nodes share a clock.
 */
export const MOMENT_LIMITS = { tolerance: CLOCK_TOLERANCE, ahead: 5 };

/**
 * The moment of a change: a second that is not over on any node, so that a response from before the change has an
 * earlier Last-Modified, which is never later than the clock (RFC 9110, section 8.8.2.1). Each change has its own
 * moment, even if the clock was set back. Only those of a burst share one: no response goes out with that date for
 * seconds.
 */
const nextMoment = (strapi: Core.Strapi, now: number, last: number): number => {
  const { tolerance, ahead: most } = MOMENT_LIMITS;
  const moment = now + 1 + (strapi.db.dialect.client === 'sqlite' ? 0 : tolerance);
  const ahead = last - moment;
  const isBurst = ahead >= most && ahead <= most + 2 * tolerance;
  if (isBurst) return last;
  return ahead < 0 ? moment : last + 1;
};

/**
 * Gives the changed scopes the next version. The transaction must hold the counter. A change that readers see only
 * later (`scopeFrom`) dates nothing.
 *
 * @param now seconds since 1970, by a clock that never goes back
 * @returns the version
 */
export const giveVersion = async (
  strapi: Core.Strapi,
  trx: Knex,
  { last, now, scopes }: { last: Counter; now: number; scopes: string[] },
): Promise<number> => {
  const version = last.version + 1;
  const moment = nextMoment(strapi, now, last.moment);
  const moments = new Map<string, number | undefined>();
  for (const scope of scopes) {
    const { cacheTag, moment: later } = parseScope(scope);
    const dated = later === undefined && isDated(cacheTag) ? moment : undefined;
    moments.set(cacheTag, dated ?? moments.get(cacheTag));
  }
  for (const some of chunk([...moments.keys()], 200)) {
    const keys = new Map(some.map((scope) => [keyOf(scope), scope]));
    const known = new Set<string>(
      await trx(SCOPE_TABLE)
        .whereIn('key', [...keys.keys()])
        .pluck('key'),
    );
    const ofKnown = (isDatedNow: boolean): string[] =>
      [...known].filter((key) => (moments.get(keys.get(key)!) !== undefined) === isDatedNow);
    // An insert that becomes an update uses up an id all the same, and PostgreSQL would run out of ids.
    const [dated, undated] = [ofKnown(true), ofKnown(false)];
    if (dated.length > 0) await trx(SCOPE_TABLE).whereIn('key', dated).update({ version, moment });
    if (undated.length > 0) await trx(SCOPE_TABLE).whereIn('key', undated).update({ version });
    const added = [...keys].flatMap(([key, scope]) =>
      known.has(key) ? [] : [{ key, scope, version, moment: moments.get(scope) ?? 0 }],
    );
    if (added.length > 0) await trx(SCOPE_TABLE).insert(added);
  }
  await counter(trx).update({ version, moment });
  return version;
};

/** The version of a scope's last change; undefined if it never changed. */
export const findVersion = async (
  strapi: Core.Strapi,
  scope: string,
): Promise<number | undefined> => {
  const key = keyOf(scope);
  const found = (await queryTable(strapi, SCOPE_TABLE).where({ key }).first('version')) as
    { version: number } | undefined;
  return found?.version;
};

/** When the newest of these scopes changed, in seconds since 1970; 0 for never. */
export const findModified = async (
  strapi: Core.Strapi,
  scopes: Iterable<string>,
): Promise<number> => {
  const found = await findInParts([...scopes, CACHE_TAGS.everything], (some) =>
    // Within the open transaction: a site may answer requests in one, which occupies SQLite's only connection.
    queryTable(strapi, SCOPE_TABLE)
      .whereIn('key', some.map(keyOf))
      .max<{ moment: number | string | null }[]>({ moment: 'moment' }),
  );
  return Math.max(...found.map(({ moment }) => Number(moment ?? 0)));
};
