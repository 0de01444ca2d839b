import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { DatabaseAwayError } from '../lib/database';
import { within } from '../lib/waiting';

/** A connection as its client has it. */
type Connection = { destroy?: () => void };

/** What knex's clients have beside their types. */
interface Client extends Knex.Client {
  version?: string;
  constructor: new (config: Knex.Config) => Client;
}

type Settings = Record<string, unknown> & { password?: unknown };
type Done = (error?: Error | null) => void;
type AfterCreate = (connection: never, done: Done) => void;

/** A connection to a server, as its driver has it. */
interface ServerConnection {
  query: (sql: string, done: (error: Error | null) => void) => void;
  end: () => void;
  /** Of mysql2. */
  destroy?: () => void;
}

/**
 * How long the database may take to connect, and to answer, in milliseconds: a connection to a host that is
 * gone would wait for ever, and one that is back is to be found within two seconds.
 */
const DEADLINE = 1_500;

/**
 * Has a new connection answer a first statement in time, and then what a site does with each: take the role that may
 * read. Where that fails, nobody hears of it, and Strapi's process ends: a pool of a server that is gone takes
 * connections all the same. What fails is closed, since knex forgets it.
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

/** How a client is kept from waiting longer for what never comes. */
interface Limits {
  /** Further settings of a connection. */
  settings: Settings;
  /** What is done with a new connection. */
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
        // better-sqlite3 waits for a lock by holding up the whole process, as what a site does would.
        afterCreate: (connection: { pragma: (text: string) => void }, done) => {
          connection.pragma('busy_timeout = 0');
          done();
        },
      };
  }
};

/** knex hides the password of what it is given. */
const withLimits = (given: Settings, limits: Settings): Settings => ({
  ...given,
  password: given.password,
  ...limits,
});

const nothing = (): void => undefined;

/**
 * A connection of its own to Strapi's database, for reads that nobody may wait for long: Strapi's own
 * connections may all be taken by statements that hang, and hang themselves for as long as it
 * takes. A read that has no response in time ends on the server as well, and the next one is made on a
 * new connection.
 */
export const createLookConnection = (strapi: Core.Strapi) => {
  let opened: Client | undefined;
  let closed = false;

  const open = (): Client => {
    const main = strapi.db.connection.client as Client;
    const { config } = main;
    const ofSite = (config.pool as { afterCreate?: AfterCreate } | undefined)?.afterCreate;
    const { settings, afterCreate } = limitsOf(String(config.client), ofSite);
    const given = config.connection as Settings | (() => Promise<Settings>);
    return new main.constructor({
      ...config,
      connection: (typeof given === 'function'
        ? async () => withLimits(await given(), settings)
        : withLimits(given, settings)) as Knex.StaticConnectionConfig,
      // Known, so that it is not asked for on each connection.
      version: main.version,
      pool: {
        min: 0,
        max: 1,
        acquireTimeoutMillis: DEADLINE,
        createTimeoutMillis: DEADLINE,
        afterCreate,
      },
      acquireConnectionTimeout: DEADLINE,
      // What fails is told by whoever asked, once.
      log: { warn: nothing, error: nothing, debug: nothing, deprecate: nothing },
    });
  };

  /** PostgreSQL ends a statement by itself, also where a pool of the server's hands on connections. */
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
     * @throws when the database cannot be reached, or has not answered in time; once it is closed
     */
    async read<Row>(query: Knex.QueryBuilder): Promise<Row[]> {
      // A request may still be answered while the server ends: nobody would close what it opens.
      if (closed) throw new DatabaseAwayError(new Error('Strapi is stopping.'));
      const client = (opened ??= open());
      const connection: Connection = await client.acquireConnection();
      try {
        const isPostgres = strapi.db.dialect.client === 'postgres';
        const rows = isPostgres
          ? readFromPostgres(query, connection)
          : query.connection(connection).then((found: unknown[]) => found);
        const late = () => new Error(`It has not answered for ${DEADLINE / 1_000} s.`);
        return (await within(rows, DEADLINE, late)) as Row[];
      } catch (error) {
        // Never to be used again, whatever it may still bring.
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
