import { AsyncLocalStorage } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

interface Transaction {
  db: Core.Strapi['db'];
  trx: Knex.Transaction;
  /** What it collected, and the function that processes it within the transaction, right before the commit. */
  gathered?: { value: unknown; finish: () => Promise<void> };
}

/** One for the whole process: each AsyncLocalStorage in use slows down all asynchronous code. */
const storage = new AsyncLocalStorage<Transaction>();

const openTransactions = new Set<Transaction>();

const current = ({ db }: Pick<Core.Strapi, 'db'>): Transaction | undefined => {
  const transaction = storage.getStore();
  // Asynchronous work that a transaction started may outlive it.
  return transaction?.db === db && db.inTransaction() && !transaction.trx.isCompleted()
    ? transaction
    : undefined;
};

const finish = async (own: Transaction): Promise<void> => {
  const { gathered } = own;
  own.gathered = undefined;
  await gathered?.finish();
};

/**
 * Wraps `db.transaction` to run work right before the commit. Strapi only has callbacks for after the commit, but a
 * transaction must record its own changes, once.
 *
 * Without it `test/api/transactions.test.ts` fails: on SQLite, a save never ends. Without the work before the commit
 * `test/api/save-costs.test.ts` fails: one save adds several rows to the outbox.
 *
 * Call it before anything is written: in `register`.
 */
export const watchTransactions = (strapi: Core.Strapi): void => {
  const { db } = strapi;
  const transaction = db.transaction.bind(db) as (...parameters: unknown[]) => Promise<unknown>;

  type Callback = (context: Knex.Transaction & Record<string, unknown>) => Promise<unknown>;
  db.transaction = (async (callback?: Callback) => {
    // A transaction begun without a callback, or by knex, runs no work at its end. Transactions nested in it do.
    if (!callback || current(strapi)) return transaction(callback);
    let begun: Transaction | undefined;
    return transaction(
      (
        context: { trx: Knex.Transaction; commit: () => Promise<void> } & Record<string, unknown>,
      ) => {
        const own: Transaction = { db, trx: context.trx };
        begun = own;
        openTransactions.add(own);
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
    ).finally(() => begun && openTransactions.delete(begun));
  }) as typeof db.transaction;
};

/** Whether a transaction is open in this context: what it reads may never be committed. */
export const isInTransaction = (strapi: Pick<Core.Strapi, 'db'>): boolean =>
  current(strapi) !== undefined;

/** Waits for the end of all transactions that are open in this process now. */
export const untilTransactionsEnd = async ({ db }: Pick<Core.Strapi, 'db'>): Promise<void> => {
  const open = [...openTransactions].filter((one) => one.db === db);
  await Promise.allSettled(open.map(({ trx }) => trx.executionPromise));
};

/**
 * A query of a table, in the open transaction if there is one: the query sees the transaction's own writes, and on
 * SQLite the transaction occupies the only connection. On PostgreSQL, Strapi's connections know the schema.
 */
export const queryTable = (
  strapi: Pick<Core.Strapi, 'db'>,
  table: string | Record<string, string>,
): Knex.QueryBuilder => {
  const connection: Knex = current(strapi)?.trx ?? strapi.db.connection;
  return connection(table as string);
};

/**
 * Collects something in the open transaction, and processes it once, right before the commit; without a transaction,
 * at once. There is one caller, with one kind of collection.
 */
export const collectInTransaction = async <Collected>(
  strapi: Pick<Core.Strapi, 'db'>,
  create: () => Collected,
  add: (collected: Collected) => void,
  process: (collected: Collected) => Promise<void>,
): Promise<void> => {
  const under = current(strapi);
  const value = (under?.gathered?.value ?? create()) as Collected;
  add(value);
  if (!under) return process(value);
  under.gathered = { value, finish: () => process(value) };
};
