/** @runs-on sqlite: It stops a PostgreSQL of its own, and locks a file of SQLite. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { partsOf } from '../../src/compose';
import destroy from '../../src/destroy';
import { type App, startApp } from '../helpers/app';
import type { Editor } from '../helpers/content';
import {
  askHot,
  askUntil,
  fillMemory,
  HOT,
  RECOVERED_WITHIN,
  warningsOf,
  WITHOUT_WAITING,
} from '../helpers/memory';
import { type OwnPostgres, startOwnPostgres } from '../helpers/own-postgres';
import { sendRaw } from '../helpers/request';

const config = { baseUrl: 'https://www.example.com', siteName: 'Field Notes' };

afterEach(() => jest.restoreAllMocks());

const expectUnavailable = async (app: App, address: string): Promise<void> => {
  const { status, headers } = await sendRaw(app.origin, address);
  expect([address, status]).toEqual([address, 503]);
  expect(headers['retry-after']).toMatch(/^\d+$/);
};

describe('while all processes of PostgreSQL stand still', () => {
  let server: OwnPostgres;
  let shared: string | undefined;
  let app: App;
  let editor: Editor;

  beforeAll(async () => {
    server = await startOwnPostgres();
    shared = process.env.TEST_POSTGRES_URL;
    process.env.TEST_POSTGRES_URL = server.url;
    app = await startApp({ config, database: 'postgres', fromNothing: true });
    editor = await fillMemory(app);
  });
  afterAll(async () => {
    server.thaw();
    await app.stop();
    process.env.TEST_POSTGRES_URL = shared;
    await server.stop();
  });

  it('what is in memory is served, and the rest as soon as they go on', async () => {
    const { warnings, next } = warningsOf(app);
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    for (let time = 0; time < 2; time += 1) {
      const away = next('does not answer');
      server.freeze();
      const waiting = sendRaw(app.origin, `/tags/api/feed.json?${time}`);
      expect(Math.max(...(await askHot(app)))).toBeLessThan(WITHOUT_WAITING);
      await askUntil(app, away);
      expect(Math.max(...(await askHot(app)))).toBeLessThan(WITHOUT_WAITING);
      await expectUnavailable(app, '/posts/unknown/');
      const back = next('answers again');
      server.thaw();
      const thawed = performance.now();
      await back;
      expect((await sendRaw(app.origin, '/posts/unknown/')).status).toBe(404);
      expect(performance.now() - thawed).toBeLessThan(RECOVERED_WITHIN);
      expect((await waiting).status).toBe(200);
    }
    expect(warnings).toHaveLength(4);
  });

  it('a database that is only read is enough for everything', async () => {
    const { connection } = app.strapi.db;
    const {
      rows: [{ name }],
    } = await connection.raw('select current_database() as name');
    // On one connection: another may be among those that end.
    const own = await connection.client.acquireConnection();
    for (const statement of [
      connection.raw('alter database ?? set default_transaction_read_only = on', [name]),
      connection.raw(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
      connection.raw('set default_transaction_read_only = on'),
    ]) {
      await statement.connection(own);
    }
    await connection.client.releaseConnection(own);
    const error = jest.spyOn(app.strapi.log, 'error');
    partsOf(app.strapi).responses.purge(['*']);
    const addresses = ['/tags/api/feed.json', '/feeds.opml', '/sitemap.xml', '/feed.json', ...HOT];
    for (const address of addresses) {
      const { status, headers } = await sendRaw(app.origin, address);
      expect([address, status]).toEqual([address, 200]);
      expect(headers.etag).toBeDefined();
    }
    expect((await sendRaw(app.origin, '/posts/unknown/')).status).toBe(404);
    expect((await sendRaw(app.origin, '/posts/before/')).status).toBe(301);
    expect((await sendRaw(app.origin, '/posts/gone/')).status).toBe(410);
    // Strapi's own jobs write, whenever they are due.
    const ours = error.mock.calls.filter(([message]) => !/^Cron job/.test(String(message)));
    expect(ours).toEqual([]);
    await expect(editor.tag()).rejects.toThrow('read-only transaction');
    await connection.raw('set default_transaction_read_only = off');
    await connection.raw('alter database ?? reset default_transaction_read_only', [name]);
  });

  it('the plugin ends within seconds', async () => {
    const { warnings } = warningsOf(app);
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    // What is being numbered is waited for.
    await editor.tag();
    server.freeze();
    const began = performance.now();
    // Strapi calls it once, at its own end.
    await destroy({ strapi: app.strapi });
    expect(performance.now() - began).toBeLessThan(25_000);
    server.thaw();
    expect(warnings.join()).toContain('ended without waiting any longer');
  });
});

describe('while another process has locked SQLite', () => {
  let app: App & { folder: string };

  beforeAll(async () => {
    app = await startApp({ config, database: 'sqlite' });
    await fillMemory(app);
  });
  afterAll(() => app.stop());

  it('what is in memory is served, and nothing is held up', async () => {
    const { warnings, next } = warningsOf(app);
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const locker = fork(path.join(__dirname, '../helpers/lock-sqlite.cjs'), [
      path.join(app.folder, 'data.db'),
    ]);
    await once(locker, 'message');
    const away = next('does not answer');
    expect(Math.max(...(await askHot(app)))).toBeLessThan(WITHOUT_WAITING);
    await askUntil(app, away);
    // The whole process would wait for five seconds.
    const held = monitorEventLoopDelay();
    held.enable();
    await expectUnavailable(app, '/posts/unknown/');
    expect(Math.max(...(await askHot(app)))).toBeLessThan(WITHOUT_WAITING);
    held.disable();
    expect(held.max / 1e6).toBeLessThan(4_500);
    const back = next('answers again');
    locker.send('end');
    await once(locker, 'message');
    const freed = performance.now();
    await back;
    expect((await sendRaw(app.origin, '/posts/unknown/')).status).toBe(404);
    expect(performance.now() - freed).toBeLessThan(RECOVERED_WITHIN);
    expect(warnings).toHaveLength(2);
    locker.disconnect();
  });
});
