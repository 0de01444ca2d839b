import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createStrapi, type Core } from '@strapi/strapi';

import {
  type DatabaseKind,
  defaultDatabase,
  type ServerAddress,
  type TestDatabase,
  testDatabase,
} from './database';
import { checkOnce, forgetApp } from './forget-app';
import { waitForIndex } from './indexed';
import { untilIdle } from './until-idle';
import { WAIT_TIMES } from '../../src/changes/outbox';
import { MOMENT_LIMITS } from '../../src/changes/versions';
import { ARTICLE_UID } from '../../src/lib/constants';
import type { SyndicationOptions } from '../../src/options/options';

checkOnce();

const ROOT = path.resolve(__dirname, '../..');

/** The plugin's entry file in an app, and the sources that it loads. */
const PLUGIN_FILE = 'plugins/syndication/strapi-server.js';
const SOURCE = JSON.stringify(path.join(ROOT, 'strapi-server.ts'));
const PERMISSIONS_FILE = JSON.stringify(path.join(ROOT, 'src/panel/permissions.ts'));

/** A Strapi app with its own folder and database, listening on a free port. */
export interface App {
  strapi: Core.Strapi;
  /** Address of the app, without a final slash. */
  origin: string;
  get: (address: string, init?: RequestInit) => Promise<Response>;
  /** Stops the app and keeps its data, so that another can start on them. */
  close: () => Promise<void>;
  /** Stops the app, and removes its data unless `folder` was given. */
  stop: () => Promise<void>;
}

export interface AppOptions {
  /** False for an app whose `config/plugins.ts` switches the plugin off. */
  enabled?: boolean;
  /** The plugin's options; undefined for an app without `config`. */
  config?: SyndicationOptions | Record<string, unknown>;
  /** The kind of database; by default that of TEST_DATABASE, or SQLite. */
  database?: DatabaseKind;
  /** Folder of the app whose database to share; by default the app has its own. */
  databaseOf?: string;
  /** Address of the database server for this app, such as that of a proxy that a test can break. */
  databaseAt?: ServerAddress;
  /** Public address of Strapi itself, `url` in `config/server.ts`. */
  url?: string;
  /** Host and port in `config/server.ts`; the app itself listens on a free port. */
  server?: { host: string; port: number };
  /** Strapi's own plugins to enable, by name, each with its options. */
  plugins?: Record<string, Record<string, unknown>>;
  /** Folder of the app, which is kept, so that another app can start on its data. */
  folder?: string;
  /** Starts on an empty database, as a new project does, instead of a copy of the prepared one. */
  fromNothing?: boolean;
  /** File in the folder for warnings and errors; without it, errors are printed. */
  logFile?: string;
  /** More files of the app, by path: `public/sitemap.xml`, `src/index.js`, content types of a site. */
  files?: Record<string, string>;
}

/** Entries of `config/middlewares.js`, unless `files` replaces it. */
export const STRAPI_MIDDLEWARES = [
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];

const write = (folder: string, file: string, content: string): void => {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
};

const exported = (value: unknown): string => `module.exports = ${JSON.stringify(value)};`;

const databaseFor = (folder: string, { database, databaseOf, databaseAt }: AppOptions) =>
  testDatabase(database ?? defaultDatabase, databaseOf ?? folder, databaseAt);

/** With SQLite, writes are not synced to disk: test data need not survive a crash. */
const databaseConfig = (folder: string, options: AppOptions): string => `
const config = ${JSON.stringify(databaseFor(folder, options).config)};
if (config.connection.client === 'sqlite') {
  config.connection.pool = {
    afterCreate(connection, done) {
      connection.pragma('synchronous = off');
      done(null, connection);
    },
  };
}
module.exports = config;`;

const loggerConfig = (folder: string, { logFile }: AppOptions): string => {
  if (logFile === undefined) return exported({ level: 'error' });
  const file = JSON.stringify(path.join(folder, logFile));
  // Writes synchronously, while winston's own files are written with a delay.
  return `
const { Writable } = require('node:stream');
const { transports } = require(${JSON.stringify(require.resolve('winston'))});
const stream = new Writable({
  write(line, _encoding, done) {
    require('node:fs').appendFileSync(${file}, line);
    done();
  },
});
module.exports = { level: 'warn', transports: [new transports.Stream({ stream })] };`;
};

/** Writes a minimal app around the plugin's source, since Strapi does not load TypeScript by itself. */
const writeApp = (folder: string, options: AppOptions): void => {
  const { config, url, enabled = true, files = {} } = options;
  const resolve = path.join(folder, 'plugins/syndication');
  write(folder, 'package.json', JSON.stringify({ name: 'test-app', version: '0.0.0' }));
  // JSON is read at each start, while Jest caches a required module for the whole test file.
  const plugins = path.join(folder, 'plugins.json');
  const others = Object.entries(options.plugins ?? {}).map(([name, own]) => {
    const home = path.join(ROOT, 'node_modules/@strapi', `plugin-${name}`);
    return [name, { enabled: true, resolve: home, config: own }];
  });
  write(
    folder,
    'plugins.json',
    JSON.stringify({
      ...Object.fromEntries(others),
      syndication: { enabled, resolve, config },
    }),
  );
  write(
    folder,
    'config/plugins.js',
    `module.exports = () => JSON.parse(require('fs').readFileSync(${JSON.stringify(plugins)}));`,
  );
  write(
    folder,
    'config/server.js',
    exported({
      host: '127.0.0.1',
      port: 0,
      ...options.server,
      url,
      app: { keys: ['k'] },
      // Otherwise each start asks the registry for the newest Strapi and stores the response on disk.
      logger: { updates: { enabled: false } },
    }),
  );
  write(
    folder,
    'config/admin.js',
    exported({
      auth: { secret: 's' },
      apiToken: { salt: 's' },
      transfer: { token: { salt: 's' } },
      serveAdminPanel: false,
      autoOpen: false,
    }),
  );
  write(folder, 'config/database.js', databaseConfig(folder, options));
  write(folder, 'config/middlewares.js', exported(STRAPI_MIDDLEWARES));
  write(folder, 'config/logger.js', loggerConfig(folder, options));
  mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  write(
    folder,
    'plugins/syndication/package.json',
    JSON.stringify({
      name: 'strapi-plugin-syndication',
      version: '0.0.0',
      strapi: { kind: 'plugin', name: 'syndication', displayName: 'Syndication' },
    }),
  );
  write(folder, PLUGIN_FILE, `module.exports = require(${SOURCE});`);
  Object.entries(files).forEach(([file, content]) => write(folder, file, content));
};

/** Environment variable with the prepared app's folder, for this process and its children. */
const PREPARED = (kind: DatabaseKind): string => `TEST_PREPARED_${kind.toUpperCase()}`;

/**
 * A database to copy for apps. It has Strapi's tables, roles and permissions, which take most of a first start, and
 * the roles have the plugin's default permissions; the rest of the plugin's bootstrap has not run. An app with its
 * own content types adds their tables. It is made once for all files of a run, for the plugin's own types: a test
 * that replaces `plans.compile` calls this first. Undefined for apps without the plugin, which start from nothing,
 * and outside jest, whose global set-up creates and removes the parent folder.
 */
export const preparedDatabase = async (options: AppOptions): Promise<TestDatabase | undefined> => {
  const { database: kind = defaultDatabase, enabled = true } = options;
  if (options.fromNothing || !enabled) return undefined;
  const { TEST_PREPARED: parent, [PREPARED(kind)]: known } = process.env;
  if (!parent) return undefined;
  if (known) return testDatabase(kind, known);
  const folder = mkdtempSync(path.join(parent, 'syndication-prepared-'));
  const database = testDatabase(kind, folder);
  await database.create();
  writeApp(folder, { database: kind });
  write(
    folder,
    PLUGIN_FILE,
    `const { ACTIONS, grantDefaults } = require(${PERMISSIONS_FILE});
module.exports = {
  ...require(${SOURCE}).default,
  async bootstrap({ strapi }) {
    await strapi.service('admin::permission').actionProvider.registerMany(ACTIONS);
    await grantDefaults(strapi);
  },
};`,
  );
  const strapi = await createStrapi({ appDir: folder, distDir: folder }).load();
  await untilIdle(strapi);
  await strapi.destroy();
  process.env[PREPARED(kind)] = folder;
  return database;
};

/** Running apps, which the environment closes after a failing test (`shared-environment.cjs`). */
const APPS = Symbol.for('syndication.test-apps');
const holder = globalThis as { [APPS]?: Set<() => Promise<void>> };
const running = (holder[APPS] ??= new Set());

// A longer wait, so that a busy machine fails no test.
WAIT_TIMES.ofRequest = 60_000;
// All nodes of a test have the clock of one machine: nobody waits for a slower one.
MOMENT_LIMITS.tolerance = 0;

/** Starts an app; with the `folder` of an earlier app, on its data. */
export const startApp = async (options: AppOptions = {}): Promise<App & { folder: string }> => {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'syndication-'));
  const database = databaseFor(folder, options);
  await database.create(await preparedDatabase(options));
  const cleanUp = async (): Promise<void> => {
    if (options.folder !== undefined) return;
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  writeApp(folder, options);
  forgetApp();
  const strapi = createStrapi({ appDir: folder, distDir: folder });
  const loaded = strapi.load();
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    // The app may still be starting if its test timed out.
    await loaded.catch(() => undefined);
    await untilIdle(strapi);
    await strapi.destroy();
    running.delete(close);
  };
  running.add(close);
  await loaded.catch(async (error: unknown) => {
    // Close what it opened before it failed, such as the database.
    running.delete(close);
    await strapi.destroy().catch(() => undefined);
    await cleanUp();
    throw error;
  });
  if (options.enabled !== false && !strapi.contentTypes[ARTICLE_UID]) {
    await close();
    throw new Error('The plugin was not loaded');
  }
  if (options.enabled !== false) waitForIndex(strapi);
  // Strapi counts its uploads five minutes after a database was made. That would disturb tests that count
  // statements or writes.
  strapi.cron.remove('uploadWeekly');
  await new Promise<void>((done) => {
    strapi.server.listen(0, '127.0.0.1', done);
  });
  // A test may write for longer than the default five seconds between two requests on one connection.
  strapi.server.httpServer.keepAliveTimeout = 300_000;
  const { port } = strapi.server.httpServer.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    strapi,
    folder,
    origin,
    get: (address, init) => fetch(new URL(address, origin), { redirect: 'manual', ...init }),
    close,
    async stop() {
      await close();
      await cleanUp();
    },
  };
};
