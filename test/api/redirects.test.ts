/** @runs-on sqlite: Options and routes decide where former addresses lead; the database has nothing of it. */
import { ARTICLE_UID } from '../../src/lib/constants';
import type { SyndicationOptions } from '../../src/options/options';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { sendRaw } from '../helpers/request';
import { statementsOn } from '../helpers/statements';

const BASE = 'https://www.example.com';
const FEEDS = 'https://cms.example.com';

const config: SyndicationOptions = {
  baseUrl: BASE,
  feedsUrl: FEEDS,
  redirects: {
    '/feed/': '/index.xml',
    '/?feed=atom': '/atom.xml',
    '/?feed=atom&tag=api': '/tags/api/atom.xml',
    '/category/{slug}/feed/': '/tags/{slug}/index.xml',
    '/posts/first-one/': '/posts/one/',
    '/{section}/one/': '/posts/one/',
    '/api/feed?lang=en': '/index.xml',
    '/api/feed?lang=de': '/tags/de/index.xml',
    '/own/feed/': '/index.xml',
    '/file.xml': '/index.xml',
    '/wp-sitemap.xml': '/sitemap.xml',
    '/{year}/{month}/{day}/{slug}/': '/posts/{slug}/',
  },
};

/** The site still has something at two of them. */
const files = {
  'public/file.xml': "The site's own",
  'src/index.js': `module.exports = {
    register({ strapi }) {
      strapi.log.warn = (message) => { strapi.said = [...(strapi.said ?? []), message]; return strapi.log; };
      const handler = (ctx) => { ctx.body = 'The site has its own'; };
      strapi.server.routes([{ method: 'GET', path: '/own/feed', handler, config: { auth: false } }]);
    },
  };`,
};

let app: App;
let empty: Response[];

const led = async (path: string, init: Parameters<typeof sendRaw>[2] = {}) => {
  const { status, headers } = await sendRaw(app.origin, path, init);
  return [status, headers.location];
};

beforeAll(async () => {
  app = await startApp({ config, files });
  empty = [await app.get('/feed/'), await app.get('/category/api/feed/')];
  const editor = createEditor(app);
  const api = await editor.tag({ slug: 'api' });
  await editor.published({ slug: 'one', tags: [api] });
});

afterAll(() => app?.stop());

test('until something is published, a former address answers as without the plugin', () => {
  expect(empty.map(({ status }) => status)).toEqual([404, 404]);
});

test.each([
  ['/feed/', `${FEEDS}/index.xml`],
  ['/feed', `${FEEDS}/index.xml`],
  ['/Feed/?utm_source=x', `${FEEDS}/index.xml`],
  ['/?feed=atom', `${FEEDS}/atom.xml`],
  ['/?utm_source=x&feed=atom', `${FEEDS}/atom.xml`],
  ['/?feed=atom&tag=api', `${FEEDS}/tags/api/atom.xml`],
  ['/category/api/feed/', `${FEEDS}/tags/api/index.xml`],
  ['/api/feed?lang=en', `${FEEDS}/index.xml`],
  ['/api/feed?lang=de', `${FEEDS}/tags/de/index.xml`],
  ['/posts/first-one/', `${BASE}/posts/one/`],
  ['/news/one', `${BASE}/posts/one/`],
  ['/wp-sitemap.xml', `${BASE}/sitemap.xml`],
])('%s leads to %s for good', async (path, location) => {
  expect(await led(path)).toEqual([301, location]);
  expect(await led(path, { method: 'HEAD' })).toEqual([301, location]);
});

test('where it leads answers', async () => {
  for (const path of ['/feed/', '/category/api/feed/', '/posts/first-one/', '/wp-sitemap.xml']) {
    const [, location] = await led(path);
    expect((await app.get(new URL(String(location)).pathname)).status).toBe(200);
  }
});

test('a path with names that matches where it leads does not lead round and round', async () => {
  expect(await led('/posts/one/')).toEqual([200, undefined]);
  expect(await led('/posts/one')).toEqual([301, `${BASE}/posts/one/`]);
});

test('caches keep it, of one query for one visitor alone', async () => {
  const plain = await app.get('/feed/');
  expect(plain.headers.get('cache-control')).toMatch(/^public, max-age=300/);
  const asked = await app.get('/api/feed?lang=en');
  expect(asked.headers.get('cache-control')).toMatch(/^private/);
});

test('another query, another method or another path answers as before', async () => {
  expect(await led('/')).toEqual([200, undefined]);
  expect(await led('/?feed=rss')).toEqual([200, undefined]);
  expect(await led('/api/feed')).toEqual([404, undefined]);
  expect(await led('/api/feed?lang=fr')).toEqual([404, undefined]);
  for (const method of ['POST', 'OPTIONS']) {
    expect(await led('/feed/', { method })).toEqual(await led('/nothing/', { method }));
  }
  expect(await led('/?feed=atom', { method: 'POST' })).toEqual([405, undefined]);
  expect(await led('/category/api/yet/other/feed/')).toEqual([404, undefined]);
});

test("the site's own file and route come first", async () => {
  expect(await (await app.get('/file.xml')).text()).toBe("The site's own");
  expect(await (await app.get('/own/feed')).text()).toBe('The site has its own');
});

test('the start names that file and that route, and nothing of Strapi, which no reader had', () => {
  const { said = [] } = app.strapi as unknown as { said?: string[] };
  const about = said.filter((line) => line.includes("goes before the plugin's addresses"));
  expect(about).toEqual([
    expect.stringContaining(
      ': the route GET /own/feed (/own/feed); the file public/file.xml (/file.xml).',
    ),
  ]);
});

test.each([
  '/category/..%2F..%2Fadmin/feed/',
  '/category/%2F%2Fexample.org/feed/',
  '/category/%5Cexample.org/feed/',
  '/category/a%0d%0aSet-Cookie:x=1/feed/',
  `/category/${'a'.repeat(2_000)}/feed/`,
  '/category/%00/feed/',
])('a hostile path leads nowhere: %j', async (path) => {
  const [status, location] = await led(path);
  expect(location).toBeUndefined();
  expect([400, 403, 404]).toContain(status);
});

test('whatever stands for a name stays one part of a path on the host', async () => {
  expect(await led('/category/a%3Fb%23c@example.org/feed/')).toEqual([
    301,
    `${FEEDS}/tags/a%3Fb%23c%40example.org/index.xml`,
  ]);
  expect(await led('/category/%E0%A4%A/feed/')).toEqual([
    301,
    `${FEEDS}/tags/%25E0%25A4%25A/index.xml`,
  ]);
});

test('reads nothing of the database, once the site is known to have something', async () => {
  const statements = await statementsOn(app, '', async () => {
    for (let number = 0; number < 20; number += 1) {
      expect(await led(`/category/topic-${number}/feed/`)).toEqual([301, expect.any(String)]);
    }
  });
  // Whether another node changed something is asked by the clock.
  const isLook = (sql: string) => /syndication_(?:scopes|outbox)/.test(sql);
  expect(statements.filter(({ sql }) => !isLook(sql))).toEqual([]);
});

test.each<[Record<string, string>, string]>([
  [
    { '/feed': '/tag/index.xml' },
    'The option "redirects": "/feed" was "/tag/index.xml", where the plugin has nothing. Allowed: an address of the plugin, for example "/index.xml".',
  ],
  [
    { '/tags/{slug}/': '/tags/{slug}/index.xml' },
    'The option "redirects": the plugin has something at "/tags/{slug}/". Allowed: an address that is free.',
  ],
  [
    { '/one/': '/posts/two/', '/posts/two/': '/posts/three/' },
    'The option "redirects": "/one/" was "/posts/two/", which "/posts/two/" leads on. Allowed: the address where that leads.',
  ],
  [
    { '/feed.rss': 'index.xml' },
    'The option "redirects": "/feed.rss" was "index.xml". Allowed: a path below the base address, for example "/index.xml" or "/tags/{slug}/index.xml".',
  ],
])('%j stops the start', async (wrong, message) => {
  await app.stop();
  await expect(startApp({ config: { baseUrl: BASE, redirects: wrong } })).rejects.toThrow(message);
});

test('a redirect that leads nowhere is told where the feed of the site is', async () => {
  await app.stop();
  const options = { baseUrl: BASE, home: '/blog/', redirects: { '/feed': '/index.xml' } };
  await expect(startApp({ config: options })).rejects.toThrow('for example "/blog/index.xml".');
});

test('a redirect to a feed that is not there stops the start where entries may be at any path', async () => {
  await app.stop();
  const address = '/{slug}';
  const options = { baseUrl: BASE, sources: { [ARTICLE_UID]: { address } } };
  const startWith = (redirects: Record<string, string>) =>
    startApp({ config: { ...options, redirects } });
  await expect(startWith({ '/feed': '/tag/index.xml' })).rejects.toThrow(
    '"/feed" was "/tag/index.xml", where the plugin has nothing.',
  );
  app = await startWith({
    '/feed': '/index.xml',
    '/old': '/new',
    '/tag/a/feed': '/tags/a/atom.xml',
  });
});
