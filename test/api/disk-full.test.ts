/** @runs-on sqlite: its file can be told how large it may become; servers end by themselves on a full disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { ARTICLE_UID } from '../../src/lib/constants';
import { type App, startApp } from '../helpers/app';
import { articlesOf } from '../helpers/content';
import { isAway } from '../helpers/memory';
import { isBehind } from '../helpers/state';
import { runTask } from '../helpers/tasks';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', itemsPerFeed: 0 };

/** Pages that the file may still grow by, in turn: a publication needs some more. */
const ROOM = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25];
/** Publications that are tried in each room; each takes what the ones before have left. */
const TRIES = 4;

const folder = mkdtempSync(path.join(tmpdir(), 'syndication-full-'));
let app: App;
const acknowledged: string[] = [];
let refused = 0;

const pragma = async (text: string): Promise<number> => {
  const [row] = await app.strapi.db.connection.raw(`pragma ${text}`);
  return Number(Object.values(row as object)[0]);
};

/** Slugs of the articles that are published, by Strapi's own table. */
const published = async (): Promise<string[]> => {
  const { tableName } = app.strapi.db.metadata.get(ARTICLE_UID);
  const slugs: string[] = await app.strapi.db
    .connection(tableName)
    .whereNotNull('published_at')
    .pluck('slug');
  return slugs.sort();
};

const inFeed = async (): Promise<string[]> => {
  const feed = await (await app.get('/index.xml')).text();
  return [...feed.matchAll(/<link>[^<]*\/posts\/([^/<]+)\/<\/link>/g)]
    .map(([, slug]) => slug!)
    .sort();
};

const expectRight = async (): Promise<void> => {
  // What could not be indexed is tried again, after two seconds at most.
  for (let tried = 0; isBehind(app) && tried < 100; tried += 1) await sleep(100);
  expect(await inFeed()).toEqual(await published());
  expect(await runTask(app.strapi, { do: 'checkIndexes' })).toBe('right');
};

interface KnexClient {
  _query: (connection: object, query: { sql: string }) => Promise<unknown>;
}

/**
 * Has the given statement of a transaction that writes fail, counted from 1, as SQLite does where the
 * disk is full: it ends the transaction by itself, and each further statement is committed on its own.
 *
 * @see https://www.sqlite.org/lang_transaction.html section 3
 * @returns whether there were as many statements
 */
const fullAt = async (
  statement: number,
  act: () => Promise<unknown>,
  counted = /^(?:insert|update|delete|commit)/i,
): Promise<boolean> => {
  const client = app.strapi.db.connection.client as object;
  // Transactions have clients of their own, of the same class.
  const prototype = client.constructor.prototype as KnexClient;
  const { _query: send } = prototype;
  const own = Object.hasOwn(prototype, '_query');
  let sent = 0;
  prototype._query = async function (connection, query) {
    const isInTransaction = '__knexTxId' in connection && Boolean(connection.__knexTxId);
    if (!isInTransaction || !counted.test(query.sql)) {
      return send.call(this, connection, query);
    }
    sent += 1;
    if (sent !== statement) return send.call(this, connection, query);
    await send.call(this, connection, { ...query, sql: 'rollback', bindings: [] } as never);
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  try {
    await act();
  } finally {
    if (own) prototype._query = send;
    else delete (prototype as Partial<KnexClient>)._query;
  }
  return sent >= statement;
};

beforeAll(async () => {
  app = await startApp({ config, folder });
  await articlesOf(app).create({ data: { title: 'First', slug: 'first' }, status: 'published' });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('what is published is in the feed, at whatever statement the disk was full', async () => {
  let isThere = true;
  for (let statement = 1; isThere && statement < 200; statement += 1) {
    const slug = `statement-${statement}`;
    isThere = await fullAt(statement, () =>
      articlesOf(app)
        .create({ data: { title: slug, slug }, status: 'published' })
        // Where the commit fails, Strapi acknowledges what is not there.
        .then(undefined, () => (refused += 1)),
    );
    try {
      await expectRight();
    } catch (error) {
      throw new Error(`At statement ${statement}`, { cause: error });
    }
  }
  expect(isThere).toBe(false);
  // A save writes three rows itself, and names them: what follows from it comes after its commit.
  expect(refused).toBeGreaterThan(2);
  refused = 0;
});

it('the next response has what was published, where what was indexed could not be committed', async () => {
  let feed: string[] = [];
  // The first commit is that of the publication.
  const isMet = await fullAt(
    2,
    async () => {
      await articlesOf(app).create({
        data: { title: 'Uncommitted', slug: 'uncommitted' },
        status: 'published',
      });
      feed = await inFeed();
    },
    /^commit/i,
  );
  expect(isMet).toBe(true);
  expect(feed).toContain('uncommitted');
});

it('a start right after the fault finds all that is published, at whatever statement the disk was full', async () => {
  const known = await published();
  let isThere = true;
  // A start takes a second: not after each statement.
  for (let statement = 1; isThere && statement < 200; statement += 4) {
    const slug = `started-${statement}`;
    isThere = await fullAt(statement, () =>
      articlesOf(app)
        .create({ data: { title: slug, slug }, status: 'published' })
        .then(undefined, () => (refused += 1)),
    );
    // Nothing is read or written before that may mend it.
    await app.close();
    app = await startApp({ config, folder });
    try {
      await expectRight();
      expect(await published()).toEqual(expect.arrayContaining(known));
    } catch (error) {
      throw new Error(`At statement ${statement}`, { cause: error });
    }
  }
  expect(isThere).toBe(false);
  expect(refused).toBeGreaterThan(0);
  refused = 0;
});

it('of several publications at once those are in the feed that are published, at whatever statement the disk was full', async () => {
  let isThere = true;
  let isOnePublished = 0;
  for (let statement = 1; isThere && statement < 400; statement += 1) {
    const slugs = [1, 2, 3].map((number) => `at-once-${statement}-${number}`);
    isThere = await fullAt(statement, () =>
      Promise.allSettled(
        slugs.map((slug) =>
          articlesOf(app).create({ data: { title: slug, slug }, status: 'published' }),
        ),
      ),
    );
    try {
      await expectRight();
    } catch (error) {
      throw new Error(`At statement ${statement}`, { cause: error });
    }
    const all = await published();
    const through = slugs.filter((slug) => all.includes(slug)).length;
    if (through > 0 && through < slugs.length) isOnePublished += 1;
  }
  expect(isThere).toBe(false);
  // One of three was refused, and not all.
  expect(isOnePublished).toBeGreaterThan(5);
  await app.close();
  app = await startApp({ config, folder });
  await expectRight();
});

it('what is published is in the feed, wherever the disk was full meanwhile, and after a start as well', async () => {
  for (const room of ROOM) {
    await pragma(`max_page_count = ${(await pragma('page_count')) + room}`);
    for (let tried = 0; tried < TRIES; tried += 1) {
      const slug = `room-${room}-${tried}`;
      // Of several lengths, so that another statement is the one that finds no room.
      const body = 'word '.repeat(300 + 900 * tried + 170 * room);
      try {
        await articlesOf(app).create({ data: { title: slug, slug, body }, status: 'published' });
        acknowledged.push(slug);
      } catch (error) {
        expect(String(error)).toMatch(/full/);
        refused += 1;
      }
    }
    await pragma('max_page_count = 1000000');
    await expectRight();
  }
  // Both came to pass, many times.
  expect(refused).toBeGreaterThan(ROOM.length);
  expect(acknowledged.length).toBeGreaterThan(0);
  const all = await published();
  expect(acknowledged.filter((slug) => !all.includes(slug))).toEqual([]);

  // What was refused can be published now.
  await articlesOf(app).create({ data: { title: 'Last', slug: 'last' }, status: 'published' });
  await expectRight();
  await app.close();
  app = await startApp({ config, folder });
  await expectRight();
  expect(isAway(app)).toBe(false);
});
