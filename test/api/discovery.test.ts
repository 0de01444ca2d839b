/**
 * @runs-on sqlite: How what is public is told; which pages there are is asked of every database by
 * catalogue.test.ts and archive.test.ts.
 */
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { parseOpml } from 'feedsmith';
import { HtmlValidate } from 'html-validate';

import { ARTICLE_UID } from '../../src/lib/constants';
import { FEED_FORMATS } from '../../src/feed/formats';
import { SITEMAP_SIZE } from '../../src/pages/sitemap';
import { BASE, type Site, startSite } from '../helpers/site';
import { settled } from '../helpers/state';

let site: Site;

const links = (page: string): string[] =>
  [...page.matchAll(/<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)"/g)].map(
    ([, type, href]) => `${href} ${type}`,
  );

const feedsOf = (directory: string): string[] =>
  FEED_FORMATS.map(({ fileName, mediaType }) => `${BASE}${directory}${fileName} ${mediaType}`);

const jsonLd = (page: string): Record<string, unknown> => {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json ?? 'null') as Record<string, unknown>;
};

const HOSTILE = '</script><script>alert("1")</script> & \u2028 <!--';

beforeAll(async () => {
  site = await startSite();
  const api = await site.tag('api', { description: 'All about <APIs>.' });
  const json = await site.tag('json', { title: 'JSON & "friends"' });
  await site.published('first', { tags: [api, json], author: 'Ana Lima', summary: 'In short.' });
  await site.published('hostile', { title: HOSTILE, author: HOSTILE, summary: HOSTILE });
  await site.published('kept-out', { keepOutOfFeeds: true });
  await site.published('tomorrow', { date: '2999-01-01T00:00:00.000Z' });
});

afterAll(() => site.stop());

describe('discovery', () => {
  it('names every format of the feed in the head of each page and in its headers', async () => {
    for (const [address, directory] of [
      ['/tags/', '/'],
      ['/tags/api/', '/tags/api/'],
      ['/posts/first/', '/'],
    ] as const) {
      const response = await site.get(address);
      expect(links(await response.text())).toEqual([
        `${BASE}${address}index.md text/markdown`,
        ...feedsOf(directory),
      ]);
      expect(response.headers.get('link')).toBe(
        [
          `<${BASE}${address}>; rel="canonical"`,
          `<${BASE}${address}index.md>; rel="alternate"; type="text/markdown"`,
          ...FEED_FORMATS.map(
            ({ fileName, mediaType }) =>
              `<${BASE}${directory}${fileName}>; rel="alternate"; type="${mediaType}"`,
          ),
        ].join(', '),
      );
    }
  });

  it('says in the headers of a feed where it is and which page it belongs to', async () => {
    const response = await site.get('/tags/api/feed.json');
    expect(response.headers.get('link')).toBe(
      `<${BASE}/tags/api/feed.json>; rel="self"; type="application/feed+json", <${BASE}/tags/api/>; rel="alternate"; type="text/html"`,
    );
  });

  it('explains on the page of a tag what to do with the address', async () => {
    const page = await site.read('/tags/api/');
    const block = page.slice(page.indexOf('<section class="subscribe"'));
    expect(block).toContain('Copy this address into a feed reader');
    for (const { fileName, label } of FEED_FORMATS) {
      expect(block).toContain(`href="${BASE}/tags/api/${fileName}"`);
      expect(block).toContain(`>${label}</a>`);
    }
  });

  it('writes valid HTML with one main heading', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
    for (const address of ['/tags/', '/tags/api/', '/posts/first/', '/posts/hostile/']) {
      const page = await site.read(address);
      const report = await validator.validateString(page);
      const messages = report.results.flatMap(({ messages }) => messages);
      expect(messages.map(({ ruleId, message }) => `${address} ${ruleId}: ${message}`)).toEqual([]);
      expect(page.match(/<h1[ >]/g)).toHaveLength(1);
    }
  });

  it('lists all public feeds, each once, as OPML', async () => {
    expect(await site.read('/tags/')).toContain(`<a href="${BASE}/feeds.opml">`);
    const document = await site.read('/feeds.opml');
    const opml = parseOpml(document);
    expect(opml.head?.title).toBe('Field Notes');
    expect(opml.body?.outlines).toEqual([
      {
        text: 'Field Notes',
        title: 'Field Notes',
        type: 'rss',
        xmlUrl: `${BASE}/index.xml`,
        htmlUrl: `${BASE}/`,
      },
      {
        text: 'Posts on Field Notes',
        title: 'Posts on Field Notes',
        type: 'rss',
        xmlUrl: `${BASE}/posts/index.xml`,
        htmlUrl: `${BASE}/posts/`,
      },
      {
        text: 'Api on Field Notes',
        title: 'Api on Field Notes',
        type: 'rss',
        xmlUrl: `${BASE}/tags/api/index.xml`,
        htmlUrl: `${BASE}/tags/api/`,
        description: 'All about <APIs>.',
      },
      {
        text: 'JSON & "friends" on Field Notes',
        title: 'JSON & "friends" on Field Notes',
        type: 'rss',
        xmlUrl: `${BASE}/tags/json/index.xml`,
        htmlUrl: `${BASE}/tags/json/`,
      },
    ]);
    expect((await site.get('/feeds.opml')).headers.get('content-type')).toBe(
      'text/x-opml; charset=utf-8',
    );
  });

  it('lists the public pages in a sitemap, and nothing that listings leave out', async () => {
    const root = parseXml(await site.read('/sitemap.xml')).root!;
    expect(root.attributes.xmlns).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
    const locations = root.children
      .filter((child) => child instanceof XmlElement)
      .map((url) => url.children.find((child) => child instanceof XmlElement)?.text);
    expect(locations).toEqual(
      [
        ...['/', '/archive/', '/archive/2026/', '/posts/', '/tags/', '/tags/api/', '/tags/json/'],
        ...['/posts/first/', '/posts/hostile/'],
      ].map((address) => BASE + address),
    );
    expect(await site.status('/sitemap/1.xml')).toEqual([404]);
  });

  it('describes an article to search engines and previews', async () => {
    const page = await site.read('/posts/first/');
    expect(jsonLd(page)).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'first',
      description: 'In short.',
      datePublished: '2026-01-15T09:00:00+07:00',
      author: { '@type': 'Person', name: 'Ana Lima' },
      keywords: ['Api', 'JSON & "friends"'],
      url: `${BASE}/posts/first/`,
    });
    expect(page).toContain('<meta property="og:type" content="article"/>');
    expect(page).toContain(`<meta property="og:url" content="${BASE}/posts/first/"/>`);
    expect(page).toContain('<meta property="article:tag" content="Api"/>');
  });

  it('lets no text of an editor out of the structured data', async () => {
    const page = await site.read('/posts/hostile/');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(jsonLd(page)).toMatchObject({ headline: HOSTILE, author: { name: HOSTILE } });
  });

  it('gives feeds a style sheet', async () => {
    for (const file of ['index.xml', 'atom.xml']) {
      // What browsers apply it to.
      const type = (await site.get(`/tags/api/${file}`)).headers.get('content-type');
      expect(type).toBe('application/xml; charset=utf-8');
      expect(await site.read(`/tags/api/${file}`)).toContain(
        `<?xml-stylesheet type="text/css" href="${BASE}/feed.css"?>`,
      );
    }
    const response = await site.get('/feed.css');
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
  });
});

describe('a site of more pages than one sitemap holds', () => {
  const LATER = 4_000;

  it('lists each of them once, in parts that an index names', async () => {
    const now = new Date();
    const rows = Array.from({ length: LATER }, (_, number) => ({
      documentId: `later-${number}`,
      slug: `later-${number}`,
      title: `Later ${number}`,
      // Many of one date, at the edges of parts as well.
      date: new Date(now.getTime() - Math.floor(number / 100) * 60_000),
      publishedAt: now,
    }));
    const query = site.strapi.db.query(ARTICLE_UID);
    for (let start = 0; start < rows.length; start += 1_000) {
      await query.createMany({ data: rows.slice(start, start + 1_000) });
    }
    await settled(site);

    const locationsAt = async (address: string): Promise<string[]> =>
      [...(await site.read(address)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, found]) => found!);
    const parts = await locationsAt('/sitemap.xml');
    expect(parts.length).toBeGreaterThan(1);
    const pages: string[] = [];
    for (const part of parts) {
      const locations = await locationsAt(part.slice(BASE.length));
      expect(locations.length).toBeLessThanOrEqual(SITEMAP_SIZE);
      pages.push(...locations);
    }

    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.filter((page) => page.includes('/posts/later-'))).toHaveLength(LATER);
    expect(pages).toEqual(
      expect.arrayContaining(
        ['/tags/', '/tags/api/', '/posts/first/'].map((address) => BASE + address),
      ),
    );
    expect(await site.status(`/sitemap/${parts.length + 1}.xml`)).toEqual([404]);
  });
});
