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
import { WAITING } from '../../src/changes/outbox';
import { ARTICLE_UID } from '../../src/lib/constants';
import type { SyndicationOptions } from '../../src/options/options';

checkOnce();

const ROOT = path.resolve(__dirname, '../..');

/** The plugin's entry in an app, and what it leads to. */
const PLUGIN_FILE = 'plugins/syndication/strapi-server.js';
const SOURCE = JSON.stringify(path.join(ROOT, 'strapi-server.ts'));
const ROLES = JSON.stringify(path.join(ROOT, 'src/panel/default-roles.ts'));

/** A Strapi app of its own folder and database, listening on a free port. */
export interface App {
  strapi: Core.Strapi;
  /** Address it listens on, without a final slash. */
  origin: string;
  get: (address: string, init?: RequestInit) => Promise<Response>;
  /** Ends it and keeps its data, to start on them again. */
  close: () => Promise<void>;
  /** Ends it, and removes its data unless the folder was given. */
  stop: () => Promise<void>;
}

export interface AppOptions {
  /** False for an app whose `config/plugins.ts` switches the plugin off. */
  enabled?: boolean;
  /** The plugin's options; no `config` at all when undefined. */
  config?: SyndicationOptions | Record<string, unknown>;
  /** What it keeps its data in; SQLite, unless TEST_DATABASE says otherwise. */
  database?: DatabaseKind;
  /** Folder of the app whose database it shares; its own otherwise. */
  databaseOf?: string;
  /** Address of the database server for the app alone, such as that of a proxy a test can break. */
  databaseAt?: ServerAddress;
  /** Public address of Strapi itself, `url` in `config/server.ts`. */
  url?: string;
  /** Where Strapi is told to listen, in `config/server.ts`; a test's app listens elsewhere. */
  server?: { host: string; port: number };
  /** Strapi's own plugins to start beside ours, by name, each with its options. */
  plugins?: Record<string, Record<string, unknown>>;
  /** Keeps the app's folder, to start on the same data again. */
  folder?: string;
  /** Starts on an empty database, as a new application does, not on a copy of a prepared one. */
  fromNothing?: boolean;
  /** Keeps warnings and errors in the folder, in this file, instead of showing errors. */
  logFile?: string;
  /** Further files of the app, by path: `public/sitemap.xml`, `src/index.js`, content types of a site. */
  files?: Record<string, string>;
}

/** What `config/middlewares.js` has unless `files` says otherwise. */
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

/** SQLite does not wait for the disk: what a test writes need not outlive the machine. */
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
  // A stream that writes at once: winston's own files are written some time later.
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

/** A minimal app around the plugin's source; Strapi would not load TypeScript by itself. */
const writeApp = (folder: string, options: AppOptions): void => {
  const { config, url, enabled = true, files = {} } = options;
  const resolve = path.join(folder, 'plugins/syndication');
  write(folder, 'package.json', JSON.stringify({ name: 'test-app', version: '0.0.0' }));
  // Read anew at each start; Jest keeps a required module for the whole test file.
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
      // Each start would ask the registry for the newest Strapi, and keep the response on disk.
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

/** Where the folder of the app is noted, for this process and those it starts. */
const PREPARED = (kind: DatabaseKind): string => `TEST_PREPARED_${kind.toUpperCase()}`;

/**
 * A database to copy for apps: Strapi has made its tables, roles and permissions there, which takes
 * most of a first start, and the plugin has given its rights to Strapi's roles; of its start there was
 * nothing else, but that it watched what is written. An app with content types of its own adds theirs. Made once for all files of a run, with
 * permissions for the plugin's own types: who replaces `plans.compile` asks for it before. None for apps
 * without the plugin, which start from nothing, and outside jest, whose global set-up gives the folder
 * and takes it away.
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
    `const { ACTIONS, grantDefaults } = require(${ROLES});
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

/** Apps that run, for the environment to close what a failing test has left (`shared-environment.cjs`). */
const APPS = Symbol.for('syndication.test-apps');
const holder = globalThis as { [APPS]?: Set<() => Promise<void>> };
const running = (holder[APPS] ??= new Set());

// What is late on a busy machine is not what tests tell of.
WAITING.atMost = 60_000;

/** Starts an app. `folder` of an earlier one starts on its data again. */
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
    // It may still be starting, when the test that started it has taken too long.
    await loaded.catch(() => undefined);
    await untilIdle(strapi);
    await strapi.destroy();
    running.delete(close);
  };
  running.add(close);
  await loaded.catch(async (error: unknown) => {
    // What it has opened by then, such as the database.
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
  // Five minutes after a database was made, Strapi counts its files: whoever counts statements or writes
  // just then would count these.
  strapi.cron.remove('uploadWeekly');
  await new Promise<void>((done) => {
    strapi.server.listen(0, '127.0.0.1', done);
  });
  // A test may write for longer than five seconds between two requests, which share a connection.
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
