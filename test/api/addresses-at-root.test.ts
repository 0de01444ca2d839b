/**
 * @runs-on sqlite: What is at a path follows from routes and options; the columns that addresses are
 * made of are asked for on every database by any-slug.test.ts and own-types.test.ts.
 */
import { parseRssFeed } from 'feedsmith';

import { PERMISSIONS } from '../../src/lib/constants';
import type { SyndicationOptions } from '../../src/options/options';
import type { Attention } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { htmlProblems } from '../helpers/html';
import { siteTypes } from '../helpers/site-types';
import { settled } from '../helpers/state';
import { statementsOn } from '../helpers/statements';

const BASE = 'https://www.example.com';
const STORY = 'api::story.story';
const NOTE = 'api::note.note';
const PAGE = 'api::page.page';
const ALIAS = 'api::alias.alias';
const CATEGORY = 'api::category.category';
const READ = 'plugin::content-manager.explorer.read';

const TEXT = { type: 'string' };
const LONG = { type: 'richtext' };

const files = {
  ...siteTypes({
    category: { pluralName: 'categories', attributes: { name: TEXT, slug: { type: 'uid' } } },
    alias: { pluralName: 'aliases', attributes: { url_path: TEXT } },
    story: {
      pluralName: 'stories',
      draftAndPublish: true,
      attributes: {
        title: TEXT,
        slug: { type: 'uid', targetField: 'title' },
        body: LONG,
        category: { type: 'relation', relation: 'manyToOne', target: CATEGORY },
      },
    },
    note: {
      draftAndPublish: true,
      attributes: {
        title: TEXT,
        body: LONG,
        url_alias: { type: 'relation', relation: 'oneToMany', target: ALIAS },
      },
    },
    page: { draftAndPublish: true, attributes: { title: TEXT, fullPath: TEXT, body: LONG } },
  }),
  'public/files/by-hand.html': '<title>A file</title>',
  'src/index.js': `module.exports = {
    register({ strapi }) {
      strapi.server.routes([
        { method: 'GET', path: '/of-the-site', handler: (ctx) => { ctx.body = 'A route'; }, config: { auth: false } },
      ]);
    },
  };`,
};

const PAGES: SyndicationOptions = {
  baseUrl: BASE,
  pages: { [PAGE]: { address: '/{fullPath}' } },
  topics: { [CATEGORY]: { address: '/topics/{slug}' } },
};

const config: SyndicationOptions = {
  ...PAGES,
  sources: {
    [STORY]: { address: '/{category.slug}/{slug}' },
    [NOTE]: { address: '/{url_alias.url_path}' },
  },
};

let app: App & { folder: string };
let ask: AdminFetch;

const documents = (type: string) =>
  app.strapi.documents(type as never) as unknown as {
    create: (parameters: object) => Promise<{ documentId: string }>;
    update: (parameters: object) => Promise<{ documentId: string }>;
    unpublish: (parameters: object) => Promise<unknown>;
    delete: (parameters: object) => Promise<unknown>;
  };

const create = async (type: string, data: object): Promise<string> =>
  (await documents(type).create({ data, status: 'published' })).documentId;

const update = async (type: string, documentId: string, data: object): Promise<void> => {
  await documents(type).update({ documentId, data, status: 'published' });
  await settled(app);
};

const BODY = 'A sentence that is long enough to be the summary of what is written here, at least.';

const page = (fullPath: string, title = `Page ${fullPath}`): Promise<string> =>
  create(PAGE, { title, fullPath, body: BODY });

const story = (slug: string, category: string): Promise<string> =>
  create(STORY, { title: `Story ${slug}`, slug, category, body: BODY });

const read = async (path: string): Promise<string> => {
  const response = await app.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

/** Heading of the page at a path. */
const headingAt = async (path: string): Promise<string | undefined> =>
  /<h1[^>]*>(?:<bdi>)?([^<]*)</.exec(await read(path))?.[1];

const led = async (path: string) => {
  const response = await app.get(path);
  const location = response.headers.get('location')?.replace(BASE, '');
  return location === undefined ? [response.status] : [response.status, location];
};

/** What the panel says of entries with a title. */
const problemsOf = async (title: string): Promise<string[]> => {
  await settled(app);
  const asked = await ask(`/syndication/attention?_q=${encodeURIComponent(title)}`);
  const { results } = (await asked.json()) as Attention;
  return results.flatMap((entry) =>
    entry.title === title ? entry.problems.map(({ code }) => code) : [],
  );
};

let news: string;

beforeAll(async () => {
  app = await startApp({ files, config, fromNothing: true });
  ask = await signIn(app, {
    actions: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems],
    permissions: [STORY, PAGE].map((subject) => ({ action: READ, subject })),
  });
  news = await create(CATEGORY, { name: 'News', slug: 'news' });
  await story('one', news);
  const aliases = [
    await create(ALIAS, { url_path: '/blog/hello' }),
    await create(ALIAS, { url_path: '/blog/again' }),
  ];
  await create(NOTE, { title: 'A note', url_alias: aliases, body: BODY });
});

afterAll(() => app?.stop());

test.each([
  ['about', '/about'],
  ['/about/team', '/about/team'],
  ['about/us/', '/about/us'],
  ['/über/uns/2026/', '/%C3%BCber/uns/2026'],
])('a page whose field holds %s is at %s', async (fullPath, path) => {
  await page(fullPath);
  const html = await read(path);
  expect(await headingAt(path)).toBe(`Page ${fullPath}`);
  expect(html).toContain(`<link rel="canonical" href="${BASE}${path}"/>`);
  expect(await htmlProblems(html)).toEqual([]);
  expect(await led(`${path}/`)).toEqual([301, path]);
  expect(await read(`${path}/index.md`)).toContain(`${BASE}${path}`);
});

test('an entry is below its category, and at the path of its first alias', async () => {
  expect(await headingAt('/news/one')).toBe('Story one');
  expect(await headingAt('/blog/hello')).toBe('A note');
  expect(await led('/blog/again')).toEqual([404]);
  expect(await led('/news')).toEqual([404]);
});

test('every link of the feed and of the sitemap answers, without a redirect', async () => {
  const { items = [] } = parseRssFeed(await read('/index.xml'));
  const links = items.map(({ link = '' }) => link);
  expect(links.sort()).toEqual([`${BASE}/blog/hello`, `${BASE}/news/one`]);
  const pages = [...(await read('/sitemap.xml')).matchAll(/<loc>([^<]*)</g)].map(([, at]) => at!);
  expect(pages).toContain(`${BASE}/about/team`);
  for (const link of [...links, ...pages]) {
    expect([link, await led(link.replace(BASE, '') || '/')]).toEqual([link, [200]]);
  }
});

test('another category, path or alias leads on from where the entry was', async () => {
  const sport = await create(CATEGORY, { name: 'Sport', slug: 'sport' });
  const moving = await story('moving', sport);
  await update(CATEGORY, sport, { slug: 'sports' });
  expect(await headingAt('/sports/moving')).toBe('Story moving');
  expect(await led('/sport/moving')).toEqual([301, '/sports/moving']);
  expect(await led('/sport/moving/index.md')).toEqual([301, '/sports/moving/index.md']);

  const tree = await page('/company/people');
  await update(PAGE, tree, { fullPath: '/people/' });
  expect(await led('/company/people')).toEqual([301, '/people']);

  const alias = await create(ALIAS, { url_path: 'blog/first' });
  const aliased = await create(NOTE, { title: 'Aliased', url_alias: [alias], body: BODY });
  expect(await headingAt('/blog/first')).toBe('Aliased');
  await update(ALIAS, alias, { url_path: 'blog/second' });
  expect(await led('/blog/first')).toEqual([301, '/blog/second']);

  await documents(STORY).unpublish({ documentId: moving });
  await documents(PAGE).delete({ documentId: tree });
  await documents(NOTE).delete({ documentId: aliased });
  await settled(app);
  for (const path of ['/sport/moving', '/sports/moving', '/company/people', '/blog/second']) {
    expect([path, await led(path)]).toEqual([path, [410]]);
  }
});

test('of entries at one path readers find that of the type named first, and the other is told', async () => {
  await page('news/shared', 'The page');
  expect(await headingAt('/news/shared')).toBe('The page');
  expect(await problemsOf('The page')).toEqual([]);
  const shared = await story('shared', news);
  await settled(app);
  expect(await headingAt('/news/shared')).toBe('Story shared');
  expect(await problemsOf('The page')).toEqual(['address-taken']);
  expect(await problemsOf('Story shared')).toEqual([]);
  await documents(STORY).unpublish({ documentId: shared });
  await settled(app);
  expect(await headingAt('/news/shared')).toBe('The page');
});

test('what Strapi, the site and the plugin have goes before a page at its path, which is told', async () => {
  const taken = ['admin', 'api/stories', '_health', 'uploads/x', 'content-manager/x'];
  taken.push('topics', 'subscribe', 'feed.css');
  const before = new Map<string, unknown[]>();
  for (const path of taken) before.set(path, await led(`/${path}`));
  for (const path of taken) await page(path);
  await page('files/by-hand.html', 'No file');
  await page('of-the-site', 'No route');
  await settled(app);
  for (const path of taken) {
    expect([path, await led(`/${path}`)]).toEqual([path, before.get(path)]);
    expect(await (await app.get(`/${path}`)).text()).not.toContain(`>Page ${path}</h1>`);
    expect([path, await problemsOf(`Page ${path}`)]).toEqual([path, ['address-reserved']]);
  }
  expect(await read('/files/by-hand.html')).toContain('A file');
  expect(await read('/of-the-site')).toBe('A route');
});

test('below a directory of the plugin a page is found where that has nothing', async () => {
  await page('topics/of-all', 'About topics');
  expect(await headingAt('/topics/of-all')).toBe('About topics');
  expect(await headingAt('/topics/news')).toBe('News');
  expect(await problemsOf('About topics')).toEqual([]);
});

test('what never was is 404, by few statements', async () => {
  // The page that says so is made once.
  await led('/never-before');
  for (const path of ['/never', '/never/was', '/never/was/here', '/wp-login.php']) {
    const statements = await statementsOn(app, 'syndication_permalinks', () => led(path));
    expect([path, await led(path)]).toEqual([path, [404]]);
    // One for each type whose entries may be there.
    expect([path, statements.length]).toEqual([path, path === '/never/was' ? 3 : 2]);
  }
});

test('what no entry can have is as without the plugin', async () => {
  for (const path of ['/a//b', '/a%20b', '/a/index.xml', `/${'a/'.repeat(200)}b`]) {
    const statements = await statementsOn(app, 'site_', () => led(path));
    expect([path, statements.length]).toEqual([path, 0]);
    const response = await app.get(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).not.toContain('<html');
  }
  expect((await app.get('/about', { method: 'POST' })).status).toBe(405);
});

/** A site that draws whatever nobody else answers. */
const FALLBACK = `module.exports = {
  register({ strapi }) {
    strapi.server.routes([
      { method: 'GET', path: '/((?!api/).*)', handler: (ctx) => { ctx.body = 'The site'; }, config: { auth: false } },
    ]);
  },
};`;

const restart = async (changed: SyndicationOptions): Promise<void> => {
  await app.close();
  app = await startApp({ files, folder: app.folder, config: changed });
};

it('a page at the path of a topic makes room for the topic, whatever was asked for before', async () => {
  await page('topics/later', 'A page before');
  expect(await headingAt('/topics/later')).toBe('A page before');
  await create(CATEGORY, { name: 'Later', slug: 'later' });
  const category = await app.strapi.db.query(CATEGORY).findOne({ where: { slug: 'later' } });
  await story('of-later', category.documentId as string);
  await settled(app);
  expect(await read('/topics/later')).toContain('Story of-later');
  expect(await headingAt('/topics/later')).not.toBe('A page before');
});

it('a page that left the path of a topic leaves no word that it is gone', async () => {
  const id = await page('topics/vacated', 'Vacated');
  expect(await headingAt('/topics/vacated')).toBe('Vacated');
  await documents(PAGE).delete({ documentId: id });
  await settled(app);
  expect(await led('/topics/vacated')).toEqual([410]);
  const category = await create(CATEGORY, { name: 'Vacated', slug: 'vacated' });
  await story('of-vacated', category);
  await settled(app);
  expect(await read('/topics/vacated')).toContain('Story of-vacated');
});

it('a page is found where a topic was that is gone', async () => {
  const category = await create(CATEGORY, { name: 'Guides', slug: 'guides' });
  await story('of-guides', category);
  await settled(app);
  expect(await read('/topics/guides')).toContain('Story of-guides');
  await documents(CATEGORY).delete({ documentId: category });
  await settled(app);
  expect(await led('/topics/guides')).toEqual([410]);
  await page('topics/guides', 'All guides');
  await settled(app);
  expect(await headingAt('/topics/guides')).toBe('All guides');
});

it('what an encoded spelling leads to is never given in the place of a file of the plugin', async () => {
  await page('robots.txt', 'A page called so');
  await settled(app);
  await app.get('/robots%2Etxt');
  expect(await (await app.get('/robots.txt')).text()).toContain('Sitemap:');
});

it('entries of two types at one address have ids of their own', async () => {
  const category = await create(CATEGORY, { name: 'Both', slug: 'both' });
  await story('shared', category);
  const alias = await create(ALIAS, { url_path: '/both/shared' });
  await create(NOTE, { title: 'A note at the same', url_alias: [alias], body: BODY });
  await settled(app);
  const items = parseRssFeed(await read('/index.xml')).items ?? [];
  const guids = items.map(({ guid }) => guid?.value);
  expect(items.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Story shared', 'A note at the same']),
  );
  expect(new Set(guids).size).toBe(guids.length);
});

test('from another form of address entries lead on, as long as anything tells where they were', async () => {
  const sources: SyndicationOptions['sources'] = {
    [STORY]: { address: '/blog/{category.slug}/{slug}' },
  };
  await restart({ ...PAGES, sources });
  expect(await headingAt('/blog/news/one')).toBe('Story one');
  expect(await led('/news/one')).toEqual([301, '/blog/news/one']);
  expect(await headingAt('/about/team')).toBe('Page /about/team');
  // As a route of the site's, and before a day is over, nothing is gone.
  await restart({ baseUrl: BASE, sources });
  expect(await led('/about/team')).toEqual([404]);
  expect(await led('/news/one')).toEqual([301, '/blog/news/one']);
  for (const path of ['/never', '/api/none', '/never/was']) {
    expect([path, await led(path)]).toEqual([path, [404]]);
  }
  expect(await headingAt('/')).toBeDefined();
});

test('the listing of a type that has none any more, and its feeds, lead to the home, where its entries are listed', async () => {
  const sourcesAt = (address: `/${string}`): SyndicationOptions['sources'] => ({
    [STORY]: { address },
  });
  await restart({ baseUrl: BASE, sources: sourcesAt('/blog/{slug}') });
  expect(await read('/blog/index.xml')).toContain('Story one');
  const former = ['/blog', '/blog/index.xml', '/blog/feed.json'];

  await restart({ baseUrl: BASE, sources: sourcesAt('/{slug}') });
  expect(await headingAt('/one')).toBe('Story one');
  expect(await Promise.all(former.map(led))).toEqual([
    [301, '/'],
    [301, '/index.xml'],
    [301, '/feed.json'],
  ]);

  await restart({ baseUrl: BASE, home: '/news', sources: sourcesAt('/news/{slug}') });
  expect(await read('/news/index.xml')).toContain('Story one');
  expect(await Promise.all(former.map(led))).toEqual([
    [301, '/news'],
    [301, '/news/index.xml'],
    [301, '/news/feed.json'],
  ]);

  await restart({ baseUrl: BASE, home: false, sources: sourcesAt('/{slug}') });
  // The whole site has feeds then, and no page to lead to. Within a day the configuration may be taken back.
  const { now } = Date;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 2 * 24 * 60 * 60 * 1_000);
  const page = await led('/blog').finally(() => clock.mockRestore());
  expect(page).toEqual([410]);
  expect(await Promise.all(former.slice(1).map(led))).toEqual([
    [301, '/index.xml'],
    [301, '/feed.json'],
  ]);
});

test('what no entry has is left to a route of the site that takes every address', async () => {
  await app.stop();
  const sites = { ...files, 'src/index.js': FALLBACK };
  app = await startApp({ files: sites, config, fromNothing: true });
  await story('one', await create(CATEGORY, { name: 'News', slug: 'news' }));
  await page('/about/team');
  await settled(app);
  expect(await headingAt('/about/team')).toBe('Page /about/team');
  expect(await headingAt('/news/one')).toBe('Story one');
  for (const path of ['/never', '/never/was', '/topics/none', '/a//b']) {
    expect([path, await read(path)]).toEqual([path, 'The site']);
  }
});
