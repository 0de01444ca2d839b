/**
 * @runs-on sqlite: What nodes of two configurations say is decided by these, before a database is asked, and
 * SQLite has one node: they are on PostgreSQL. nodes.test.ts has two nodes on each database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { ARTICLE_UID } from '../../src/lib/constants';
import type { SyndicationOptions } from '../../src/options/options';
import { preparedDatabase } from '../helpers/app';
import { testDatabase } from '../helpers/database';
import { startNode, type Node } from '../helpers/node';

const FEED = '/tags/api/index.xml';
const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', itemsPerFeed: 0 };

describe('nodes of two configurations on one database, while the later one is rolled out', () => {
  const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'syndication-node-')));
  const shared = testDatabase('postgres', folders[0]!);
  let earlier: Node;
  let later: Node;
  let api: string;

  const start = (index: number, more: SyndicationOptions = {}) =>
    startNode({
      config: { ...config, ...more },
      database: 'postgres',
      folder: folders[index]!,
      databaseOf: folders[0]!,
    });
  const publish = (node: Node, slug: string, tags = [api]) =>
    node.run({ do: 'publish', title: slug, slug, tags });
  /** Waits until a feed of a node shows something. */
  const comesToShow = async (node: Node, feed: string, part: string): Promise<void> => {
    for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
      if ((await (await node.get(feed)).text()).includes(part)) return;
    }
    throw new Error(`The feed does not show ${part}`);
  };

  beforeAll(async () => {
    await shared.create(await preparedDatabase({ database: 'postgres' }));
    // By the earlier one, articles are of no tag.
    earlier = await start(0, { sources: { [ARTICLE_UID]: { topics: false } } });
    api = (await earlier.run({ do: 'createTag', name: 'api' }))!;
    await publish(earlier, 'before');
    await earlier.run({ do: 'settle' });
    later = await start(1);
  });
  afterAll(async () => {
    await Promise.all([earlier, later].map((node) => node.kill()));
    await shared.drop();
    folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
  });

  it('show what is written on either as the later one has it', async () => {
    await publish(earlier, 'on-the-earlier');
    await publish(later, 'on-the-later');
    for (const title of ['before', 'on-the-earlier', 'on-the-later']) {
      await comesToShow(later, FEED, `<title>${title}</title>`);
      await comesToShow(earlier, '/index.xml', `<title>${title}</title>`);
    }
    expect(await later.run({ do: 'checkIndexes' })).toBe('right');
  });

  it('go on where the later one is taken back, and read all anew once it comes again', async () => {
    await later.kill();
    await publish(earlier, 'meanwhile');
    await comesToShow(earlier, '/index.xml', '<title>meanwhile</title>');
    // More of them than a start looks at, and right for both.
    for (let start = 0; start < 60; start += 5) {
      const names = Array.from({ length: 5 }, (_, place) => `plain-${start + place}`);
      await Promise.all(names.map((name) => publish(earlier, name, [])));
    }
    await earlier.run({ do: 'settle' });
    await comesToShow(earlier, '/index.xml', '<title>plain-59</title>');
    later = await start(1);
    await comesToShow(later, FEED, '<title>meanwhile</title>');
    expect(await later.run({ do: 'checkIndexes' })).toBe('right');
  });
});
