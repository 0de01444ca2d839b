/**
 * @runs-on sqlite: SQLite has one node, so that theirs are on PostgreSQL. That one of several takes
 * what is to be told is tested on every database by deliveries.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { chunk } from '../../src/lib/values';
import { preparedDatabase } from '../helpers/app';
import { testDatabase } from '../helpers/database';
import { inTime } from '../helpers/due';
import { startNode, type Node } from '../helpers/node';
import { type Receiver, startReceiver } from '../helpers/receiver';

const DATABASE = 'postgres';

/** What each node publishes. */
const PUBLISHED = 12;

describe('two nodes that tell a front end', () => {
  const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'syndication-push-')));
  const shared = testDatabase(DATABASE, folders[0]!);
  let receiver: Receiver;
  let nodes: Node[] = [];

  const start = (index: number) =>
    startNode({
      config: { baseUrl: 'https://www.example.com', push: { webhooks: [{ url: receiver.url }] } },
      database: DATABASE,
      folder: folders[index]!,
      databaseOf: folders[0]!,
    });

  beforeAll(async () => {
    receiver = await startReceiver();
    await shared.create(await preparedDatabase({ database: DATABASE }));
    nodes = [await start(0)];
    nodes.push(await start(1));
    await receiver.next();
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await receiver.stop();
    await shared.drop();
    folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
  });

  /** Addresses that the front end heard of, in their order. */
  const heard = async (number: number): Promise<string[]> =>
    (await receiver.next(number))
      .map(({ body }) => (JSON.parse(body) as { data: { url: string } }).data.url)
      .sort();

  const untilTold = async (asked = nodes): Promise<void> => {
    for (const node of asked) await node.run({ do: 'untilTold' });
  };

  const publish = (node: Node, slug: string) =>
    node.run({ do: 'publish', title: slug, slug, tags: [] });

  it('tell it once of each entry, whichever of them published it', async () => {
    const slugs: string[] = [];
    for (let index = 0; index < PUBLISHED; index += 1) {
      const both = ['one', 'other'].map((name) => `${name}-${String(index).padStart(2, '0')}`);
      await Promise.all(both.map((slug, place) => publish(nodes[place]!, slug)));
      slugs.push(...both);
    }
    expect(await heard(slugs.length)).toEqual(
      slugs.map((slug) => `https://www.example.com/posts/${slug}/`).sort(),
    );
    await receiver.nothing(untilTold());
  });

  it('tell it once of what waited for its date, whichever of them finds that it has come', async () => {
    const slugs = Array.from({ length: PUBLISHED }, (_, index) => `dated-${index}`);
    await inTime(async (due) => {
      const date = due.toISOString();
      const publishIt = (slug: string) =>
        nodes[0]!.run({ do: 'publish', title: slug, slug, tags: [], date });
      for (const some of chunk(slugs, 4)) await Promise.all(some.map(publishIt));
    }, 5_000);
    expect(await heard(slugs.length)).toEqual(
      slugs.map((slug) => `https://www.example.com/posts/${slug}/`).sort(),
    );
    // Each node looks for what is due each second.
    await sleep(1_200);
    await receiver.nothing(untilTold());
  });

  it('tell it of what one published that was killed before it told', async () => {
    await publish(nodes[0]!, 'last-words');
    await nodes[0]!.kill();
    expect(await heard(1)).toEqual(['https://www.example.com/posts/last-words/']);
    await receiver.nothing(untilTold(nodes.slice(1)));
  });
});
