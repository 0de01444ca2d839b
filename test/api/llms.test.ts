/** @runs-on sqlite: What is listed is tested on every database by way of pages. */
import { type Node, Parser } from 'commonmark';

import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { sendRaw } from '../helpers/request';

const ORIGIN = 'https://www.example.com';
const config = {
  baseUrl: ORIGIN,
  siteName: 'Field *Notes*',
  description: 'On <APIs>.',
  entriesPerPage: 2,
};

let app: App & { folder: string };
let editor: Editor;
let api: string;

const restart = async (options: Record<string, unknown>, files: Record<string, string> = {}) => {
  await app.close();
  app = await startApp({ folder: app.folder, config: { ...config, ...options }, files });
};

const status = async (address: string) => (await app.get(address)).status;

/** The sections of a text for llmstxt.org, as the reference implementation of CommonMark reads it. */
const read = async (address = '/llms.txt') => {
  const response = await app.get(address);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; charset=utf-8',
  ]);
  const walker = new Parser().parse(await response.text()).walker();
  const sections: { title: string; links: string[] }[] = [];
  const quoted: string[] = [];
  let inside: Node['type'] | undefined;
  for (let step = walker.next(); step; step = walker.next()) {
    const { type, literal, destination } = step.node;
    if (['heading', 'block_quote'].includes(type)) inside = step.entering ? type : undefined;
    if (type === 'heading' && step.entering) sections.push({ title: '', links: [] });
    const section = sections.at(-1)!;
    if (type === 'text' && inside === 'heading') section.title += literal ?? '';
    if (type === 'text' && inside === 'block_quote') quoted.push(literal ?? '');
    if (type === 'link' && step.entering) section.links.push(destination ?? '');
  }
  return { sections, description: quoted.join('') };
};

beforeAll(async () => {
  app = await startApp({ config });
  editor = createEditor(app);
  api = await editor.tag({ slug: 'api' });
});

afterAll(() => app?.stop());

test('there is none as long as nothing is public', async () => {
  await editor.published({ slug: 'later', date: '2999-01-01T00:00:00.000Z', tags: [api] });
  await editor.draft({ slug: 'draft', tags: [api] });
  await editor
    .published({ slug: 'apart', tags: [api] })
    .then((documentId) => editor.republish(documentId, { keepOutOfFeeds: true }));
  expect(await status('/llms.txt')).toBe(404);
});

test('it names the newest articles, the topics and the feeds', async () => {
  await editor.published({ slug: 'one', date: '2024-01-01T00:00:00.000Z', tags: [api] });
  await editor.published({ slug: 'two', date: '2024-01-02T00:00:00.000Z', tags: [api] });
  const http = await editor.tag({ slug: 'a-http' });
  await editor.published({ slug: 'three', date: '2024-01-03T00:00:00.000Z', tags: [http] });
  expect(await read()).toEqual({
    description: 'On <APIs>.',
    sections: [
      { title: 'Field *Notes*', links: [] },
      {
        title: 'Articles',
        links: ['/posts/three/', '/posts/two/', '/archive/'].map(
          (page) => `${ORIGIN}${page}index.md`,
        ),
      },
      {
        title: 'Tags',
        links: ['/tags/api/', '/tags/a-http/', '/tags/'].map((page) => `${ORIGIN}${page}index.md`),
      },
      {
        title: 'Subscribe',
        links: ['/index.xml', '/atom.xml', '/feed.json', '/feeds.opml'].map(
          (feed) => `${ORIGIN}${feed}`,
        ),
      },
    ],
  });
});

test('what it names is there', async () => {
  for (const { links } of (await read()).sections) {
    for (const link of links) {
      expect([link, await status(link.replace(ORIGIN, ''))]).toEqual([link, 200]);
    }
  }
});

test('it is given from memory until something in it changes', async () => {
  const first = await sendRaw(app.origin, '/llms.txt');
  const seen = jest.spyOn(app.strapi.requestContext, 'run');
  const second = await sendRaw(app.origin, '/llms.txt', {
    headers: { 'If-None-Match': first.headers.etag! },
  });
  expect([second.status, second.headers.vary]).toEqual([304, 'Accept-Encoding']);
  expect(seen).not.toHaveBeenCalled();
  seen.mockRestore();
  await editor.published({ slug: 'four', date: '2024-01-04T00:00:00.000Z' });
  expect((await read()).sections[1]!.links[0]).toBe(`${ORIGIN}/posts/four/index.md`);
});

test('robots.txt allows everything and names the sitemap, with a baseUrl without a path', async () => {
  const response = await app.get('/robots.txt');
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe(
    `User-agent: *\nDisallow:\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  );
  await restart({ baseUrl: `${ORIGIN}/notes` });
  expect([await status('/robots.txt'), await status('/notes/robots.txt')]).toEqual([404, 404]);
  expect(await status('/notes/llms.txt')).toBe(200);
});

test('options switch them off, and so does what they would list', async () => {
  await restart({ llmsTxt: false, robotsTxt: false });
  expect([await status('/llms.txt'), await status('/robots.txt')]).toEqual([404, 404]);
  await restart({ sitemap: false });
  expect([await status('/llms.txt'), await status('/robots.txt')]).toEqual([200, 404]);
  await restart({ htmlPages: false });
  expect([await status('/llms.txt'), await status('/robots.txt')]).toEqual([404, 404]);
  expect([await status('/posts/one/index.md'), await status('/tags/index.md')]).toEqual([404, 404]);
});

test('files and routes of the site go before them', async () => {
  await restart(
    {},
    {
      'public/robots.txt': 'User-agent: Nobody',
      'src/index.js': `module.exports = { register({ strapi }) {
        strapi.server.routes([{ method: 'GET', path: '/llms.txt', config: { auth: false },
          handler: (ctx) => { ctx.body = 'Of the site'; } }]);
      } };`,
    },
  );
  for (let asked = 0; asked < 2; asked += 1) {
    expect(await (await app.get('/robots.txt')).text()).toBe('User-agent: Nobody');
    expect(await (await app.get('/llms.txt')).text()).toBe('Of the site');
  }
});
