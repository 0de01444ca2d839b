/** @runs-on sqlite mysql: SQLite has no server to stop: it is a PostgreSQL there, beside a locked file. */
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import Database from 'better-sqlite3';

import { CACHE_TAGS } from '../../src/lib/cache-tags';
import destroy from '../../src/destroy';
import { type App, startApp } from '../helpers/app';
import type { Editor } from '../helpers/content';
import { defaultDatabase } from '../helpers/database';
import { lockSqlite } from '../helpers/locked-sqlite';
import {
  askHot,
  askUntilAway,
  fillMemory,
  HOT,
  isUnresponsive,
  lookWhile,
  RECOVERED_WITHIN,
  warningsOf,
  WITHOUT_WAITING,
} from '../helpers/memory';
import { type OwnServer, startOwnServer } from '../helpers/own-server';
import { sendRaw } from '../helpers/request';
import { announce, forgetResponses, settled, untilIndexed } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Field Notes' };

afterEach(() => jest.restoreAllMocks());

const expectUnavailable = async (app: App, address: string): Promise<void> => {
  const { status, headers } = await sendRaw(app.origin, address);
  expect([address, status]).toEqual([address, 503]);
  expect(headers['retry-after']).toMatch(/^\d+$/);
};

/** Less than the whole process waits for a lock on SQLite, in milliseconds, on a busy machine too. */
const NOT_HELD_UP = 4_500;

/** Milliseconds that the whole process was held up at once while something went on. */
const longestHold = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay();
  delay.enable();
  await work();
  // A hold is seen by the timer that comes late.
  await new Promise((done) => setTimeout(done, 50));
  delay.disable();
  return delay.max / 1e6;
};

let free = (): Promise<void> => Promise.resolve();
afterEach(() => free());

/** Has another process lock the file of an app, until the test ends or calls `free`. */
const lock = async ({ folder }: { folder: string }): Promise<void> => {
  const unlock = await lockSqlite(folder);
  free = async () => {
    free = () => Promise.resolve();
    await unlock();
  };
};

/** An app on SQLite without Strapi's own jobs, which hold the process up when they meet a lock. */
const startOnSqlite = async (): Promise<App & { folder: string }> => {
  const app = await startApp({ config, database: 'sqlite' });
  app.strapi.cron.stop();
  return app;
};

/** Has the responses and the settings read anew. The indexer has ended, too: it would meet the lock. */
const forgetEverything = async (app: App): Promise<void> => {
  await announce(app, [CACHE_TAGS.everything]);
  await settled(app);
};

/** Nothing of these is in memory: they are no addresses of anything, or were not asked for yet. */
const COLD = ['/posts/a/', '/posts/b/', '/tags/c/', '/feeds.opml', '/sitemap.xml'];

/** Asks for all of these at once; the statuses. */
const statusesOf = (app: App, addresses: string[]): Promise<number[]> =>
  Promise.all(addresses.map(async (address) => (await sendRaw(app.origin, address)).status));

/**
 * Locks the file of an app, checks that what is not in memory is refused and holds nothing up, even before the
 * database is known to be away, and ends the lock.
 */
const expectColdRefused = async (app: App & { folder: string }): Promise<void> => {
  const { next } = warningsOf(app);
  await lock(app);
  const away = next('does not answer');
  let statuses: number[] = [];
  const held = await longestHold(async () => {
    statuses = await statusesOf(app, COLD);
  });
  expect(held).toBeLessThan(NOT_HELD_UP);
  expect(statuses).toEqual(COLD.map(() => 503));
  await away;
  const back = next('answers again');
  await free();
  await back;
};

/** A server beside the app, which SQLite has none of. */
const SERVER = defaultDatabase === 'mysql' ? 'mysql' : 'postgres';
const URL_NAME = `TEST_${SERVER.toUpperCase()}_URL`;

/** Checks that a database that takes no writes is enough for everything that is asked for. */
const expectReadable = async (app: App, editor: Editor): Promise<void> => {
  const error = jest.spyOn(app.strapi.log, 'error');
  forgetResponses(app);
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
  await expect(editor.tag()).rejects.toThrow(/read.?only/);
};

describe(`while all processes of ${SERVER} stand still`, () => {
  let server: OwnServer;
  let shared: string | undefined;
  let app: App;
  let editor: Editor;

  beforeAll(async () => {
    server = await startOwnServer(SERVER);
    shared = process.env[URL_NAME];
    process.env[URL_NAME] = server.url;
    app = await startApp({ config, database: SERVER, fromNothing: true });
    editor = await fillMemory(app);
  });
  afterAll(async () => {
    server.thaw();
    await app.stop();
    process.env[URL_NAME] = shared;
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
      await askUntilAway(app, away);
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
    await server.setReadOnly(true, app);
    await expectReadable(app, editor);
    await server.setReadOnly(false, app);
  });

  it('the plugin ends within seconds', async () => {
    const { warnings } = warningsOf(app);
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    server.freeze();
    // What is being indexed is waited for.
    void untilIndexed(app);
    const began = performance.now();
    // Strapi calls it once, at its own end.
    await destroy({ strapi: app.strapi });
    expect(performance.now() - began).toBeLessThan(25_000);
    server.thaw();
    expect(warnings.join()).toContain('ended without waiting any longer');
  });
});

describe('with a file of SQLite', () => {
  // Proven once, in the run on SQLite itself.
  if (defaultDatabase !== 'sqlite') return;

  let app: App & { folder: string };
  let editor: Editor;

  beforeAll(async () => {
    app = await startOnSqlite();
    editor = await fillMemory(app);
  });
  afterAll(() => app.stop());

  it('that is only read, everything is served', async () => {
    await app.strapi.db.connection.raw('pragma query_only = on');
    await expectReadable(app, editor);
    await app.strapi.db.connection.raw('pragma query_only = off');
  });

  it('that another process has locked, what is in memory is served, and nothing is held up', async () => {
    const { warnings, next } = warningsOf(app);
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    await lock(app);
    const away = next('does not answer');
    expect(Math.max(...(await askHot(app)))).toBeLessThan(WITHOUT_WAITING);
    await askUntilAway(app, away);
    const held = await longestHold(async () => {
      await expectUnavailable(app, '/posts/unknown/');
      expect(Math.max(...(await askHot(app)))).toBeLessThan(WITHOUT_WAITING);
    });
    expect(held).toBeLessThan(NOT_HELD_UP);
    const back = next('answers again');
    await free();
    const freed = performance.now();
    await back;
    expect((await sendRaw(app.origin, '/posts/unknown/')).status).toBe(404);
    expect(performance.now() - freed).toBeLessThan(RECOVERED_WITHIN);
    expect(warnings).toHaveLength(2);
  });

  it('that another process has locked while nobody asks for anything, nothing is held up', async () => {
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    warningsOf(app);
    const held = await longestHold(async () => {
      await lock(app);
      // What this node looks for by itself, it looks for each second.
      await new Promise((done) => setTimeout(done, 3_500));
    });
    await free();
    while (isUnresponsive(app)) await new Promise((done) => setTimeout(done, 50));
    expect(held).toBeLessThan(NOT_HELD_UP);
  });

  it.each([
    ['and all is in memory that a response is made with', false],
    ['and the settings have to be read as well', true],
  ])('that was locked just now, %s, nothing is held up', async (_, isForgotten) => {
    const error = jest.spyOn(app.strapi.log, 'error');
    if (isForgotten) await forgetEverything(app);
    else forgetResponses(app);
    await expectColdRefused(app);
    expect(await statusesOf(app, COLD)).toEqual([404, 404, 404, 200, 200]);
    expect(error).not.toHaveBeenCalled();
  });

  it('that is locked for a moment, requests wait for it, and nothing else does', async () => {
    const { warnings } = warningsOf(app);
    await forgetEverything(app);
    await lock(app);
    const held = await longestHold(async () => {
      const asked = statusesOf(app, COLD);
      while (!isUnresponsive(app)) await new Promise((done) => setTimeout(done, 10));
      await free();
      expect(await asked).toEqual([404, 404, 404, 200, 200]);
    });
    expect(held).toBeLessThan(NOT_HELD_UP);
    expect(warnings).toEqual([]);
  });
});

describe('with a file of SQLite that a transaction of its own has locked', () => {
  // Proven once, in the run on SQLite itself.
  if (defaultDatabase !== 'sqlite') return;

  let app: App & { folder: string };

  beforeAll(async () => {
    app = await startOnSqlite();
    await fillMemory(app);
  });
  afterAll(() => app.stop());

  /** Writes, in a transaction that is taken back in the end, more than SQLite keeps in memory. */
  const writeMuch = async (whileLocked: () => Promise<void>): Promise<void> => {
    const { db } = app.strapi;
    const { tableName } = db.metadata.get('strapi::core-store');
    const [{ cache_size: usual }] = await db.connection.raw('pragma cache_size');
    await db.connection.raw('pragma cache_size = 1');
    const done = new Error('taken back');
    await db
      .transaction(async ({ trx }) => {
        for (let row = 0; row < 50; row += 1) {
          await trx(tableName).insert({ key: `much_${row}`, value: 'x'.repeat(10_000) });
        }
        await whileLocked();
        throw done;
      })
      .catch((error: Error) => expect(error).toBe(done));
    await db.connection.raw(`pragma cache_size = ${usual}`);
  };

  it('requests wait for its end, however long it takes, and nobody says that the database is away', async () => {
    const { warnings } = warningsOf(app);
    let asked: Promise<number[]> | undefined;
    const file = new Database(path.join(app.folder, 'data.db'), { timeout: 0 });
    await writeMuch(async () => {
      expect(() => file.prepare('select count(*) from sqlite_master').get()).toThrow('locked');
      forgetResponses(app);
      asked = statusesOf(app, COLD);
      // Longer than a database may leave looks without an answer.
      const until = performance.now() + 2_500;
      await lookWhile(app, () => {
        expect(isUnresponsive(app)).toBe(false);
        return performance.now() < until;
      });
    });
    file.close();
    expect(await asked).toEqual([404, 404, 404, 200, 200]);
    expect(warnings).toEqual([]);
  });
});

describe('with a file of SQLite in which there is nothing to serve yet', () => {
  // Proven once, in the run on SQLite itself.
  if (defaultDatabase !== 'sqlite') return;

  let app: App & { folder: string };

  beforeAll(async () => {
    app = await startOnSqlite();
  });
  afterAll(() => app.stop());

  it('and that was locked just now, nothing is held up', async () => {
    expect(await statusesOf(app, ['/index.xml'])).toEqual([404]);
    await forgetEverything(app);
    await expectColdRefused(app);
    expect(await statusesOf(app, ['/index.xml'])).toEqual([404]);
  });
});
