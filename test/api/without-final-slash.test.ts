/** @runs-on sqlite: How addresses end is decided by options and routes; the database has what is before. */
import { parseAtomFeed, parseJsonFeed, parseOpml, parseRssFeed } from 'feedsmith';

import type { SyndicationOptions } from '../../src/options/options';
import { type App, startApp } from '../helpers/app';
import { countElements, htmlProblems } from '../helpers/html';
import { siteTypes } from '../helpers/site-types';

const BASE = 'https://www.example.com';
const STORY = 'api::story.story';
const GENRE = 'api::genre.genre';
const ABOUT = 'api::about.about';

const files = siteTypes({
  genre: { attributes: { name: { type: 'string' }, slug: { type: 'uid' } } },
  about: {
    isSingle: true,
    pluralName: 'abouts',
    attributes: { title: { type: 'string' }, body: { type: 'richtext' } },
  },
  story: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      body: { type: 'richtext' },
      genres: { type: 'relation', relation: 'manyToMany', target: GENRE },
    },
  },
});

const configOf = (end: '' | '/'): SyndicationOptions => ({
  baseUrl: BASE,
  home: `/blog${end}`,
  entriesPerPage: 2,
  itemsPerFeed: 2,
  sources: { [STORY]: { address: `/stories/{slug}${end}` as '/' } },
  pages: { [ABOUT]: { address: `/about${end}` as '/' } },
  topics: { [GENRE]: { address: `/genres/{slug}${end}` as '/' } },
});

let app: App & { folder: string };
let guids: (string | undefined)[];

const read = async (path: string): Promise<string> => {
  const response = await app.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

const led = async (path: string) => {
  const response = await app.get(path);
  return [response.status, response.headers.get('location')?.replace(BASE, '')];
};

const documents = (type: string) =>
  app.strapi.documents(type as never) as unknown as {
    create: (parameters: object) => Promise<{ documentId: string }>;
    update: (parameters: object) => Promise<unknown>;
    publish: (parameters: object) => Promise<unknown>;
    unpublish: (parameters: object) => Promise<unknown>;
  };

const PAGES = [
  '/blog',
  '/blog/page/2',
  '/blog/subscribe',
  '/blog/archive',
  '/stories',
  '/stories/page/2',
  '/stories/one',
  '/genres',
  '/genres/crime',
  '/genres/crime/page/2',
  '/genres/crime+tales',
  '/about',
];

let moved: string;

beforeAll(async () => {
  app = await startApp({ files, config: configOf('/'), fromNothing: true });
  const genres: string[] = [];
  for (const slug of ['crime', 'tales']) {
    genres.push((await documents(GENRE).create({ data: { name: slug, slug } })).documentId);
  }
  for (const slug of ['one', 'two', 'three', 'four']) {
    const { documentId } = await documents(STORY).create({
      data: { title: slug, slug, body: `About ${slug}. See [one](/stories/one).`, genres },
      status: 'published',
    });
    moved = documentId;
  }
  await documents(ABOUT).create({ data: { title: 'About', body: 'Who we are.' } });
  guids = (parseRssFeed(await read('/stories/index.xml')).items ?? []).map(
    ({ guid }) => guid?.value,
  );
  await app.close();
  app = await startApp({ files, config: configOf(''), folder: app.folder });
});

afterAll(() => app?.stop());

test.each(PAGES)('%s is a page that says that it is there', async (path) => {
  const html = await read(path);
  expect(await htmlProblems(html)).toEqual([]);
  expect(countElements(html, 'h1')).toBe(1);
  expect(html).toContain(`<link rel="canonical" href="${BASE}${path}"/>`);
});

test.each(PAGES)('%s with a final slash leads there for good', async (path) => {
  expect(await led(`${path}/`)).toEqual([301, path]);
  expect(await led(`${path}/?utm_source=x`)).toEqual([301, `${path}?utm_source=x`]);
});

test('no page and no list leads to an address that redirects', async () => {
  const known = new Map<string, number>();
  for (const path of [...PAGES, '/sitemap.xml', '/llms.txt', '/feeds.opml', '/blog/index.xml']) {
    const text = await read(path);
    for (const [, link] of text.matchAll(
      /(?:href="|htmlUrl="|<loc>|\]\()(https:\/\/www\.example\.com[^"<)]*)/g,
    )) {
      const { pathname } = new URL(link!);
      if (!known.has(pathname)) known.set(pathname, (await app.get(pathname)).status);
    }
  }
  expect(known.size).toBeGreaterThan(20);
  expect([...known].filter(([, status]) => status !== 200)).toEqual([]);
});

test.each(['/blog', '/stories', '/genres/crime', '/genres/crime+tales'])(
  'the feeds of %s are below it, and so are their further documents',
  async (path) => {
    const rss = parseRssFeed(await read(`${path}/index.xml`));
    expect(rss.link).toBe(BASE + path);
    expect(rss.atom?.links?.find(({ rel }) => rel === 'self')?.href).toBe(
      `${BASE}${path}/index.xml`,
    );
    expect(rss.items?.map(({ link }) => link)).toEqual(
      ['four', 'three'].map((slug) => `${BASE}/stories/${slug}`),
    );
    const atom = parseAtomFeed(await read(`${path}/atom.xml`));
    expect(atom.links?.find(({ rel }) => rel === 'next')?.href).toBe(
      `${BASE}${path}/page/2/atom.xml`,
    );
    const json = parseJsonFeed(await read(`${path}/page/2/feed.json`));
    expect(json.items?.map(({ url }) => url)).toEqual(
      ['two', 'one'].map((slug) => `${BASE}/stories/${slug}`),
    );
    expect(await led(`${path}/index.xml/`)).toEqual([301, `${path}/index.xml`]);
  },
);

test('ids are those that entries had when their addresses ended with a slash', async () => {
  const { items = [] } = parseRssFeed(await read('/stories/index.xml'));
  expect(items.map(({ guid }) => guid?.value)).toEqual(guids);
  expect(items.map(({ guid }) => guid?.isPermaLink)).toEqual([false, false]);
});

test('pages are there in Markdown', async () => {
  for (const path of ['/stories', '/stories/one', '/genres/crime', '/about', '/blog']) {
    expect(await read(`${path}/index.md`)).not.toContain('<html');
    const asked = await app.get(path, { headers: { accept: 'text/markdown' } });
    expect(asked.headers.get('content-type')).toContain('text/markdown');
    const html = await app.get(path);
    expect(html.headers.get('link')).toContain(`<${BASE}${path}/index.md>; rel="alternate"`);
  }
  expect(await led('/stories/one/index.md/')).toEqual([301, '/stories/one/index.md']);
});

test('the list of all feeds leads to their pages', async () => {
  const outlines = parseOpml(await read('/feeds.opml')).body?.outlines ?? [];
  expect(outlines.map(({ xmlUrl, htmlUrl }) => [xmlUrl, htmlUrl])).toEqual(
    ['/blog', '/stories', '/genres/crime', '/genres/tales'].map((path) => [
      `${BASE}${path}/index.xml`,
      BASE + path,
    ]),
  );
});

test('a former slug leads to the present one, and what is withdrawn is gone', async () => {
  await documents(STORY).update({ documentId: moved, data: { slug: 'five' }, status: 'published' });
  expect(await led('/stories/four')).toEqual([301, '/stories/five']);
  expect((await led('/stories/four/'))[0]).toBe(301);
  expect(await led('/stories/four/index.md')).toEqual([301, '/stories/five/index.md']);
  expect(await read('/stories/five')).toContain('About four.');
  await documents(STORY).unpublish({ documentId: moved });
  expect(await led('/stories/five')).toEqual([410, undefined]);
  expect(await led('/stories/nothing')).toEqual([404, undefined]);
});
