import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import Parser from 'rss-parser';

import rootPackage from '../../package.json';

const ROOT = path.resolve(__dirname, '../..');
const { devDependencies } = rootPackage;

const CONFIG = {
  'config/server.js': `module.exports = ({ env }) => ({
    host: '127.0.0.1', port: env.int('PORT'), app: { keys: ['a', 'b'] }, proxy: { koa: true },
  });`,
  'config/admin.js': `module.exports = {
    auth: { secret: 's' }, apiToken: { salt: 's' }, transfer: { token: { salt: 's' } },
  };`,
  'config/database.js': `module.exports = {
    connection: { client: 'sqlite', connection: { filename: '.tmp/data.db' }, useNullAsDefault: true },
  };`,
  'config/middlewares.js': `module.exports = [
    'strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy',
    'strapi::query', 'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public',
  ];`,
  // What an editor completes from the types that the package ships.
  'types-check/plugins.ts': `
    import type { SyndicationOptions } from 'strapi-plugin-syndication/strapi-server';
    const config: SyndicationOptions = { siteName: 'Field Notes', itemsPerFeed: 50 };
    // @ts-expect-error a misspelt option is found before the app starts
    const wrong: SyndicationOptions = { itemPerFeed: 50 };
    export default () => ({ syndication: { enabled: true, config }, wrong });
  `,
};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const execute = (folder: string, command: string, ...args: string[]): string =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

describe('the packed plugin in a new Strapi app, without any configuration', () => {
  let folder: string;
  let origin: string;
  let strapi: ChildProcess;
  let log = '';

  /** Strapi's admin API, as behind a proxy that ends TLS: its login cookie asks for https. */
  const admin = async (address: string, body: unknown, token?: string) => {
    const response = await fetch(origin + address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-Proto': 'https',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}\n${log}`);
    return JSON.parse(text).data;
  };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'syndication-package-'));
    execute(ROOT, 'npm', 'pack', '--ignore-scripts', '--pack-destination', folder);
    const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'));
    const versions = ['@strapi/strapi', 'better-sqlite3'].concat([
      'react',
      'react-dom',
      'react-router-dom',
      'styled-components',
    ]) as (keyof typeof devDependencies)[];
    writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({
        name: 'new-app',
        version: '0.0.0',
        private: true,
        dependencies: {
          ...Object.fromEntries(versions.map((name) => [name, devDependencies[name]])),
          'strapi-plugin-syndication': `file:${tarball}`,
        },
      }),
    );
    for (const [file, content] of Object.entries(CONFIG)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), content);
    }
    for (const name of ['public/uploads', 'src', '.tmp']) {
      mkdirSync(path.join(folder, name), { recursive: true });
    }
    execute(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
    execute(folder, 'npx', '--no-install', 'strapi', 'build');

    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    strapi = spawn(path.join(folder, 'node_modules/.bin/strapi'), ['start'], {
      cwd: folder,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        STRAPI_TELEMETRY_DISABLED: 'true',
      },
    });
    strapi.stdout?.on('data', (data) => (log += data));
    strapi.stderr?.on('data', (data) => (log += data));
    const started = async () => (await fetch(`${origin}/_health`).catch(() => null))?.ok;
    while (!(await started())) {
      if (strapi.exitCode !== null) throw new Error(`Strapi did not start:\n${log}`);
      await sleep(200);
    }
  }, 900_000);

  afterAll(async () => {
    if (strapi?.exitCode === null) {
      const exited = new Promise((resolve) => strapi.once('exit', resolve));
      strapi.kill();
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test('an article published over the admin API is in the feed of its tag', async () => {
    const { accessToken, token = accessToken } = await admin('/admin/register-admin', {
      firstname: 'First',
      lastname: 'Admin',
      email: 'first@example.com',
      password: 'Password1',
    });
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

    const response = await fetch(`${origin}/tags/api/index.xml`);
    const feed = await new Parser().parseString(await response.text());
    expect(response.status).toBe(200);
    // The address Strapi itself listens on stands in for `baseUrl`, its host name for `siteName`.
    expect(feed.title).toBe('Api on 127.0.0.1');
    expect(feed.items.map(({ title }) => title)).toEqual(['How I Pack & Ship']);
    expect(feed.items[0]?.link).toBe(`${origin}/posts/how-i-pack-and-ship/`);
  });

  test('the listing and the article are pages', async () => {
    for (const address of ['/tags/api/', '/posts/how-i-pack-and-ship/']) {
      const response = await fetch(origin + address);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('How I Pack &amp; Ship');
    }
  });

  test('options are typed in config/plugins.ts, as Strapi apps resolve modules', () => {
    const compile = () =>
      execute(
        folder,
        path.join(ROOT, 'node_modules/.bin/tsc'),
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--esModuleInterop',
        '--module',
        'CommonJS',
        '--moduleResolution',
        'Node10',
        'types-check/plugins.ts',
      );
    expect(compile).not.toThrow();
  });
});
