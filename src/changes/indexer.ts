import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { chunk } from '../lib/values';
import { isDatabaseError, logError } from '../lib/database';
import { withDeadline } from '../lib/waiting';
import {
  addChange,
  ENTRIES_IN_ROW,
  findRemovedIds,
  WAIT_TIMES,
  noGroupedChanges,
  type Outbox,
  type OutboxRow,
  OUTBOX_TABLE,
  parseChange,
  readNextRows,
  removeRows,
  type GroupedChanges,
  type WrittenEntry,
} from './outbox';
import { type Counter, createCounter, giveVersion, setPlan, withCounterLock } from './versions';

/** Most retries in a row while commits of this node are pending. */
const MAXIMUM_RETRIES = 50;

/** Milliseconds after which a transaction is given up and another begins: it may hang on a dead connection. */
const INDEXED_WITHIN = 30_000;

/** How often a node looks for entries that are due, and for rows that nobody indexed, in milliseconds. */
const SWEEP_EVERY = 1_000;

/** Milliseconds until a failed row is retried: twice as long each time, up to the second number. */
const FIRST_PAUSE = 250;
const MAXIMUM_PAUSE = 60_000;
/** The same limit for errors of the database: a retry may succeed as soon as it has space, or answers. */
const MAXIMUM_DATABASE_PAUSE = 2_000;

/**
 * How long a node leaves rows to nodes that started later with another plan, in milliseconds, while they do nothing.
 */
const LEFT_TO_OTHERS_FOR = 10_000;

/** Stored in place of a plan once entries were indexed by an older plan than the latest start's. */
const SEVERAL_PLANS = 'several';

/** Most attempts of `runExclusively`. */
const EXCLUSIVE_TRIES = 4;

/** Updates what is derived from what was written, in the open transaction. Resolves to the scopes that changed. */
export type Index = (written: GroupedChanges) => Promise<string[]>;

/** A row that could not be indexed. */
interface Failure {
  tries: number;
  /** When it is retried, in milliseconds of this process's own clock. */
  retryAt: number;
}

interface IndexerOptions {
  outbox: Pick<Outbox, 'append' | 'pending' | 'stopWaitingFor'>;
  index: Index;
  /** Finds entries that have to be indexed though nobody wrote anything: their date has come, or their end. */
  findDue: () => Promise<WrittenEntry[]>;
  /** Called with changed scopes: caches purge them. */
  onChanged: (scopes: string[]) => void;
  /** Finds and acts on what other nodes indexed. */
  lookForChanges: () => Promise<void>;
  /** Notes a version that this node gave. Returns whether it knows all earlier ones. */
  noteOwnVersion: (version: number) => boolean;
  /** Whether the database does not answer: then the indexer does not look for rows of others. */
  isUnresponsive: () => boolean;
  /** Waits until the database can be read: SQLite, locked by another process, would block this one. */
  untilReadable: () => Promise<void>;
  /** A clock that never goes back, in seconds since 1970. */
  now: () => number;
}

/** Result of one transaction. */
interface Round {
  /** Ids of the rows that are indexed. */
  indexedIds: number[];
  scopes: string[];
  version?: number;
  /** Whether another node indexed rows of this one. */
  wasIndexedElsewhere: boolean;
  hasMore: boolean;
}

const pauseAfter = (tries: number, error: unknown): number =>
  Math.min(
    FIRST_PAUSE * 2 ** (tries - 1),
    isDatabaseError(error) ? MAXIMUM_DATABASE_PAUSE : MAXIMUM_PAUSE,
  );

/**
 * Indexes what was written, after its commit, from what the database says then. One node indexes at a time: the one
 * that locks the counter row. A row that fails stays in the outbox and is retried, with a growing pause.
 */
export const createIndexer = (
  strapi: Core.Strapi,
  {
    outbox,
    index,
    findDue,
    onChanged,
    lookForChanges,
    noteOwnVersion,
    isUnresponsive,
    untilReadable,
    now,
  }: IndexerOptions,
) => {
  /** Fingerprint of this node's plan; undefined before this node begins to index by it. */
  let ownPlan: string | undefined;
  /** Rows that are left to other nodes, as first seen. */
  let leftToOthers: { seen: string; since: number } | undefined;
  const failedRows = new Map<number, Failure>();
  /** Whether rows are tried one by one, because one of several failed. */
  let isOneByOne = false;
  let running: Promise<void> | undefined;
  let shouldRunAgain = false;
  let isStopped = false;
  /** How often indexing failed in a row. */
  let consecutiveFailures = 0;
  let timer: NodeJS.Timeout | undefined;
  /** The first row of the outbox at the last sweep. */
  let firstRowAtSweep: number | undefined;
  let isSweeping = false;
  /** Wakes the indexer after `WAIT_TIMES.beforeIndexing`. */
  let wakeTimer: NodeJS.Timeout | undefined;
  // Runs outside the transaction whose end wakes the indexer: Strapi would run its callbacks again.
  const outside = new AsyncResource('syndication indexer');

  /** Ids of failed rows that are not due yet. */
  const findPausedIds = (): number[] => {
    const now = performance.now();
    return [...failedRows].flatMap(([id, { retryAt }]) => (retryAt > now ? [id] : []));
  };

  /**
   * Whether to leave rows to nodes that started later with another plan. While a new configuration is rolled out, nodes
   * with the old one would index by the old plan what is already indexed by the new one. If none of the later nodes
   * acts on the rows, this node indexes them after all.
   */
  const isLeftToOthers = async (trx: Knex, { version, plan }: Counter): Promise<boolean> => {
    if (plan === null) return false;
    // Rows wait while this node starts: a start that fails must not have indexed by its own plan.
    if (ownPlan === undefined) return true;
    if ([ownPlan, SEVERAL_PLANS].includes(plan)) return false;
    const first = await trx(OUTBOX_TABLE).min<{ id: number | null }[]>({ id: 'id' });
    const seen = `${version} ${first[0]?.id}`;
    if (leftToOthers?.seen !== seen) leftToOthers = { seen, since: performance.now() };
    if (performance.now() - leftToOthers.since < LEFT_TO_OTHERS_FOR) return true;
    await setPlan(trx, SEVERAL_PLANS);
    return false;
  };

  const indexRows = async (): Promise<Round> => {
    const committed = outbox.pending();
    let tried: OutboxRow[] = [];
    try {
      return await withCounterLock(strapi, async (trx, last): Promise<Round> => {
        const isLeft = await isLeftToOthers(trx, last);
        tried = isLeft ? [] : await readNextRows(trx, { pausedIds: findPausedIds(), isOneByOne });
        const ids = tried.map(({ id }) => id);
        const isTried = new Set([...ids, ...findPausedIds()]);
        // Another node may also have indexed rows that failed here.
        const asked = new Set([...committed, ...failedRows.keys()]);
        const gone = await findRemovedIds(
          trx,
          [...asked].filter((id) => !isTried.has(id)),
        );
        const wasIndexedElsewhere = gone.length > 0;
        // Another node was quicker: no version is needed for nothing.
        if (ids.length === 0) {
          return { wasIndexedElsewhere, hasMore: false, indexedIds: gone, scopes: [] };
        }
        const written = noGroupedChanges();
        for (const { change } of tried) addChange(written, change);
        const scopes = await index(written);
        await removeRows(strapi, trx, ids);
        // Rows committed here meanwhile wake the indexer by themselves, after `WAIT_TIMES.beforeIndexing`.
        const later = outbox.pending().filter((id) => !asked.has(id));
        const remaining = await trx(OUTBOX_TABLE)
          .whereNotIn('id', [...findPausedIds(), ...later])
          .first('id');
        const round = {
          wasIndexedElsewhere,
          hasMore: remaining !== undefined,
          indexedIds: [...ids, ...gone],
          scopes,
        };
        if (scopes.length === 0) return round;
        return {
          ...round,
          version: await giveVersion(strapi, trx, { last, now: now(), scopes }),
        };
      });
    } catch (error) {
      if (noteFailure(tried, error)) logError(strapi, error);
      throw error;
    }
  };

  /**
   * Finds out which row fails. A row that fails alone waits, and others are indexed meanwhile.
   *
   * @returns whether to log the error: once
   */
  const noteFailure = (tried: OutboxRow[], error: unknown): boolean => {
    if (isUnresponsive() || tried.length === 0) return consecutiveFailures === 0;
    if (tried.length > 1) {
      isOneByOne = true;
      return false;
    }
    const [{ id }] = tried as [OutboxRow];
    const tries = (failedRows.get(id)?.tries ?? 0) + 1;
    // A deadlock or a broken connection does not mean that the row is wrong.
    const isDoubtful = isDatabaseError(error) && tries < 3;
    const retryAt = performance.now() + (isDoubtful ? 0 : pauseAfter(tries, error));
    failedRows.set(id, { tries, retryAt });
    if (!isDoubtful) outbox.stopWaitingFor([id]);
    return tries === (isDatabaseError(error) ? 3 : 1);
  };

  const applyRound = async (round: Round): Promise<void> => {
    const { indexedIds, scopes, version, wasIndexedElsewhere } = round;
    if (scopes.length > 0) onChanged(scopes);
    const isNext = version === undefined || noteOwnVersion(version);
    if (wasIndexedElsewhere) await lookForChanges();
    indexedIds.forEach((id) => failedRows.delete(id));
    outbox.stopWaitingFor(indexedIds);
    // Requests do not wait for this look: other nodes' versions in between are found within the promised second anyway.
    if (!isNext) await lookForChanges().catch(() => undefined);
  };

  const run = async (): Promise<void> => {
    do {
      shouldRunAgain = false;
      try {
        const round = await withDeadline(indexRows(), INDEXED_WITHIN);
        await applyRound(round);
        consecutiveFailures = 0;
        shouldRunAgain ||= round.hasMore;
        if (!round.hasMore) isOneByOne = false;
      } catch {
        consecutiveFailures += 1;
        shouldRunAgain ||=
          consecutiveFailures <= MAXIMUM_RETRIES &&
          !isUnresponsive() &&
          outbox.pending().length > 0;
        if (consecutiveFailures > 1 && shouldRunAgain && !isStopped) {
          await sleep(Math.min(consecutiveFailures * 20, 1_000), undefined, { ref: false });
        }
      }
    } while (shouldRunAgain && !isStopped);
  };

  /** Indexes commits as soon as possible. */
  const wake = (): void => {
    clearTimeout(wakeTimer);
    wakeTimer = undefined;
    if (isStopped) return;
    if (running) {
      shouldRunAgain = true;
      return;
    }
    running = outside.runInAsyncScope(run).finally(() => {
      running = undefined;
      // A commit came while this run ended.
      if (shouldRunAgain) wake();
    });
  };

  /**
   * Appends entries that are due or have ended, unless rows in the outbox name them: a failing entry must not be
   * appended again each second.
   */
  const appendDue = async (): Promise<void> => {
    if ((await findDue()).length === 0) return;
    // Of several nodes that find the same entries, one appends them: nobody is told of them again as of a change.
    await runExclusively(async (trx) => {
      const waiting: (string | null)[] = await trx(OUTBOX_TABLE).pluck('change');
      const written = noGroupedChanges();
      for (const change of waiting) addChange(written, parseChange(change));
      const entries = (await findDue()).filter(
        ({ contentType, documentId }) => !written.entries.get(contentType)?.has(documentId),
      );
      // Before bulk work: it may go on for minutes.
      await outbox.append(chunk(entries, ENTRIES_IN_ROW).map((some) => ({ entries: some })));
    });
  };

  /** Looks for entries that are due, and for rows that nobody indexed. */
  const sweep = async (): Promise<void> => {
    await untilReadable();
    await appendDue();
    if (running) return;
    const first = await strapi.db
      .connection(OUTBOX_TABLE)
      .whereNotIn('id', findPausedIds())
      .orderBy('id')
      .first<{ id: number } | undefined>('id')
      // After a timeout, knex discards the connection.
      .timeout(INDEXED_WITHIN / 2);
    // On SQLite a save fails while another process writes. So leave a row of another process to it for one sweep.
    const isOthers =
      first !== undefined && first.id !== firstRowAtSweep && !failedRows.has(first.id);
    const isLeftForOneSweep = isOthers && strapi.db.dialect.client === 'sqlite';
    firstRowAtSweep = first?.id;
    // Another node may have indexed rows that failed here.
    const hasDueRetries = failedRows.size > findPausedIds().length;
    if ((first && !isLeftForOneSweep) || hasDueRetries || outbox.pending().length > 0) wake();
  };

  /**
   * Does something in a transaction while nobody indexes.
   *
   * @throws what `work` throws; nothing is committed then
   */
  const runExclusively = async <Result>(
    work: (trx: Knex, last: Counter) => Promise<Result>,
  ): Promise<Result> => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await withCounterLock(strapi, work);
      } catch (error) {
        // Of two deadlocked transactions the database ends one, so retry. Within an outer transaction, that has ended
        // too.
        const mayPass = isDatabaseError(error) && !strapi.db.inTransaction() && !isUnresponsive();
        if (!mayPass || tried === EXCLUSIVE_TRIES) throw error;
        await sleep(FIRST_PAUSE * tried);
      }
    }
  };

  return {
    /** Indexes commits soon, together with those of the next moment. */
    wakeSoon(): void {
      wakeTimer ??= setTimeout(wake, WAIT_TIMES.beforeIndexing).unref();
    },

    /** Indexes commits now, since a request waits for them. */
    wakeNow(): void {
      if (wakeTimer) wake();
    },

    /** Whether something could not be indexed, so that feeds are behind. */
    isBehind: (): boolean => failedRows.size > 0,

    runExclusively,

    /** Resolves when everything committed by now is indexed, or has failed. */
    async settled(): Promise<void> {
      wake();
      do await running;
      while (running);
    },

    /**
     * Indexes by this node's plan from now on: nodes that started earlier with another plan leave rows to this node,
     * and to others with its plan.
     *
     * @param onOther called in the same transaction if the stored plan is another one, before anything is indexed by
     * this one; with true if entries may have been indexed by an older plan than the latest start's
     */
    async usePlan(plan: string, onOther: (wereSeveral: boolean) => Promise<void>): Promise<void> {
      await runExclusively(async (trx, before) => {
        if (before.plan === plan) return;
        await onOther(before.plan === SEVERAL_PLANS);
        await setPlan(trx, plan);
      });
      ownPlan = plan;
      wake();
    },

    /** Begins to look for entries that are due, and for rows that nobody indexed. */
    async start(): Promise<void> {
      await createCounter(strapi);
      timer = setInterval(() => {
        if (isUnresponsive() || isSweeping) return;
        isSweeping = true;
        outside
          .runInAsyncScope(() => withDeadline(sweep(), INDEXED_WITHIN))
          .catch((error: unknown) => {
            if (!isDatabaseError(error)) logError(strapi, error);
          })
          .finally(() => {
            isSweeping = false;
          });
      }, SWEEP_EVERY).unref();
    },

    /** Stops, after what is in progress. */
    async stop(): Promise<void> {
      clearInterval(timer);
      if (wakeTimer) wake();
      isStopped = true;
      shouldRunAgain = false;
      await running;
    },
  };
};
