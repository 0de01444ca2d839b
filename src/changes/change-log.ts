import type { Core } from '@strapi/strapi';

import type { ChangeLog } from '../lib/change-log';
import { DatabaseAwayError, type Transactions } from '../lib/database';
import type { Change } from './change';
import { createIndexer, type Index } from './indexer';
import { createLooks } from './looks';
import { createOutbox } from './outbox';
import { createNewerVersions } from './newer-versions';
import { createClock, findModified } from './versions';

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
      indexer.wake();
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
  const untilIndexed = (): Promise<void> | undefined =>
    // Within a transaction on SQLite, it has the only connection: nothing is indexed before its end.
    hasOneConnection && transactions.isUnderWay() ? undefined : outbox.untilIndexed();

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
