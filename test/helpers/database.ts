import path from 'node:path';

import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';

/** Databases the suites run on. */
export type DatabaseKind = 'sqlite' | 'postgres' | 'mysql';

/** What `config/database.js` exports, for one app of its own. */
export interface TestDatabase {
  config: unknown;
  create: () => Promise<void>;
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

const onMysql = async (statement: string): Promise<void> => {
  const connection = await createConnection(credentials(serverUrl('mysql')));
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
};

const ignoring =
  (code: string) =>
  (error: { code?: string }): void => {
    if (error.code !== code) throw error;
  };

/** The database of the app in a folder: the same folder has the same one. */
export const testDatabase = (kind: DatabaseKind, folder: string): TestDatabase => {
  const database = path.basename(folder).toLowerCase().replaceAll(/\W/g, '_');
  switch (kind) {
    case 'sqlite':
      return {
        config: {
          connection: {
            client: 'sqlite',
            connection: { filename: path.join(folder, 'data.db') },
            useNullAsDefault: true,
          },
        },
        create: async () => undefined,
        drop: async () => undefined,
      };
    case 'postgres':
      return {
        config: {
          connection: {
            client: 'postgres',
            connection: { ...credentials(serverUrl('postgres')), database },
            pool: { min: 0, max: 10 },
          },
        },
        create: () => onPostgres(`CREATE DATABASE "${database}"`).catch(ignoring('42P04')),
        drop: () => onPostgres(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`),
      };
    case 'mysql':
      return {
        config: {
          connection: {
            client: 'mysql',
            connection: { ...credentials(serverUrl('mysql')), database },
            pool: { min: 0, max: 10 },
          },
        },
        create: () =>
          onMysql(`CREATE DATABASE IF NOT EXISTS \`${database}\` CHARACTER SET utf8mb4`),
        drop: () => onMysql(`DROP DATABASE IF EXISTS \`${database}\``),
      };
  }
};
