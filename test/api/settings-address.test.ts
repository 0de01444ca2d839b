/** @runs-on sqlite: What an editor may set is decided before it is saved. */
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { createEditor } from '../helpers/content';

let app: App;
let admin: AdminFetch;

beforeAll(async () => {
  app = await startApp();
  await createEditor(app).tag();
  admin = await signIn(app, 'strapi-super-admin');
});

afterAll(() => app?.stop());

const put = (baseUrl: string) =>
  admin('/syndication/settings', { method: 'PUT', body: { baseUrl } });

test('an editor may move the site to another host', async () => {
  expect((await put('https://news.example.org')).status).toBe(200);
  const feed = await (await app.get('/index.xml')).text();
  expect(feed).toContain('<link>https://news.example.org/</link>');
});

test('an editor may not move the site to another path, and learns who can', async () => {
  const response = await put('https://news.example.org/blog');
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('config/plugins.ts');
});
