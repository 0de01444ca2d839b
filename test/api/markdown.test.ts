/**
 * @runs-on sqlite: A further form of what pages show, which is tested on every database by way of
 * HTML.
 */
import { parse } from 'yaml';

import { FEED_FORMATS } from '../../src/feed/formats';
import { dateOf } from '../helpers/dated';
import { type RawResponse, sendRaw } from '../helpers/request';
import { BASE, type Site, startSite } from '../helpers/site';
import { isCached, settled } from '../helpers/state';

const MARKDOWN = { Accept: 'text/markdown, text/html;q=0.9' };
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** Pages of the site. */
const PAGES = ['/tags/', '/tags/api/', '/tags/api/page/2/', '/tags/api+http/', '/posts/first/'];

let site: Site & { folder: string };
let api: string;

const ask = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendRaw(site.origin, `/notes${address}`, { method, headers });

const PASSING = ['date', 'connection', 'keep-alive'];
const lasting = ({ status, headers, body }: RawResponse) => ({
  status,
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING.includes(name))),
});

/** Front matter and text of an article. */
const readArticle = async (slug: string) => {
  const { status, body } = await ask(`/posts/${slug}/index.md`);
  expect([slug, status]).toEqual([slug, 200]);
  const [, yaml = '', text = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(body) ?? [];
  return { about: parse(yaml) as Record<string, unknown>, text };
};

beforeAll(async () => {
  site = await startSite({ entriesPerPage: 1 });
  api = await site.tag('api', { description: 'Calling *APIs*.' });
  const http = await site.tag('http');
  await site.published('second', { date: '2026-01-14T02:00:00.000Z', tags: [api, http] });
  await site.published('first', {
    title: 'How I Test: "quoted" *stars*',
    author: 'Ada',
    summary: 'A summary.',
    tags: [api, http],
    body: 'See [the other](/posts/second/) and ![a picture](a.png).\n\n<!-- secret -->\n',
  });
  // What is made before the last change has its date is made once more after that.
  await settled(site);
});

afterAll(() => site?.stop());

describe.each(PAGES)('%s', (page) => {
  it('is Markdown for who likes it better, and HTML for everybody else', async () => {
    for (let asked = 0; asked < 3; asked += 1) {
      const markdown = await ask(page, MARKDOWN);
      expect([markdown.status, markdown.headers['content-type']]).toEqual([
        200,
        'text/markdown; charset=utf-8',
      ]);
      for (const headers of [{}, BROWSER, { Accept: '*/*' }, { Accept: 'image/png' }]) {
        const html = await ask(page, headers);
        expect([html.status, html.headers['content-type']]).toEqual([
          200,
          'text/html; charset=utf-8',
        ]);
        expect(html.headers.etag).not.toBe(markdown.headers.etag);
      }
    }
  });

  it('says that it varies, when it has not changed, too', async () => {
    // Until the clock has reached it, the date of a change is told as that of the moment.
    await dateOf(site, page);
    for (const headers of [MARKDOWN, BROWSER]) {
      const { etag } = (await ask(page, headers)).headers;
      const other = headers === MARKDOWN ? BROWSER : MARKDOWN;
      for (let asked = 0; asked < 2; asked += 1) {
        const unchanged = await ask(page, { ...headers, 'If-None-Match': etag! });
        expect([unchanged.status, unchanged.headers.vary]).toEqual([
          304,
          'Accept, Accept-Encoding',
        ]);
        expect((await ask(page, { ...other, 'If-None-Match': etag! })).status).toBe(200);
      }
      expect((await ask(page, headers)).headers.vary).toBe('Accept, Accept-Encoding');
      expect(lasting(await ask(page, headers, 'HEAD')).headers).toEqual(
        lasting(await ask(page, headers)).headers,
      );
    }
  });

  it('names its other forms', async () => {
    const canonical = `<${BASE}${page}>; rel="canonical"`;
    const html = await ask(page);
    expect(html.headers.link).toContain(canonical);
    expect(html.headers.link).toContain(
      `<${BASE}${page}index.md>; rel="alternate"; type="text/markdown"`,
    );
    expect(html.body).toContain(
      `<link rel="alternate" type="text/markdown" href="${BASE}${page}index.md"/>`,
    );
    for (const markdown of [await ask(page, MARKDOWN), await ask(`${page}index.md`)]) {
      expect(markdown.headers.link).toContain(canonical);
      expect(markdown.headers.link).toContain(
        `<${BASE}${page}>; rel="alternate"; type="text/html"`,
      );
    }
  });

  it('has an address for its Markdown alone, whatever is asked for there', async () => {
    const { body } = await ask(page, MARKDOWN);
    for (const headers of [{}, BROWSER, MARKDOWN]) {
      for (let asked = 0; asked < 2; asked += 1) {
        const file = await ask(`${page}index.md`, headers);
        expect(file).toMatchObject({
          status: 200,
          body,
          headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'Accept-Encoding' },
        });
      }
    }
    expect((await ask(`${page}index.md/`)).headers.location).toBe(`${BASE}${page}index.md`);
  });

  it.each([
    ['Markdown', MARKDOWN],
    ['HTML', BROWSER],
  ])('is given from memory in %s, ahead of Strapi', async (_name, headers) => {
    const first = await ask(page, headers);
    const seen = jest.spyOn(site.strapi.requestContext, 'run');
    const second = await ask(page, headers);
    expect(seen).not.toHaveBeenCalled();
    seen.mockRestore();
    expect(lasting(second)).toEqual(lasting(first));
  });
});

test('an article is what its page shows, with its addresses absolute and what is known of it', async () => {
  const { about, text } = await readArticle('first');
  expect(about).toEqual({
    title: 'How I Test: "quoted" *stars*',
    description: 'A summary.',
    date: '2026-01-15T09:00:00+07:00',
    updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+07:00$/),
    author: 'Ada',
    topics: ['Api', 'Http'],
    language: 'en',
    canonical: `${BASE}/posts/first/`,
  });
  expect(text).toBe(
    `\nSee [the other](https://www.example.com/posts/second/) and ![a picture](${BASE}/posts/first/a.png).\n`,
  );
});

test('a listing has a heading, a description, its articles, further pages and feeds', async () => {
  expect((await ask('/tags/api/index.md')).body).toBe(
    `# Api

Calling \\*APIs\\*.

- [How I Test: "quoted" \\*stars\\*](${BASE}/posts/first/index.md) (2026-01-15): A summary.

Page 1 of 2 · [Older articles](${BASE}/tags/api/page/2/index.md)

## Subscribe

${FEED_FORMATS.map(({ fileName, label }) => `- [${label}](${BASE}/tags/api/${fileName})`).join('\n')}
`,
  );
  const tags = (await ask('/tags/', MARKDOWN)).body;
  expect(tags).toContain(`- [Api](${BASE}/tags/api/index.md) (2 articles): Calling \\*APIs\\*.\n`);
  expect(tags).toContain(`(${BASE}/feeds.opml)`);
});

test('feeds are the same whatever is asked for', async () => {
  for (let asked = 0; asked < 2; asked += 1) {
    const feed = await ask('/tags/api/index.xml', MARKDOWN);
    expect(feed.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      vary: 'Accept-Encoding',
    });
  }
});

test('a change is in the very next response in every form', async () => {
  const tag = await site.tag('change');
  const id = await site.published('change', { title: 'Before', tags: [tag] });
  const pages = ['/posts/change/', '/tags/change/'];
  const read = async () => {
    const found: string[] = [];
    for (const page of pages) {
      for (const [address, headers] of [
        [page, MARKDOWN],
        [page, BROWSER],
        [`${page}index.md`, {}],
      ] as const) {
        found.push((await ask(address, headers)).body);
      }
    }
    return found;
  };
  // What has no date yet does not last.
  await settled(site);
  for (const body of await read()) expect(body).toContain('Before');
  expect(isCached(site, '/notes/posts/change/ text/markdown')).toBe(true);
  await site.republish(id, { title: 'After' });
  for (const body of await read()) {
    expect(body).toContain('After');
    expect(body).not.toContain('Before');
  }
});

test('only what is published is in it', async () => {
  const hidden = await site.tag('hidden', { hidden: true, name: 'Hidden tag' });
  await site.published('later', { title: 'Later', date: '2999-01-01T00:00:00.000Z', tags: [api] });
  await site.published('apart', { title: 'Apart', keepOutOfFeeds: true, tags: [api, hidden] });
  await site.draft('draft', { title: 'Draft', tags: [api] });
  for (const slug of ['later', 'draft', 'never']) {
    for (const [address, headers] of [
      [`/posts/${slug}/`, MARKDOWN],
      [`/posts/${slug}/index.md`, {}],
    ] as const) {
      expect([address, (await ask(address, headers)).status]).toEqual([address, 404]);
    }
  }
  for (const page of ['/tags/', '/tags/api/', '/tags/api/page/2/', '/tags/api/page/3/']) {
    expect((await ask(`${page}index.md`)).body).not.toMatch(/Later|Draft|Apart|Hidden/);
  }
  // It keeps its own page; of its tags those that readers may know of.
  expect((await readArticle('apart')).about).toMatchObject({ title: 'Apart', topics: ['Api'] });
});

test('what moved or is gone is so in every form', async () => {
  const id = await site.published('from');
  await site.republish(id, { slug: 'to' });
  expect(await ask('/posts/from/', MARKDOWN)).toMatchObject({
    status: 301,
    headers: { location: `${BASE}/posts/to/` },
  });
  expect(await ask('/posts/from/index.md')).toMatchObject({
    status: 301,
    headers: { location: `${BASE}/posts/to/index.md` },
  });
  await site.delete(id);
  expect((await ask('/posts/to/', MARKDOWN)).status).toBe(410);
  const gone = await ask('/posts/to/index.md');
  expect([gone.status, gone.headers['content-type']]).toEqual([410, 'text/plain; charset=utf-8']);
});

test('a heavy article is given within its bounds', async () => {
  await site.published('heavy', { body: `[a](/b)\n${'x '.repeat(500_000)}` });
  const link = '[a](https://www.example.com/b)';
  const isWritten = async () => (await readArticle('heavy')).text.startsWith(`\n${link}`);
  // On a busy machine it is given as it is typed first, for ten seconds.
  for (const until = Date.now() + 200_000; !(await isWritten()) && Date.now() < until;) {
    await new Promise((done) => setTimeout(done, 500));
  }
  expect(await isWritten()).toBe(true);
});
