import { AsyncLocalStorage } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

/** Gathers what a transaction does, and acts on it once, at the transaction's end. */
export interface Collector<Collected> {
  create: () => Collected;
  /** Runs within the transaction, right before it is committed: everything is in place then. */
  finish: (collected: Collected) => Promise<void>;
}

interface Transaction {
  db: Core.Strapi['db'];
  trx: Knex.Transaction;
  collected: Map<Collector<unknown>, unknown>;
  hasWritten: boolean;
  /** Whether another one of this process has written that is not committed before this one begins. */
  isBesideWriter: boolean;
  /** Ends when all that was gathered has been acted on. */
  settling?: Promise<void>;
}

/** One for the process: each there is makes everything asynchronous slower, for as long as it runs. */
const storage = new AsyncLocalStorage<Transaction>();

/**
 * The transactions of the database, with work at their end. Strapi has callbacks for what comes after
 * a commit, none for what belongs before it: its events come before bidirectional relations are in
 * place, and some join rows are written without any event.
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

  const finishAll = async ({ collected }: Transaction): Promise<void> => {
    // What is done at the end may itself be gathered.
    while (collected.size > 0) {
      const [[collector, value]] = collected as unknown as [[Collector<unknown>, unknown]];
      collected.delete(collector);
      await collector.finish(value);
    }
  };

  /** Acts on what was gathered so far; who asks meanwhile waits for the same. */
  const settle = async (): Promise<void> => {
    const transaction = current();
    while (transaction && (transaction.settling || transaction.collected.size > 0)) {
      transaction.settling ??= finishAll(transaction).finally(() => {
        transaction.settling = undefined;
      });
      await transaction.settling;
    }
  };

  const transaction = db.transaction.bind(db) as (...parameters: unknown[]) => Promise<unknown>;
  /** @param isBesideWriter where what runs at the same time cannot be known */
  const begin = (trx: Knex.Transaction, isBesideWriter: boolean): Transaction => {
    const begun: Transaction = {
      db,
      trx,
      collected: new Map(),
      hasWritten: false,
      isBesideWriter: isBesideWriter || [...underWay].some(({ hasWritten }) => hasWritten),
    };
    underWay.add(begun);
    return begun;
  };

  const noteWrite = (writer: Transaction): void => {
    if (writer.hasWritten) return;
    writer.hasWritten = true;
    for (const other of underWay) if (other !== writer) other.isBesideWriter = true;
  };

  type Callback = (context: Knex.Transaction & Record<string, unknown>) => Promise<unknown>;
  db.transaction = (async (callback?: Callback) => {
    // One that was begun past this function has no work at its end: what is within brings its own.
    if (!callback || current()) return transaction(callback);
    const isWithinAnother = db.inTransaction();
    let begun: Transaction | undefined;
    return transaction(
      (
        context: { trx: Knex.Transaction; commit: () => Promise<void> } & Record<string, unknown>,
      ) => {
        begun = begin(context.trx, isWithinAnother);
        return storage.run(begun, async () => {
          const commit = async (): Promise<void> => {
            await settle();
            await context.commit();
          };
          const result = await callback({ ...context, commit } as never);
          await settle();
          return result;
        });
      },
    ).finally(() => begun && underWay.delete(begun));
  }) as typeof db.transaction;

  return {
    settle,

    /** Whether a transaction is under way: what is read in it may never be committed. */
    isUnderWay: (): boolean => current() !== undefined,

    /** Waits for the end of the transactions of this process that are under way now. */
    async untilEnded(): Promise<void> {
      await Promise.allSettled([...underWay].map(({ trx }) => trx.executionPromise));
    },

    /**
     * Watches who else writes while the transaction under way lasts.
     *
     * @returns to be asked at its end: whether another one of this process did. Neither may have seen
     * what the other wrote; whichever is committed last can look.
     */
    watchWriters(): () => boolean {
      const transaction = current();
      return () => transaction?.isBesideWriter ?? true;
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

    /** Gathers something in the transaction under way, or else acts on it in one of its own. */
    async collect<Collected>(
      collector: Collector<Collected>,
      add: (collected: Collected) => void,
    ): Promise<void> {
      const transaction = current();
      if (transaction) {
        const { collected } = transaction;
        const value = (collected.get(collector as Collector<unknown>) ??
          collector.create()) as Collected;
        collected.set(collector as Collector<unknown>, value);
        noteWrite(transaction);
        add(value);
        return;
      }
      await db.transaction(async () => {
        const begun = current();
        if (begun) noteWrite(begun);
        const value = collector.create();
        add(value);
        await collector.finish(value);
      });
    },
  };
};

export type Transactions = ReturnType<typeof createTransactions>;
