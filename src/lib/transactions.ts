import { AsyncLocalStorage } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

/** Gathers what a transaction does, and acts on it once, at the transaction's end. */
export interface Collector<Collected> {
  create: () => Collected;
  /** Runs within the transaction, right before it is committed. */
  finish: (collected: Collected) => Promise<void>;
}

interface Transaction {
  db: Core.Strapi['db'];
  trx: Knex.Transaction;
  gathered?: { collector: Collector<unknown>; value: unknown };
}

/** One for the process: each there is makes everything asynchronous slower, for as long as it runs. */
const storage = new AsyncLocalStorage<Transaction>();

/**
 * The transactions of the database, with work at their end. Strapi has callbacks for what comes after a commit,
 * none for what belongs before it: what a transaction wrote is named once, and in the transaction itself.
 *
 * To be created before anything is written: in `register`.
 */
export const createTransactions = (strapi: Core.Strapi) => {
  const { db } = strapi;
  const underWay = new Set<Transaction>();

  const current = (): Transaction | undefined => {
    const transaction = storage.getStore();
    // What a transaction started may outlive it.
    return transaction?.db === db && db.inTransaction() && !transaction.trx.isCompleted()
      ? transaction
      : undefined;
  };

  const finish = async (own: Transaction): Promise<void> => {
    const { gathered } = own;
    own.gathered = undefined;
    await gathered?.collector.finish(gathered.value);
  };

  const transaction = db.transaction.bind(db) as (...parameters: unknown[]) => Promise<unknown>;

  type Callback = (context: Knex.Transaction & Record<string, unknown>) => Promise<unknown>;
  db.transaction = (async (callback?: Callback) => {
    // One that was begun past this function has no work at its end: what is within brings its own.
    if (!callback || current()) return transaction(callback);
    let begun: Transaction | undefined;
    return transaction(
      (
        context: { trx: Knex.Transaction; commit: () => Promise<void> } & Record<string, unknown>,
      ) => {
        const own: Transaction = { db, trx: context.trx };
        begun = own;
        underWay.add(own);
        return storage.run(own, async () => {
          const commit = async (): Promise<void> => {
            await finish(own);
            await context.commit();
          };
          const result = await callback({ ...context, commit } as never);
          await finish(own);
          return result;
        });
      },
    ).finally(() => begun && underWay.delete(begun));
  }) as typeof db.transaction;

  return {
    /** Whether a transaction is under way: what is read in it may never be committed. */
    isUnderWay: (): boolean => current() !== undefined,

    /** Waits for the end of the transactions of this process that are under way now. */
    async untilEnded(): Promise<void> {
      await Promise.allSettled([...underWay].map(({ trx }) => trx.executionPromise));
    },

    /**
     * A query of a table, in the transaction under way where there is one: it sees what was written
     * there, and on SQLite the only connection is taken. Strapi's connections to PostgreSQL look into
     * the schema of its configuration by themselves.
     */
    rows(table: string | Record<string, string>): Knex.QueryBuilder {
      const connection: Knex = current()?.trx ?? db.connection;
      return connection(table as string);
    },

    /**
     * Gathers something in the transaction under way, or else acts on it at once.
     *
     * @param collector the one of this Strapi
     */
    async collect<Collected>(
      collector: Collector<Collected>,
      add: (collected: Collected) => void,
    ): Promise<void> {
      const under = current();
      const value = (under?.gathered?.value ?? collector.create()) as Collected;
      add(value);
      if (!under) return collector.finish(value);
      under.gathered = { collector: collector as Collector<unknown>, value };
    },
  };
};

export type Transactions = ReturnType<typeof createTransactions>;
