import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';

import type { App } from './app';

/** A database server for one test, which can stop it at any moment. */
export interface OwnServer {
  /** Address for an app, with a user whose rights are limited to its data. */
  url: string;
  /** Suspends all processes of the server, and waits until they stand still. */
  freeze: () => void;
  /** Resumes them. */
  thaw: () => void;
  /** Makes the server read-only or writable again, for an app's open connections as well. */
  setReadOnly: (isReadOnly: boolean, app: Pick<App, 'strapi'>) => Promise<void>;
  stop: () => Promise<void>;
}

type Kind = 'postgres' | 'mysql';

/** Runs statements as the server's administrator. */
const administer = async (kind: Kind, url: string, statements: string[]): Promise<void> => {
  if (kind === 'postgres') {
    const { hostname, port, username, password } = new URL(url);
    const client = new Client({
      host: hostname,
      port: Number(port),
      user: username,
      password,
      database: 'postgres',
    });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  } else {
    const connection = await createConnection(url);
    for (const statement of statements) await connection.query(statement);
    await connection.end();
  }
};

/** Creates a user for whom `read_only` applies: MariaDB exempts its administrator. */
const createUser = async (url: string): Promise<string> => {
  await administer('mysql', url, [
    "create user 'app'@'%' identified by 'password'",
    "grant select, insert, update, delete, create, drop, alter, index, references, process on *.* to 'app'@'%'",
  ]);
  const own = new URL(url);
  own.username = 'app';
  own.password = 'password';
  return own.href;
};

const readOnlyStatements: Record<Kind, (isReadOnly: boolean) => string[]> = {
  postgres: (isReadOnly) => [
    `alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    'select pg_reload_conf()',
  ],
  mysql: (isReadOnly) => [`set global read_only = ${isReadOnly ? 1 : 0}`],
};

/** Waits until all connections of an app use a setting: PostgreSQL applies it to each with a delay. */
const untilReloaded = async ({ strapi }: Pick<App, 'strapi'>, wanted: string): Promise<void> => {
  const { connection } = strapi.db;
  const { client } = connection;
  const all = await Promise.all(
    Array.from({ length: client.pool.max }, () => client.acquireConnection()),
  );
  for (const one of all) {
    for (let found = ''; found !== wanted;) {
      const { rows } = await connection.raw('show default_transaction_read_only').connection(one);
      found = rows[0].default_transaction_read_only;
    }
    await client.releaseConnection(one);
  }
};

export const startOwnServer = async (kind: Kind): Promise<OwnServer> => {
  const child = fork(path.join(__dirname, 'server-process.mjs'), [kind], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ url, pid }] = (await once(child, 'message')) as [{ url: string; pid: number }];

  /** Child processes: PostgreSQL has one for each connection. */
  const children = (): number[] => {
    if (kind === 'mysql') return [];
    const listed = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
    return listed.trim().split('\n').map(Number);
  };
  const signal = (name: NodeJS.Signals): void => {
    for (const one of [pid, ...children()]) {
      try {
        process.kill(one, name);
      } catch {
        // The process has ended meanwhile.
      }
    }
  };

  /** On a busy machine, a process goes on answering until its turn to stop comes. */
  const freeze = (): void => {
    signal('SIGSTOP');
    const listed = ['-o', 'state=', '-p', [pid, ...children()].join()];
    const isStill = (state: string): boolean => /^[TZ]/.test(state);
    while (!execFileSync('ps', listed, { encoding: 'utf8' }).trim().split('\n').every(isStill));
  };

  return {
    url: kind === 'mysql' ? await createUser(url) : url,
    freeze,
    thaw: () => signal('SIGCONT'),
    async setReadOnly(isReadOnly, app) {
      await administer(kind, url, readOnlyStatements[kind](isReadOnly));
      if (kind === 'postgres') await untilReloaded(app, isReadOnly ? 'on' : 'off');
    },
    async stop() {
      signal('SIGCONT');
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
