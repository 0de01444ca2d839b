/** @runs-on sqlite mysql: SQLite has no server, so that it is PostgreSQL there. */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { UNRESPONSIVE_WAIT } from '../../src/cache/responses';
import { SCOPE_TABLE } from '../../src/changes/versions';
import { type App, startApp } from '../helpers/app';
import { letPass, shortenTimers } from '../helpers/clock';
import { defaultDatabase, serverAddress } from '../helpers/database';
import {
  askHot,
  askUntilAway,
  askWhile,
  FEED,
  fillMemory,
  HOT,
  isUnresponsive,
  RECOVERED_WITHIN,
  warningsOf,
  WITHOUT_WAITING,
} from '../helpers/memory';
import { startNode } from '../helpers/node';
import { sendRaw } from '../helpers/request';
import { previewsOf } from '../helpers/state';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy';

const config = { baseUrl: 'https://www.example.com', siteName: 'Field Notes' };
/** A server beside the app, which SQLite has none of. */
const SERVER = defaultDatabase === 'mysql' ? 'mysql' : 'postgres';

/** How a table is kept from being read, and how many statements wait for one. */
const LOCKING = {
  postgres: {
    lock: 'lock table ?? in access exclusive mode',
    unlock: 'select 1',
    waiting: `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  },
  mysql: {
    lock: 'lock tables ?? write',
    unlock: 'unlock tables',
    waiting: `select id from information_schema.processlist where db = database() and state like 'Waiting for table%'`,
  },
}[SERVER];

type Site = App & { folder: string };

const median = (numbers: number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** Checks all that is promised of what is in memory, of what is not, and of errors. */
const expectServed = async (app: Site, etag: string): Promise<void> => {
  const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    sendRaw(app.origin, path, { method, headers });
  expect((await ask(FEED, 'HEAD')).status).toBe(200);
  expect((await ask(FEED, 'GET', { 'If-None-Match': etag })).status).toBe(304);
  expect((await ask(FEED, 'HEAD', { 'If-None-Match': etag })).status).toBe(304);
  const queried = await ask(`${FEED}?utm_source=reader`);
  expect([queried.status, queried.headers.etag]).toEqual([200, etag]);
  const redirected = await ask('/posts/before/');
  expect([redirected.status, redirected.headers.location]).toEqual([
    301,
    'https://www.example.com/posts/after/',
  ]);
  const gone = await ask('/posts/gone/');
  expect([gone.status, gone.headers['cache-control']]).toEqual([410, 'no-store']);
  expect(gone.body).toContain('Field Notes');
  const written = await ask(FEED, 'POST');
  expect([written.status, written.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect((await ask('/posts/not%20a%20slug/')).status).toBe(404);
};

const expectUnavailable = async (app: Site, path: string, caching = 'no-store'): Promise<void> => {
  const { status, headers, body } = await sendRaw(app.origin, path);
  expect([path, status, headers['cache-control']]).toEqual([path, 503, caching]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(body).toContain('cannot answer just now');
  expect(body).not.toMatch(/ECONN|127\.0\.0\.1|select |node_modules/);
  const isFeed = /\.(?:xml|json)$/.test(path);
  expect(headers['content-type']).toMatch(isFeed ? /^text\/plain/ : /^text\/html/);
  if (!isFeed) expect(body).toContain('Field Notes');
};

/** Which of what is in memory is given is decided alike on both. */
const CACHES = SERVER === 'mysql' ? (['ahead'] as const) : (['ahead', 'behind'] as const);

describe.each(CACHES)('without the database server, given %s', (cache) => {
  let proxy: TcpProxy;
  let app: Site;
  let etag: string;
  let healthy: number;

  beforeAll(async () => {
    proxy = await startTcpProxy(serverAddress(SERVER));
    app = await startApp({ config: { ...config, cache }, database: SERVER, databaseAt: proxy });
    await fillMemory(app);
    etag = (await sendRaw(app.origin, FEED)).headers.etag!;
    healthy = median(await askHot(app));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    // Those that stay silent would fill the pool of who comes next.
    proxy.cut();
  });
  afterAll(async () => {
    await proxy.resume();
    proxy.cut();
    await app.stop();
    await proxy.close();
  });

  /** Checks that requests do not wait; the best of some rounds, since others may be busy beside one. */
  const expectFullSpeed = async (times: number): Promise<void> => {
    let rested = Infinity;
    for (let round = 0; round < 10 && rested >= 3 * healthy + 20; round += 1) {
      rested = median(await askHot(app, times));
    }
    expect(rested).toBeLessThan(3 * healthy + 20);
  };

  /** Breaks the way to the database, checks what is served meanwhile, and mends it. */
  const goesAway = async (leave: () => void | Promise<void>): Promise<void> => {
    const { warnings, next } = warningsOf(app);
    const errors = jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const away = next('does not answer');
    await leave();
    const took = await askHot(app);
    // The first may wait a moment for a look; nobody after them does.
    expect(Math.max(...took)).toBeLessThan(WITHOUT_WAITING);
    await expectServed(app, etag);
    await askUntilAway(app, away);
    await expectFullSpeed(300);
    await expectServed(app, etag);
    const began = performance.now();
    await expectUnavailable(app, '/posts/unknown/');
    await expectUnavailable(app, '/tags/unknown/index.xml');
    expect(performance.now() - began).toBeLessThan(WITHOUT_WAITING);
    expect(warnings.filter((warning) => warning.includes('database'))).toHaveLength(1);
    expect(errors.mock.calls.length).toBeLessThan(3);
    const back = next('answers again');
    const mended = performance.now();
    await proxy.resume();
    await back;
    expect((await sendRaw(app.origin, '/posts/unknown/')).status).toBe(404);
    expect(performance.now() - mended).toBeLessThan(RECOVERED_WITHIN);
    expect(warnings.filter((warning) => warning.includes('database'))).toHaveLength(2);
  };

  it('serves what is in memory while connections are refused', () => goesAway(proxy.refuse));

  it('serves what is in memory while nothing answers', () => goesAway(() => proxy.swallow()));

  it('says of drafts that it cannot answer just now', async () => {
    warningsOf(app);
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const { page, feed } = await previewsOf(app, 'any', 1);
    await proxy.refuse();
    for (const address of [page!, feed]) {
      await expectUnavailable(app, new URL(address).pathname, 'private, no-store');
    }
    await proxy.resume();
    await askWhile(app, () => isUnresponsive(app));
    expect((await sendRaw(app.origin, new URL(page!).pathname)).status).toBe(410);
  });

  if (cache === 'behind') return;

  it('asks nothing of the database for what is in memory', async () => {
    await askHot(app, 20);
    const before = proxy.received();
    const began = performance.now();
    await askHot(app, 300);
    // Nothing but a look now and then, and the log's own.
    const looks = Math.ceil((performance.now() - began) / 500) + 4;
    expect(proxy.received() - before).toBeLessThan(looks * 2_000);
  });

  it('does not make requests wait for a slow database', async () => {
    // A look takes longer than what it finds is current: who waited for it would wait for the next.
    proxy.delay(600);
    // Until what is known is current no longer, and a look is due.
    await sleep(600);
    await expectFullSpeed(30);
    await proxy.resume();
  });

  it('answers a first request that waits as soon as there is a response', async () => {
    warningsOf(app);
    const { httpServer } = app.strapi.server;
    let [arrivedBefore, isAnswered] = [false, false];
    for (const address of ['/atom.xml', '/feed.json', '/posts/index.xml', '/posts/atom.xml']) {
      await askHot(app, 10);
      const note = ({ url }: IncomingMessage): void => {
        if (url === address) arrivedBefore = !isUnresponsive(app);
      };
      httpServer.on('request', note);
      proxy.swallow();
      const waiting = app.get(address);
      await askWhile(app, () => !isUnresponsive(app));
      await proxy.resume();
      const mended = performance.now();
      const { status } = await waiting;
      const took = performance.now() - mended;
      httpServer.off('request', note);
      await askWhile(app, () => isUnresponsive(app));
      // On a busy machine the trouble may be known before the request arrives, or before anything is
      // made of it: then it does not wait.
      if (!arrivedBefore || status !== 200) continue;
      expect(took).toBeLessThan(RECOVERED_WITHIN);
      isAnswered = true;
      break;
    }
    expect(isAnswered).toBe(true);
  });

  it('answers a first request for something when nothing answers, and keeps what is made', async () => {
    const { next } = warningsOf(app);
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    await askHot(app, 10);
    // A request waits for so long.
    shortenTimers(UNRESPONSIVE_WAIT, 3_000);
    proxy.swallow();
    const began = performance.now();
    const away = next('does not answer');
    const refused = Promise.all([
      expectUnavailable(app, '/tags/api/feed.json'),
      expectUnavailable(app, '/posts/after/'),
    ]);
    await away;
    letPass(UNRESPONSIVE_WAIT);
    await refused;
    expect(performance.now() - began).toBeLessThan(25_000);
    const back = next('answers again');
    await proxy.resume();
    await back;
    expect((await app.get('/tags/api/feed.json')).status).toBe(200);
  });
});

describe('without the log', () => {
  let app: Site;
  let etag: string;

  beforeAll(async () => {
    app = await startApp({ config, database: SERVER });
    await fillMemory(app);
    etag = (await sendRaw(app.origin, FEED)).headers.etag!;
  });
  afterAll(() => app.stop());

  it('serves what is in memory while its table is locked, and leaves nothing waiting', async () => {
    const { next } = warningsOf(app);
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const locker = await app.strapi.db.connection.transaction();
    await locker.raw(LOCKING.lock, [SCOPE_TABLE]);
    const back = next('answers again');
    try {
      const away = next('does not answer');
      expect(Math.max(...(await askHot(app)))).toBeLessThan(WITHOUT_WAITING);
      await askUntilAway(app, away);
      for (let round = 0; round < 5; round += 1) {
        await askHot(app, 30);
        await new Promise((done) => setTimeout(done, 500));
        const found = await locker.raw(LOCKING.waiting);
        const rows: unknown[] = SERVER === 'postgres' ? found.rows : found[0];
        // A look, and what gives changes their numbers; a few more where the server is slow to end what was
        // given up. Not one for each request.
        expect(rows.length).toBeLessThanOrEqual(10);
      }
      await expectServed(app, etag);
    } finally {
      await locker.raw(LOCKING.unlock);
      await locker.commit();
    }
    const mended = performance.now();
    await back;
    expect(performance.now() - mended).toBeLessThan(RECOVERED_WITHIN);
    expect((await app.get('/posts/unknown/')).status).toBe(404);
    jest.restoreAllMocks();
  });
});

describe('with a time for which memory is served', () => {
  let proxy: TcpProxy;

  beforeAll(async () => {
    proxy = await startTcpProxy(serverAddress(SERVER));
  });
  afterAll(() => proxy.close());
  afterEach(() => jest.restoreAllMocks());

  it('answers 503 once it is over', async () => {
    const app = await startApp({
      config: { ...config, staleIfError: 60 },
      database: SERVER,
      databaseAt: proxy,
    });
    try {
      await fillMemory(app);
      jest.spyOn(app.strapi.log, 'error').mockImplementation();
      const { next } = warningsOf(app);
      for (const leave of [proxy.refuse, proxy.swallow]) {
        const away = next('does not answer');
        await leave();
        await askHot(app, 10);
        await askUntilAway(app, away);
        const ask = async () => (await app.get(FEED)).status;
        letPass(60_000);
        while ((await ask()) === 200) await new Promise((done) => setTimeout(done, 50));
        for (const path of HOT) await expectUnavailable(app, path);
        const back = next('answers again');
        await proxy.resume();
        await back;
        for (const path of HOT) expect((await app.get(path)).status).toBe(200);
      }
    } finally {
      await proxy.resume();
      proxy.cut();
      await app.stop();
    }
  });
});

it('shows what other nodes changed meanwhile once it is back', async () => {
  const proxy = await startTcpProxy(serverAddress(SERVER));
  const app = await startApp({ config, database: SERVER, databaseAt: proxy });
  const other = await startNode({
    config,
    database: SERVER,
    folder: `${app.folder}-other`,
    databaseOf: app.folder,
  });
  try {
    await fillMemory(app);
    const { next } = warningsOf(app);
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const away = next('does not answer');
    await proxy.refuse();
    await askHot(app, 10);
    const tag = await other.run({ do: 'createTag', name: 'elsewhere' });
    await other.run({ do: 'publish', title: 'Elsewhere', slug: 'elsewhere', tags: [tag!] });
    expect(await (await other.get('/index.xml')).text()).toContain('<title>Elsewhere</title>');
    await askUntilAway(app, away);
    expect(await (await app.get('/index.xml')).text()).not.toContain('Elsewhere');
    const back = next('answers again');
    const mended = performance.now();
    await proxy.resume();
    await back;
    expect(await (await app.get('/index.xml')).text()).toContain('<title>Elsewhere</title>');
    expect(performance.now() - mended).toBeLessThan(RECOVERED_WITHIN);
  } finally {
    jest.restoreAllMocks();
    await other.kill();
    await proxy.resume();
    await app.stop();
    await proxy.close();
  }
});
