/** @runs-on sqlite: Where feeds are and what they are called is decided by options and routes. */
import { parseAtomFeed, parseJsonFeed, parseOpml, parseRssFeed } from 'feedsmith';

import { BASE, type Site, startSite } from '../helpers/site';

let site: Site & { folder: string };

/** What a feed says of itself: its own address and its oldest document's, its id, its items' links. */
const tell = (file: string, document: string) => {
  if (file.endsWith('.json')) {
    const { feed_url: self, next_url: next, items } = parseJsonFeed(document);
    return { self, next, links: items?.map(({ url }) => url) };
  }
  const isAtom = document.includes('<feed ');
  const feed = isAtom ? parseAtomFeed(document) : parseRssFeed(document);
  const links = (isAtom ? parseAtomFeed(document).links : parseRssFeed(document).atom?.links) ?? [];
  const hrefOf = (rel: string) => links.find((link) => link.rel === rel)?.href;
  return {
    self: hrefOf('self'),
    next: hrefOf('next'),
    links:
      'entries' in feed
        ? feed.entries?.map((entry) => entry.links?.find(({ rel }) => rel === 'alternate')?.href)
        : parseRssFeed(document).items?.map(({ link }) => link),
  };
};

/** Addresses of feeds that a page names in its head, and in its headers. */
const discovered = async (address: string): Promise<[string[], string[]]> => {
  const response = await site.get(address);
  const page = await response.text();
  const inHead = page.matchAll(
    /<link rel="alternate" type="application\/(?:rss|atom|feed)[^"]*"[^>]* href="([^"]+)"/g,
  );
  const header = response.headers.get('link') ?? '';
  const inHeader = header.matchAll(/<([^>]+)>; rel="alternate"; type="application/g);
  return [inHead, inHeader].map((found) => [...found].map(([, href]) => href!)) as [
    string[],
    string[],
  ];
};

const restart = async (config: Parameters<typeof startSite>[0]): Promise<void> => {
  await site.close();
  site = await startSite({ itemDetails: true, itemsPerFeed: 2, ...config }, site.folder);
};

beforeAll(async () => {
  site = await startSite();
  const api = await site.tag('api');
  for (const slug of ['one', 'two', 'three']) await site.published(slug, { tags: [api] });
});

afterAll(() => site?.stop());

describe('names of feed files', () => {
  const feedFiles = { rss: 'rss.xml', json: 'items.json' };
  const NAMES = ['rss.xml', 'atom.xml', 'items.json'];

  beforeAll(() => restart({ feedFiles }));

  it.each(NAMES)('every feed is at %s, and says so', async (file) => {
    for (const directory of ['/', '/posts/', '/tags/api/']) {
      const { self, next, links } = tell(file, await site.read(directory + file));
      expect(self).toBe(BASE + directory + file);
      expect(next).toBe(`${BASE}${directory}page/2/${file}`);
      expect(links).toEqual([`${BASE}/posts/one/`, `${BASE}/posts/three/`]);
      expect(await site.status(`${directory}page/2/${file}`)).toEqual([200]);
      expect(await site.status(`${directory}archive/1/${file}`)).toEqual([200]);
    }
  });

  it.each([
    ['index.xml', 'rss.xml'],
    ['feed.json', 'items.json'],
  ])('%s leads to %s, where subscribers had it', async (former, file) => {
    for (const directory of ['/', '/tags/api/', '/posts/page/2/', '/posts/archive/1/']) {
      expect(await site.status(directory + former)).toEqual([301, directory + file]);
    }
    expect(await site.status(`/${former}?v=2`)).toEqual([301, `/${file}?v=2`]);
    expect(await site.status(`/tags/nothing/${former}`)).toEqual([404]);
  });

  it('pages, their headers, the list of all feeds and the page about feeds name them', async () => {
    const ofTag = NAMES.map((file) => `${BASE}/tags/api/${file}`);
    expect(await discovered('/tags/api/')).toEqual([ofTag, ofTag]);
    const outlines = parseOpml(await site.read('/feeds.opml')).body?.outlines ?? [];
    expect(outlines.map(({ xmlUrl }) => xmlUrl)).toEqual(
      ['/', '/posts/', '/tags/api/'].map((directory) => `${BASE}${directory}rss.xml`),
    );
    for (const address of ['/subscribe/', '/subscribe/index.md', '/llms.txt', '/tags/api/']) {
      const page = await site.read(address);
      expect(page).toContain('rss.xml');
      expect(page).not.toMatch(/index\.xml|feed\.json/);
    }
  });
});

describe('feeds on a host of their own', () => {
  const FEEDS = 'https://cms.example.com';

  beforeAll(() => restart({ feedsUrl: FEEDS }));

  it.each(['index.xml', 'atom.xml', 'feed.json'])(
    '%s says that it is there, and leads to pages where these are',
    async (file) => {
      for (const directory of ['/', '/posts/', '/tags/api/']) {
        const response = await site.app.get(directory + file);
        expect(response.status).toBe(200);
        expect(response.headers.get('link')).toContain(`<${FEEDS}${directory}${file}>; rel="self"`);
        const { self, next, links } = tell(file, await response.text());
        expect(self).toBe(FEEDS + directory + file);
        expect(next).toBe(`${FEEDS}${directory}page/2/${file}`);
        expect(links).toEqual([`${BASE}/posts/one/`, `${BASE}/posts/three/`]);
      }
    },
  );

  it('pages, their headers and the list of all feeds name them there', async () => {
    const ofTag = ['index.xml', 'atom.xml', 'feed.json'].map((file) => `${FEEDS}/tags/api/${file}`);
    expect(await discovered('/tags/api/')).toEqual([ofTag, ofTag]);
    const opml = await site.app.get('/feeds.opml');
    const outlines = parseOpml(await opml.text()).body?.outlines ?? [];
    expect(outlines.map(({ xmlUrl, htmlUrl }) => [xmlUrl, htmlUrl])).toEqual([
      [`${FEEDS}/index.xml`, `${BASE}/`],
      [`${FEEDS}/posts/index.xml`, `${BASE}/posts/`],
      [`${FEEDS}/tags/api/index.xml`, `${BASE}/tags/api/`],
    ]);
    expect(await site.read('/subscribe/')).toContain(`${FEEDS}/feeds.opml`);
    expect(await (await site.app.get('/index.xml')).text()).toContain(`href="${FEEDS}/feed.css"`);
  });

  it('ids of feeds and items stay what they were', async () => {
    const there = parseAtomFeed(await (await site.app.get('/tags/api/atom.xml')).text());
    await restart({});
    const here = parseAtomFeed(await site.read('/tags/api/atom.xml'));
    expect(there.id).toBe(here.id);
    expect(there.entries?.map(({ id }) => id)).toEqual(here.entries?.map(({ id }) => id));
    await restart({ feedsUrl: FEEDS });
  });

  it('where they were below the address of the pages leads there', async () => {
    for (const address of ['/index.xml', '/tags/api/page/2/atom.xml', '/feeds.opml']) {
      const response = await site.get(address);
      expect([response.status, response.headers.get('location')]).toEqual([301, FEEDS + address]);
    }
    expect((await site.app.get('/tags/api/')).status).toBe(404);
  });
});

describe('what is not allowed stops the start', () => {
  beforeAll(() => site.stop());

  it.each<[Parameters<typeof startSite>[0], string]>([
    [
      { feedFiles: { rss: 'rss' } },
      'The option "feedFiles": "rss" was "rss". Allowed: a name of letters, digits and "-._~" that ends in ".xml", ".rss", ".atom" or ".json", not "sitemap.xml", for example "rss.xml".',
    ],
    [
      { feedsUrl: 'https://cms.example.com/api' },
      `The option "feedsUrl" was "https://cms.example.com/api". At "/api" Strapi serves Strapi's REST API. Allowed: another path, for example "/blog".`,
    ],
  ])('%j', async (config, message) => {
    await expect(startSite(config)).rejects.toThrow(message);
  });
});
