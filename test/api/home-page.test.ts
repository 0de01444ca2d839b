/** @runs-on sqlite: What a listing shows is tested on every database by way of tags. */
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { readFeed, text } from '../helpers/feed';
import { htmlProblems } from '../helpers/html';
import { sendRaw } from '../helpers/request';

const ORIGIN = 'https://www.example.com';
const config = {
  baseUrl: ORIGIN,
  siteName: 'Field Notes',
  description: 'Short notes.',
  entriesPerPage: 2,
};
const MARKDOWN = { Accept: 'text/markdown' };

let app: App & { folder: string };
let editor: Editor;

const restart = async (options: Record<string, unknown>, files?: Record<string, string>) => {
  await app.close();
  app = await startApp({ folder: app.folder, config: options, files });
};

const read = async (address: string, headers: Record<string, string> = {}) => {
  const { status, body } = await sendRaw(app.origin, address, { headers });
  expect([address, status]).toEqual([address, 200]);
  return body;
};

/** Where an address leads to, and with which status. */
const lead = async (address: string) => {
  const { status, headers } = await sendRaw(app.origin, address);
  return [status, headers.location];
};

const channelLink = async (address = '/index.xml') =>
  text(readFeed(await read(address)).channel, 'link');

beforeAll(async () => {
  app = await startApp({ config });
  editor = createEditor(app);
});

afterAll(() => app?.stop());

test('as long as nothing is public, the root leads to the log-in', async () => {
  const api = await editor.tag({ slug: 'api' });
  await editor.published({ slug: 'later', date: '2999-01-01T00:00:00.000Z', tags: [api] });
  expect(await lead('/')).toEqual([302, '/admin']);
  expect(await read('/sitemap.xml')).not.toContain(`<loc>${ORIGIN}/</loc>`);
  for (const [slug, day] of [
    ['one', '01'],
    ['two', '02'],
    ['three', '03'],
  ]) {
    await editor.published({ slug, date: `2024-01-${day}T00:00:00.000Z`, tags: [api] });
  }
});

test('the home has the newest articles, page by page, the description, the topics and the feeds', async () => {
  for (let asked = 0; asked < 2; asked += 1) {
    const home = await read('/');
    expect(home).toContain('<title>Field Notes</title>');
    expect(home).toContain('Short notes.');
    expect(home.indexOf('/posts/three/')).toBeLessThan(home.indexOf('/posts/two/'));
    expect(home).not.toMatch(/posts\/(?:one|later)\//);
    expect(home).toContain(
      `<a href="${ORIGIN}/tags/api/" dir="auto">Api</a> <span class="meta">3</span>`,
    );
    expect(home).toContain(`<a href="${ORIGIN}/tags/">All tags</a>`);
    expect(home).toContain(`href="${ORIGIN}/index.xml"`);
    expect(home).toContain(`<a rel="next" href="${ORIGIN}/page/2/">`);
    expect(await htmlProblems(home)).toEqual([]);
  }
  const second = await read('/page/2/');
  expect(second).toContain('/posts/one/');
  expect(second).toContain(`<a rel="prev" href="${ORIGIN}/">`);
  expect(await lead('/page/1/')).toEqual([301, `${ORIGIN}/`]);
  expect(await lead('/page/2')).toEqual([301, `${ORIGIN}/page/2/`]);
  expect((await lead('/page/3/'))[0]).toBe(404);
});

test('in Markdown, too', async () => {
  const markdown = await read('/', MARKDOWN);
  expect(markdown).toContain('# Field Notes\n\nShort notes.\n');
  expect(markdown).toContain(`[Api](${ORIGIN}/tags/api/index.md) (3 articles)`);
  expect(await read('/index.md')).toBe(markdown);
  expect(await read('/page/2/index.md')).toContain('/posts/one/index.md');
});

test('it is given from memory, and shows a change at once', async () => {
  await read('/');
  const seen = jest.spyOn(app.strapi.requestContext, 'run');
  await read('/');
  expect(seen).not.toHaveBeenCalled();
  seen.mockRestore();
  await editor.published({ slug: 'newest', date: '2024-01-04T00:00:00.000Z' });
  expect(await read('/')).toContain('/posts/newest/');
  expect(await read('/', MARKDOWN)).toContain('/posts/newest/');
});

test('pages, feeds and the sitemap lead to it', async () => {
  expect(await read('/tags/')).toContain(`<a class="site-name" href="${ORIGIN}/">`);
  expect(await channelLink()).toBe(`${ORIGIN}/`);
  expect(await read('/sitemap.xml')).toContain(`<loc>${ORIGIN}/</loc>`);
});

test('it can only be read', async () => {
  const { status, headers } = await sendRaw(app.origin, '/', { method: 'POST' });
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
});

test('it is where "home" says, below the path of "baseUrl"', async () => {
  await restart({ ...config, baseUrl: `${ORIGIN}/notes`, home: '/blog/' });
  expect(await read('/notes/blog/')).toContain(`${ORIGIN}/notes/posts/newest/`);
  expect(await lead('/notes/blog')).toEqual([301, `${ORIGIN}/notes/blog/`]);
  expect(await lead('/')).toEqual([302, '/admin']);
  await restart({ ...config, baseUrl: `${ORIGIN}/notes` });
  expect(await read('/notes/')).toContain(`${ORIGIN}/notes/posts/newest/`);
  expect(await lead('/notes')).toEqual([301, `${ORIGIN}/notes/`]);
});

test.each([
  ['home: false', { ...config, home: false }, `${ORIGIN}/`],
  ['htmlPages: false', { ...config, htmlPages: false }, `${ORIGIN}/`],
  // Feeds lead to a page that there is.
  ['no baseUrl', { siteName: 'Field Notes' }, expect.stringMatching(/\/tags\/$/)],
])('with %s, the root is left alone', async (_name, options, link) => {
  await restart(options);
  expect(await lead('/')).toEqual([302, '/admin']);
  expect(await channelLink()).toEqual(link);
});

test('a route of the site goes before it', async () => {
  await restart(config, {
    'src/index.js': `module.exports = { register({ strapi }) {
      strapi.server.routes([{ method: 'GET', path: '/', config: { auth: false },
        handler: (ctx) => { ctx.body = 'Of the site'; } }]);
    } };`,
  });
  for (let asked = 0; asked < 2; asked += 1) expect(await read('/')).toBe('Of the site');
  expect(await read('/page/2/')).toContain('/posts/');
});
