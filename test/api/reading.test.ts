import { setTimeout as sleep } from 'node:timers/promises';

import { MODIFICATION_TABLE } from '../../src/changes/modification-table';
import { ARTICLE_UID } from '../../src/constants';
import { chunk } from '../../src/chunk';
import { partsOf } from '../../src/compose';
import { signIn } from '../helpers/admin';
import type { App } from '../helpers/app';
import { startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { defaultDatabase } from '../helpers/database';
import { rowsChanged } from '../helpers/rows-changed';
import { numbered } from '../helpers/settled';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', content: 'full' };

/** Two of them make an address each, in any order and both ways: the same statements again. */
const TAGS = defaultDatabase === 'sqlite' ? ['a', 'b', 'c', 'd', 'e'] : ['a', 'b', 'c'];

/** Addresses of every kind: documents, combinations, pages, what moved, what is gone or never was. */
const addresses = (): string[] => {
  const files = ['', 'index.xml', 'atom.xml', 'feed.json'];
  const names = TAGS.flatMap((one) => [
    one,
    ...TAGS.flatMap((other) => [`${one}+${other}`, `${one},${other}`]),
  ]);
  return [
    ...names.flatMap((name) => files.map((file) => `/tags/${name}/${file}`)),
    ...['/tags/', '/index.xml', '/atom.xml', '/feed.json', '/feeds.opml', '/sitemap.xml'],
    ...['/', '/subscribe/', '/llms.txt', '/robots.txt', '/index.md', '/tags/a/index.md'],
    ...['now', 'before', 'gone', 'never'].map((slug) => `/posts/${slug}/`),
    ...['/tags/never/', '/tags/a/page/9/', '/tags/a/archive/1/atom.xml', '/posts/now', '/tags/a'],
  ];
};

/** What is not in the list of addresses: other methods, odd addresses, the APIs without a token. */
const ODD: [method: string, address: string][] = [
  ...['POST', 'PUT', 'DELETE', 'OPTIONS'].map((method): [string, string] => [method, '/tags/a/']),
  ...[
    '/tags/a/index.xml?utm_source=reader',
    '/tags/%61/',
    '/posts/%E4/',
    '/sitemap/7.xml',
    '/feed.css',
    '/api/syndication/articles?populate=*',
    '/api/syndication/tags/never',
    '/syndication/feeds',
  ].map((address): [string, string] => ['GET', address]),
];

/** What the panel asks for without changing anything. */
const PANEL = [
  'feeds',
  'feeds/site',
  'feeds/site/waiting',
  'feeds/site/problems',
  'settings',
].concat(['health?feeds=site', 'schedule?articles=never']);

describe('readers', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ config });
    const editor = createEditor(app);
    const tags = await Promise.all(TAGS.map((slug) => editor.tag({ name: slug, slug })));
    const moved = await editor.published({ slug: 'before', tags });
    await editor.republish(moved, { slug: 'now' });
    await editor.delete(await editor.published({ slug: 'gone', tags }));
    for (const tag of tags) await editor.published({ tags: [tag] });
    // What was committed is numbered and dated right after, by the node that wrote.
    await numbered(app);
  });
  afterAll(() => app.stop());

  const askAll = async (headers: Record<string, string>): Promise<Set<number>> => {
    const statuses = new Set<number>();
    for (const address of addresses()) {
      for (const method of ['GET', 'HEAD']) {
        statuses.add((await app.get(address, { method, headers })).status);
      }
    }
    return statuses;
  };

  /** Statements that are no reads, and rows that the database itself counts as changed meanwhile. */
  const watched = async (ask: () => Promise<void>) => {
    const written: string[] = [];
    let byStrapi = 0;
    const { connection } = app.strapi.db;
    // What a new connection of the pool begins with changes nothing but itself.
    const reads = /^\s*(?:select|with|begin|commit|rollback|set session|pragma)\b/i;
    const note = ({ sql }: { sql: string }): void => {
      if (reads.test(sql)) return;
      // Strapi itself notes there, now and then, when it last did something of its own.
      if (sql.includes('strapi_core_store_settings')) byStrapi += 1;
      else written.push(sql);
    };
    const before = await rowsChanged(app);
    connection.on('query', note);
    await ask();
    connection.off('query', note);
    return { written, rows: (await rowsChanged(app)) - before - byStrapi };
  };

  it('write nothing to the database, whatever they ask for', async () => {
    const found = await watched(async () => {
      partsOf(app.strapi).responses.purge(['*']);
      expect([...(await askAll({}))].sort()).toEqual([200, 301, 404, 410]);
      await askAll({ 'If-Modified-Since': new Date(0).toUTCString() });
      await app.get('/tags/a/', { headers: { Accept: 'text/markdown' } });
      for (const [method, address] of ODD) await app.get(address, { method });
    });
    expect(found).toEqual({ written: [], rows: 0 });
  });

  it('are told apart from who writes by the same counters', async () => {
    const { rows } = await watched(async () => void (await createEditor(app).draft()));
    expect(rows).toBeGreaterThan(0);
  });

  it('of the panel write nothing either', async () => {
    const admin = await signIn(app, 'strapi-super-admin');
    const found = await watched(async () => {
      for (const address of PANEL) {
        expect([address, (await admin(`/syndication/${address}`)).status]).toEqual([address, 200]);
      }
    });
    expect(found).toEqual({ written: [], rows: 0 });
  });

  /** When the latest change is dated, in seconds since 1970. */
  const newestMoment = async (): Promise<number> => {
    const [row] = await app.strapi.db.connection(MODIFICATION_TABLE).max({ moment: 'moment' });
    return Number(row?.moment);
  };

  it('are given dates that stay the same however often and wherever a response is made', async () => {
    const dateOf = async (address: string) => {
      const { status, headers } = await app.get(address);
      return status === 200 ? [address, headers.get('last-modified')] : [];
    };
    // A few at a time: hundreds at once are a matter of how fast the machine is.
    const dates = async () => {
      const found = [];
      for (const some of chunk(addresses(), 10))
        found.push(...(await Promise.all(some.map(dateOf))));
      return found;
    };
    // Changes of one second are dated ahead, and Last-Modified is never later than Date: until then
    // a response is dated with the moment it is made.
    while ((await newestMoment()) > Date.now() / 1_000) await sleep(50);
    const given = await dates();
    expect(given.flat()).not.toContain(null);
    partsOf(app.strapi).responses.purge(['*']);
    expect(await dates()).toEqual(given);
  });

  it('ask for any number of articles, in parts that a database takes', async () => {
    const { entries } = partsOf(app.strapi);
    const known = await createEditor(app).published();
    const many = [...Array.from({ length: 40_000 }, (_, index) => `unknown-${index}`), known];
    const found = await entries.findPublic(
      many.map((documentId) => ({
        contentType: ARTICLE_UID,
        documentId,
        locale: '',
        date: new Date(),
      })),
      new Date(),
    );
    expect(found.map(({ documentId }) => documentId)).toEqual([known]);
  });
});
