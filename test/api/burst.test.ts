/** @runs-on sqlite mysql: What is a server's is tried on PostgreSQL there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Knex } from 'knex';

import { OUTBOX_TABLE } from '../../src/changes/outbox';
import { CACHE_TAGS } from '../../src/lib/cache-tags';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { dateOf } from '../helpers/dated';
import { defaultDatabase } from '../helpers/database';
import { type Node, startNode } from '../helpers/node';
import { isCached, settled } from '../helpers/state';

const DATABASE = defaultDatabase === 'mysql' ? 'mysql' : 'postgres';
const config = { baseUrl: 'https://www.example.com', siteName: 'Notes' };
const FEED = '/tags/api/index.xml';
const ABOUT_FEED = [CACHE_TAGS.everything];

/** Milliseconds that each thousand of changes would be dated apart. */
const APART = 1_000;

type Appended = [rows: number, cacheTags: string[]];

/** Appends to the outbox what a node imported that is not there to give it a version. */
const append = async ({ strapi }: App, ...appended: Appended[]): Promise<void> =>
  strapi.db.connection.transaction(async (trx) => {
    for (const [rows, cacheTags] of appended) {
      const row = { change: JSON.stringify({ scopes: cacheTags }), bulk: false };
      await trx.batchInsert(
        OUTBOX_TABLE,
        Array.from({ length: rows }, () => row),
        500,
      );
    }
  });

const statusOf = async ({ get }: Pick<App, 'get'>, since: string): Promise<number> =>
  (await get(FEED, { headers: { 'If-Modified-Since': since } })).status;

const publish = async (app: App): Promise<void> => {
  const editor = createEditor(app);
  await editor.published({ title: 'First', tags: [await editor.tag({ slug: 'api' })] });
};

describe('after thousands of changes at once', () => {
  it('nodes cache a feed again with one date, which is later, and hardly after the changes', async () => {
    const app = await startApp({ config, database: DATABASE });
    const folder = mkdtempSync(path.join(tmpdir(), 'syndication-node-'));
    let other: Node | undefined;
    try {
      await publish(app);
      await settled(app);
      const before = await dateOf(app, FEED);
      other = await startNode({ config, database: DATABASE, folder, databaseOf: app.folder });
      expect(await dateOf(other, FEED)).toBe(before);
      const rows = 10_000;
      await append(app, [rows, ABOUT_FEED]);
      await settled(app);
      const indexed = Date.now();
      const date = await dateOf(app, FEED);
      expect(Date.parse(date)).toBeGreaterThan(Date.parse(before));
      expect(Date.parse(date) - indexed).toBeLessThan((rows / 1_000 / 2) * APART);
      expect(isCached(app, FEED)).toBe(true);
      while ((await statusOf(other, before)) === 304) await sleep(100);
      expect(await dateOf(other, FEED)).toBe(date);
    } finally {
      await other?.kill();
      await app.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('a feed is dated later though the node that numbers them ends in the middle', async () => {
    const app = await startApp({ config, database: DATABASE });
    await publish(app);
    await settled(app);
    const before = await dateOf(app, FEED);
    jest.spyOn(app.strapi.log, 'error').mockImplementation();
    const { client } = app.strapi.db.connection as { client: Knex.Client };
    const begin = client.transaction.bind(client);
    // That of the rows, and the first of those that number them.
    let left = 2;
    const ended = new Promise<void>((done) => {
      jest.spyOn(client, 'transaction').mockImplementation((...given) => {
        if (left === 0) {
          done();
          throw new Error('The node has ended.');
        }
        left -= 1;
        return begin(...given);
      });
    });
    // What it leaves says nothing of the feed any more.
    await append(app, [2_000, ABOUT_FEED], [8_500, ['some']]);
    await ended;
    await settled(app);
    expect(await statusOf(app, before)).toBe(200);
    await app.close();
    const again = await startApp({ config, database: DATABASE, folder: app.folder });
    try {
      await settled(again);
      expect(await statusOf(again, before)).toBe(200);
      expect(Date.parse(await dateOf(again, FEED))).toBeGreaterThan(Date.parse(before));
    } finally {
      await again.close();
      await app.stop();
    }
  });
});
