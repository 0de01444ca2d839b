/** @runs-on sqlite: Who serves an address is decided by the routes of the site. */
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';

/** A site that draws whatever nobody else answers, and guards a part of the plugin's addresses. */
const SOURCE = `module.exports = {
  register({ strapi }) {
    strapi.server.router.use('/tags/secret', (ctx, next) =>
      {
      ctx.status = 401;
      ctx.body = 'Who are you?';
    });
    strapi.server.routes([
      { method: 'GET', path: '/((?!api/).*)', handler: (ctx) => { if (ctx.path.startsWith('/posts/nowhere')) ctx.status = 404; ctx.body = 'The site'; }, config: { auth: false } },
    ]);
  },
};`;

let app: App;

beforeAll(async () => {
  app = await startApp({
    config: { baseUrl: 'https://www.example.com' },
    files: { 'src/index.js': SOURCE },
  });
  const editor = createEditor(app);
  const tag = await editor.tag({ slug: 'secret' });
  await editor.published({ slug: 'one', tags: [tag] });
});

afterAll(() => app?.stop());

const read = async (address: string) => (await app.get(address)).text();

test('what the plugin has goes before a route that takes every address', async () => {
  for (const address of ['/posts/one/', '/tags/', '/index.xml', '/sitemap.xml']) {
    expect([address, await read(address)]).not.toEqual([address, 'The site']);
  }
  expect((await app.get('/posts/one')).status).toBe(301);
});

test('what it has not is left to that route', async () => {
  for (const address of ['/posts/two/', '/tags/two/index.xml', '/elsewhere']) {
    const response = await app.get(address);
    expect([address, response.status, await response.text()]).toEqual([address, 200, 'The site']);
  }
});

test('and stays as it answers, also where that is a “not found” of its own', async () => {
  const response = await app.get('/posts/nowhere/');
  expect([response.status, await response.text()]).toEqual([404, 'The site']);
});

test('a middleware that guards some addresses guards them from the first request on', async () => {
  for (let asked = 0; asked < 2; asked += 1) {
    for (const address of ['/tags/secret/', '/tags/secret/index.xml']) {
      expect((await app.get(address)).status).toBe(401);
    }
  }
});
