import { SCOPE_TABLE } from '../../src/changes/versions';
import { ARTICLE_UID, PLUGIN_ID } from '../../src/lib/constants';
import { chunk } from '../../src/lib/values';
import { partsOf } from '../../src/compose';
import { signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { reach } from '../helpers/clock';
import { createEditor } from '../helpers/content';
import { defaultDatabase } from '../helpers/database';
import { rowsChanged } from '../helpers/rows-changed';
import type { Statement } from '../helpers/statements';
import { forgetResponses, settled } from '../helpers/state';

const config = { baseUrl: 'https://www.example.com', siteName: 'Notes', content: 'full' };

/** Two of them make an address each, in any order and both ways: the same statements again. */
const TAGS = defaultDatabase === 'sqlite' ? ['a', 'b', 'c', 'd', 'e'] : ['a', 'b', 'c'];

/** How many requests are watched at least: each address once in each way, or more with `TEST_REQUESTS`. */
const REQUESTS = Number(process.env.TEST_REQUESTS ?? 0);

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
  'entries?status=scheduled&feed=site',
  'attention',
  'feeds/site/problems',
  'settings',
].concat(['health?feeds=site', 'schedule?articles=never']);

/** Where Strapi and plugins keep values by their keys. */
const SETTINGS_TABLE = 'strapi_core_store_settings';
/** Keys of the plugin: `plugin_syndication_settings`, `core_syndication_configuration`. */
const OWN_KEY = new RegExp(`^(?:plugin|core)_${PLUGIN_ID}_`);

/** Whether a statement on the settings is of a row of the plugin: it names its key, or at its end its id. */
const isOfPlugin = (bindings: unknown[], rowIds: number[]): boolean =>
  bindings.some((value) => typeof value === 'string' && OWN_KEY.test(value)) ||
  rowIds.includes(bindings.at(-1) as number);

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
    await settled(app);
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

  /** Ids of the rows that the plugin has among Strapi's settings. */
  const ownSettings = async (): Promise<number[]> => {
    const { connection } = app.strapi.db;
    const rows: { id: number; key: string }[] = await connection(SETTINGS_TABLE).select(
      'id',
      'key',
    );
    return rows.filter(({ key }) => OWN_KEY.test(key)).map(({ id }) => id);
  };

  /** Statements that are no reads, and rows that the database itself counts as changed meanwhile. */
  const watched = async (ask: () => Promise<void>) => {
    const written: string[] = [];
    const inSettings: Statement[] = [];
    const own = await ownSettings();
    const { connection } = app.strapi.db;
    // What a new connection of the pool begins with changes nothing but itself.
    const reads = /^\s*(?:select|with|begin|commit|rollback|set session|pragma)\b/i;
    const note = ({ sql, bindings = [] }: Statement): void => {
      if (reads.test(sql)) return;
      if (sql.includes(SETTINGS_TABLE)) inSettings.push({ sql, bindings });
      else written.push(sql);
    };
    const before = await rowsChanged(app);
    connection.on('query', note);
    await ask();
    connection.off('query', note);
    const changed = (await rowsChanged(app)) - before;
    // Strapi itself notes there, now and then, when it last did something of its own.
    const rowIds = [...own, ...(await ownSettings())];
    const ofPlugin = inSettings.filter(({ bindings }) => isOfPlugin(bindings, rowIds));
    written.push(...ofPlugin.map(({ sql }) => sql));
    return { written, rows: changed - (inSettings.length - ofPlugin.length) };
  };

  it('write nothing to the database, whatever they ask for', async () => {
    let asked = 0;
    const count = (): void => {
      asked += 1;
    };
    app.strapi.server.httpServer.on('request', count);
    const found = await watched(async () => {
      do {
        forgetResponses(app);
        expect([...(await askAll({}))].sort()).toEqual([200, 301, 404, 410]);
        await askAll({ 'If-Modified-Since': new Date(0).toUTCString() });
        await app.get('/tags/a/', { headers: { Accept: 'text/markdown' } });
        for (const [method, address] of ODD) await app.get(address, { method });
      } while (asked < REQUESTS);
    });
    app.strapi.server.httpServer.off('request', count);
    expect(found).toEqual({ written: [], rows: 0 });
  });

  it('are told apart from who writes by the same counters', async () => {
    const { rows } = await watched(async () => void (await createEditor(app).draft()));
    expect(rows).toBeGreaterThan(0);
  });

  it('are told apart from the plugin where it writes beside Strapi itself', async () => {
    const noted = async (store: object): Promise<number[]> => {
      const settings = app.strapi.store(store as never);
      // The second statement names the row by its id alone.
      const { written, rows } = await watched(async () => {
        await settings.set({ value: 'one' });
        await settings.set({ value: 'two' });
      });
      await settings.delete({});
      return [written.length, rows];
    };
    for (const type of ['plugin', 'core']) {
      expect(await noted({ type, name: PLUGIN_ID, key: 'noted' })).toEqual([2, 2]);
    }
    expect(await noted({ type: 'plugin', name: 'upload', key: 'noted' })).toEqual([0, 0]);
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
    const [row] = await app.strapi.db.connection(SCOPE_TABLE).max({ moment: 'moment' });
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
    reach(new Date((await newestMoment()) * 1_000));
    const given = await dates();
    expect(given.flat()).not.toContain(null);
    forgetResponses(app);
    expect(await dates()).toEqual(given);
  });

  it('ask for any number of articles, in parts that a database takes', async () => {
    // No site of a test has as many.
    const [{ entries }] = partsOf(app.strapi).editions;
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
