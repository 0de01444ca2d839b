import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { DatabaseAwayError } from '../lib/database';
import { withDeadline } from '../lib/waiting';

/** A connection, as knex's client sees it. */
type Connection = { destroy?: () => void };

/** Properties of knex's clients that its types lack. */
interface Client extends Knex.Client {
  version?: string;
  constructor: new (config: Knex.Config) => Client;
}

type ConnectionSettings = Record<string, unknown> & { password?: unknown };
type Done = (error?: Error | null) => void;
type AfterCreate = (connection: never, done: Done) => void;

/** A connection to a server, as its driver sees it. */
interface ServerConnection {
  query: (sql: string, done: (error: Error | null) => void) => void;
  end: () => void;
  /** Only mysql2 has it. */
  destroy?: () => void;
}

/**
 * Milliseconds that the database may take to connect, and to answer. A connection to a dead host would wait for ever,
 * and a host that is back should be found within two seconds.
 */
const DEADLINE = 1_500;

/**
 * Has a new connection answer a first statement in time, and only then runs the site's own `afterCreate`, which may
 * take the role that may read. On a dead connection, an error of the site's function would be unhandled and end
 * Strapi's process: the connection pool of a dead server accepts connections all the same. A failed connection is
 * closed, since knex forgets it.
 */
const afterAnswer =
  (sql: string, ofSite: AfterCreate | undefined) =>
  (connection: ServerConnection, done: Done): void => {
    const close = (): void => (connection.destroy ? connection.destroy() : connection.end());
    const end: Done = (error) => {
      if (error) close();
      done(error);
    };
    const late = setTimeout(close, DEADLINE);
    connection.query(sql, (error) => {
      clearTimeout(late);
      if (error || !ofSite) end(error);
      else ofSite(connection as never, end);
    });
  };

/** Keeps a client from waiting for an answer that never comes. */
interface Limits {
  /** Additional settings of a connection. */
  settings: ConnectionSettings;
  /** Called with each new connection. */
  afterCreate: AfterCreate;
}

const limitsOf = (client: string, ofSite: AfterCreate | undefined): Limits => {
  switch (client) {
    case 'pg':
      return {
        settings: { connectionTimeoutMillis: DEADLINE, keepAlive: true },
        afterCreate: afterAnswer('select 1', ofSite),
      };
    case 'mysql2': {
      const seconds = Math.ceil(DEADLINE / 1_000);
      return {
        settings: { connectTimeout: DEADLINE },
        afterCreate: afterAnswer(`set session lock_wait_timeout = ${seconds}`, ofSite),
      };
    }
    default:
      return {
        settings: {},
        // better-sqlite3 waits for a lock by blocking the whole process, and so would the site's `afterCreate`.
        afterCreate: (connection: { pragma: (text: string) => void }, done) => {
          connection.pragma('busy_timeout = 0');
          done();
        },
      };
  }
};

/** knex hides the password in the settings that it gets, so it must be copied by name. */
const withLimits = (given: ConnectionSettings, limits: ConnectionSettings): ConnectionSettings => ({
  ...given,
  password: given.password,
  ...limits,
});

const nothing = (): void => undefined;

/**
 * A separate connection to Strapi's database, for reads that must not take long. Strapi's own connections may all be
 * occupied by statements that hang, or hang themselves. A read without an answer in time also ends on the server, and
 * the next one uses a new connection.
 *
 * Without it `test/api/database-stalled.test.ts` fails: while SQLite's file is locked, each look blocks the process.
 */
export const createLookConnection = (strapi: Core.Strapi) => {
  let opened: Client | undefined;
  let closed = false;

  const open = (): Client => {
    const main = strapi.db.connection.client as Client;
    const { config } = main;
    const ofSite = (config.pool as { afterCreate?: AfterCreate } | undefined)?.afterCreate;
    const { settings, afterCreate } = limitsOf(String(config.client), ofSite);
    const given = config.connection as ConnectionSettings | (() => Promise<ConnectionSettings>);
    return new main.constructor({
      ...config,
      connection: (typeof given === 'function'
        ? async () => withLimits(await given(), settings)
        : withLimits(given, settings)) as Knex.StaticConnectionConfig,
      // Given, so that knex does not ask for it on each connection.
      version: main.version,
      pool: {
        min: 0,
        max: 1,
        acquireTimeoutMillis: DEADLINE,
        createTimeoutMillis: DEADLINE,
        afterCreate,
      },
      acquireConnectionTimeout: DEADLINE,
      // The caller logs a failure, once.
      log: { warn: nothing, error: nothing, debug: nothing, deprecate: nothing },
    });
  };

  /** PostgreSQL ends the statement by itself, even behind a connection pool of the server. */
  const readFromPostgres = async (
    query: Knex.QueryBuilder,
    connection: Connection,
  ): Promise<unknown[]> => {
    const statements = [
      'begin read only',
      `set local statement_timeout = ${DEADLINE}`,
      query.toQuery(),
      'commit',
    ].join('; ');
    const results: { rows: unknown[] }[] = await strapi.db.connection
      .raw(statements)
      .connection(connection);
    return results[2]?.rows ?? [];
  };

  return {
    /**
     * Reads rows.
     *
     * @throws when the database cannot be reached, does not answer in time, or the connection is closed for good
     */
    async read<Row>(query: Knex.QueryBuilder): Promise<Row[]> {
      // A request may still be answered during shutdown: nobody would close a connection that it opens.
      if (closed) throw new DatabaseAwayError(new Error('Strapi is stopping.'));
      const client = (opened ??= open());
      const connection: Connection = await client.acquireConnection();
      try {
        const isPostgres = strapi.db.dialect.client === 'postgres';
        const rows = isPostgres
          ? readFromPostgres(query, connection)
          : query.connection(connection).then((found: unknown[]) => found);
        const late = () => new Error(`It has not answered for ${DEADLINE / 1_000} s.`);
        return (await withDeadline(rows, DEADLINE, late)) as Row[];
      } catch (error) {
        // Never use this connection again, whatever it may still return.
        if (opened === client) opened = undefined;
        connection.destroy?.();
        throw error;
      } finally {
        await client.releaseConnection(connection);
        if (opened !== client) client.destroy(nothing);
      }
    },

    /** Closes the connection, for good. */
    async close(): Promise<void> {
      closed = true;
      const client = opened;
      opened = undefined;
      if (client) await new Promise((done) => client.destroy(done));
    },
  };
};
