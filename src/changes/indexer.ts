import { AsyncResource } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { chunk } from '../lib/values';
import { DatabaseAwayError, isDatabaseError, logError } from '../lib/database';
import { within } from '../lib/waiting';
import {
  addChange,
  type Change,
  WAITING,
  nothingWritten,
  type Outbox,
  OUTBOX_TABLE,
  type Written,
} from './outbox';
import { type Counter, createCounter, giveVersion, setPlan, whileHolding } from './versions';

/** Rows of the outbox that are indexed in one transaction, and entries that they may name together. */
const ROWS_AT_ONCE = 5_000;
const ENTRIES_AT_ONCE = 500;

/** How often the database is tried while somebody waits. */
const TRIES = 50;

/** How long a transaction may take, in milliseconds, before another is begun: one may hang, on a connection to nowhere. */
const INDEXED_WITHIN = 30_000;

/** How often a node looks for what another one left, in milliseconds. */
const SWEEP_EVERY = 1_000;

/** Milliseconds until what failed is tried again: twice as long each time. */
const TRY_AGAIN_AFTER = 250;
const TRY_AGAIN_WITHIN = 60_000;
/** What the database failed at may do as soon as it has room, or answers. */
const ASK_DATABASE_WITHIN = 2_000;

/**
 * How long a node leaves what was written to those that started later on another plan, in milliseconds, while they
 * do nothing about it.
 */
const LEFT_FOR = 10_000;

/** What is noted in the place of a plan once entries were indexed by an earlier one than that of the latest start. */
const SEVERAL_PLANS = 'several';

/** How often what is done while nobody indexes is tried. */
const EXCLUSIVE_TRIES = 4;

/** Brings what is derived up to date with what was written, in the transaction under way; the scopes that changed. */
export type Index = (written: Written) => Promise<string[]>;

interface OutboxRow {
  id: number;
  change: Change;
}

/** A row that could not be indexed. */
interface Failure {
  tries: number;
  /** When it is tried again, in milliseconds of this process's own clock. */
  next: number;
}

interface IndexerOptions {
  outbox: Pick<Outbox, 'append' | 'pending' | 'forget'>;
  index: Index;
  /** What has to be indexed though nobody wrote anything. */
  findDue: () => Promise<Change[]>;
  /** Acts on what changed: purges what is kept in memory of these scopes. */
  tell: (scopes: string[]) => void;
  /** Acts on what other nodes indexed. */
  look: () => Promise<void>;
  /** Notes a version of this node's own; whether it knows all earlier ones. */
  noteOwn: (version: number) => boolean;
  /** Whether the database does not answer: it is not asked for what others left then. */
  isTroubled: () => boolean;
  /** Ends when the database can be read: a file that another process has locked would hold this one up. */
  untilReadable: () => Promise<void>;
  /** A clock that is never set back. */
  now: () => number;
}

/** What one transaction indexed. */
interface Round {
  /** Rows that are indexed. */
  done: number[];
  scopes: string[];
  version?: number;
  /** Whether this node's rows were indexed by another one. */
  isElsewhere: boolean;
  more: boolean;
}

const pauseAfter = (tries: number, error: unknown): number =>
  Math.min(
    TRY_AGAIN_AFTER * 2 ** (tries - 1),
    isDatabaseError(error) ? ASK_DATABASE_WITHIN : TRY_AGAIN_WITHIN,
  );

/**
 * Indexes what was written, after its commit: one node at a time, whoever holds the counter, from what the
 * database says then. What fails is left in the outbox and tried again, with a growing pause.
 */
export const createIndexer = (
  strapi: Core.Strapi,
  { outbox, index, findDue, tell, look, noteOwn, isTroubled, untilReadable, now }: IndexerOptions,
) => {
  /** Fingerprint of this node's plan; undefined before it has begun to index by it. */
  let ownPlan: string | undefined;
  /** What was left to other nodes, as it was seen first. */
  let leaving: { seen: string; since: number } | undefined;
  const failures = new Map<number, Failure>();
  /** Rows are tried one by one after one of several failed. */
  let isOneByOne = false;
  let running: Promise<void> | undefined;
  let again = false;
  let isStopped = false;
  /** How often the database failed in a row. */
  let failed = 0;
  let timer: NodeJS.Timeout | undefined;
  /** The first row of the outbox at the last look. */
  let left: number | undefined;
  /** What wakes it once more was gathered. */
  let soon: NodeJS.Timeout | undefined;
  // Outside of the transaction whose end wakes it: Strapi would run its callbacks anew.
  const outside = new AsyncResource('syndication indexer');

  /** Ids of rows that failed and are not due. */
  const resting = (): number[] => {
    const now = performance.now();
    return [...failures].flatMap(([id, { next }]) => (next > now ? [id] : []));
  };

  /** What comes next: of many rows, those that name some hundreds of entries. */
  const nextRows = async (trx: Knex): Promise<OutboxRow[]> => {
    const first = (
      bulk: boolean,
      limit: number,
    ): Promise<{ id: number; change: string | null }[]> =>
      trx(OUTBOX_TABLE)
        .where({ bulk })
        .whereNotIn('id', resting())
        .orderBy('id')
        .limit(limit)
        .select('id', 'change');
    const small = await first(false, isOneByOne ? 1 : ROWS_AT_ONCE);
    const found = small.length > 0 ? small : await first(true, 1);
    const rows: OutboxRow[] = [];
    let entries = 0;
    for (const { id, change } of found) {
      rows.push({ id, change: JSON.parse(change ?? '{}') as Change });
      entries += rows.at(-1)!.change.entries?.length ?? 0;
      if (entries >= ENTRIES_AT_ONCE) break;
    }
    return rows;
  };

  const remove = async (trx: Knex, ids: number[]): Promise<void> => {
    // One by one: of several, MySQL may lock what lies between them, where others append.
    const size = strapi.db.dialect.client === 'mysql' ? 1 : undefined;
    for (const some of chunk(ids, size)) await trx(OUTBOX_TABLE).whereIn('id', some).delete();
  };

  /** Those of some rows that another node has indexed. */
  const findGone = async (trx: Knex, ids: number[]): Promise<number[]> => {
    const left = new Set<number>();
    for (const some of chunk(ids)) {
      const found: number[] = await trx(OUTBOX_TABLE).whereIn('id', some).pluck('id');
      found.forEach((id) => left.add(id));
    }
    return ids.filter((id) => !left.has(id));
  };

  /**
   * Whether to leave what was written to nodes that started later on another plan: while a new configuration is
   * rolled out, those on the earlier one would index by it what is read anew already. Unless none of these is left.
   */
  const isLeft = async (trx: Knex, { version, plan }: Counter): Promise<boolean> => {
    if (plan === null) return false;
    // What is written while this node starts waits: a start that fails has indexed nothing by a plan of its own.
    if (ownPlan === undefined) return true;
    if ([ownPlan, SEVERAL_PLANS].includes(plan)) return false;
    const first = await trx(OUTBOX_TABLE).min<{ id: number | null }[]>({ id: 'id' });
    const seen = `${version} ${first[0]?.id}`;
    if (leaving?.seen !== seen) leaving = { seen, since: performance.now() };
    if (performance.now() - leaving.since < LEFT_FOR) return true;
    await setPlan(trx, SEVERAL_PLANS);
    return false;
  };

  const indexRows = async (): Promise<Round> => {
    const committed = outbox.pending();
    let tried: OutboxRow[] = [];
    try {
      return await whileHolding(strapi, async (trx, last): Promise<Round> => {
        tried = (await isLeft(trx, last)) ? [] : await nextRows(trx);
        const ids = tried.map(({ id }) => id);
        const isTried = new Set([...ids, ...resting()]);
        // Another node may have indexed what failed here, too.
        const asked = new Set([...committed, ...failures.keys()]);
        const gone = await findGone(
          trx,
          [...asked].filter((id) => !isTried.has(id)),
        );
        const isElsewhere = gone.length > 0;
        // Another node was quicker: a version is not spent on nothing.
        if (ids.length === 0) {
          return { isElsewhere, more: false, done: gone, scopes: [] };
        }
        const written = nothingWritten();
        for (const { change } of tried) addChange(written, change);
        const scopes = await index(written);
        await remove(trx, ids);
        // What was committed here meanwhile wakes the indexer by itself, once more was gathered.
        const later = outbox.pending().filter((id) => !asked.has(id));
        const left = await trx(OUTBOX_TABLE)
          .whereNotIn('id', [...resting(), ...later])
          .first('id');
        const round = { isElsewhere, more: left !== undefined, done: [...ids, ...gone], scopes };
        if (scopes.length === 0) return round;
        return {
          ...round,
          version: await giveVersion(strapi, trx, { last, now: now(), scopes }),
        };
      });
    } catch (error) {
      if (blame(tried, error)) logError(strapi, error);
      throw error;
    }
  };

  /**
   * Finds out which row fails; one that fails alone waits, and others are indexed meanwhile.
   *
   * @returns whether to tell of it: once
   */
  const blame = (tried: OutboxRow[], error: unknown): boolean => {
    if (isTroubled() || tried.length === 0) return failed === 0;
    if (tried.length > 1) {
      isOneByOne = true;
      return false;
    }
    const [{ id }] = tried as [OutboxRow];
    const tries = (failures.get(id)?.tries ?? 0) + 1;
    // A deadlock, or a connection that broke, says nothing of the row.
    const isDoubtful = isDatabaseError(error) && tries < 3;
    const next = performance.now() + (isDoubtful ? 0 : pauseAfter(tries, error));
    failures.set(id, { tries, next });
    if (!isDoubtful) outbox.forget([id]);
    return tries === (isDatabaseError(error) ? 3 : 1);
  };

  const act = async (round: Round): Promise<void> => {
    const { done, scopes, version, isElsewhere } = round;
    if (scopes.length > 0) tell(scopes);
    const isNext = version === undefined || noteOwn(version);
    if (isElsewhere) await look();
    done.forEach((id) => failures.delete(id));
    outbox.forget(done);
    // What others gave in between is found within the promised second anyway: nobody waits for it.
    if (!isNext) await look().catch(() => undefined);
  };

  const run = async (): Promise<void> => {
    do {
      again = false;
      try {
        const round = await within(indexRows(), INDEXED_WITHIN, () => new DatabaseAwayError());
        await act(round);
        failed = 0;
        again ||= round.more;
        if (!round.more) isOneByOne = false;
      } catch {
        failed += 1;
        again ||= failed <= TRIES && !isTroubled() && outbox.pending().length > 0;
        if (failed > 1 && again && !isStopped) {
          await new Promise((done) => {
            setTimeout(done, Math.min(failed * 20, 1_000)).unref();
          });
        }
      }
    } while (again && !isStopped);
  };

  /** Indexes what was committed, as soon as may be. */
  const wake = (): void => {
    clearTimeout(soon);
    soon = undefined;
    if (isStopped) return;
    if (running) {
      again = true;
      return;
    }
    running = outside.runInAsyncScope(run).finally(() => {
      running = undefined;
      // Something was committed as this ended.
      if (again) wake();
    });
  };

  /** What is due, without the entries that rows name that are left: what fails is not named anew each second. */
  const findUnnamed = async (): Promise<Change[]> => {
    const due = await findDue();
    if (due.length === 0) return [];
    const left: (string | null)[] = await strapi.db.connection(OUTBOX_TABLE).pluck('change');
    const written = nothingWritten();
    for (const change of left) addChange(written, JSON.parse(change ?? '{}') as Change);
    return due.flatMap(({ entries = [] }) => {
      const unnamed = entries.filter(
        ({ contentType, documentId }) => !written.entries.get(contentType)?.has(documentId),
      );
      return unnamed.length > 0 ? { entries: unnamed } : [];
    });
  };

  /** Looks for what nobody indexed. */
  const sweep = async (): Promise<void> => {
    await untilReadable();
    const first = await strapi.db
      .connection(OUTBOX_TABLE)
      .whereNotIn('id', resting())
      .orderBy('id')
      .first<{ id: number } | undefined>('id')
      // Its connection is not used again then.
      .timeout(INDEXED_WITHIN / 2);
    // On SQLite a save fails while another process writes: what one saves, others leave to it until the next look.
    const isOthers = first !== undefined && first.id !== left && !failures.has(first.id);
    const isLeft = isOthers && strapi.db.dialect.client === 'sqlite';
    left = first?.id;
    // Another node may have indexed meanwhile what failed here.
    const isTriedAgain = failures.size > resting().length;
    if ((first && !isLeft) || isTriedAgain || outbox.pending().length > 0) return wake();
    const due = await findUnnamed();
    if (due.length > 0) await outbox.append(due, { isBulk: true });
  };

  /**
   * Does something in a transaction while nobody indexes.
   *
   * @throws what `work` throws; nothing is done then
   */
  const exclusively = async <Result>(
    work: (trx: Knex, last: Counter) => Promise<Result>,
  ): Promise<Result> => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await whileHolding(strapi, work);
      } catch (error) {
        // A database ends one of two transactions that wait for each other; within another, that is over, too.
        const mayPass = isDatabaseError(error) && !strapi.db.inTransaction() && !isTroubled();
        if (!mayPass || tried === EXCLUSIVE_TRIES) throw error;
        await new Promise((done) => setTimeout(done, TRY_AGAIN_AFTER * tried));
      }
    }
  };

  return {
    /** Indexes what was committed, with what is committed in the next moment. */
    wakeSoon(): void {
      soon ??= setTimeout(wake, WAITING.gathered).unref();
    },

    /** Somebody waits for what was committed. */
    hurry(): void {
      if (soon) wake();
    },

    /** Whether something could not be indexed: feeds are behind. */
    isBehind: (): boolean => failures.size > 0,

    exclusively,

    /** Ends when all that is committed by now is indexed, or has failed. */
    async settled(): Promise<void> {
      wake();
      do await running;
      while (running);
    },

    /**
     * Has what is written indexed by this node's plan from now on: nodes that started earlier on another one leave
     * it to this node, and to others on its plan.
     *
     * @param onOther called in the same transaction where the plan was another, before anything is indexed by this
     * one; with true where some may have been indexed by an earlier plan than that of the latest start
     */
    async usePlan(plan: string, onOther: (wereSeveral: boolean) => Promise<void>): Promise<void> {
      await exclusively(async (trx, before) => {
        if (before.plan === plan) return;
        await onOther(before.plan === SEVERAL_PLANS);
        await setPlan(trx, plan);
      });
      ownPlan = plan;
      wake();
    },

    /** Begins to look for what nobody indexed. */
    async start(): Promise<void> {
      await createCounter(strapi);
      timer = setInterval(() => {
        if (isTroubled() || running) return;
        outside.runInAsyncScope(sweep).catch((error: unknown) => {
          if (!isDatabaseError(error)) logError(strapi, error);
        });
      }, SWEEP_EVERY).unref();
    },

    /** Ends; what is under way is done first. */
    async stop(): Promise<void> {
      clearInterval(timer);
      if (soon) wake();
      isStopped = true;
      again = false;
      await running;
    },
  };
};
