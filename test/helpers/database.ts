import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';

import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { Client } from 'pg';

/** Kinds of database that the suites run on. */
export type DatabaseKind = 'sqlite' | 'postgres' | 'mysql';

/** The database of one app, with the `config` that `config/database.js` exports. */
export interface TestDatabase {
  /** Path of the file, or name on the server. */
  name: string;
  config: unknown;
  /** Creates the database if it is missing, as a copy of `from` if given. */
  create: (from?: TestDatabase) => Promise<void>;
  drop: () => Promise<void>;
}

/** Default for apps that do not ask for another kind; set by `TEST_DATABASE`. */
export const defaultDatabase = (process.env.TEST_DATABASE || 'sqlite') as DatabaseKind;

/** Address of a server, set by jest's global set-up or by a script. */
const serverUrl = (kind: 'postgres' | 'mysql'): URL => {
  const name = `TEST_${kind.toUpperCase()}_URL`;
  const url = process.env[name];
  if (!url) throw new Error(`No ${kind} server: ${name} is not set`);
  return new URL(url);
};

const credentials = (url: URL) => ({
  host: url.hostname,
  port: Number(url.port),
  user: url.username,
  password: url.password,
});

const onPostgres = async (statement: string): Promise<void> => {
  const client = new Client({ ...credentials(serverUrl('postgres')), database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const onMysql = async (work: (connection: Connection) => Promise<unknown>): Promise<void> => {
  const connection = await createConnection(credentials(serverUrl('mysql')));
  try {
    await work(connection);
  } finally {
    await connection.end();
  }
};

/** Copies tables with their rows: MySQL has no statement to copy a database. */
const copyTables = async (connection: Connection, from: string, to: string): Promise<void> => {
  const [tables] = await connection.query<RowDataPacket[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
    [from],
  );
  await connection.query(`USE \`${to}\``);
  await connection.query('SET foreign_key_checks = 0');
  for (const { name } of tables) {
    const original = `\`${from}\`.\`${name}\``;
    const [[made]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${original}`);
    await connection.query(made!['Create Table']);
    await connection.query(`INSERT INTO \`${name}\` SELECT * FROM ${original}`);
  }
};

const ignoring =
  (code: string) =>
  (error: { code?: string }): void => {
    if (error.code !== code) throw error;
  };

export interface ServerAddress {
  host: string;
  port: number;
}

/** Address of the tests' server. */
export const serverAddress = (kind: 'postgres' | 'mysql'): ServerAddress => {
  const { host, port } = credentials(serverUrl(kind));
  return { host, port };
};

/**
 * The database of the app in a folder; the same folder always gives the same database.
 *
 * @param at another address of the server, for this app only
 */
export const testDatabase = (
  kind: DatabaseKind,
  folder: string,
  at?: ServerAddress,
): TestDatabase => {
  const database = path.basename(folder).toLowerCase().replaceAll(/\W/g, '_');
  const filename = path.join(folder, 'data.db');
  switch (kind) {
    case 'sqlite':
      return {
        name: filename,
        config: {
          connection: { client: 'sqlite', connection: { filename }, useNullAsDefault: true },
        },
        create: async (from) => {
          if (from && !existsSync(filename)) copyFileSync(from.name, filename);
        },
        drop: async () => undefined,
      };
    case 'postgres':
      return {
        name: database,
        config: {
          connection: {
            client: 'postgres',
            connection: { ...credentials(serverUrl('postgres')), ...at, database },
            pool: { min: 0, max: 10 },
          },
        },
        create: (from) =>
          onPostgres(
            `CREATE DATABASE "${database}"${from ? ` TEMPLATE "${from.name}"` : ''}`,
          ).catch(ignoring('42P04')),
        drop: () => onPostgres(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`),
      };
    case 'mysql':
      return {
        name: database,
        config: {
          connection: {
            client: 'mysql',
            connection: { ...credentials(serverUrl('mysql')), ...at, database },
            pool: { min: 0, max: 10 },
          },
        },
        create: (from) =>
          onMysql(async (connection) => {
            await connection.query(`CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4`);
            if (from) await copyTables(connection, from.name, database);
          }).catch(ignoring('ER_DB_CREATE_EXISTS')),
        drop: () =>
          onMysql((connection) => connection.query(`DROP DATABASE IF EXISTS \`${database}\``)),
      };
  }
};
