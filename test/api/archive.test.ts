/**
 * @runs-on sqlite postgres: Years are counted and listed by statements on the index that large-archive.test.ts and
 * one-date.test.ts ask every database.
 */
import { CATALOGUE_TABLE } from '../../src/catalogue/catalogue-table';
import { type App, startApp } from '../helpers/app';
import { createEditor, type Editor } from '../helpers/content';
import { htmlProblems } from '../helpers/html';
import { statementsOn } from '../helpers/statements';
import { dueOf, forgetResponses, settled } from '../helpers/state';

const BASE = 'https://www.example.com';
const config = {
  baseUrl: BASE,
  siteName: 'Notes',
  entriesPerPage: 2,
  itemsPerFeed: 2,
  timeZone: 'Asia/Jakarta',
};

let app: App & { folder: string };
let editor: Editor;
const documents: Record<string, string> = {};

const status = async (path: string): Promise<unknown[]> => {
  const { status: found, headers } = await app.get(path);
  return [found, ...(found === 301 ? [headers.get('location')] : [])];
};

const read = async (path: string, accept = 'text/html'): Promise<string> => {
  const response = await app.get(path, { headers: { accept } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

const publish = async (slug: string, date: string, more: object = {}): Promise<void> => {
  documents[slug] = await editor.published({ slug, title: slug, date, ...more });
};

/** Years of the archive, each with its number of articles. */
const yearsOf = async (): Promise<string[]> =>
  [
    ...(await read('/archive/')).matchAll(
      /<li><a href="([^"]*)">([^<]*)<\/a> <span class="meta">(\d+)<\/span>/g,
    ),
  ].map(
    ([, href = '', title, count]) =>
      `${title} ${href.replace(BASE, '')} ${count} ${count === '1' ? 'article' : 'articles'}`,
  );

/** Articles of the archive, below their months. */
const monthsOf = async (): Promise<string[]> =>
  [
    ...(await read('/archive/')).matchAll(
      /<h2 id="m[\d-]+">([^<]*)<|<time[^>]*>([^<]*)<\/time><a href="[^"]*"[^>]*>([^<]*)</g,
    ),
  ].map(([, month, day, title]) => month ?? `${day}: ${title}`);

/** Articles of a page of a listing. */
const articlesOf = async (path: string): Promise<string[]> =>
  [...(await read(path)).matchAll(/<h2[^>]*><a href="[^"]*">([^<]*)<\/a><\/h2>/g)].map(
    ([, title = '']) => title,
  );

beforeAll(async () => {
  app = await startApp({ config });
  editor = createEditor(app);
});
afterAll(() => app.stop());

describe('the archive', () => {
  it('is nowhere as long as nothing is public', async () => {
    await editor.tag({ slug: 'api' });
    await editor.draft({ date: '2020-06-01T00:00:00.000Z' });
    expect(await status('/archive/')).toEqual([404]);
    expect(await status('/archive/2020/')).toEqual([404]);
    expect(await read('/sitemap.xml')).not.toContain('/archive/');
  });

  it('has the years that have articles, by the time zone of the site', async () => {
    await publish('first', '2019-12-31T16:59:59.999Z');
    await publish('second', '2019-12-31T17:00:00.000Z');
    await publish('third', '2020-12-31T16:59:59.000Z');
    await publish('fourth', '2020-03-01T00:00:00.000Z');
    await publish('new', '2023-01-01T00:00:00.000Z');
    await publish('to-come', '2999-01-01T00:00:00.000Z');
    await publish('kept-out', '2022-01-01T00:00:00.000Z', { keepOutOfFeeds: true });
    expect(await yearsOf()).toEqual([
      '2023 /archive/2023/ 1 article',
      '2020 /archive/2020/ 3 articles',
      '2019 /archive/2019/ 1 article',
    ]);
    const html = await read('/archive/');
    expect(await htmlProblems(html)).toEqual([]);
    expect(html).toContain('<h1>Archive</h1>');
    expect(html).toContain(`<link rel="canonical" href="${BASE}/archive/"/>`);
  });

  it('lists the newest articles by month, and follows what they are called', async () => {
    // By the time zone of the site.
    const months = [
      ...['January 2023', 'Jan 1: new'],
      ...['December 2020', 'Dec 31: third'],
      ...['March 2020', 'Mar 1: fourth'],
      ...['January 2020', 'Jan 1: second'],
      ...['December 2019', 'Dec 31: first'],
    ];
    expect(await monthsOf()).toEqual(months);
    expect(await htmlProblems(await read('/archive/'))).toEqual([]);
    await publish('june', '2013-06-30T20:00:00.000Z');
    expect(await monthsOf()).toEqual([...months, 'July 2013', 'Jul 1: june']);
    await editor.republish(documents.june!, { title: 'Midsummer' });
    expect(await monthsOf()).toEqual([...months, 'July 2013', 'Jul 1: Midsummer']);
    await editor.delete(documents.june!);
    expect(await monthsOf()).toEqual(months);
  });

  it('links to the new address of an article, as the page that is not found does', async () => {
    const links = (html: string): string[] => html.match(/posts\/(?:old|new)-slug\//g) ?? [];
    const notFound = async (): Promise<string> =>
      (await app.get('/posts/nowhere/', { headers: { accept: 'text/html' } })).text();
    await publish('old-slug', '2023-02-01T00:00:00.000Z');
    expect(links(await read('/archive/'))).toEqual(['posts/old-slug/']);
    expect(links(await notFound())).toEqual(['posts/old-slug/']);
    await editor.republish(documents['old-slug']!, { slug: 'new-slug' });
    expect(links(await read('/archive/'))).toEqual(['posts/new-slug/']);
    expect(links(await notFound())).toEqual(['posts/new-slug/']);
    await editor.delete(documents['old-slug']!);
  });

  it('lists the articles of a year, page by page', async () => {
    expect(await articlesOf('/archive/2020/')).toEqual(['third', 'fourth']);
    expect(await articlesOf('/archive/2020/page/2/')).toEqual(['second']);
    expect(await articlesOf('/archive/2019/')).toEqual(['first']);
    const html = await read('/archive/2020/');
    expect(await htmlProblems(html)).toEqual([]);
    expect(html).toContain('<h1><bdi>2020</bdi></h1>');
    expect(html).toContain('<title>2020 · Notes</title>');
    expect(html).toContain(`<a rel="next" href="${BASE}/archive/2020/page/2/">`);
    expect(html).toContain(`<a href="${BASE}/archive/">Archive</a>`);
  });

  it('has one address for each page, and nothing at others', async () => {
    expect(await status('/archive')).toEqual([301, `${BASE}/archive/`]);
    expect(await status('/archive/2020')).toEqual([301, `${BASE}/archive/2020/`]);
    expect(await status('/archive/2020/page/1/')).toEqual([301, `${BASE}/archive/2020/`]);
    for (const path of [
      '2020/page/3/',
      '2021/',
      '2022/',
      '2999/',
      '3000/',
      '9999/',
      '0999/',
      '20200/',
      'x/',
      '-1/',
    ]) {
      expect([path, await status(`/archive/${path}`)]).toEqual([path, [404]]);
    }
    expect((await app.get('/archive/2020/', { method: 'POST' })).status).toBe(405);
  });

  it('finds out with one look into the index that a year has nothing', async () => {
    for (const year of ['2021', '3000']) {
      forgetResponses(app);
      // The page that says so is made once for all addresses.
      expect(await status('/posts/none/')).toEqual([404]);
      const statements = await statementsOn(app, CATALOGUE_TABLE, () =>
        status(`/archive/${year}/`),
      );
      expect([year, statements.length]).toEqual([year, 1]);
    }
  });

  it('is in Markdown as well', async () => {
    const markdown = await read('/archive/', 'text/markdown');
    expect(markdown).toContain('# Archive\n');
    expect(markdown).toContain(`[2020](${BASE}/archive/2020/index.md) (3 articles)`);
    expect(await read('/archive/index.md')).toBe(markdown);
    const year = await read('/archive/2020/index.md');
    expect(year).toContain('# 2020\n');
    expect(year).toContain(`(${BASE}/posts/third/index.md)`);
    expect(year).toContain(`[Archive](${BASE}/archive/index.md)`);
    expect(await read('/archive/2020/page/2/index.md')).toContain('second');
  });

  it('is linked from the home and from listings of types, the sitemap and llms.txt', async () => {
    const link = `<a href="${BASE}/archive/">Archive</a>`;
    expect(await read('/')).toContain(link);
    expect(await read('/posts/')).toContain(link);
    expect(await read('/tags/api/')).not.toContain(link);
    const sitemap = await read('/sitemap.xml');
    for (const path of ['/archive/', '/archive/2023/', '/archive/2020/', '/archive/2019/']) {
      expect(sitemap).toContain(`<loc>${BASE}${path}</loc>`);
    }
    expect(sitemap).not.toContain('/archive/2022/');
    expect(await read('/llms.txt')).toContain(`[Archive](${BASE}/archive/index.md)`);
  });

  it('leaves the archives of the feeds where they are', async () => {
    expect(await read('/archive/1/atom.xml')).toContain('<feed');
    expect(await status('/archive/2020/index.xml')).toEqual([404]);
  });

  it('shows a change at once', async () => {
    await publish('fifth', '2020-02-01T00:00:00.000Z');
    expect(await articlesOf('/archive/2020/page/2/')).toEqual(['fifth', 'second']);
    expect((await yearsOf())[1]).toBe('2020 /archive/2020/ 4 articles');
    await editor.republish(documents.fifth!, { date: '2021-02-01T00:00:00.000Z' });
    expect(await articlesOf('/archive/2021/')).toEqual(['fifth']);
    expect(await articlesOf('/archive/2020/page/2/')).toEqual(['second']);
    expect((await yearsOf())[1]).toBe('2021 /archive/2021/ 1 article');
    await editor.delete(documents.fifth!);
    expect(await status('/archive/2021/')).toEqual([404]);
    await editor.republish(documents.first!, { title: 'First' });
    expect(await articlesOf('/archive/2019/')).toEqual(['First']);
  });

  it('moves an article within its date when it is called something else', async () => {
    const topic = await editor.tag({ slug: 'titled' });
    for (const slug of ['alpha', 'beta', 'gamma']) {
      await publish(slug, '2015-06-01T00:00:00.000Z', { tags: [topic] });
    }
    await settled(app);
    const years = await yearsOf();
    const listings = ['/archive/2015/', '/tags/titled/'];
    for (const path of listings) expect(await articlesOf(path)).toEqual(['alpha', 'beta']);
    /** Titles of the articles before and after it. */
    const beside = async (slug: string) =>
      [
        ...(await read(`/posts/${slug}/`)).matchAll(
          / rel="(?:prev|next)" .*?<\/span> <bdi>([^<]*)</g,
        ),
      ].map(([, title = '']) => title);
    expect(await beside('beta')).toEqual(['gamma', 'alpha']);
    await editor.republish(documents.alpha!, { title: 'omega' });
    expect(await yearsOf()).toEqual(years);
    for (const path of listings) {
      expect(await articlesOf(path)).toEqual(['beta', 'gamma']);
      expect(await articlesOf(`${path}page/2/`)).toEqual(['omega']);
    }
    const feed = await read('/tags/titled/index.xml');
    expect(feed).not.toContain('<title>alpha</title>');
    expect(await beside('gamma')).toEqual(['omega', 'beta']);
    expect((await beside('beta'))[0]).toBe('gamma');
    await editor.republish(documents.alpha!, { date: '2014-06-01T00:00:00.000Z' });
    expect(await yearsOf()).toContain('2014 /archive/2014/ 1 article');
    for (const slug of ['alpha', 'beta', 'gamma']) await editor.delete(documents[slug]!);
    expect(await yearsOf()).not.toContain('2014 /archive/2014/ 1 article');
  });

  it('becomes another when an article is due', async () => {
    const soon = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000);
    const year = Number(
      new Intl.DateTimeFormat('en', { timeZone: 'Asia/Jakarta', year: 'numeric' }).format(soon),
    );
    await publish('now', new Date(Date.now() - 1_000).toISOString());
    await publish('soon', soon.toISOString());
    expect(await articlesOf(`/archive/${year}/`)).not.toContain('soon');
    const due = (path: string) => dueOf(app, path);
    expect(due(`/archive/${year}/`)).toBe(soon.getTime());
    await yearsOf();
    expect(due('/archive/')).toBe(soon.getTime());
    await read('/archive/2020/');
    expect(due('/archive/2020/')).toBe(Infinity);
    for (const slug of ['now', 'soon']) await editor.delete(documents[slug]!);
  });

  it('is counted by a few statements on the index for each year', async () => {
    forgetResponses(app);
    const statements = await statementsOn(app, CATALOGUE_TABLE, () => read('/archive/'));
    // Three years.
    expect(statements.length).toBeLessThan(30);
  });

  it('is where "home" says, and nowhere with "archive: false" or without pages', async () => {
    const restart = async (more: object) => {
      await app.close();
      app = await startApp({ folder: app.folder, config: { ...config, ...more } });
      editor = createEditor(app);
    };
    await restart({ home: '/blog/' });
    expect(await read('/blog/archive/2020/')).toContain(`${BASE}/blog/archive/`);
    expect(await status('/archive/2020/')).toEqual([404]);
    for (const more of [{ archive: false }, { htmlPages: false }]) {
      await restart(more);
      expect(await status('/archive/')).toEqual([404]);
      expect(await status('/archive/2020/')).toEqual([404]);
    }
    await restart({ archive: false });
    expect(await read('/')).not.toContain('/archive/');
    expect(await read('/sitemap.xml')).not.toContain('/archive/');
    expect(await read('/llms.txt')).not.toContain('/archive/');
  });
});
