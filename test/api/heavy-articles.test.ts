/** @runs-on sqlite: Bodies are bounded where they are rendered, after they were read. */
import { partsOf } from '../../src/compose';
import type { Renderings } from '../../src/cache/renderings';
import { type Admin, logIn } from '../helpers/admin';
import { articleForm } from '../helpers/article-form';
import { dateOf } from '../helpers/dated';
import { HOSTILE, SENTENCE } from '../helpers/hostile';
import { type Site, startSite } from '../helpers/site';
import { forgetResponses } from '../helpers/state';

let site: Site;
let admin: Admin;
let api: string;

const renderings = (): Renderings => partsOf(site.strapi).renderings;
const work = (): number => renderings().performed().here + renderings().performed().inThreads;

const LONG = `${SENTENCE.repeat(20)}\n\n`.repeat(20);

beforeAll(async () => {
  site = await startSite({ content: 'full', itemsPerFeed: 5 });
  admin = await logIn(site.app);
  api = await site.tag('api');
  // The first use of a thread from source compiles it.
  await renderings().body(LONG, 'https://www.example.com/', Date.now() + 300_000);
});
afterAll(() => site?.stop());

test('a body is rendered once for each of its versions, and once more for its own page', async () => {
  const article = await site.published('kept', { body: 'A short *body*.', tags: [api] });
  const before = work();
  await site.read('/posts/kept/');
  expect(work()).toBe(before + 3);
  await site.read('/tags/api/');
  for (const format of ['index.xml', 'atom.xml', 'feed.json']) {
    await site.read(`/tags/api/${format}`);
    await site.read(`/${format}`);
  }
  await admin.send('GET', '/syndication/feeds/site/problems');
  await admin.send('GET', '/syndication/health?feeds=site');
  expect(work()).toBe(before + 3);
  await site.republish(article, { body: 'Another *body*.' });
  await Promise.all([site.read('/posts/kept/'), site.read('/index.xml'), site.read('/atom.xml')]);
  expect(work()).toBe(before + 6);
});

/** Lets visitors wait for renderings until the deadline that `deadline` returns, until `restore()`. */
function renderUntil(deadline: () => number): { restore(): void } {
  const { body, page } = renderings();
  const bodies = jest.spyOn(renderings(), 'body');
  const pages = jest.spyOn(renderings(), 'page');
  bodies.mockImplementation((text, link) => body(text, link, deadline()));
  pages.mockImplementation((html, options) => page(html, options, deadline()));
  const restore = () => [bodies, pages].forEach((spy) => spy.mockRestore());
  return { restore };
}

test('a long body is rendered in another thread, as are its summary and its page', async () => {
  await site.published('long', { body: LONG, tags: [api] });
  const { inThreads } = renderings().performed();
  // On a busy machine the threads would miss the deadline of a visitor.
  const patience = renderUntil(() => Date.now() + 60_000);
  expect(await site.read('/posts/long/')).toContain('<a href="https://example.com/a">answer</a>');
  patience.restore();
  expect(renderings().performed().inThreads).toBe(inThreads + 3);
});

test('who was given an article or a feed before it was rendered is given the whole one next', async () => {
  const tag = await site.tag('late');
  await site.published('late-page', { body: `Page. ${LONG}` });
  await site.published('late-item', { body: `Item. ${LONG}`, tags: [tag] });
  // The clock has reached the date of the changes, which what renders nothing has as well.
  await dateOf(site, '/sitemap.xml');
  let until = 0;
  const renderer = renderUntil(() => until);
  const readBy = async (deadline: number, address: string, headers = {}) => {
    until = deadline;
    forgetResponses(site);
    const response = await site.get(address, { headers });
    const isWhole = (await response.text()).includes('<em>request</em>');
    return { status: response.status, isWhole, date: response.headers.get('last-modified') };
  };
  for (const address of ['/posts/late-page/', '/tags/late/feed.json']) {
    const { date, ...early } = await readBy(0, address);
    expect([address, early]).toEqual([address, { status: 200, isWhole: false }]);
    const known = date === null ? {} : { 'If-Modified-Since': date };
    const whole = await readBy(Date.now() + 300_000, address, known);
    expect([address, whole]).toEqual([
      address,
      { status: 200, isWhole: true, date: expect.stringMatching(/ GMT$/) },
    ]);
    expect([address, date]).toEqual([address, null]);
  }
  renderer.restore();
});

test('40,000 ordinary links are 40,000 links', async () => {
  const body = '[link](https://e.com/a)\n'.repeat(40_000);
  await site.published('links', { body });
  const count = async () =>
    (await site.read('/posts/links/')).split('<a href="https://e.com/a">').length - 1;
  // On a busy machine a visitor is given plain text first, for ten seconds.
  const until = Date.now() + 200_000;
  while ((await count()) === 0 && Date.now() < until) {
    await new Promise((done) => setTimeout(done, 500));
  }
  expect(await count()).toBe(40_000);
});

test('what is too much is plain text in pages and feeds, and the panel says so', async () => {
  const body = `First paragraph with *stars*.\n\n${'<b>'.repeat(5_000)}`;
  const documentId = await site.published('heavy', { body, tags: [api] });
  const plain = '<p>First paragraph with *stars*.</p>\n<p>&lt;b&gt;&lt;b&gt;';
  expect(await site.read('/posts/heavy/')).toContain(plain);
  const { items } = JSON.parse(await site.read('/feed.json'));
  const item = items.find(({ url }: { url: string }) => url.endsWith('/posts/heavy/'));
  expect(item.content_html).toContain(plain);
  const { body: found } = await admin.send('GET', '/syndication/feeds/site/problems');
  const problems = (found as { data: { documentId: string; problems: { code: string }[] }[] }).data;
  expect(problems.find((one) => one.documentId === documentId)?.problems).toEqual([
    { code: 'body-heavy', severity: 'warning', params: {}, field: 'body' },
  ]);
});

test('ten megabytes are answered, as plain text that ends', async () => {
  await site.published('endless', { body: SENTENCE.repeat(100_000), tags: [api] });
  const page = await site.read('/posts/endless/');
  expect(page).toContain('Send the *request* once more');
  expect(page).toContain('…</p>');
  expect(page.length).toBeLessThan(2_000_000);
  for (const file of ['index.xml', 'atom.xml', 'feed.json']) await site.read(`/tags/api/${file}`);
});

test('no feed asks for more articles than one document can hold, "all" of them neither', async () => {
  // What is asked for is more than there is, and shows nowhere.
  const [{ queries }] = partsOf(site.strapi).editions;
  const windows = jest.spyOn(queries, 'findWindow');
  const all = await site.tag('all', { itemsPerFeed: 0 });
  const many = await site.tag('many', { itemsPerFeed: 10_000 });
  await site.published('in-both', { tags: [all, many] });
  for (const [name, id] of Object.entries({ all, many })) {
    await site.read(`/tags/${name}/index.xml`);
    await site.read(`/tags/${name}/page/1/feed.json`).catch(() => undefined);
    await admin.send('GET', `/syndication/feeds/${id}`);
    await admin.send('GET', `/syndication/feeds/${id}/problems`);
    await admin.send('GET', `/syndication/health?feeds=${id}`);
  }
  await admin.send('GET', '/syndication/feeds');
  const limits = windows.mock.calls.map(([{ limit }]) => limit);
  windows.mockRestore();
  expect([...new Set(limits)]).toEqual([1_000]);
});

test('any hostile body is answered: in pages, feeds, previews and the panel', async () => {
  for (const [index, text] of Object.values(HOSTILE).entries()) {
    const body = text(20_000);
    await site.published(`hostile-${index}`, { body, tags: [api] });
    await site.read(`/posts/hostile-${index}/`);
    await site.read('/index.xml');
    const form = articleForm({ title: 'T', body });
    const { status } = await admin.send('POST', '/syndication/previews', form);
    expect(status).toBe(200);
  }
});
