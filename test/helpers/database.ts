import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';

import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { Client } from 'pg';

/** Databases the suites run on. */
export type DatabaseKind = 'sqlite' | 'postgres' | 'mysql';

/** What `config/database.js` exports, for one app of its own. */
export interface TestDatabase {
  /** Its file or its name on the server. */
  name: string;
  config: unknown;
  /** Creates it, as a copy of another of its kind if one is given, unless it is there. */
  create: (from?: TestDatabase) => Promise<void>;
  drop: () => Promise<void>;
}

/** Set by `TEST_DATABASE`; what an app runs on that does not ask for one. */
export const defaultDatabase = (process.env.TEST_DATABASE || 'sqlite') as DatabaseKind;

/** Address of a server, as the global set-up of jest (or a script) gives it. */
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

/** Copies the tables of a database and their rows: MySQL has no statement that copies databases. */
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

/** Where a server listens. */
export interface ServerAddress {
  host: string;
  port: number;
}

/** Where the server listens that the tests use. */
export const serverAddress = (kind: 'postgres' | 'mysql'): ServerAddress => {
  const { host, port } = credentials(serverUrl(kind));
  return { host, port };
};

/**
 * The database of the app in a folder: the same folder has the same one.
 *
 * @param at another way to the server, for the app alone
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
