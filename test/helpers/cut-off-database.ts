import { type App } from './app';
import { ARTICLE_UID } from '../../src/lib/constants';

interface RawConnection {
  __knexTxId?: string;
  __knex__disposed?: string;
  /** For better-sqlite3: rolls back uncommitted changes. */
  close?: () => void;
  /** For mysql2. */
  destroy?: () => void;
  /** For pg. */
  connection?: { stream: { destroy: () => void } };
}

interface KnexClient {
  _query: (connection: RawConnection, query: { sql: string }) => Promise<unknown>;
}

/** Ends a connection as the end of its process would: without a message to the server. */
const end = (connection: RawConnection): void => {
  // The pool replaces a disposed connection.
  connection.__knex__disposed = 'cut off';
  if (connection.connection) connection.connection.stream.destroy();
  else if (connection.destroy) connection.destroy();
  else connection.close?.();
};

/** A read-only statement: it does not matter whether it was the last to arrive. */
const isReading = (sql: string): boolean => /^\s*(?:select|pragma)\b/i.test(sql);

/**
 * Cuts an app off from its database during `act`, as a crash would: right before the given statement, counted from
 * 1 at the first statement of a transaction that names the articles' table. No further statement of the process
 * arrives until `act` has ended. `act` gets a promise of the cut.
 *
 * Read-only statements are neither counted nor stopped, since Strapi does not always survive their failure: an
 * error in the check for unique values is never handled (yup 0.32 does not await a test that rejects), and the
 * publication never ends.
 *
 * @returns whether there were as many statements
 */
export const cutOffAt = async (
  { strapi }: App,
  statement: number,
  act: (whenCutOff: Promise<void>) => Promise<unknown>,
): Promise<boolean> => {
  const client = strapi.db.connection.client as object;
  // Transactions have their own clients, of the same class.
  const prototype = client.constructor.prototype as KnexClient;
  const { tableName } = strapi.db.metadata.get(ARTICLE_UID);
  const { _query: send } = prototype;
  const own = Object.hasOwn(prototype, '_query');
  let sent = 0;
  let isCutOff = false;
  let tell: () => void;
  const whenCutOff = new Promise<void>((resolve) => (tell = resolve));
  prototype._query = async function (connection, query) {
    if (isReading(query.sql)) return send.call(this, connection, query);
    const isFirst = connection.__knexTxId !== undefined && query.sql.includes(tableName);
    if (sent > 0 || isFirst) sent += 1;
    if (sent === statement && !isCutOff) {
      isCutOff = true;
      tell();
    }
    if (isCutOff) {
      // Also of other transactions: MySQL would commit what is open when the pool lends the connection again.
      end(connection);
      throw new Error('Cut off from the database');
    }
    return send.call(this, connection, query);
  };
  try {
    await act(whenCutOff).catch(() => undefined);
  } finally {
    if (own) prototype._query = send;
    else delete (prototype as Partial<KnexClient>)._query;
  }
  return isCutOff;
};
