/** @runs-on sqlite: what pages show of an article is decided without the database. */
import { parseRssFeed } from 'feedsmith';

import { htmlProblems } from '../helpers/html';
import { type Site, startSite } from '../helpers/site';

const ARABIC = 'كيف أقرأ الطلبات';

let site: Site;

beforeAll(async () => {
  site = await startSite({
    content: 'full',
    appearance: { favicon: '/favicon.png' },
  });
});

afterAll(() => site?.stop());

const article = (slug: string): Promise<string> => site.read(`/posts/${slug}/`);

/** Content of a `<meta>` of a page. */
const metaOf = (html: string, property: string): string | undefined =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];

describe('a table', () => {
  const BODY = '| Code | Number |\n| :-- | --: |\n| 200 | 12 |';

  it('has the alignment of its columns on the page and in feeds', async () => {
    await site.published('aligned', { body: BODY });
    const html = await article('aligned');
    expect(html).toMatch(/<td class="align-left">200<\/td>\s*<td class="align-right">12<\/td>/);
    expect(await htmlProblems(html)).toEqual([]);
    const rss = parseRssFeed(await site.read('/index.xml'));
    const item = rss.items?.find(({ link }) => link?.endsWith('/posts/aligned/'));
    expect(item?.content?.encoded).toContain('<td align="right">12</td>');
    expect(await site.read('/posts/aligned/index.md')).toMatch(/\| -+: \|/);
  });

  it('has no other style', async () => {
    await site.published('styled', {
      body: '<table><tr><td style="text-align:right;position:fixed" align="x">1</td><td style="text-align:evil()">2</td></tr></table>',
    });
    const html = await article('styled');
    expect(html).toContain('<td class="align-right">1</td><td>2</td>');
  });
});

describe('a text', () => {
  it('has its own direction wherever its title, its body and its summary are shown', async () => {
    await site.published('arabic', {
      title: ARABIC,
      body: `${ARABIC}.\n\nAn English paragraph.`,
      summary: ARABIC,
    });
    const html = await article('arabic');
    expect(html).toContain(`<h1 dir="auto">${ARABIC}</h1>`);
    expect(html).toContain(`<p dir="auto">${ARABIC}.</p>`);
    expect(html).toContain('<p dir="auto">An English paragraph.</p>');
    const listed = (await site.read('/posts/')).split('<h2').slice(1);
    const ofArabic = listed.filter((entry) => entry.includes('/posts/arabic/'));
    expect(ofArabic).toHaveLength(1);
    expect(ofArabic[0]).toMatch(/^ dir="auto"><a [^]*<p dir="auto">/);
  });
});

describe('a card on other sites', () => {
  it('has the first picture of the text where there is no cover', async () => {
    await site.published('pictured', { body: 'A text.\n\n![A fox](/uploads/fox.png)' });
    expect(metaOf(await article('pictured'), 'og:image')).toBe(
      'https://www.example.com/uploads/fox.png',
    );
  });

  it('has the icon of the site where there is no picture at all', async () => {
    await site.published('plain', { body: 'A text.' });
    expect(metaOf(await article('plain'), 'og:image')).toBe('https://www.example.com/favicon.png');
  });

  it('has a description in one line', async () => {
    await site.published('lines', { summary: 'One line.\nAnother line.' });
    expect(metaOf(await article('lines'), 'og:description')).toBe('One line. Another line.');
  });
});

describe('a link to a listing', () => {
  it('shows what it is about, with the picture of a topic or of the site', async () => {
    const tag = await site.tag('pictured-tag', { description: 'Pictures\nof plugs.' });
    await site.published('of-pictured-tag', { tags: [tag] });
    const html = await site.read('/tags/pictured-tag/');
    const shown = ['type', 'title', 'url', 'site_name', 'description', 'image'].map((name) =>
      metaOf(html, `og:${name}`),
    );
    expect(shown).toEqual([
      'website',
      'Pictured-tag',
      'https://www.example.com/notes/tags/pictured-tag/',
      expect.any(String),
      'Pictures of plugs.',
      'https://www.example.com/favicon.png',
    ]);
    expect(html).toContain('<meta name="twitter:card" content="summary"/>');
    expect(metaOf(await site.read('/tags/'), 'og:url')).toBe('https://www.example.com/notes/tags/');
    expect(metaOf(await site.read('/posts/'), 'og:type')).toBe('website');
    expect(await htmlProblems(html)).toEqual([]);
  });
});
