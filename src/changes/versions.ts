import { AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { CACHE_TAGS, isBound, isDated, parseSeenFrom } from '../lib/cache-tags';
import { chunk } from '../lib/chunk';
import { DatabaseAwayError } from '../lib/database-errors';
import { logError } from '../lib/log-error';
import type { Transactions } from '../lib/transactions';
import { within } from '../lib/within';
import { COUNTER, OUTBOX_TABLE, SCOPE_TABLE } from './tables';

/** Changes that get a version together. Where there are more, they are taken for a change of everything. */
const CHANGES_AT_ONCE = 1_000;

/** Rows of the outbox that are taken away in one transaction where there are so many: it has to end soon. */
const TAKEN_AT_ONCE = 10_000;

/** Seconds that moments may run ahead of the clock before the next version has to wait for it. */
const AHEAD_AT_MOST = 5;

/** Seconds that nobody waits for: the clock was set back. */
const SET_BACK = 60;

/**
 * How long it may take to give a version, in milliseconds, before it is begun anew: it may wait for ever, on
 * a connection to nowhere.
 */
const GIVEN_WITHIN = 30_000;

/** How often a node looks for changes that another one left without a version, in milliseconds. */
const SWEEP_EVERY = 1_000;

/** After how many versions a node looks for scopes to forget. */
const FORGET_EVERY = 50;

/** How long scopes are remembered that change no more, in seconds: responses are dated by what they show then. */
const KEPT_FOR = 30 * 86_400;

/** Scopes that are looked at together for that. */
const LOOKED_AT = 1_000;

/** Versions of this node's own that it remembers: more than it gives between two looks. */
const OWN_AT_MOST = 1_000;

/** The clock, in seconds since 1970. */
const now = (): number => Math.floor(Date.now() / 1_000);

const keyOf = (scope: string): string => createHash('sha1').update(scope).digest('hex');

interface OutboxRow {
  id: number;
  scopes: string | null;
}

interface Counter {
  version: number;
  moment: number | string | null;
}

interface VersionParts {
  transactions: Pick<Transactions, 'rows'>;
  /** Acts on what changed: purges what is kept in memory of these scopes. */
  tell: (scopes: string[]) => void;
  /** Whether the database does not answer: it is not asked for what others left then. */
  isTroubled: () => boolean;
}

const scopesOf = (rows: OutboxRow[]): string[] => [
  ...new Set(rows.flatMap((row) => JSON.parse(row.scopes ?? '[]') as string[])),
];

/**
 * Gives each change its version after it was committed. In the transaction of the change only a row of the
 * outbox is appended, without a lock, so that writers never wait for each other.
 */
export const createVersions = (
  strapi: Core.Strapi,
  { transactions, tell, isTroubled }: VersionParts,
) => {
  const isSqlite = strapi.db.dialect.client === 'sqlite';
  /** Rows of the outbox that this node appended and acted on, with what they concern. */
  const ownRows = new Map<number, string[]>();
  const ownVersions = new Set<number>();
  let hasOthers = false;
  /** The newest moment that was given here. */
  let newest = 0;
  let running: Promise<void> | undefined;
  let again = false;
  let isStopped = false;
  /** Whether the last attempt failed: said once, until one succeeds. */
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  // Outside of the transaction whose end calls for a version: Strapi would run its callbacks anew.
  const outside = new AsyncResource('syndication versions');

  /**
   * By MySQL's default, repeatable reads, a statement locks the gaps beside what it looks at: saves
   * that append to the outbox meanwhile would fail for it.
   */
  const isolation: Knex.TransactionConfig = isSqlite ? {} : { isolationLevel: 'read committed' };

  const counter = (trx: Knex) => trx(SCOPE_TABLE).where({ key: COUNTER });

  const createCounter = async (trx: Knex): Promise<void> => {
    await trx(SCOPE_TABLE)
      .insert({ key: COUNTER, version: 0, moment: 0, forgotten: 0 })
      .onConflict('key')
      .ignore();
  };

  /**
   * Holds the counter. A node that is gone from the network may hold it until its connection is given up,
   * hours later; whoever waits for it takes a connection that everything else needs. MySQL has a limit of
   * its own, 50 s.
   */
  const hold = async (trx: Knex): Promise<Counter> => {
    if (strapi.db.dialect.client === 'postgres')
      await trx.raw(`set local lock_timeout = ${GIVEN_WITHIN / 3}`);
    const read = (): Promise<Counter | undefined> =>
      // SQLite has no locks of rows, and one transaction at a time.
      (isSqlite ? counter(trx) : counter(trx).forUpdate()).first('version', 'moment');
    const found = await read();
    if (found) return found;
    // A transfer to this Strapi empties every table under it (`transfers.ts`).
    await createCounter(trx);
    return (await read())!;
  };

  /**
   * Notes the version of what changed. A change that is seen later only (`seenFrom`) dates nothing.
   *
   * @returns scopes whose former version was another node's: this one may not have heard of that, and takes
   * the new one for its own
   */
  const note = async (
    trx: Knex,
    told: string[],
    version: number,
    moment: number,
  ): Promise<string[]> => {
    const foreign: string[] = [];
    const moments = new Map<string, number | undefined>();
    for (const one of told) {
      const { cacheTag, moment: later } = parseSeenFrom(one);
      const dated = later === undefined && isDated(cacheTag) ? moment : undefined;
      moments.set(cacheTag, dated ?? moments.get(cacheTag));
    }
    // In one order: nobody waits in a ring.
    const scopes = [...moments.keys()].sort();
    for (const some of chunk(scopes, 200)) {
      const keys = new Map(some.map((scope) => [keyOf(scope), scope]));
      const rows: { key: string; version: number }[] = await trx(SCOPE_TABLE)
        .whereIn('key', [...keys.keys()])
        .select('key', 'version');
      const known = new Set(rows.map(({ key }) => key));
      const others = rows.filter((row) => !ownVersions.has(row.version));
      foreign.push(...others.map(({ key }) => keys.get(key)!));
      const ofKnown = (isDatedNow: boolean): string[] =>
        [...known].filter((key) => (moments.get(keys.get(key)!) !== undefined) === isDatedNow);
      // An insert that becomes an update takes an id all the same, and PostgreSQL runs out of them.
      await trx(SCOPE_TABLE).whereIn('key', ofKnown(true)).update({ version, moment });
      await trx(SCOPE_TABLE).whereIn('key', ofKnown(false)).update({ version });
      const added = [...keys].flatMap(([key, scope]) =>
        known.has(key) ? [] : [{ key, scope, version, moment: moments.get(scope) ?? 0 }],
      );
      if (added.length > 0) await trx(SCOPE_TABLE).insert(added);
    }
    return foreign;
  };

  /** Forgets scopes that have not changed for long: there are as many as entries that were ever written. */
  const forget = async (trx: Knex): Promise<void> => {
    const oldest: { id: number; key: string; version: number; moment: number | string }[] =
      await trx(SCOPE_TABLE)
        .orderBy('version')
        .limit(LOOKED_AT)
        .select('id', 'key', 'version', 'moment');
    // Versions grow with time: what has no moment of its own is as old as a later one that has one.
    const isOld = ({ moment }: { moment: number | string }): boolean =>
      Number(moment) > 0 && Number(moment) < now() - KEPT_FOR;
    const kept = new Set([COUNTER, keyOf(CACHE_TAGS.everything)]);
    const until = Math.max(0, ...oldest.filter(isOld).map(({ version }) => version));
    const old = oldest.filter(({ key, version }) => version <= until && !kept.has(key));
    if (old.length === 0) return;
    await counter(trx).update({ forgotten: Math.max(...old.map(({ version }) => version)) });
    // By id: MySQL would lock what a condition passes over.
    for (const some of chunk(old.map(({ id }) => id)))
      await trx(SCOPE_TABLE).whereIn('id', some).delete();
  };

  const remove = async (trx: Knex, ids: number[]): Promise<void> => {
    for (const some of chunk(ids)) await trx(OUTBOX_TABLE).whereIn('id', some).delete();
  };

  /** Gives what is in the outbox a version; whether there may be more, and what others left. */
  const give = async (): Promise<{ more: boolean; foreign: string[] }> => {
    // Another node may have given these a version, where this one was slow.
    const committed = [...ownRows.keys()];
    const isAny = await strapi.db
      .connection(OUTBOX_TABLE)
      .first('id')
      // Its connection is not used again then.
      .timeout(GIVEN_WITHIN / 2);
    if (!isAny) {
      committed.forEach((id) => ownRows.delete(id));
      return { more: false, foreign: [] };
    }
    const given = await strapi.db.connection.transaction(async (trx) => {
      const last = await hold(trx);
      const rows: OutboxRow[] = await trx(OUTBOX_TABLE)
        .orderBy('id')
        .limit(CHANGES_AT_ONCE)
        .select('id', 'scopes');
      // Another node was quicker: a version is not spent on nothing.
      if (rows.length === 0) return undefined;
      const isMany = rows.length === CHANGES_AT_ONCE;
      const ids: number[] = isMany
        ? await trx(OUTBOX_TABLE).orderBy('id').limit(TAKEN_AT_ONCE).pluck('id')
        : rows.map(({ id }) => id);
      const version = Number(last.version) + 1;
      const moment = Math.max(Number(last.moment ?? 0) + 1, now());
      const masked = await note(
        trx,
        isMany ? [CACHE_TAGS.everything] : scopesOf(rows),
        version,
        moment,
      );
      await counter(trx).update({ version, moment });
      await remove(trx, ids);
      if (version % FORGET_EVERY === 0) await forget(trx);
      return { version, moment, ids, rows, isMany, masked };
    }, isolation);
    if (!given) {
      committed.forEach((id) => ownRows.delete(id));
      return { more: false, foreign: [] };
    }
    const { version, moment, ids, rows, isMany, masked } = given;
    newest = Math.max(newest, moment);
    ownVersions.add(version);
    if (ownVersions.size > OWN_AT_MOST) ownVersions.delete(ownVersions.values().next().value!);
    const isForeign = ids.some((id) => !ownRows.has(id));
    const foreign = !isForeign
      ? []
      : isMany
        ? [CACHE_TAGS.everything]
        : scopesOf(rows.filter(({ id }) => !ownRows.has(id)));
    hasOthers ||= isForeign;
    (isMany ? ids : [...committed, ...ids]).forEach((id) => ownRows.delete(id));
    return { more: isMany, foreign: [...foreign, ...masked] };
  };

  const run = async (): Promise<void> => {
    do {
      const ahead = newest - now();
      if (ahead > AHEAD_AT_MOST && ahead < SET_BACK) {
        await new Promise((done) => {
          setTimeout(done, 1_000).unref();
        });
      }
      again = false;
      const { more, foreign } = await within(give(), GIVEN_WITHIN, () => new DatabaseAwayError());
      if (foreign.length > 0) tell(foreign);
      again ||= more;
    } while (again);
  };

  /** Gives what was committed its version, as soon as may be. */
  const soon = (): void => {
    if (isStopped) return;
    if (running) {
      again = true;
      return;
    }
    running = outside
      .runInAsyncScope(run)
      .then(
        () => {
          isFailing = false;
        },
        (error: unknown) => {
          if (!isFailing) logError(strapi, error);
          isFailing = true;
        },
      )
      .finally(() => {
        running = undefined;
        // Something was committed as this ended.
        if (again && !isFailing) soon();
      });
  };

  return {
    /** Whether a version is this node's own: what it is of was acted on already. */
    isOwn: (version: number): boolean => ownVersions.has(version),

    /** Whether other nodes write to the same database, as far as this one has heard. */
    hasOthers: (): boolean => hasOthers,
    noteOthers(): void {
      hasOthers = true;
    },

    /** Whether a change of any of some scopes was committed here that has no version yet. */
    isWaiting: (scopes: ReadonlySet<string>): boolean =>
      [...ownRows.values()].some((waiting) =>
        waiting.some((scope) => scope === CACHE_TAGS.everything || scopes.has(scope)),
      ),

    /**
     * Says what changed. Part of the transaction under way, if any: other nodes hear of it exactly
     * when the change itself is committed, and nobody when it is rolled back.
     */
    async append(scopes: string[]): Promise<void> {
      await strapi.db.transaction(async ({ trx, onCommit }) => {
        // How far back a list changed is told of each change by itself: of several together it would be wrong.
        const named = scopes.filter((scope) => !isBound(scope));
        const insert = trx(OUTBOX_TABLE).insert({ scopes: JSON.stringify(named) });
        const [inserted] = await (strapi.db.dialect.useReturning()
          ? insert.returning('id')
          : insert);
        const id: number = typeof inserted === 'object' ? inserted.id : inserted;
        onCommit(() => {
          ownRows.set(id, scopes);
          tell(scopes);
          soon();
        });
      });
    },

    /** When the newest of some scopes changed, in seconds since 1970; 0 for never. */
    async modified(scopes: Iterable<string>): Promise<number> {
      let latest = 0;
      const keys = [...new Set([...scopes, CACHE_TAGS.everything])].map(keyOf);
      for (const some of chunk(keys)) {
        // A site may answer requests within transactions: SQLite's only connection is taken then.
        const [found] = await transactions
          .rows(SCOPE_TABLE)
          .whereIn('key', some)
          .max<{ moment: number | string | null }[]>({ moment: 'moment' });
        latest = Math.max(latest, Number(found?.moment ?? 0));
      }
      return latest;
    },

    /** Ends when all that is committed by now has its version. */
    async settled(): Promise<void> {
      soon();
      do await running;
      while (running);
    },

    /** Begins to look for what nobody gave a version. */
    async start(): Promise<void> {
      await createCounter(strapi.db.connection);
      timer = setInterval(() => isTroubled() || soon(), SWEEP_EVERY).unref();
    },

    /** Ends; what is under way is done first. */
    async stop(): Promise<void> {
      clearInterval(timer);
      isStopped = true;
      again = false;
      await running;
    },
  };
};

export type Versions = ReturnType<typeof createVersions>;
