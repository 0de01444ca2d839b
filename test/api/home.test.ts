/** @runs-on sqlite: Where the feeds of the whole site are is decided by options and routes. */
import { parseAtomFeed } from 'feedsmith';

import { FEED_FORMATS } from '../../src/feed/formats';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { readFeed, text } from '../helpers/feed';

const BASE = 'https://www.example.com/notes';
const FILES = FEED_FORMATS.map(({ fileName }) => fileName);

let app: App & { folder: string };

const read = async (address: string) => {
  const response = await app.get(`/notes${address}`);
  expect([address, response.status]).toEqual([address, 200]);
  return response.text();
};

const status = async (address: string) => (await app.get(`/notes${address}`)).status;

let idAtRoot: string | undefined;

beforeAll(async () => {
  app = await startApp({ config: { baseUrl: BASE } });
  const editor = createEditor(app);
  const tag = await editor.tag({ slug: 'api' });
  for (let number = 1; number <= 3; number += 1) await editor.published({ tags: [tag] });
  idAtRoot = parseAtomFeed(await read('/atom.xml')).id;
  await app.close();
  const config = {
    baseUrl: BASE,
    home: '/blog/',
    sitemap: false,
    itemsPerFeed: 1,
    itemDetails: true,
  };
  app = await startApp({ folder: app.folder, config });
});

afterAll(() => app?.stop());

test('"home" moves the feeds of the whole site, with their pages and archives', async () => {
  for (const file of FILES) {
    for (const part of ['', 'page/2/', 'archive/1/']) {
      expect(await read(`/blog/${part}${file}`)).toContain(`${BASE}/blog/${part}${file}`);
      expect(await status(`/${part}${file}`)).toBe(404);
    }
  }
});

test('all articles have a listing and feeds of their own, at the directory of their addresses', async () => {
  for (const file of FILES) {
    for (const part of ['', 'page/2/', 'archive/1/']) {
      expect(await read(`/posts/${part}${file}`)).toContain(`${BASE}/posts/${part}${file}`);
    }
  }
  expect(await status('/posts/page/4/index.xml')).toBe(404);
  const { channel } = readFeed(await read('/posts/index.xml'));
  expect(text(channel, 'title')).toBe('Posts on example.com');
  expect(text(channel, 'link')).toBe(`${BASE}/posts/`);
  expect(parseAtomFeed(await read('/posts/atom.xml')).id).toBe(`${BASE}/posts/`);
  const listing = await read('/posts/');
  expect(listing).toContain('<h1><bdi>Posts</bdi></h1>');
  expect(listing).toContain(`href="${BASE}/posts/index.xml"`);
  expect(await read('/posts/index.md')).toMatch(/^# Posts\n/);
  expect((await app.get('/notes/posts', { redirect: 'manual' })).headers.get('location')).toBe(
    `${BASE}/posts/`,
  );
});

test('the channel leads to where "home" is, and names itself there', async () => {
  const xml = await read('/blog/index.xml');
  expect(text(readFeed(xml).channel, 'link')).toBe(`${BASE}/blog/`);
  expect(xml).toContain(`<atom:link href="${BASE}/blog/index.xml" rel="self"`);
});

test('other addresses stay, and lead to the feeds where they are now', async () => {
  expect(await read('/tags/')).toContain(`${BASE}/blog/index.xml`);
  expect(await read('/feeds.opml')).toContain(`xmlUrl="${BASE}/blog/index.xml"`);
  await read('/tags/api/index.xml');
});

test('the id of the feed stays what it was', async () => {
  expect(idAtRoot).toBe(`${BASE}/`);
  expect(parseAtomFeed(await read('/blog/atom.xml')).id).toBe(idAtRoot);
});

test("an address that was left is nobody's: Strapi answers as ever", async () => {
  const [left, never] = await Promise.all(
    ['/index.xml', '/never.xml'].map(async (address) => (await app.get(`/notes${address}`)).text()),
  );
  expect(left).toBe(never);
});

test('"sitemap: false" frees the sitemap and its parts', async () => {
  const never = await (await app.get('/notes/never.xml')).text();
  for (const address of ['/sitemap.xml', '/sitemap/1.xml']) {
    expect(await (await app.get(`/notes${address}`)).text()).toBe(never);
  }
});

test('"home: false" leaves the feeds at the root', async () => {
  await app.close();
  app = await startApp({ folder: app.folder, config: { baseUrl: BASE, home: false } });
  expect(text(readFeed(await read('/index.xml')).channel, 'link')).toBe(`${BASE}/`);
});
