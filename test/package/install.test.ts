import { execFile as execFileWithCallback, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import Parser from 'rss-parser';

import rootPackage from '../../package.json';
import newApp from './new-app.json';
import { testDatabase } from '../helpers/database';
import { linkModules } from './link-modules';
import { type Running, start } from './start';
import { takeApp } from './take-app';

const ROOT = path.resolve(__dirname, '../..');
const MODULES = 'node_modules';
const { devDependencies, peerDependencies } = rootPackage;

/** The oldest Strapi the plugin takes, and the one it is developed with. */
const OLDEST = peerDependencies['@strapi/strapi'].slice(1);
const PINNED = devDependencies['@strapi/strapi'];

/** Versions of Node and their programs, found by the global set-up. */
const EVERY_NODE = JSON.parse(process.env.TEST_NODES ?? '[]') as [number, string][];

/** Those that the tests do not run on, as the first of the tests does. */
const OTHER_NODES = EVERY_NODE.filter(([, program]) => program !== process.execPath);

const CONFIG = {
  'config/server.js': `module.exports = ({ env }) => ({
    host: '127.0.0.1', port: env.int('PORT'), app: { keys: ['a', 'b'] }, proxy: { koa: true },
  });`,
  'config/admin.js': `module.exports = {
    auth: { secret: 's' }, apiToken: { salt: 's' }, transfer: { token: { salt: 's' } },
  };`,
  'config/database.js': `module.exports = process.env.DATABASE
    ? JSON.parse(process.env.DATABASE)
    : { connection: { client: 'sqlite', connection: { filename: '.tmp/data.db' }, useNullAsDefault: true } };`,
  'config/middlewares.js': `module.exports = [
    'strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy',
    'strapi::query', 'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public',
  ];`,
  // That all of the panel fits together is found before anything is left out of it or made short.
  'src/admin/vite.config.js': `module.exports = (config) => ({
    ...config,
    build: {
      ...config.build,
      minify: false,
      rollupOptions: { ...config.build.rollupOptions, treeshake: false },
    },
  });`,
  // What an editor completes from the types that the package ships.
  'types-check/plugins.ts': `
    import { defineSources, type SyndicationOptions } from 'strapi-plugin-syndication/strapi-server';
    const config: SyndicationOptions = { siteName: 'Field Notes', itemsPerFeed: 50 };
    // @ts-expect-error a misspelt option is found before the app starts
    const wrong: SyndicationOptions = { itemPerFeed: 50 };
    const sources = defineSources({ 'api::article.article': { title: 'headline' } });
    // @ts-expect-error a misspelt key as well
    defineSources({ 'api::article.article': { tilte: 'headline' } });
    export default () => ({ syndication: { enabled: true, config }, wrong, sources });
  `,
};

const execFile = promisify(execFileWithCallback);

const execute = async (folder: string, command: string, ...args: string[]): Promise<string> => {
  const { stdout } = await execFile(command, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
};

/** What the compiler says of the plugin's types and of what uses them, not of Strapi's own. */
const compile = async (folder: string, ...options: string[]): Promise<string[]> => {
  const { stdout } = await execFile(
    process.execPath,
    [
      path.join(__dirname, 'check-types.cjs'),
      String.raw`^(types-check|node_modules.strapi-plugin-syndication)\W`,
      ...['--noEmit', '--strict', '--esModuleInterop', ...options],
      'types-check/plugins.ts',
    ],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  );
  const { checked, lines } = JSON.parse(stdout) as { checked: string[]; lines: string[] };
  // Its own file, and declarations of the plugin.
  expect(checked.length).toBeGreaterThan(1);
  return lines;
};

/** Publishes an article as an editor does, and reads it as subscribers and readers do. */
const expectToWork = async ({ origin, admin }: Running): Promise<void> => {
  const user = await admin('/admin/register-admin', {
    firstname: 'First',
    lastname: 'Admin',
    email: 'first@example.com',
    password: 'Password1',
  });
  const token = user.token ?? user.accessToken;
  const content = '/content-manager/collection-types/plugin::syndication';
  const tag = await admin(`${content}.tag`, { name: 'api', slug: 'api' }, token);
  const article = await admin(
    `${content}.article`,
    {
      title: 'How I Pack & Ship',
      slug: 'how-i-pack-and-ship',
      body: 'First sentence. Second sentence.',
      tags: { connect: [{ documentId: tag.documentId }] },
    },
    token,
  );
  await admin(`${content}.article/${article.documentId}/actions/publish`, {}, token);

  const readFeed = async () => {
    const response = await fetch(`${origin}/tags/api/index.xml`);
    expect(response.status).toBe(200);
    return new Parser().parseString(await response.text());
  };
  let feed = await readFeed();
  // A request waits 300 ms for the indexer at most, which is little where three installations share two cores.
  for (let left = 20; left > 0 && feed.items.length === 0; left -= 1) {
    await sleep(500);
    feed = await readFeed();
  }
  // The address Strapi itself listens on stands in for `baseUrl`, its host name for `siteName`.
  expect(feed.title).toBe('Api on 127.0.0.1');
  expect(feed.items.map(({ title }) => title)).toEqual(['How I Pack & Ship']);
  expect(feed.items[0]?.link).toBe(`${origin}/posts/how-i-pack-and-ship/`);

  for (const address of ['/tags/api/', '/posts/how-i-pack-and-ship/']) {
    const page = await fetch(origin + address);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('How I Pack &amp; Ship');
  }
};

/**
 * An app whose panel is built with the packed plugin in it. With the Strapi that the plugin is developed
 * with, the browser tests drive a built panel.
 */
const hasPanel = (version: string): boolean => version === OLDEST;

/** Packs the plugin into a folder; gives the file's path. */
const pack = async (folder: string): Promise<string> => {
  await execute(ROOT, 'npm', 'pack', '--ignore-scripts', '--pack-destination', folder);
  return path.join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.tgz'))!,
  );
};

/** A new app with the packed plugin in it, installed. */
const createApp = async (folder: string, version: string, tarball: string): Promise<void> => {
  // Its app may be there already, as people have theirs before they add the plugin.
  if (version !== OLDEST || !takeApp('oldest', folder)) mkdirSync(folder, { recursive: true });
  const names = newApp.packages as (keyof typeof devDependencies)[];
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({
      name: 'new-app',
      version: '0.0.0',
      private: true,
      dependencies: {
        ...Object.fromEntries(names.map((name) => [name, devDependencies[name]])),
        '@strapi/strapi': version,
        'strapi-plugin-syndication': `file:${tarball}`,
      },
      // Up to 5.40, Strapi asks for one that downloads its programs from elsewhere.
      ...(version === OLDEST ? { overrides: newApp.overridesOfOldest } : {}),
    }),
  );
  for (const [file, content] of Object.entries(CONFIG)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  for (const name of ['public/uploads', 'src', '.tmp']) {
    mkdirSync(path.join(folder, name), { recursive: true });
  }
  // One is installed from nothing. The other's modules are nearly all here: npm takes the plugin and what
  // is missing into them, and what the app has not asked for out of them.
  if (version === PINNED) linkModules(path.join(ROOT, MODULES), path.join(folder, MODULES));
  // The only script that counts compiles SQLite for a minute; here it is compiled already.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await execute(folder, 'npm', 'install', ...options, `--before=${newApp.before}`);
  const compiled = path.join(MODULES, 'better-sqlite3/build');
  if (!existsSync(path.join(folder, compiled))) {
    cpSync(path.join(ROOT, compiled), path.join(folder, compiled), { recursive: true });
  }
  if (hasPanel(version)) await execute(folder, 'npx', '--no-install', 'strapi', 'build');
};

const VERSIONS = [OLDEST, PINNED];
const home = mkdtempSync(path.join(tmpdir(), 'syndication-package-'));
const folderOf = (version: string): string => path.join(home, version);

// Side by side: most of it is one thread's work.
beforeAll(async () => {
  const tarball = await pack(home);
  await Promise.all(VERSIONS.map((version) => createApp(folderOf(version), version, tarball)));
}, 1_800_000);

// 200,000 files go away in a process of their own, which nobody waits for.
afterAll(() => {
  const remove = 'fs.rmSync(process.argv[1], { recursive: true, force: true })';
  spawn(process.execPath, ['-e', remove, home], { detached: true, stdio: 'ignore' }).unref();
});

describe.each(VERSIONS)('the packed plugin in a new app of Strapi %s', (version) => {
  const folder = folderOf(version);

  test('publishes feeds and pages on SQLite, without any configuration', async () => {
    const app = await start(folder, process.execPath);
    try {
      await expectToWork(app);
      if (hasPanel(version)) expect((await fetch(`${app.origin}/admin`)).status).toBe(200);
    } finally {
      await app.stop();
    }
  }, 900_000);

  // The oldest Strapi is not made for Node 26, and the plugin's code is the same in both apps: one of them is enough.
  // On PostgreSQL: better-sqlite3 is compiled for one version of Node, ends Node 24 with an error at exit, and is not
  // made for 26.
  for (const [major, node] of version === PINNED ? OTHER_NODES : []) {
    test(`publishes them on Node ${major}`, async () => {
      expect(await execute(folder, node, '--version')).toMatch(new RegExp(`^v${major}\\.`));
      const database = testDatabase('postgres', `${home}-${version}-${major}`);
      await database.create();
      const app = await start(folder, node, database.config);
      try {
        await expectToWork(app);
      } finally {
        await app.stop();
        await database.drop();
      }
    }, 900_000);
  }

  // Strapi knows its errors by their class: with a second copy, what it refuses is an error of the server. npm chooses
  // anew beside the oldest, where it could take the newest of what the plugin asks for.
  test('leaves Strapi one copy of what its packages share', async () => {
    const chosen = version === OLDEST ? path.join(home, 'anew') : folder;
    if (chosen !== folder) {
      mkdirSync(chosen);
      cpSync(path.join(folder, 'package.json'), path.join(chosen, 'package.json'));
      const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
      await execute(chosen, 'npm', 'install', ...options, '--prefer-offline');
    }
    const lock = readFileSync(path.join(chosen, 'package-lock.json'), 'utf8');
    const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> };
    for (const name of ['@strapi/utils', '@strapi/design-system', '@strapi/icons', 'react-intl']) {
      const copies = Object.keys(packages).filter((key) => key.endsWith(`${MODULES}/${name}`));
      expect(copies).toEqual([`${MODULES}/${name}`]);
    }
  }, 900_000);

  test('gives config/plugins.js its functions, beside the plugin that Strapi loads', async () => {
    const script = `
      const { default: plugin, defineSources } = require('strapi-plugin-syndication/strapi-server');
      console.log(typeof plugin.register, JSON.stringify(defineSources({ 'api::a.a': {} })));`;
    expect(await execute(folder, process.execPath, '-e', script)).toBe(
      'function {"api::a.a":{}}\n',
    );
  });

  test('is one plugin, whether it is imported or required', async () => {
    const script = `
      const required = require('strapi-plugin-syndication/strapi-server');
      import('strapi-plugin-syndication/strapi-server').then((imported) => {
        console.log(imported.default === required.default, Object.keys(imported).join() === Object.keys(required).sort().join());
      });`;
    expect(await execute(folder, process.execPath, '-e', script)).toBe('true true\n');
  });

  test('comes with its documentation, with declarations of its entries, and with licences', () => {
    const own = path.join(folder, MODULES, 'strapi-plugin-syndication');
    const files = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter(
      (file) => !file.startsWith(MODULES),
    );
    expect(files.filter((file) => file.endsWith('.d.ts')).sort()).toEqual([
      'dist/admin/index.d.ts',
      'dist/server/strapi-server.d.ts',
    ]);
    expect(files).toEqual(
      expect.arrayContaining(['docs/existing-content.md', 'CHANGELOG.md', 'dist/LICENSES.txt']),
    );
  });

  // Each resolution finds the same declarations, so each is tried with one Strapi.
  test('has types for config/plugins.ts, however the app resolves modules', async () => {
    const resolution =
      version === OLDEST
        ? ['--module', 'CommonJS', '--moduleResolution', 'Node10', '--target', 'ES2022']
        : ['--module', 'Node16', '--moduleResolution', 'Node16'];
    expect(await compile(folder, ...resolution)).toEqual([]);
  }, 900_000);
});
