import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import type { ChangeLog } from '../lib/change-log';
import { type DatabaseClock, DatabaseAwayError } from '../lib/database';
import { isInTransaction } from '../lib/transactions';
import type { Plan } from '../mapping/plan';
import { findDueEntries } from './catalogued-entries';
import { createIndexer, type Index } from './indexer';
import { createNewerVersions } from './newer-versions';
import { createOutbox, scopesOfChange } from './outbox';
import { createMonotonicClock, findModified } from './versions';

/**
 * How old, in milliseconds, this node's knowledge of other nodes' changes may be before a cached response needs another
 * look: half of the promised second. The other half is for the look itself.
 */
const LOOK_AGAIN_AFTER = 500;

/** The promised second, in milliseconds: knowledge of this age is always good enough. */
const USABLE_AT_LEAST = 1_000;

/** Longest wait of a request for a look, in milliseconds. */
const WAIT_AT_MOST = 300;

/** Interval of retries while the database does not answer, in milliseconds. */
const RETRY_EVERY = 200;

/**
 * Pause between the looks of a request that waits for SQLite, in milliseconds: another process usually locks the file
 * only as long as a write takes.
 */
const WAITED_LOOK_PAUSE = 20;

/** Milliseconds without an answer after which the database counts as away. */
const AWAY_AFTER = 2_000;

/** Interval of looks on an idle node, in milliseconds, so that its knowledge is never much older. */
const LOOK_WHEN_IDLE = 10_000;

interface LooksOptions {
  /** Looks once. Throws if the database does not answer in time, and never waits for ever. */
  lookForChanges: () => Promise<void>;
  /** How long the cache may be served after the last successful look, in milliseconds. */
  staleFor: number;
  /** Called once when the database is found to be away, with the reason. */
  onAway: (error: unknown) => void;
  /** Called once when the database answers again, even if it did not count as away yet. */
  onBack: (wasAway: boolean) => void;
}

const NO_ANSWER = new Error('It does not answer.');

/**
 * A look asks the database which scopes other nodes changed. This decides when to look, and whether cached responses
 * may be served while the database does not answer. While it is well, requests wait briefly for a look. Otherwise looks
 * are retried in the background, one after the other, and requests wait only if the cache is too old to be served.
 */
export const createLooks = ({ lookForChanges, staleFor, onAway, onBack }: LooksOptions) => {
  /** When the last successful look began, in milliseconds of this process's own clock. */
  let lastSuccessAt = -Infinity;
  /** When the first look without an answer in time began; undefined while the database is well. */
  let unresponsiveSince: number | undefined;
  let lastError: unknown;
  let hasReportedAway = false;
  let stopped = false;
  let retryTimer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  /** The look in progress; resolves to whether it succeeds. */
  let currentLook: Promise<boolean> | undefined;
  /** Resolves when the look in progress has ended, or has taken as long as a request waits. */
  let briefLook: Promise<void> | undefined;
  // Runs outside the async context of the first caller, which may be a transaction or a response under construction.
  const outside = new AsyncResource('syndication.looks');

  const now = (): number => performance.now();

  const isCacheUsable = (): boolean => now() - lastSuccessAt < Math.max(staleFor, USABLE_AT_LEAST);
  const isUnresponsive = (): boolean => unresponsiveSince !== undefined;
  const isAway = (): boolean =>
    unresponsiveSince !== undefined && now() - unresponsiveSince >= AWAY_AFTER;

  const noteSuccess = (began: number): void => {
    lastSuccessAt = Math.max(lastSuccessAt, began);
    if (unresponsiveSince === undefined) return;
    unresponsiveSince = undefined;
    clearInterval(retryTimer);
    onBack(hasReportedAway);
    hasReportedAway = false;
  };

  const noteFailure = (began: number, error: unknown): void => {
    if (stopped || began < lastSuccessAt) return;
    lastError = error;
    if (unresponsiveSince !== undefined) return;
    unresponsiveSince = began;
    retryTimer = setInterval(retry, RETRY_EVERY).unref();
  };

  const attempt = async (): Promise<boolean> => {
    const began = now();
    try {
      await lookForChanges();
      noteSuccess(began);
      return true;
    } catch (error) {
      noteFailure(began, error);
      return false;
    } finally {
      currentLook = undefined;
    }
  };

  /** Begins a look, or joins the one in progress; resolves to whether it succeeds. */
  const beginLook = (): Promise<boolean> => (currentLook ??= outside.runInAsyncScope(attempt));

  const retry = (): void => {
    void beginLook();
    if (hasReportedAway || !isAway()) return;
    hasReportedAway = true;
    onAway(lastError);
  };

  /** Begins a look for which requests wait briefly. */
  const beginBriefLook = (): Promise<void> =>
    (briefLook ??= new Promise<void>((done) => {
      const began = now();
      const timer = setTimeout(() => {
        noteFailure(began, NO_ANSWER);
        done();
      }, WAIT_AT_MOST);
      void beginLook().then(() => {
        clearTimeout(timer);
        done();
      });
    }).finally(() => {
      briefLook = undefined;
    }));

  return {
    /** Whether cached responses may be served: the last look is recent enough. */
    isCacheUsable,

    /** Whether the last look failed or got no answer in time. */
    isUnresponsive,

    /** Whether the database has not answered for so long that it should not be queried. */
    isAway,

    /**
     * Looks if the last look is too old. Undefined if there is nothing to wait for: the cache is current, or the
     * database does not answer. Ask `isCacheUsable` after the wait.
     */
    catchUp(): Promise<unknown> | undefined {
      if (now() - lastSuccessAt < LOOK_AGAIN_AFTER || isAway() || stopped) return undefined;
      if (isCacheUsable()) return isUnresponsive() ? undefined : beginBriefLook();
      // Nothing may be served without this look, so requests wait until it ends.
      return beginLook();
    },

    /**
     * Looks until a look succeeds.
     *
     * @throws DatabaseAwayError when the database is away
     */
    async untilSucceeded(): Promise<void> {
      while (!stopped) {
        if (isAway()) throw new DatabaseAwayError(lastError);
        if (await beginLook()) return;
        await sleep(WAITED_LOOK_PAUSE);
      }
    },

    /**
     * Looks at everything that is committed by now.
     *
     * @throws DatabaseAwayError when the database does not answer
     */
    async lookNow(): Promise<void> {
      // A look in progress may have read before the latest commits.
      await currentLook;
      if (!(await beginLook())) throw new DatabaseAwayError(lastError);
    },

    /** Begins to look at intervals, even if nobody asks. */
    start(): void {
      idleTimer = setInterval(() => {
        if (!isUnresponsive() && now() - lastSuccessAt >= LOOK_WHEN_IDLE / 2) void beginLook();
      }, LOOK_WHEN_IDLE).unref();
    },

    /** Stops looking, after the look in progress. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(idleTimer);
      clearInterval(retryTimer);
      await currentLook;
    },
  };
};

/** What the change log indexes with, and by which plan. */
export interface Connected {
  index: Index;
  plan: Plan;
  clock: Pick<DatabaseClock, 'now'>;
  /** Called with the scopes of what was written on this node, at the commit and before it is indexed. */
  purge: (scopes: string[]) => void;
  /** Called when somebody emptied the tables of the plugin. */
  readEverything: () => void;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/**
 * Tells the nodes what changed: this one at once, the others through the table of scopes. It has no table of its own.
 *
 * @param staleIfError how long the cache is served without the database, in seconds
 */
export const createChangeLog = (
  strapi: Core.Strapi,
  { staleIfError }: { staleIfError: number },
) => {
  /** Strapi has a single connection to SQLite, which an open transaction occupies. Only one node writes to SQLite. */
  const hasOneConnection = strapi.db.dialect.client === 'sqlite';
  const changeListeners: ((scopes: string[]) => void)[] = [];
  const recoveryListeners: (() => void)[] = [];
  let stopped = false;

  const onChanged = (scopes: string[]): void => changeListeners.forEach((act) => act(scopes));

  /** Set by `connect`: these parts need the change log themselves. */
  let connected: Connected;
  const outbox = createOutbox(strapi, (changes) => {
    connected.purge(changes.flatMap((change) => scopesOfChange(connected.plan, change)));
    indexer.wakeSoon();
  });
  const now = createMonotonicClock();
  const newerVersions = createNewerVersions(strapi, {
    onChanged,
    onEmptied: () => connected.readEverything(),
  });

  /**
   * A transaction of this process that writes much locks SQLite's file long before its commit
   * (sqlite.org/lockingv3.html, section 5: its cache spills). Nobody else can write meanwhile.
   */
  const isLockedByItself = (error: unknown): boolean => {
    const { pool } = strapi.db.connection.client as { pool: { numUsed: () => number } };
    return (
      hasOneConnection && (error as { code?: string }).code === 'SQLITE_BUSY' && pool.numUsed() > 0
    );
  };
  const lookForChanges = (): Promise<void> =>
    newerVersions.lookForChanges().catch((error: unknown) => {
      if (!isLockedByItself(error)) throw error;
    });
  const looks = createLooks({
    lookForChanges,
    staleFor: staleIfError * 1_000,
    onAway: (error) =>
      strapi.log.warn(
        `Syndication: the database does not answer (${messageOf(error)}). What is in memory is served for ${staleIfError} seconds (option "staleIfError"), everything else is answered with 503.`,
      ),
    onBack(wasAway) {
      recoveryListeners.forEach((act) => act());
      if (wasAway) strapi.log.warn('Syndication: the database answers again.');
    },
  });

  const { isCacheUsable, isUnresponsive, isAway, catchUp } = looks;

  /**
   * Await this before reading a response, the settings or the presence, and before background work. Strapi's connection
   * to SQLite waits for the lock of another process by blocking this whole process. So a look comes first, which waits
   * for no lock. A lock that is taken after the look still blocks.
   *
   * @throws DatabaseAwayError when the database does not answer
   */
  const untilReadable = async (): Promise<void> => {
    if (hasOneConnection) await looks.untilSucceeded();
    else if (isAway()) throw new DatabaseAwayError();
  };

  /** Waits briefly until commits of this node are indexed; undefined if none is pending. Never rejects. */
  const untilIndexed = (): Promise<void> | undefined => {
    // A transaction on SQLite occupies the only connection: nothing is indexed before its end.
    if (hasOneConnection && isInTransaction(strapi)) return undefined;
    const indexed = outbox.untilIndexed();
    if (indexed) indexer.wakeNow();
    return indexed;
  };

  const indexer = createIndexer(strapi, {
    outbox,
    now,
    index: (written) => connected.index(written),
    findDue: () => findDueEntries(strapi, connected),
    onChanged,
    lookForChanges: looks.lookNow,
    noteOwnVersion: newerVersions.noteOwnVersion,
    isUnresponsive,
    untilReadable,
  });

  const changeLog: ChangeLog = {
    isCacheUsable,
    isUnresponsive,
    isAway,
    catchUp,
    untilReadable,
    untilIndexed,
    onChange: (listener) => void changeListeners.push(listener),
    onRecovery: (listener) => void recoveryListeners.push(listener),

    // A change that comes meanwhile purges the response, so the caller can tell whether its response has this date.
    async findModified(cacheTags) {
      // A last request during shutdown: nobody looks for other nodes' changes any more.
      if (stopped) return undefined;
      await untilIndexed();
      if (outbox.pending().length > 0) return undefined;
      const modified = await findModified(strapi, cacheTags);
      // A response with this date may go out now: later moments must not be earlier, even if the clock is set back.
      now();
      // Look after reading the date: it may come from another node's change that the response does not show yet.
      if (!hasOneConnection) await looks.lookNow();
      return modified;
    },

    announce: (scopes) => outbox.append([{ scopes }]),
    runExclusively: indexer.runExclusively,
    usePlan: indexer.usePlan,
    settled: indexer.settled,
    isBehind: indexer.isBehind,
  };

  return {
    ...changeLog,
    outbox,

    /** Call it before anything is written. */
    connect(parts: Connected): void {
      connected = parts;
    },

    /** Has the next look take the present counter for the known one, whoever made it. */
    forgetCounter: (): void => newerVersions.forgetCounter(),

    /** Begins to index and to look. */
    async prepare(): Promise<void> {
      await indexer.start();
      looks.start();
    },

    /** Stops. Indexes first what was committed. */
    async stop(): Promise<void> {
      stopped = true;
      await looks.stop();
      await indexer.stop();
      await newerVersions.close();
    },
  };
};
