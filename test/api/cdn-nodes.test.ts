/**
 * @runs-on sqlite: SQLite has one node, so that theirs are on PostgreSQL. That nodes hear of each
 * other's changes on MariaDB is tested by nodes.test.ts; what Varnish is told of them is the same.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { preparedDatabase } from '../helpers/app';
import { testDatabase } from '../helpers/database';
import { type Node, startNode } from '../helpers/node';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy';
import { startVarnish, type Varnish, whyNoVarnish } from '../helpers/varnish';

const DATABASE = 'postgres';

/** Milliseconds after a write in which Varnish gives what the node gives; 3,000 are promised, of a machine that does nothing else. */
const WITHIN = 10_000;

const missing = whyNoVarnish();

// Skipped where Varnish cannot be installed, which the name of the suite then says: nothing else judges as it does.
(missing ? describe.skip : describe)(missing ?? 'Varnish in front of two nodes', () => {
  const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'syndication-cdn-')));
  const shared = testDatabase(DATABASE, folders[0]!);
  const targets = [0, 1].map(() => ({ host: '127.0.0.1', port: 9 }));
  let between: TcpProxy[] = [];
  let varnish: Varnish;
  const nodes: Node[] = [];

  beforeAll(async () => {
    between = await Promise.all(targets.map(startTcpProxy));
    varnish = await startVarnish(between.map(({ host, port }) => `http://${host}:${port}`));
    await shared.create(await preparedDatabase({ database: DATABASE }));
    for (const [place, folder] of folders.entries()) {
      const node = await startNode({
        config: {
          baseUrl: 'https://www.example.com',
          push: { cdn: { provider: 'varnish', urls: [varnish.origin] } },
        },
        database: DATABASE,
        folder,
        databaseOf: folders[0]!,
      });
      nodes.push(node);
      targets[place]!.port = Number(new URL(node.origin).port);
    }
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await varnish?.stop();
    await Promise.all(between.map((proxy) => proxy.close()));
    await shared.drop();
    folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
  });

  const ADDRESSES = [
    ...['/index.xml', '/feed.json', '/tags/', '/tags/api/', '/tags/api/atom.xml', '/sitemap.xml'],
    ...['/posts/old/', '/posts/first/', '/posts/second/', '/posts/never/'],
  ];
  const given = async (origin: string) =>
    Promise.all(
      ADDRESSES.map(async (address) => {
        const response = await fetch(origin + address, { redirect: 'manual' });
        const { status, headers } = response;
        return [address, status, headers.get('location'), await response.text()];
      }),
    );

  it('gives within three seconds of any write what the nodes give', async () => {
    const [one, other] = nodes as [Node, Node];
    const tag = (await one.run({ do: 'createTag', name: 'api' }))!;
    const publish = async (node: Node, slug: string, date?: string) =>
      (await node.run({ do: 'publish', title: slug, slug, tags: [tag], date }))!;
    let first = '';
    let second = '';
    const writes: [string, () => Promise<unknown>][] = [
      ['publish', async () => publish(one, 'old', '2020-01-01T00:00:00.000Z')],
      ['publish', async () => (first = await publish(other, 'first'))],
      ['retitle', () => one.run({ do: 'retitle', article: first, title: 'Otherwise' })],
      ['publish beside', async () => (second = await publish(one, 'second'))],
      ['quietly', () => other.run({ do: 'retitleQuietly', article: second, title: 'Quiet' })],
      ['rename a tag', () => other.run({ do: 'renameTag', tag, title: 'Interfaces' })],
      ['unpublish', () => one.run({ do: 'unpublish', article: first })],
      ['what never was', () => publish(other, 'never')],
    ];
    for (const [name, write] of writes) {
      // Everything is there before it changes, from both of them.
      for (let times = 0; times < 3; times += 1) await given(varnish.origin);
      await write();
      const since = Date.now();
      for (;;) {
        const [there, ...here] = await Promise.all(
          [varnish, one, other].map(({ origin }) => given(origin)),
        );
        const isSame = here.every((each) => JSON.stringify(each) === JSON.stringify(there));
        if (isSame) break;
        if (Date.now() - since > WITHIN) expect([name, there, there]).toEqual([name, ...here]);
        await sleep(100);
      }
      await sleep(Math.max(0, since + 2_000 - Date.now()));
      expect([name, await given(varnish.origin)]).toEqual([name, await given(one.origin)]);
    }
  }, 120_000);
});
