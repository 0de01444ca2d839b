import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import type { ChangeLog } from '../lib/change-log';
import { DatabaseAwayError } from '../lib/database';
import type { Transactions } from '../lib/transactions';
import { createIndexer, type Index } from './indexer';
import { createNewerVersions } from './newer-versions';
import { type Change, createOutbox } from './outbox';
import { createClock, findModified } from './versions';

/**
 * How old, in milliseconds, the knowledge of other nodes' changes may be when a response is given
 * from memory: half of the second that is promised, the other half for the look itself.
 */
const LOOK_AGAIN_AFTER = 500;

/** The second that is promised: knowledge of this age is always good enough. */
const PROMISED = 1_000;

/** How long a request waits for a look, in milliseconds. */
const WAIT_AT_MOST = 300;

/** How often the database is tried while it does not answer, in milliseconds. */
const RETRY_EVERY = 200;

/**
 * How often a request looks that waits for the database, in milliseconds: another process mostly has it
 * locked for as long as it takes to write.
 */
const LOOK_WHEN_WAITED_FOR = 20;

/** How long a database may not answer before it is said to be away, in milliseconds. */
const AWAY_AFTER = 2_000;

/** How often an idle node looks, in milliseconds, so that what it knows is never much older. */
const LOOK_WHEN_IDLE = 10_000;

interface LooksOptions {
  /** Looks once. Throws when the database has not answered in time: it never waits for ever. */
  look: () => Promise<void>;
  /** How long what is in memory may be given after the last look that succeeded, in milliseconds. */
  staleFor: number;
  /** Called once when the database is found to be away, with why. */
  onAway: (error: unknown) => void;
  /** Called once when it answers again, also when it was not found to be away yet. */
  onBack: (wasAway: boolean) => void;
}

const NO_ANSWER = new Error('It does not answer.');

/**
 * Decides when to look at the database for other nodes' changes, and what may be given from memory
 * when it does not answer. Requests wait for looks a little while it is well, and never while it is
 * not: it is tried in the background then, by one look after the other.
 */
export const createLooks = ({ look, staleFor, onAway, onBack }: LooksOptions) => {
  /** When the last look that succeeded began, in milliseconds of this process's own clock. */
  let looked = -Infinity;
  /** When the first look began that had no response in time; undefined while the database is well. */
  let troubledSince: number | undefined;
  let why: unknown;
  let said = false;
  let stopped = false;
  let retrying: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** The look under way; whether it succeeds. */
  let underWay: Promise<boolean> | undefined;
  /** Settled when the look under way has ended, or has taken as long as a request waits. */
  let soon: Promise<void> | undefined;
  // Outside of whatever asked first: a transaction, or a response that is being made.
  const outside = new AsyncResource('syndication.looks');

  const now = (): number => performance.now();

  const isUsable = (): boolean => now() - looked < Math.max(staleFor, PROMISED);
  const isTroubled = (): boolean => troubledSince !== undefined;
  const isAway = (): boolean => troubledSince !== undefined && now() - troubledSince >= AWAY_AFTER;

  const succeed = (began: number): void => {
    looked = Math.max(looked, began);
    if (troubledSince === undefined) return;
    troubledSince = undefined;
    clearInterval(retrying);
    onBack(said);
    said = false;
  };

  const worry = (began: number, error: unknown): void => {
    if (stopped || began < looked) return;
    why = error;
    if (troubledSince !== undefined) return;
    troubledSince = began;
    retrying = setInterval(retry, RETRY_EVERY).unref();
  };

  const attempt = async (): Promise<boolean> => {
    const began = now();
    try {
      await look();
      succeed(began);
      return true;
    } catch (error) {
      worry(began, error);
      return false;
    } finally {
      underWay = undefined;
    }
  };

  /** Begins a look, or joins the one under way; whether it succeeds. */
  const begin = (): Promise<boolean> => (underWay ??= outside.runInAsyncScope(attempt));

  const retry = (): void => {
    void begin();
    if (said || !isAway()) return;
    said = true;
    onAway(why);
  };

  /** Begins a look that requests wait for a little. */
  const beginSoon = (): Promise<void> =>
    (soon ??= new Promise<void>((done) => {
      const began = now();
      const timer = setTimeout(() => {
        worry(began, NO_ANSWER);
        done();
      }, WAIT_AT_MOST);
      void begin().then(() => {
        clearTimeout(timer);
        done();
      });
    }).finally(() => {
      soon = undefined;
    }));

  return {
    /** Whether what is in memory may be given: current, or not too long without a look. */
    isUsable,

    /** Whether the last look had no response in time. */
    isTroubled,

    /** Whether the database has not answered for so long that nothing is to be asked of it. */
    isAway,

    /**
     * Looks when the last look is too long ago. Undefined when there is nothing to wait for: what is
     * in memory is current, or the database does not answer. Whoever waited asks `isUsable`.
     */
    catchUp(): Promise<unknown> | undefined {
      if (now() - looked < LOOK_AGAIN_AFTER || isAway() || stopped) return undefined;
      if (isUsable()) return isTroubled() ? undefined : beginSoon();
      // Nothing may be given without it, so it is worth more than a little.
      return begin();
    },

    /**
     * Waits until a look succeeds.
     *
     * @throws DatabaseAwayError when the database is away
     */
    async untilSucceeded(): Promise<void> {
      while (!stopped) {
        if (isAway()) throw new DatabaseAwayError(why);
        if (await begin()) return;
        await sleep(LOOK_WHEN_WAITED_FOR);
      }
    },

    /**
     * Looks at what is committed by now.
     *
     * @throws DatabaseAwayError when the database does not answer
     */
    async lookNow(): Promise<void> {
      // A look under way may have read already.
      await underWay;
      if (!(await begin())) throw new DatabaseAwayError(why);
    },

    /** Begins to look from time to time, though nobody asks. */
    start(): void {
      idle = setInterval(() => {
        if (!isTroubled() && now() - looked >= LOOK_WHEN_IDLE / 2) void begin();
      }, LOOK_WHEN_IDLE).unref();
    },

    /** Looks no more, and waits for what is under way. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(idle);
      clearInterval(retrying);
      await underWay;
    },
  };
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/**
 * Tells the nodes what changed: this one at once, the others through the database.
 *
 * @param staleIfError how long what is in memory is served without the database, in seconds
 */
export const createChangeLog = (
  strapi: Core.Strapi,
  {
    transactions,
    staleIfError,
  }: { transactions: Pick<Transactions, 'rows' | 'isUnderWay'>; staleIfError: number },
) => {
  /** Strapi has a single connection to SQLite, taken while a transaction lasts. One node writes to such a database. */
  const hasOneConnection = strapi.db.dialect.client === 'sqlite';
  const subscribers: ((scopes: string[]) => void)[] = [];

  const recoverers: (() => void)[] = [];
  let stopped = false;

  const tell = (scopes: string[]): void => subscribers.forEach((act) => act(scopes));

  const writers: ((changes: Change[]) => void)[] = [];
  const outbox = createOutbox(strapi, {
    onCommitted(changes) {
      writers.forEach((act) => act(changes));
      indexer.wakeSoon();
    },
  });
  /** Given once what indexes is made, which needs the outbox. */
  let index: Index = () => Promise.resolve([]);
  let findDue = (): Promise<Change[]> => Promise.resolve([]);
  const now = createClock();
  const newerVersions = createNewerVersions(strapi, { tell });

  /**
   * A transaction of this process that writes much has SQLite's file locked itself, long before its commit
   * (sqlite.org/lockingv3.html, section 5: its cache spills). Nobody else writes meanwhile.
   */
  const isLockedByItself = (error: unknown): boolean => {
    const { pool } = strapi.db.connection.client as { pool: { numUsed: () => number } };
    return (
      hasOneConnection && (error as { code?: string }).code === 'SQLITE_BUSY' && pool.numUsed() > 0
    );
  };
  const look = async (): Promise<void> => {
    try {
      await newerVersions.look();
    } catch (error) {
      if (!isLockedByItself(error)) throw error;
    }
  };
  const looks = createLooks({
    look,
    staleFor: staleIfError * 1_000,
    onAway: (error) =>
      strapi.log.warn(
        `Syndication: the database does not answer (${messageOf(error)}). What is in memory is served for ${staleIfError} seconds (option "staleIfError"), everything else is answered with 503.`,
      ),
    onBack(wasAway) {
      recoverers.forEach((act) => act());
      if (wasAway) strapi.log.warn('Syndication: the database answers again.');
    },
  });

  const { isUsable, isTroubled, isAway, catchUp } = looks;

  /**
   * To be awaited before a response, the settings or whether there is anything are read, and before what this node
   * looks for by itself. Strapi's connection to SQLite waits for the lock of another process by holding up this
   * one, with all it serves: so a look comes first, which waits for no lock. A lock that is taken after it is
   * waited for.
   *
   * @throws DatabaseAwayError when the database does not answer
   */
  const untilReadable = async (): Promise<void> => {
    if (hasOneConnection) await looks.untilSucceeded();
    else if (isAway()) throw new DatabaseAwayError();
  };

  /** Waits a little for what was committed here; undefined where there is nothing to wait for. Never fails. */
  const untilIndexed = (): Promise<void> | undefined => {
    // Within a transaction on SQLite, it has the only connection: nothing is indexed before its end.
    if (hasOneConnection && transactions.isUnderWay()) return undefined;
    const indexed = outbox.untilIndexed();
    if (indexed) indexer.hurry();
    return indexed;
  };

  const indexer = createIndexer(strapi, {
    outbox,
    now,
    index: (written) => index(written),
    findDue: () => findDue(),
    tell,
    look: looks.lookNow,
    noteOwn: newerVersions.noteOwn,
    isTroubled,
    untilReadable,
  });

  const changeLog: ChangeLog = {
    isUsable,
    isTroubled,
    isAway,
    catchUp,
    untilReadable,
    untilIndexed,
    subscribe: (act) => void subscribers.push(act),
    onRecovery: (act) => void recoverers.push(act),

    // A change that comes meanwhile purges the response, so whoever asked sees whether the date is that of what it made.
    async findModified(cacheTags) {
      // A last request, while the server ends: nobody looks for other nodes' changes any more.
      if (stopped) return undefined;
      await untilIndexed();
      if (outbox.pending().length > 0) return undefined;
      const modified = await findModified(transactions, cacheTags);
      // A response with this date may be out now, whatever the clock says later.
      now();
      // After the dates: of a change of another node that dates what was made before it, this one hears now.
      if (!hasOneConnection) await looks.lookNow();
      return modified;
    },

    announce: (scopes) => outbox.append([{ scopes }]),
    exclusively: indexer.exclusively,
    usePlan: indexer.usePlan,
    indexed: indexer.settled,
    isBehind: indexer.isBehind,
  };

  return {
    ...changeLog,
    outbox,

    /** Has a function called with what was written on this node, at its commit and before it is indexed. */
    onWritten(act: (changes: Change[]) => void): void {
      writers.push(act);
    },

    /**
     * Has what is written indexed by a function; to be given before anything is written.
     *
     * @param due finds what has to be indexed though nobody wrote anything
     */
    indexBy(act: Index, due: () => Promise<Change[]>): void {
      index = act;
      findDue = due;
    },

    /** Begins to index and to look. */
    async prepare(): Promise<void> {
      await indexer.start();
      looks.start();
    },

    /** Ends; what was committed is indexed first. */
    async stop(): Promise<void> {
      stopped = true;
      await looks.stop();
      await indexer.stop();
      await newerVersions.close();
    },
  };
};
