/**
 * @runs-on sqlite: That a response is purged in time is tested on every database by freshness.test.ts;
 * here is what it is in each format.
 */
import { FEED_FORMATS } from '../../src/feed/formats';
import { type Site, startSite } from '../helpers/site';
import { mergeTags } from '../helpers/state';

const FILES = FEED_FORMATS.map(({ fileName }) => fileName);

let site: Site;
let api: string;
let json: string;

/** Everything that can show an article tagged "api" and "json". */
const FEEDS = ['/', '/tags/api/', '/tags/api+json/', '/tags/api,json/'].flatMap((directory) =>
  FILES.map((file) => directory + file),
);
const PAGES = ['/tags/api/', '/tags/api+json/', '/tags/api,json/'];

/** Addresses whose document holds a text. Asked twice, so that nothing rests on a first response. */
const holding = async (text: string, addresses: string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const address of addresses) {
    const first = await site.read(address);
    expect(await site.read(address)).toBe(first);
    if (first.includes(text)) found.push(address);
  }
  return found;
};

beforeAll(async () => {
  site = await startSite({ itemsPerFeed: 3 });
  api = await site.tag('api');
  json = await site.tag('json');
  await site.published('old', { tags: [api, json], date: '2026-01-01T00:00:00.000Z' });
  await holding('warm', [...FEEDS, ...PAGES, '/feeds.opml', '/sitemap.xml', '/tags/']);
});

afterAll(() => site.stop());

describe('the very next response, in every format', () => {
  it('shows an article that is published, and its edits, and takes it away', async () => {
    const article = await site.published('brand-new', { tags: [api, json] });
    expect(await holding('brand-new', [...FEEDS, ...PAGES])).toEqual([...FEEDS, ...PAGES]);
    expect(await holding('/posts/brand-new/', ['/sitemap.xml'])).toEqual(['/sitemap.xml']);
    await site.republish(article, { title: 'Edited since', slug: 'edited-since' });
    expect(await holding('Edited since', [...FEEDS, ...PAGES])).toEqual([...FEEDS, ...PAGES]);
    expect(await holding('/posts/edited-since/', ['/sitemap.xml'])).toEqual(['/sitemap.xml']);
    await site.unpublish(article);
    expect(await holding('Edited since', [...FEEDS, ...PAGES])).toEqual([]);
    expect(await holding('edited-since', ['/sitemap.xml'])).toEqual([]);
  });

  it('knows which tags an article carries', async () => {
    const article = await site.published('changing', { tags: [api] });
    expect(await holding('changing', ['/tags/api+json/atom.xml'])).toEqual([]);
    await site.republish(article, { tags: [api, json] });
    expect(await holding('changing', ['/tags/api+json/atom.xml'])).toHaveLength(1);
    await site.republish(article, { tags: [] });
    expect(await holding('changing', ['/tags/api,json/atom.xml', '/tags/api/feed.json'])).toEqual(
      [],
    );
    await site.delete(article);
  });

  it('calls tags what they are called now, also in items of other feeds', async () => {
    await site.changeTag(json, { title: 'JavaScript Objects' });
    const addresses = ['/atom.xml', '/feed.json', '/tags/api/atom.xml', '/tags/api+json/index.xml'];
    expect(await holding('JavaScript Objects', addresses)).toEqual(addresses);
    expect(await holding('JavaScript Objects', ['/feeds.opml', '/posts/old/'])).toHaveLength(2);
  });

  it('has more pages when there are more articles', async () => {
    expect(await holding('/page/2/', ['/tags/api/atom.xml'])).toEqual([]);
    const articles: string[] = [];
    for (const slug of ['p1', 'p2', 'p3'])
      articles.push(await site.published(slug, { tags: [api] }));
    expect(await holding('/page/2/', ['/tags/api/atom.xml', '/tags/api/feed.json'])).toHaveLength(
      2,
    );
    expect(await holding('>old<', ['/tags/api/page/2/atom.xml'])).toHaveLength(1);
    for (const documentId of articles) {
      await site.delete(documentId);
    }
    expect(await holding('/page/2/', ['/tags/api/atom.xml'])).toEqual([]);
    expect(await site.status('/tags/api/page/2/atom.xml')).toEqual([404]);
  });

  it('names a hidden tag nowhere, and names it again when it is shown', async () => {
    await site.changeTag(json, { hidden: true });
    const named = ['/atom.xml', '/tags/api/feed.json', '/posts/old/', '/feeds.opml', '/tags/'];
    expect(await holding('JavaScript Objects', named)).toEqual([]);
    expect(await site.status('/tags/api+json/atom.xml')).toEqual([404]);
    await site.changeTag(json, { hidden: false });
    expect(await holding('JavaScript Objects', named)).toEqual(named);
    expect(await site.status('/tags/api+json/atom.xml')).toEqual([200]);
  });

  it('follows a merge', async () => {
    const from = await site.tag('merged');
    await site.published('moving', { tags: [from] });
    await holding('moving', ['/tags/merged/atom.xml', '/tags/api/atom.xml', '/tags/api/']);
    await mergeTags(site, from, api);
    expect(await holding('moving', ['/tags/api/atom.xml', '/tags/api/'])).toHaveLength(2);
    expect(await site.status('/tags/merged/atom.xml')).toEqual([301, '/tags/api/atom.xml']);
    expect(await holding('merged', ['/feeds.opml', '/sitemap.xml', '/tags/'])).toEqual([]);
  });

  it('is gone with its tag', async () => {
    await site.deleteTag(json);
    expect(await site.status('/tags/api+json/feed.json')).toEqual([410]);
    expect(await holding('JavaScript Objects', ['/atom.xml', '/feeds.opml'])).toEqual([]);
  });
});
