/**
 * @runs-on sqlite: Who serves an address is decided by routes; whether there is anything is asked of
 * every database by archive.
 */
import { ARTICLE_UID } from '../../src/lib/constants';
import type { FeedPage } from '../../src/panel/admin-api';
import { signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { articlesOf, createEditor } from '../helpers/content';
import { type RawResponse, sendRaw } from '../helpers/request';
import { BY_THE_CLOCK } from '../helpers/statements';

const config = { baseUrl: 'https://www.example.com' };

/** Addresses of the plugin, and what is below them; a file of the site is at some. */
const ADDRESSES = [
  '/',
  '/page/2/',
  '/index.md',
  '/tags',
  '/tags/',
  '/tags/api/',
  '/tags/api/index.xml',
  '/tags/file.txt',
  '/posts/x',
  '/posts/x/',
  '/posts/folder',
  '/posts/folder/',
  '/posts/%2e%2e%2fpackage.json',
  '/index.xml',
  '/atom.xml',
  '/feed.json',
  '/feed.css',
  '/feeds.opml',
  '/sitemap.xml',
  '/sitemap/1.xml',
  '/llms.txt',
  '/robots.txt',
  '/tags/index.md',
  '/page/2/index.xml',
  '/archive/1/feed.json/',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'];

const FILES = {
  'public/sitemap.xml': '<urlset/>',
  'public/tags/file.txt': 'A file among tags',
  'public/posts/folder/index.html': 'A page among posts',
};

/** All that a response says, but when it was given and how old a file is. */
const comparable = ({ status, headers, body }: RawResponse) => {
  const { date: _date, 'last-modified': _modified, ...others } = headers;
  return { status, headers: others, body };
};

const responsesOf = async ({ origin }: App, method: string) => {
  const found: Record<string, unknown> = {};
  for (const address of ADDRESSES) {
    found[address] = comparable(await sendRaw(origin, address, { method }));
  }
  return found;
};

/** What each address answers in an app without the plugin, by method. */
const without: Record<string, Record<string, unknown>> = {};
let app: App & { folder: string };

beforeAll(async () => {
  // One after the other: a process holds one Strapi.
  const other = await startApp({ enabled: false, files: FILES });
  for (const method of METHODS) without[method] = await responsesOf(other, method);
  await other.stop();
  app = await startApp({ config, files: FILES });
});

afterAll(() => app?.stop());

test.each(METHODS)(
  'with nothing to serve, %s is answered as without the plugin',
  async (method) => {
    expect(await responsesOf(app, method)).toEqual(without[method]);
  },
);

test('a draft is nothing yet', async () => {
  await createEditor(app).draft({ slug: 'x' });
  expect(await responsesOf(app, 'GET')).toEqual(without.GET);
});

test('once there is nothing, requests ask the database nothing more', async () => {
  let asked: string[] = [];
  const note = ({ sql }: { sql: string }) => asked.push(sql);
  await app.get('/tags/');
  app.strapi.db.connection.on('query', note);
  for (const address of ADDRESSES) await app.get(address);
  app.strapi.db.connection.off('query', note);
  // What other nodes say is looked for now and then, however many requests there are.
  asked = asked.filter((sql) => !BY_THE_CLOCK.test(sql));
  expect(asked).toEqual([]);
});

test('with the first article, the addresses are served at once', async () => {
  await createEditor(app).published({ slug: 'first' });
  expect((await app.get('/posts/first/')).status).toBe(200);
  expect((await app.get('/index.xml')).status).toBe(200);
  const unknown = await app.get('/posts/x/');
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain('<h1>Page not found</h1>');
  expect((await app.get('/posts/first/', { method: 'POST' })).status).toBe(405);
});

test('files of the site are served as ever', async () => {
  for (const method of METHODS) {
    const found = await responsesOf(app, method);
    for (const file of ['/sitemap.xml', '/tags/file.txt', '/posts/folder', '/posts/folder/']) {
      expect([method, file, found[file]]).toEqual([method, file, without[method]![file]]);
    }
  }
});

test('what was there and has been taken back is gone, after a restart too', async () => {
  const documents = articlesOf(app);
  const first = await documents.findFirst({ filters: { slug: 'first' } });
  await createEditor(app).delete(first!.documentId);
  expect((await app.get('/posts/first/')).status).toBe(410);
  await app.close();
  app = await startApp({ config, files: FILES, folder: app.folder });
  expect((await app.get('/posts/first/')).status).toBe(410);
});

test('the panel’s first steps are over with what is published, also where no feed has it yet', async () => {
  const editor = await signIn(app, 'strapi-editor');
  const isFirstRun = async () => {
    const { exists } = (await (await editor('/syndication/feeds')).json()) as FeedPage;
    return !exists.published;
  };
  const write = createEditor(app);
  expect(await isFirstRun()).toBe(true);
  const scheduled = await write.published({ slug: 'ahead', date: '2999-01-05T09:00:00.000Z' });
  expect(await isFirstRun()).toBe(false);
  await write.delete(scheduled);
  expect(await isFirstRun()).toBe(true);
  // As after a field was renamed in the Content-Type Builder.
  const documentId = await write.published({ slug: 'lost' });
  await app.strapi.db
    .query(ARTICLE_UID)
    .updateMany({ where: { documentId }, data: { slug: null } });
  expect((await app.get('/posts/lost/')).status).toBe(404);
  expect(await isFirstRun()).toBe(false);
});
