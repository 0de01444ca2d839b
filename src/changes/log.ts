import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import type { Transactions } from '../lib/transactions';
import { DatabaseAwayError } from '../lib/database-errors';
import { CHANGE_TABLE, ROWS_AT_ONCE } from './log-table';
import { createLooks } from './looks';
import { createNumbering } from './numbering';
import { createReader, cacheTagsOf } from './reader';

/** Acts on changes: purges what is kept in memory of what these cache tags stand for. */
type Subscriber = (cacheTags: string[]) => void;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/**
 * Tells the nodes what changed: this one at once, the others through the database.
 *
 * @param staleIfError how long what is in memory is served without the database, in seconds
 */
export const createLog = (
  strapi: Core.Strapi,
  {
    transactions,
    staleIfError,
  }: { transactions: Pick<Transactions, 'rows'>; staleIfError: number },
) => {
  /**
   * Strapi has a single connection to SQLite, taken while a transaction lasts. One node writes to
   * such a database, so no date waits for word of another; it is looked for all the same.
   */
  const hasOneConnection = strapi.db.dialect.client === 'sqlite';
  const subscribers: Subscriber[] = [];

  const recoverers: (() => void)[] = [];
  let stopped = false;

  const tell = (cacheTags: string[]): void => subscribers.forEach((act) => act(cacheTags));

  const reader = createReader(strapi, tell);

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
      await reader.look();
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

  const numbering = createNumbering(strapi, {
    transactions,
    hasOneConnection,
    isTroubled: looks.isTroubled,
  });

  /** What committed changes concern that have no number yet. */
  const findUnnumbered = async (): Promise<Set<string>> => {
    if (hasOneConnection) return new Set();
    const rows: { scopes: string | null }[] = await strapi.db
      .connection(CHANGE_TABLE)
      .whereNull('revision')
      .limit(ROWS_AT_ONCE)
      .select('scopes');
    return new Set(rows.length === ROWS_AT_ONCE ? [CACHE_TAGS.everything] : cacheTagsOf(rows));
  };

  const { isUsable, isTroubled, isAway, catchUp } = looks;

  return {
    isUsable,
    isTroubled,
    isAway,
    catchUp,
    hasOthers: reader.hasOthers,

    /**
     * To be awaited before a response, the settings or whether there is anything are read. Strapi's
     * connection to SQLite waits for the lock of another process by holding up this one, with all it
     * serves: so a look comes first, which waits for no lock. A lock that is taken after it is waited for.
     *
     * @throws DatabaseAwayError when the database does not answer
     */
    async untilReadable(): Promise<void> {
      if (hasOneConnection) await looks.untilSucceeded();
      else if (isAway()) throw new DatabaseAwayError();
    },

    /** Has a function called with what each change concerns: at its commit, or when a look finds it. */
    subscribe(act: Subscriber): void {
      subscribers.push(act);
    },

    /** Has a function called when the database answers again that did not. */
    onRecovery(act: () => void): void {
      recoverers.push(act);
    },

    /**
     * When a response last changed that shows what these cache tags stand for, in seconds since 1970;
     * undefined while that is not settled: a change was committed and has no number yet.
     *
     * To be asked once the response has been made. A change that comes meanwhile purges it, so whoever
     * asked sees whether the date is that of what it made.
     *
     * @throws when the database cannot be read
     */
    async findModified(cacheTags: Set<string>): Promise<number | undefined> {
      // A last request, while the server ends: nobody looks for other nodes' changes any more.
      if (stopped) return undefined;
      // Before the dates: what gets its number between the two is in the dates at least.
      const unnumbered = await findUnnumbered();
      const modified = await numbering.modified(cacheTags);
      if (!hasOneConnection) await looks.lookNow();
      if (unnumbered.has(CACHE_TAGS.everything)) return undefined;
      if ([...cacheTags].some((cacheTag) => unnumbered.has(cacheTag))) return undefined;
      return modified;
    },

    /**
     * What the last change that is committed is known by, to be compared: each has a row in its own
     * transaction.
     */
    async findLastCommitted(): Promise<unknown> {
      const newest = transactions.rows(CHANGE_TABLE).max('id as last');
      return (await newest.first<{ last: unknown }>()).last;
    },

    /** Notes the date that a response of these cache tags is given with. */
    giveModified: numbering.give,

    /**
     * Says what changed. Part of the transaction under way, if any: other nodes hear of it exactly
     * when the change itself is committed, and nobody when it is rolled back.
     */
    async announce(cacheTags: string[]): Promise<void> {
      await strapi.db.transaction(async ({ trx, onCommit }) => {
        const revision = hasOneConnection ? await numbering.inTransaction(trx, cacheTags) : null;
        const row = { scopes: JSON.stringify(cacheTags), revision, name: null };
        const insert = trx(CHANGE_TABLE).insert(row);
        const [inserted] = await (strapi.db.dialect.useReturning()
          ? insert.returning('id')
          : insert);
        const id: number = typeof inserted === 'object' ? inserted.id : inserted;
        onCommit(() => {
          reader.addOwn(id);
          tell(cacheTags);
          if (!hasOneConnection) numbering.soon();
        });
      });
    },

    /** The end of the numbering of all that is committed by now. */
    numbered: numbering.settled,

    /** Begins: on a new installation with an empty log. */
    async prepare(): Promise<void> {
      await numbering.start();
      looks.start();
    },

    /** Ends; what is being numbered is numbered first. */
    async stop(): Promise<void> {
      stopped = true;
      await looks.stop();
      await reader.close();
      await numbering.stop();
    },
  };
};

export type Log = ReturnType<typeof createLog>;
