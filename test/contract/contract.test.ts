import path from 'node:path';

import { parseRssFeed } from 'feedsmith';
import Parser from 'rss-parser';

import { seed } from '../../playground/src/seed';
import { type App, startApp } from '../helpers/app';
import { child, childElements, type ParsedFeed, readFeed, text } from '../helpers/feed';
import { htmlProblems } from '../helpers/html';

const BASE = 'http://localhost:1337';
const SEED = path.resolve(__dirname, '../../playground/seed');
const DATE_TIME =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} \+0700$/;

/** Section 2.4: one article about each of these. */
const TOPICS = [
  /Basic Auth Header for Testing/,
  /Mock API Responses/,
  /Read and Verify a JWT/,
  /Compare Two JSON Documents/,
  /Convert a curl Command to Code/,
  /HMAC Signatures/,
  /Debug CORS/,
  /Format JSON/,
  /HTTP Status Codes/,
  /Read a curl Command Before Running It/,
  /Read an OpenAPI File/,
  /Read HTTP Headers/,
  /Test an HTTP Request/,
  /Test gRPC/,
  /Test Webhooks/,
  /SNAP BI .*Asymmetric/,
  /JSON Viewer for Large Responses/,
  /JSONPath/,
  /Validate JSON with a Schema/,
];

let app: App;
let xml: string;
let feed: ParsedFeed;
let listing: string;

const read = async (address: string): Promise<string> => (await app.get(address)).text();

beforeAll(async () => {
  // As the demo is configured.
  app = await startApp({
    config: { baseUrl: BASE, siteName: 'Field Notes', language: 'en', timeZone: 'Asia/Jakarta' },
  });
  await seed(app.strapi, SEED);
  xml = await read('/tags/api/index.xml');
  feed = readFeed(xml);
  listing = await read('/tags/api/');
});

afterAll(() => app.stop());

interface Entry {
  title: string;
  href: string;
  excerpt: string;
}

const TEXT_REFERENCES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };
const decode = (html: string): string =>
  html.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => TEXT_REFERENCES[name]!);

const entriesOf = (html: string): Entry[] =>
  [
    ...html.matchAll(
      /<li><h2 dir="auto"><a href="([^"]*)">([^<]*)<\/a><\/h2><time[^>]*>[^<]*<\/time>(?:<p dir="auto">([^<]*)<\/p>)?<\/li>/g,
    ),
  ].map(([, href, title, excerpt]) => ({
    href: href!,
    title: decode(title!),
    excerpt: decode(excerpt ?? ''),
  }));

/** Entries of the whole listing, page after page. */
const allEntries = async (): Promise<Entry[]> => {
  const pages: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const response = await app.get(page === 1 ? '/tags/api/' : `/tags/api/page/${page}/`);
    if (response.status === 404) return pages;
    pages.push(...entriesOf(await response.text()));
  }
};

describe('1. What the service does', () => {
  it('serves the feed as XML in UTF-8, declared standalone', async () => {
    const { headers } = await app.get('/tags/api/index.xml');
    expect(headers.get('content-type')).toMatch(/xml; charset=utf-8$/);
    expect(xml.split('\n')[0]).toBe('<?xml version="1.0" encoding="utf-8" standalone="yes"?>');
  });

  it('holds 19 items in the feed', () => {
    expect(feed.items).toHaveLength(19);
  });

  it('shows at least 9 entries in the listing, every one of them also in the feed', async () => {
    const entries = entriesOf(listing);
    expect(entries.length).toBeGreaterThanOrEqual(9);
    const links = feed.items.map((item) => text(item, 'link'));
    for (const { href } of await allEntries()) expect(links).toContain(href);
  });

  it('serves each article at {base_url}/posts/<slug>/', async () => {
    for (const item of feed.items) {
      const link = text(item, 'link');
      expect(link).toMatch(/^http:\/\/localhost:1337\/posts\/[a-z0-9]+(?:-[a-z0-9]+)*\/$/);
      const response = await app.get(new URL(link).pathname);
      expect([link, response.status]).toEqual([link, 200]);
    }
  });
});

describe('2.1 Feed channel', () => {
  it('has an rss root of version 2.0 that declares the Atom namespace', () => {
    expect(feed.rss.attributes).toEqual({
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
    });
  });

  it.each([
    ['title', 'Api on Field Notes'],
    ['link', `${BASE}/tags/api/`],
    ['description', 'Recent content in Api on Field Notes'],
    ['language', 'en'],
  ])('has a %s that reads "%s"', (name, value) => {
    expect(text(feed.channel, name)).toBe(value);
  });

  it('names its generator', () => {
    expect(text(feed.channel, 'generator')).not.toBe('');
  });

  it('has a lastBuildDate of the given shape, with a numeric offset', () => {
    expect(text(feed.channel, 'lastBuildDate')).toMatch(DATE_TIME);
  });

  it('has an empty atom:link to itself', () => {
    const self = child(feed.channel, 'atom:link');
    expect(self.attributes).toEqual({
      href: `${BASE}/tags/api/index.xml`,
      rel: 'self',
      type: 'application/rss+xml',
    });
    expect(self.children).toHaveLength(0);
  });
});

describe('2.2 Feed item', () => {
  it('has exactly title, link, pubDate, guid and description', () => {
    for (const item of feed.items) {
      expect(childElements(item).map(({ name }) => name)).toEqual([
        'title',
        'link',
        'pubDate',
        'guid',
        'description',
      ]);
    }
  });

  it('has a title that starts with "How I"', () => {
    for (const item of feed.items) expect(text(item, 'title')).toMatch(/^How I /);
  });

  it('shows the same date and the same offset, +0700, as every other', () => {
    const dates = new Set(feed.items.map((item) => text(item, 'pubDate')));
    expect([...dates]).toEqual(['Thu, 15 Jan 2026 09:00:00 +0700']);
  });

  it('has a guid that equals its link', () => {
    for (const item of feed.items) {
      expect(text(item, 'guid')).toBe(text(item, 'link'));
      expect(child(item, 'guid').attributes).toEqual({});
    }
  });

  it('has a description: the opening sentences of the article, unless its editor wrote another', async () => {
    const written: { slug: string; summary: string | null }[] = await app.strapi.db
      .query('plugin::syndication.article')
      .findMany({ where: { publishedAt: { $notNull: true } } });
    const summaries = new Map(written.map(({ slug, summary }) => [slug, summary]));
    let opened = 0;
    for (const item of feed.items) {
      const { pathname } = new URL(text(item, 'link'));
      const description = decode(text(item, 'description'));
      const summary = summaries.get(pathname.split('/')[2]!);
      if (summary) {
        expect(description).toBe(summary);
      } else {
        const body = (await read(pathname)).split('<div class="body">')[1]!.replace(/<[^>]*>/g, '');
        const opening = description.split('\n')[0]!;
        expect(opening).toMatch(/[.:?!…]$/);
        expect(decode(body).trimStart().startsWith(opening)).toBe(true);
        opened += 1;
      }
    }
    expect(opened).toBeGreaterThan(0);
  });

  it('rule 1: comes in ascending alphabetical order by title', () => {
    const titles = feed.items.map((item) => text(item, 'title'));
    const { compare } = new Intl.Collator('en');
    expect(titles).toEqual([...titles].sort(compare));
    // As the sample of the contract's kind of generator has them.
    expect(titles.at(0)).toBe('How I Build a Basic Auth Header for Testing');
    expect(titles.at(-1)).toBe('How I Validate JSON with a Schema');
  });

  it('rule 2: escapes reserved text, writes quotes as numeric references, emits no markup', () => {
    const bodies = [...xml.matchAll(/<(title|description)>([^]*?)<\/\1>/g)].map(
      ([, , body]) => body!,
    );
    expect(bodies).toHaveLength(2 + 2 * 19);
    for (const body of bodies) {
      expect(body).not.toMatch(/[<>"']/);
      expect(body).toMatch(/^(?:[^&]|&(?:amp|lt|gt|#34|#39);)*$/);
    }
    expect(bodies.some((body) => body.includes('&lt;'))).toBe(true);
    expect(bodies.some((body) => body.includes('&amp;'))).toBe(true);
  });

  it('rule 3: may have line breaks in its description, and no white space around it', () => {
    for (const item of feed.items) {
      const description = text(item, 'description');
      expect(description).toBe(description.trim());
    }
  });
});

describe('2.3 Tag listing entry', () => {
  it('has the title of an article, linking to it', () => {
    const titles = new Map(feed.items.map((item) => [text(item, 'link'), text(item, 'title')]));
    for (const { href, title } of entriesOf(listing)) expect(title).toBe(titles.get(href));
  });

  it("has the start of the article's summary, ending in an ellipsis exactly when it is cut", async () => {
    const summaries = new Map(
      feed.items.map((item) => [text(item, 'link'), decode(text(item, 'description'))]),
    );
    const entries = await allEntries();
    for (const { href, excerpt } of entries) {
      const summary = summaries.get(href)!;
      if (excerpt === summary) continue;
      expect(excerpt.endsWith('…')).toBe(true);
      expect(summary.startsWith(excerpt.slice(0, -1))).toBe(true);
      expect(Array.from(excerpt).length).toBeLessThanOrEqual(200);
    }
    expect(entries.some(({ excerpt }) => excerpt.endsWith('…'))).toBe(true);
  });

  it('is in the order of the feed, and all articles of the feed are listed', async () => {
    expect((await allEntries()).map(({ title }) => title)).toEqual(
      feed.items.map((item) => text(item, 'title')),
    );
  });
});

describe('2.4 Article topics', () => {
  it.each(TOPICS.map((topic) => [topic.source, topic] as const))(
    'has one article about: %s',
    (_name, topic) => {
      expect(feed.items.filter((item) => topic.test(text(item, 'title')))).toHaveLength(1);
    },
  );
});

describe('3. States: only what is published is public', () => {
  const HIDDEN = [
    {
      slug: 'draft-rate-limits',
      title: 'How I Read Rate Limit Headers',
      words: /rate limit headers/i,
    },
    { slug: 'idempotency-keys', title: 'How I Use Idempotency Keys', words: /idempotency keys/i },
  ];

  it('has samples of a draft and of an article dated in the future', async () => {
    const articles = app.strapi.db.query('plugin::syndication.article');
    for (const { title } of HIDDEN)
      expect(await articles.count({ where: { title } })).toBeGreaterThan(0);
  });

  it.each(HIDDEN)('shows nothing of "$title" anywhere', async ({ slug, words }) => {
    const tags = [
      ...(await read('/tags/')).matchAll(/<h2 [^>]*><a href="[^"]*\/tags\/([^/]+)\/"/g),
    ].map(([, tag]) => tag!);
    expect(tags).toContain('api');
    const addresses = [
      '/index.xml',
      '/tags/',
      ...tags.flatMap((tag) => [`/tags/${tag}/`, `/tags/${tag}/page/2/`, `/tags/${tag}/index.xml`]),
      `/posts/${slug}/`,
      '/posts/unknown/',
    ];
    for (const address of addresses) {
      const body = await read(address);
      expect([address, words.test(body)]).toEqual([address, false]);
      // An error does not repeat what was asked for either.
      expect([address, body.includes(slug)]).toEqual([address, false]);
    }
    expect((await app.get(`/posts/${slug}/`)).status).toBe(404);
  });

  it('counts what is published: 19 articles about "api"', async () => {
    expect(await read('/tags/')).toMatch(/>Api<\/a><\/h2><p class="meta">19 articles</);
  });
});

describe('4. Endpoints', () => {
  it.each([
    ['Tag listing', '/tags/api/', 'text/html'],
    ['Syndication feed', '/tags/api/index.xml', 'application/xml'],
    ['One article', '/posts/debug-cors/', 'text/html'],
  ])('%s: %s', async (_purpose, address, mediaType) => {
    const response = await app.get(address);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(`${mediaType}; charset=utf-8`);
  });

  it('serves every article as a valid page with its title and date', async () => {
    for (const item of feed.items) {
      const html = await read(new URL(text(item, 'link')).pathname);
      expect([text(item, 'link'), await htmlProblems(html)]).toEqual([text(item, 'link'), []]);
      expect(decode(html)).toContain(`<h1 dir="auto">${text(item, 'title')}</h1>`);
      expect(html).toContain('<time datetime="2026-01-15T09:00:00+07:00">');
    }
  });
});

describe('feed readers agree', () => {
  const own = () =>
    feed.items.map((item) => ({
      title: text(item, 'title'),
      link: text(item, 'link'),
      guid: text(item, 'guid'),
      date: Date.parse('2026-01-15T09:00:00+07:00'),
      description: text(item, 'description'),
    }));

  it('rss-parser reads the same channel and items', async () => {
    const parsed = await new Parser().parseString(xml);
    expect(parsed.title).toBe('Api on Field Notes');
    expect(parsed.feedUrl).toBe(`${BASE}/tags/api/index.xml`);
    expect(
      parsed.items.map(({ title, link, guid, pubDate, content }) => ({
        title,
        link,
        guid,
        date: Date.parse(pubDate!),
        description: content,
      })),
    ).toEqual(own());
  });

  it('feedsmith reads the same channel and items', () => {
    const parsed = parseRssFeed(xml);
    expect(parsed.title).toBe('Api on Field Notes');
    expect(parsed.link).toBe(`${BASE}/tags/api/`);
    expect(
      parsed.items?.map(({ title, link, guid, pubDate, description }) => ({
        title,
        link,
        guid: guid?.value,
        date: Date.parse(pubDate!),
        description,
      })),
    ).toEqual(own());
  });
});
