/**
 * @runs-on sqlite: What is told of feeds is counted and listed as counts.test.ts asks on every
 * database and entries-panel.test.ts on a server.
 */
import type {
  ArticlePreview,
  ArticleProblems,
  FeedDetail,
  FeedHealth,
  FeedPage,
  EntryPage,
} from '../../src/panel/admin-api';
import { ARTICLE_UID, PERMISSIONS } from '../../src/lib/constants';
import { type AdminFetch, signIn } from '../helpers/admin';
import { articleForm } from '../helpers/article-form';
import {
  dataOf,
  FUTURE,
  type PanelSite,
  PAST,
  SENTENCES,
  startPanelSite,
} from '../helpers/panel-site';

let app: PanelSite['app'];
let write: PanelSite['write'];
let editor: PanelSite['editor'];
let tags: PanelSite['tags'];
let articles: PanelSite['articles'];
let createArticle: PanelSite['createArticle'];

beforeAll(async () => {
  ({ app, write, editor, tags, articles, createArticle } = await startPanelSite());
});

afterAll(() => app?.stop());

describe('the list of feeds', () => {
  const list = async (query = ''): Promise<FeedPage> =>
    (await (await editor(`/syndication/feeds${query}`)).json()) as FeedPage;

  test('counts what is published and what is waiting, for the site and each tag', async () => {
    const { results, exists } = await list();
    expect(results.map(({ title, published, waiting }) => [title, published, waiting])).toEqual([
      ['example.com', 3, 2],
      ['Api', 2, 2],
      ['Empty', 0, 0],
      ['Testing', 2, 1],
    ]);
    expect(exists).toEqual({ tags: true, articles: true, published: true });
  });

  test('tells of a tag nobody has published under only those who may read it', async () => {
    const author = await signIn(app, {
      actions: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems],
    });
    const { results } = (await (await author('/syndication/feeds')).json()) as FeedPage;
    expect(results.map(({ title }) => title)).toEqual(['example.com', 'Api', 'Testing']);
    const health = `/syndication/health?feeds=${tags.empty},${tags.api}`;
    expect(Object.keys(await dataOf<object>(await author(health)))).toEqual([tags.api]);
    for (const path of ['', '/problems']) {
      const address = (tag: string) => `/syndication/feeds/${tags[tag]}${path}`;
      expect((await author(address('empty'))).status).toBe(404);
      expect((await author(address('api'))).status).toBe(200);
      expect((await editor(address('empty'))).status).toBe(200);
    }
  });

  test('names the newest article and the address subscribers use', async () => {
    const api = (await list()).results.find(({ id }) => id === tags.api);
    expect(api?.newest).toMatchObject({ documentId: articles.second, title: 'second' });
    expect(api?.address).toBe('https://www.example.com/notes/tags/api/index.xml');
  });

  test('says as last change what the feed itself says, to the second', async () => {
    const { changed } = await dataOf<FeedDetail>(await editor(`/syndication/feeds/${tags.api}`));
    const atom = await (await app.get('/notes/tags/api/atom.xml')).text();
    const [, updated = ''] = /<updated>(.*?)</.exec(atom)!;
    expect(Math.trunc(Date.parse(changed) / 1000)).toBe(Date.parse(updated) / 1000);
  });

  test('is searched, sorted and cut into pages by the server', async () => {
    expect((await list('?_q=TEST')).results.map(({ title }) => title)).toEqual(['Testing']);
    const sorted = await list('?sort=published:DESC&pageSize=2&page=2');
    expect(sorted.results.map(({ title }) => title)).toEqual(['Testing', 'Empty']);
    expect(sorted.pagination).toEqual({ page: 2, pageSize: 2, pageCount: 2, total: 4 });
  });

  test('explains a query it does not understand', async () => {
    const response = await editor('/syndication/feeds?sort=price&page=0');
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/sort.*page/);
  });
});

describe('one feed', () => {
  test('shows the exact bytes subscribers get', async () => {
    const detail = await dataOf<FeedDetail>(await editor(`/syndication/feeds/${tags.api}`));
    for (const { address, source } of detail.documents) {
      const served = await app.get(new URL(address).pathname);
      expect(source).toBe(await served.text());
    }
    expect(detail.documents.map(({ label }) => label)).toEqual(['RSS', 'Atom', 'JSON Feed']);
    expect(detail.items.map(({ documentId, title }) => [documentId, title])).toEqual([
      [articles.second, 'second'],
      [articles.first, 'first'],
    ]);
  });

  test('is read as its subscribers read it: full texts where it has them, with what belongs to them', async () => {
    const documentId = await write.tag({ slug: 'full', content: 'full' });
    const [cover, sound] = await Promise.all(
      [
        { name: 'fox.png', mime: 'image/png', url: '/uploads/fox.png', alternativeText: 'A fox' },
        { name: 'one.mp3', mime: 'audio/mpeg', url: '/uploads/one.mp3', size: 1.5 },
      ].map((file) =>
        app.strapi.db.query('plugin::upload.file').create({
          data: { hash: file.name, size: 1, provider: 'local', ...file },
        }),
      ),
    );
    await createArticle('whole', {
      tags: [documentId],
      body: 'One.\n\n- Two\n\n<script>alert(3)</script>',
      cover: cover.id,
      attachment: sound.id,
    });
    const read = async (id: string) =>
      (await dataOf<FeedDetail>(await editor(`/syndication/feeds/${id}`))).items.find(
        ({ title }) => title === 'whole',
      );
    const item = await read(documentId);
    expect(item?.contentHtml).toMatch(/^<p>One\.<\/p>\s*<ul>\s*<li>Two<\/li>\s*<\/ul>\s*$/);
    expect(item).toMatchObject({
      summary: expect.stringMatching(/^One\.\s+Two$/),
      isTextLeftOut: false,
      cover: { url: 'https://www.example.com/uploads/fox.png', alt: 'A fox' },
      enclosure: { url: 'https://www.example.com/uploads/one.mp3', type: 'audio/mpeg' },
    });
    expect((await read('site'))?.contentHtml).toBeNull();
    await write.delete(articles.whole!);
    await write.deleteTag(documentId);
  });

  test('of a hidden tag is no feed', async () => {
    const documentId = await write.tag({ slug: 'hidden', hidden: true });
    expect((await editor(`/syndication/feeds/${documentId}`)).status).toBe(404);
    const list = (await (await editor('/syndication/feeds?_q=hidden')).json()) as FeedPage;
    expect(list.results).toEqual([]);
  });

  test('shows as many articles as its tag wants', async () => {
    const documentId = await write.tag({ slug: 'short', itemsPerFeed: 1 });
    await createArticle('older', { tags: [documentId] });
    await createArticle('newer', { tags: [documentId], date: '2026-01-06T09:00:00.000Z' });
    const detail = await dataOf<FeedDetail>(await editor(`/syndication/feeds/${documentId}`));
    expect(detail.items.map(({ title }) => title)).toEqual(['newer']);
    for (const slug of ['older', 'newer']) {
      await write.delete(articles[slug]!);
    }
    await write.deleteTag(documentId);
  });

  test('is not found under an unknown id', async () => {
    expect((await editor('/syndication/feeds/unknown')).status).toBe(404);
    expect((await editor('/syndication/feeds/unknown/problems')).status).toBe(404);
  });

  test('names the articles with problems and counts them', async () => {
    const problems = await dataOf<ArticleProblems[]>(
      await editor(`/syndication/feeds/${tags.testing}/problems`),
    );
    expect(problems.map(({ documentId }) => documentId)).toEqual([articles.troubled]);
    expect(problems[0]?.problems.map(({ code }) => code)).toEqual(['image-address', 'image-alt']);
    const health = await dataOf<Record<string, FeedHealth>>(
      await editor(`/syndication/health?feeds=site,${tags.api},${tags.testing}`),
    );
    expect(health).toEqual({
      site: { error: 1, warning: 0 },
      [tags.api!]: { error: 0, warning: 0 },
      [tags.testing!]: { error: 1, warning: 0 },
    });
  });
});

describe('the overview on the home page', () => {
  const entries = async (user: AdminFetch, status: string) => {
    const response = await user(`/syndication/entries?status=${status}&pageSize=3`);
    return ((await response.json()) as EntryPage).results;
  };
  const overview = async (user: AdminFetch) => ({
    newest: await entries(user, 'live'),
    scheduled: await entries(user, 'scheduled'),
  });

  test('has the newest articles and the next ones, no draft and nothing kept out', async () => {
    const { newest, scheduled } = await overview(editor);
    expect(newest.map(({ documentId, date, timeZone }) => [documentId, date, timeZone])).toEqual([
      [articles.second, '2026-02-05T09:00:00.000Z', 'Asia/Jakarta'],
      [articles.first, PAST, 'Asia/Jakarta'],
      [articles.troubled, '2025-01-05T09:00:00.000Z', 'Asia/Jakarta'],
    ]);
    expect(scheduled.map(({ documentId, date }) => [documentId, date])).toEqual([
      [articles.later, FUTURE],
    ]);
    expect([...newest, ...scheduled].every(({ mayEdit }) => mayEdit)).toBe(true);
  });

  test('tells of what is to come only whoever may read it', async () => {
    const reader = await signIn(app, { actions: [PERMISSIONS.readFeeds] });
    const { newest, scheduled } = await overview(reader);
    expect(newest.map(({ mayEdit }) => mayEdit)).toEqual([false, false, false]);
    expect(scheduled).toEqual([]);
  });
});

describe('the preview of an article', () => {
  const preview = async (body: Record<string, unknown>): Promise<ArticlePreview> =>
    dataOf(await editor('/syndication/previews', { method: 'POST', body: articleForm(body) }));

  test('of an empty form says what is missing and breaks nothing', async () => {
    const { reasons, item, feeds } = await preview({ title: null, slug: '', date: null });
    expect(reasons.map(({ code }) => code)).toEqual(['draft', 'no-tags']);
    expect(item).toMatchObject({ title: '', link: null, date: null, summary: '' });
    expect(feeds.map(({ id, now, next }) => [id, now, next])).toEqual([['site', false, true]]);
  });

  test('tells the feeds of tags that are chosen and not saved yet', async () => {
    const { feeds, item } = await preview({
      title: 'New',
      slug: 'new',
      body: SENTENCES,
      tags: { added: [tags.testing, tags.api], removed: [] },
    });
    expect(feeds.map(({ title, now, next }) => [title, now, next])).toEqual([
      ['example.com', false, true],
      ['Api', false, true],
      ['Testing', false, true],
    ]);
    expect(item.link).toBe('https://www.example.com/notes/posts/new/');
    expect(item.summary).toBe(SENTENCES);
  });

  test('has the full text, the cover and the player of the item, and which feed has which', async () => {
    const { feeds, item } = await preview({
      title: 'New',
      slug: 'new',
      body: '**Loud**',
      cover: { url: '/uploads/fox.png', alternativeText: 'A fox' },
      attachment: { url: '/uploads/one.mp3', mime: 'audio/mpeg', size: 1.5 },
      tags: { added: [tags.api], removed: [] },
    });
    expect(item).toMatchObject({
      contentHtml: '<p><strong>Loud</strong></p>\n',
      cover: { url: 'https://www.example.com/uploads/fox.png', alt: 'A fox' },
      enclosure: {
        url: 'https://www.example.com/uploads/one.mp3',
        type: 'audio/mpeg',
        length: 1500,
      },
    });
    expect(feeds.map(({ content }) => content)).toEqual(['summary', 'summary']);
  });

  test('says what publishing does: nothing, a change, another address, a feed it leaves', async () => {
    const form = { documentId: articles.first, title: 'first', slug: 'first', body: SENTENCES };
    const same = await preview({ ...form, date: PAST });
    expect(same.effects).toEqual([]);
    expect(same.publicLink).toBe('https://www.example.com/notes/posts/first/');
    const changed = await preview({
      ...form,
      date: PAST,
      title: 'First',
      slug: 'else',
      tags: { added: [], removed: [tags.testing] },
    });
    expect(changed.effects).toEqual([
      { code: 'change' },
      {
        code: 'moves',
        from: 'https://www.example.com/notes/posts/first/',
        to: 'https://www.example.com/notes/posts/else/',
      },
      { code: 'leaves', feeds: 'Testing' },
    ]);
    const fresh = await preview({ title: 'New', slug: 'new' });
    expect(fresh.effects).toEqual([{ code: 'new' }]);
    expect(fresh.publicLink).toBeNull();
  });

  test('leaves out a full text that is too much for the panel, and says so', async () => {
    const { item } = await preview({ title: 'Long', slug: 'long', body: 'word '.repeat(50_000) });
    expect(item).toMatchObject({ contentHtml: null, isTextLeftOut: true });
  });

  test('tells the feeds a published article is in, and those it leaves', async () => {
    const { feeds, reasons } = await preview({
      documentId: articles.first,
      title: 'first',
      slug: 'first',
      date: PAST,
      body: SENTENCES,
      tags: { added: [], removed: [tags.testing] },
    });
    expect(reasons).toEqual([]);
    expect(feeds.map(({ title, now, next }) => [title, now, next])).toEqual([
      ['example.com', true, true],
      ['Api', true, true],
      ['Testing', true, false],
    ]);
  });

  test('tells until when a future article waits', async () => {
    const { reasons, feeds } = await preview({ documentId: articles.later, date: FUTURE });
    expect(reasons).toEqual([{ code: 'future', until: FUTURE }]);
    expect(feeds.every(({ now, next }) => !now && next)).toBe(true);
  });

  test('tells that an article is kept out', async () => {
    const { reasons, feeds } = await preview({ documentId: articles.first, keepOutOfFeeds: true });
    expect(reasons.map(({ code }) => code)).toEqual(['kept-out']);
    expect(feeds.every(({ next }) => !next)).toBe(true);
  });

  test('warns of a new slug and a moved date of an article readers know', async () => {
    const { problems } = await preview({
      documentId: articles.first,
      title: 'first',
      slug: 'first-again',
      date: '2026-01-06T09:00:00.000Z',
      body: SENTENCES,
    });
    expect(problems).toEqual([
      {
        code: 'date-moved',
        severity: 'warning',
        params: { from: PAST, to: '2026-01-06T09:00:00.000Z' },
        field: 'date',
      },
    ]);
  });

  test('names links to articles and tags of the site that readers do not find, and no others', async () => {
    const links = [
      ...['/notes/posts/first/', '../first', 'https://www.example.com/notes/tags/api/?a=1#b'],
      // Its own address, a file, a page of the site's own, another site.
      ...['#part', '/uploads/a.pdf', '/notes/about/', 'https://elsewhere.example.com/posts/none/'],
      ...['/notes/posts/none/', '../later/', '/notes/tags/none/', '/notes/tags/veiled'],
      // Below its own address, and to a place that it lacks.
      ...['debug-cors', '#nowhere'],
    ];
    const told = links.slice(-6);
    const documentId = await write.tag({ slug: 'veiled', hidden: true });
    const { problems } = await preview({
      title: 'New',
      slug: 'novel',
      body: `${SENTENCES} ${links.map((link) => `[a](${link})`).join(' ')} [b]()\n\n## Part`,
      tags: { added: [tags.api, documentId], removed: [] },
    });
    const warning = { severity: 'warning' };
    expect(problems).toEqual([
      { severity: 'error', code: 'link-address', params: { address: '[b]()' }, field: 'body' },
      ...told.map((address) => ({
        ...warning,
        code: 'link-missing',
        params: { address },
        field: 'body',
      })),
      {
        ...warning,
        code: 'topic-hidden',
        params: { name: 'veiled', field: 'tags' },
        field: 'tags',
      },
    ]);
    await write.deleteTag(documentId);
  });

  test('of a form that is no form is refused with the reason', async () => {
    const response = await editor('/syndication/previews', {
      method: 'POST',
      body: { contentType: ARTICLE_UID, values: 'api' },
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('values');
  });
});
