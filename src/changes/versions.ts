import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { CACHE_TAGS, isDated, parseScope } from '../lib/cache-tags';
import type { Transactions } from '../lib/transactions';
import { chunk } from '../lib/values';
import { CLOCKS_DIFFER } from '../lib/database';
import { ownTurn } from '../lib/waiting';

/**
 * What responses show, by name (a scope), each with the version of its last change. Versions are given one
 * after the other, by whoever holds the row that counts them: a node asks for what is newer than it knows.
 */
export const SCOPE_TABLE = 'syndication_scopes';

/** `key` of the row that counts. Keys of scopes are hashes, and longer. */
export const COUNTER = 'counter';

export const scopeModel = {
  uid: 'plugin::syndication.scope',
  singularName: 'syndication_scope',
  tableName: SCOPE_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** Hash of the name: a database may take two names for one that differ in case, or take none so long. */
    key: { type: 'string', columnType: { type: 'string', args: [40] } },
    /** Of the counter, the fingerprint of the plan by which entries are indexed: that of the latest start. */
    scope: { type: 'text' },
    /** Of the counter, the newest that was given. */
    version: { type: 'integer' },
    /** When it last changed, in seconds since 1970: what Last-Modified is made from. */
    moment: { type: 'biginteger' },
    /** Of the counter: the newest version of which something is forgotten. */
    forgotten: { type: 'integer' },
  },
  indexes: [
    { name: 'syndication_scopes_key_unique', columns: ['key'], type: 'unique' },
    { name: 'syndication_scopes_version_index', columns: ['version'] },
  ],
};

/** After how many versions a node looks for scopes to forget. */
const FORGET_EVERY = 50;

/** How long scopes are remembered that change no more, in seconds: responses are dated by what they show then. */
const KEPT_FOR = 30 * 86_400;

/** Scopes that are looked at together for that. */
const LOOKED_AT = 1_000;

/** How long the counter is held and waited for; tests, which see what comes then, do not wait so long. */
export const HOLDING = {
  /** Milliseconds that PostgreSQL waits for the counter: who waits holds a connection that others need. */
  heldWithin: 10_000,
  /**
   * Seconds after which a server ends the connection of a node that holds the counter and says nothing: it is gone
   * from the network, and would hold it until its connection is given up, hours later.
   */
  silentAtMost: 30,
};

/** The clock, in seconds since 1970. */
const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);

const keyOf = (scope: string): string => createHash('sha1').update(scope).digest('hex');

/** The newest version, its moment in seconds since 1970, and the plan by which entries are indexed. */
export interface Counter {
  version: number;
  moment: number;
  plan: string | null;
}

const counter = (trx: Knex) => trx(SCOPE_TABLE).where({ key: COUNTER });

/** Ids of the rows that count, as far as they are known. */
const counterIds = new WeakMap<Core.Strapi['db'], number>();

/** Begins to count, on a new installation. */
export const createCounter = async (
  { db }: Pick<Core.Strapi, 'db'>,
  trx: Knex = db.connection,
): Promise<void> => {
  const find = () => counter(trx).first<{ id: number } | undefined>('id');
  let found = await find();
  // An insert that finds the row there locks it on MySQL.
  if (!found) {
    await trx(SCOPE_TABLE)
      .insert({ key: COUNTER, version: 0, moment: 0, forgotten: 0 })
      .onConflict('key')
      .ignore();
    found = await find();
  }
  if (found) counterIds.set(db, found.id);
};

/** Holds the counter until the end of a transaction. */
const holdCounter = async (strapi: Core.Strapi, trx: Knex): Promise<Counter> => {
  const { db } = strapi;
  const { client } = db.dialect;
  if (client === 'postgres') {
    const silent = `set local idle_in_transaction_session_timeout = ${HOLDING.silentAtMost * 1_000}`;
    await trx.raw(`set local lock_timeout = ${HOLDING.heldWithin}; ${silent}`);
  }
  // Before the counter is held: a node that is gone right after that can say no more.
  if (client === 'mysql') await trx.raw(`set session wait_timeout = ${HOLDING.silentAtMost}`);
  const read = (): Promise<Counter | undefined> => {
    const id = counterIds.get(db);
    // By its key, MySQL would lock what lies before it as well: who adds a scope there, holding the counter, and who
    // waits for the counter would wait for each other.
    const row = id === undefined ? counter(trx) : counter(trx).where({ id });
    // SQLite has no locks of rows, and one transaction at a time.
    return (client === 'sqlite' ? row : row.forUpdate()).first(
      'version',
      'moment',
      'scope as plan',
    );
  };
  let found = await read();
  if (!found) {
    // A transfer to this Strapi empties every table under it (`transfers.ts`).
    counterIds.delete(db);
    await createCounter(strapi, trx);
    found = await read();
  }
  const { version, moment, plan } = found!;
  return { version: Number(version), moment: Number(moment ?? 0), plan };
};

/** Notes by which plan entries are indexed from now on, in a transaction that holds the counter. */
export const setPlan = async (trx: Knex, plan: string): Promise<void> => {
  await counter(trx).update({ scope: plan });
};

/**
 * Does something in a transaction that holds the counter: one node at a time indexes.
 *
 * @throws what `work` throws, and what the commit does; nothing is done then
 */
export const whileHolding = async <Result>(
  strapi: Core.Strapi,
  work: (trx: Knex, last: Counter) => Promise<Result>,
): Promise<Result> => {
  let committed: Promise<unknown> | undefined;
  // SQLite answers at once: between the parts of bulk work, requests and signals would have no turn.
  await ownTurn();
  const result = (await strapi.db.transaction(async ({ trx }) => {
    committed = trx.executionPromise;
    try {
      const last = await holdCounter(strapi, trx);
      return await work(trx, last);
    } finally {
      // The connection goes back to Strapi, which may be silent for longer, unless it is lost.
      if (strapi.db.dialect.client === 'mysql') {
        await trx.raw('set session wait_timeout = @@global.wait_timeout').catch(() => undefined);
      }
    }
  })) as Result;
  // Strapi takes a commit that failed, on a full disk, for one that succeeded. Within another, it comes later.
  if (!strapi.db.inTransaction()) await committed;
  return result;
};

/** Forgets scopes that have not changed for long: there are as many as entries that were ever written. */
const forgetOld = async (trx: Knex): Promise<void> => {
  const oldest: { id: number; key: string; version: number; moment: number | string }[] = await trx(
    SCOPE_TABLE,
  )
    .orderBy('version')
    .limit(LOOKED_AT)
    .select('id', 'key', 'version', 'moment');
  // Versions grow with time: what has no moment of its own is as old as a later one that has one.
  const isOld = ({ moment }: { moment: number | string }): boolean =>
    Number(moment) > 0 && Number(moment) < nowInSeconds() - KEPT_FOR;
  const kept = new Set([COUNTER, keyOf(CACHE_TAGS.everything)]);
  const until = Math.max(0, ...oldest.filter(isOld).map(({ version }) => version));
  const old = oldest.filter(({ key, version }) => version <= until && !kept.has(key));
  if (old.length === 0) return;
  await counter(trx).update({ forgotten: Math.max(...old.map(({ version }) => version)) });
  // By id: MySQL would lock what a condition passes over.
  for (const some of chunk(old.map(({ id }) => id)))
    await trx(SCOPE_TABLE).whereIn('id', some).delete();
};

/** A clock that is never set back, in seconds since 1970: it stands still then. */
export const createClock = (): (() => number) => {
  let newest = 0;
  return () => (newest = Math.max(newest, nowInSeconds()));
};

/** Seconds that moments run ahead of the clock at most, when many changes come at once. */
const AHEAD_AT_MOST = 5;

/**
 * The moment of a change: a second that is over on no node, so that a response from before it has an earlier
 * Last-Modified, which is never later than the clock (RFC 9110, section 8.8.2.1). Each change has one of its own, be
 * the clock set back, but for those of a burst: nobody has a response with the date of these for seconds.
 */
const nextMoment = (strapi: Core.Strapi, now: number, last: number): number => {
  const moment = now + 1 + (strapi.db.dialect.client === 'sqlite' ? 0 : CLOCKS_DIFFER);
  const ahead = last - moment;
  const isBurst = ahead >= AHEAD_AT_MOST && ahead <= AHEAD_AT_MOST + 2 * CLOCKS_DIFFER;
  if (isBurst) return last;
  return ahead < 0 ? moment : last + 1;
};

/**
 * Gives what changed the next version, in a transaction that holds the counter. A change that is seen later
 * only (`seenFrom`) dates nothing.
 *
 * @param now seconds since 1970, by a clock that is never set back
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
    // An insert that becomes an update takes an id all the same, and PostgreSQL runs out of them.
    const [dated, undated] = [ofKnown(true), ofKnown(false)];
    if (dated.length > 0) await trx(SCOPE_TABLE).whereIn('key', dated).update({ version, moment });
    if (undated.length > 0) await trx(SCOPE_TABLE).whereIn('key', undated).update({ version });
    const added = [...keys].flatMap(([key, scope]) =>
      known.has(key) ? [] : [{ key, scope, version, moment: moments.get(scope) ?? 0 }],
    );
    if (added.length > 0) await trx(SCOPE_TABLE).insert(added);
  }
  await counter(trx).update({ version, moment });
  if (version % FORGET_EVERY === 0) await forgetOld(trx);
  return version;
};

/** The version of the last change of a scope; undefined for none, and for one long ago. */
export const findVersion = async (
  { rows }: Pick<Transactions, 'rows'>,
  scope: string,
): Promise<number | undefined> => {
  const key = keyOf(scope);
  const found = (await rows(SCOPE_TABLE).where({ key }).first('version')) as
    { version: number } | undefined;
  return found?.version;
};

/** When the newest of some scopes changed, in seconds since 1970; 0 for never. */
export const findModified = async (
  { rows }: Pick<Transactions, 'rows'>,
  scopes: Iterable<string>,
): Promise<number> => {
  let latest = 0;
  for (const [place, some] of chunk([...new Set([...scopes, CACHE_TAGS.everything])]).entries()) {
    // A page may show thousands.
    if (place > 0) await ownTurn();
    // A site may answer requests within transactions: SQLite's only connection is taken then.
    const [found] = await rows(SCOPE_TABLE)
      .whereIn('key', some.map(keyOf))
      .max<{ moment: number | string | null }[]>({ moment: 'moment' });
    latest = Math.max(latest, Number(found?.moment ?? 0));
  }
  return latest;
};
