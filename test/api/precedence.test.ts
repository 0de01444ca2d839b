/**
 * @runs-on sqlite: Who serves an address is decided by files, routes and middlewares of the site.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { partsOf } from '../../src/compose';
import { FEED_FORMATS } from '../../src/feed/formats';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';
import { sendRaw } from '../helpers/request';

const config = { baseUrl: 'https://www.example.com', feedStylesheet: true };

/** Addresses of the plugin at which the site has a file. */
const FILES = [
  ...FEED_FORMATS.map(({ fileName }) => `/${fileName}`),
  '/page/2/index.xml',
  '/sitemap.xml',
  '/sitemap/1.xml',
  '/llms.txt',
  '/robots.txt',
  '/tags/http/index.md',
  '/feed.css',
  '/feeds.opml',
  '/tags/index.html',
  '/tags/api/atom.xml',
  '/posts/one/index.html',
  '/posts/one/Figure 1.txt',
  '/posts/Old_Post.html',
];

/** The site's own routes, some added before the server's middlewares and some after. */
const SOURCE = `
const said = [];
const answer = (ctx) => { ctx.body = { site: ctx.path, params: ctx.params }; };
const route = (method, path) => ({ method, path, handler: answer, config: { auth: false } });
module.exports = {
  register({ strapi }) {
    strapi.log.warn = (message) => { strapi.said = [...(strapi.said ?? []), message]; return strapi.log; };
    strapi.server.routes([route('GET', '/posts/two'), route('POST', '/posts/:id')]);
  },
  bootstrap({ strapi }) {
    strapi.server.routes([route('GET', '/tags/:group/feed.json')]);
    strapi.server.router.use('/below', answer);
    strapi.server.router.get(/^\\/tags\\/http$/, (ctx) => { ctx.status = 202; });
    strapi.server.use((ctx, next) => ctx.path === '/posts/three/' ? answer(ctx) : next());
  },
};`;

let app: App;

beforeAll(async () => {
  const files = FILES.map((path) => [`public${path}`, `The site's own ${path}`]);
  app = await startApp({ config, files: { ...Object.fromEntries(files), 'src/index.js': SOURCE } });
  const editor = createEditor(app);
  const api = await editor.tag({ slug: 'api' });
  const http = await editor.tag({ slug: 'http' });
  for (const slug of ['one', 'two', 'three', 'four']) {
    await editor.published({ slug, tags: [api, http] });
  }
});

afterAll(() => app?.stop());

const read = async (address: string) => (await app.get(address)).text();

describe('a file in public/', () => {
  it.each(FILES)('%s is served, asked for once and again', async (file) => {
    for (let asked = 0; asked < 3; asked += 1) {
      const response = await app.get(file.replace(/index\.html$/, ''));
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(`The site's own ${file}`);
    }
  });

  it.each(['/feed.json', '/tags/api/atom.xml'])(
    '%s is served after its address was asked for in another way',
    async (file) => {
      for (const odd of [`${file}/`, file.toUpperCase(), file.replace('.', '%2E'), file]) {
        await app.get(odd);
      }
      expect(await read(file)).toBe(`The site's own ${file}`);
    },
  );

  it('is served without the final slash, too', async () => {
    expect(await read('/posts/one')).toBe("The site's own /posts/one/index.html");
    expect(await read('/tags')).toBe("The site's own /tags/index.html");
  });

  it('is served when it comes after ours was asked for', async () => {
    expect(await read('/tags/http/atom.xml')).toContain('<feed');
    const file = path.join(app.strapi.dirs.static.public, 'tags/http/atom.xml');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'Later');
    expect(await read('/tags/http/atom.xml')).toBe('Later');
    rmSync(file);
    expect(await read('/tags/http/atom.xml')).toContain('<feed');
  });

  it('is served while nobody knows what the database has', async () => {
    // No database is away for the plugin alone.
    const exists = jest.spyOn(partsOf(app.strapi).presence, 'exists');
    exists.mockRejectedValue(new Error('The database is away'));
    const found = await read('/sitemap.xml');
    exists.mockRestore();
    expect(found).toBe("The site's own /sitemap.xml");
  });

  it('says nothing about addresses beside it', async () => {
    expect((await app.get('/posts/four/')).status).toBe(200);
    expect((await app.get('/posts/four')).status).toBe(301);
    expect((await app.get('/tags/api/index.xml')).status).toBe(200);
    expect((await app.get('/posts/Figure_1.txt')).status).toBe(404);
  });
});

describe('a route of the site', () => {
  it.each([
    ['register', '/posts/two', {}],
    ['register', '/posts/two/', {}],
    // The "0" is of Strapi's own route for files, which comes before it.
    ['bootstrap', '/tags/api/feed.json', { 0: 'tags/api/feed.json', group: 'api' }],
  ])('added in %s answers %s, with its own parameters alone', async (_where, address, params) => {
    for (let asked = 0; asked < 2; asked += 1) {
      expect(await (await app.get(address)).json()).toEqual({ site: address, params });
    }
  });

  it('answers the one address it is meant for, in whatever way that is asked for', async () => {
    expect((await app.get('/tags/http')).status).toBe(202);
    for (const odd of ['/TAGS/http/', '/tags/htt%70/', '/tags/http/']) await app.get(odd);
    expect((await app.get('/tags/http')).status).toBe(202);
    expect((await app.get('/tags/http/')).status).toBe(200);
  });

  it('answers the methods it is meant for', async () => {
    const response = await app.get('/posts/four', { method: 'POST' });
    expect(await response.json()).toEqual({ site: '/posts/four', params: { id: 'four' } });
    expect((await app.get('/posts/four/')).status).toBe(200);
  });

  it('is named with those methods where another one is used', async () => {
    const { status, headers } = await sendRaw(app.origin, '/posts/four', { method: 'DELETE' });
    expect([status, headers.allow?.split(', ').sort()]).toEqual([405, ['GET', 'HEAD', 'POST']]);
  });
});

test('a middleware of the site answers before the plugin', async () => {
  for (let asked = 0; asked < 2; asked += 1) {
    expect(await (await app.get('/posts/three/')).json()).toMatchObject({ site: '/posts/three/' });
  }
});

test('what the router runs for routes alone is not run where nobody has one', async () => {
  // GET has that of files in public/.
  expect(await (await app.get('/below/it')).json()).toMatchObject({ site: '/below/it' });
  for (const method of ['POST', 'DELETE']) {
    expect((await app.get('/below/it', { method })).status).toBe(405);
  }
});

test('at start, one warning names what goes before the plugin', () => {
  const { said = [] } = app.strapi as unknown as { said?: string[] };
  const about = said.filter((line) => line.includes("goes before the plugin's addresses"));
  expect(about).toHaveLength(1);
  for (const name of [
    'public/sitemap.xml',
    'public/feeds.opml',
    'public/posts/',
    'public/tags/',
    'public/page/',
    'GET /posts/two',
    'GET /tags/:group/feed.json',
    '"home", "archive", "sitemap" and "llmsTxt"',
    '"address" in "sources" and "topics"',
  ]) {
    expect(about[0]).toContain(name);
  }
  expect(about[0]).not.toMatch(/robots|uploads|admin|\(\?!/);
});
