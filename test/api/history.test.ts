/**
 * @runs-on sqlite: How pages and archives are named and linked; where they are cut is asked of every
 * database by large-archive.test.ts.
 */
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';

import { FEED_FORMATS } from '../../src/feed/formats';
import { atomErrors, jsonFeedErrors } from '../helpers/formats';
import { BASE, type Site, startSite } from '../helpers/site';

const FILES = FEED_FORMATS.map(({ fileName }) => fileName);

let site: Site;
let tag: string;

/** Publishes articles dated a day after each other. */
const publishDays = async (first: number, last: number): Promise<void> => {
  for (let day = first; day <= last; day += 1) {
    const name = String(day).padStart(2, '0');
    await site.published(`day-${name}`, { date: `2026-01-${name}T00:00:00.000Z`, tags: [tag] });
  }
};

const atom = async (address: string) => parseAtomFeed(await site.read(address));

const entries = async (address: string) =>
  (await atom(address)).entries?.map(({ title }) => title?.value);

/** Where the links of a document lead, by their relation. */
const linksOf = async (address: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    ((await atom(address)).links ?? []).map(({ rel = '', href = '' }) => [
      rel,
      href.replace(`${BASE}/tags/log/`, ''),
    ]),
  );

beforeAll(async () => {
  site = await startSite({ itemsPerFeed: 3 });
  tag = await site.tag('log');
  await publishDays(1, 8);
});

afterAll(() => site.stop());

describe('pages and history of a feed', () => {
  it('goes on, page by page, where the feed ends', async () => {
    expect(await entries('/tags/log/atom.xml')).toEqual(['day-08', 'day-07', 'day-06']);
    expect(await entries('/tags/log/page/2/atom.xml')).toEqual(['day-05', 'day-04', 'day-03']);
    expect(await entries('/tags/log/page/3/atom.xml')).toEqual(['day-02', 'day-01']);
    expect(await linksOf('/tags/log/page/2/atom.xml')).toMatchObject({
      self: 'page/2/atom.xml',
      first: 'atom.xml',
      previous: 'atom.xml',
      next: 'page/3/atom.xml',
      last: 'page/3/atom.xml',
    });
    expect(await linksOf('/tags/log/page/3/atom.xml')).not.toHaveProperty('next');
    expect(await linksOf('/tags/log/atom.xml')).not.toHaveProperty('previous');
  });

  it('has the same pages in every format', async () => {
    const rss = parseRssFeed(await site.read('/tags/log/page/2/index.xml'));
    const json = parseJsonFeed(await site.read('/tags/log/page/2/feed.json'));
    expect(rss.items?.map(({ title }) => title)).toEqual(['day-05', 'day-04', 'day-03']);
    expect(json.items?.map(({ title }) => title)).toEqual(['day-05', 'day-04', 'day-03']);
    expect(json.next_url).toBe(`${BASE}/tags/log/page/3/feed.json`);
    expect(rss.atom?.links?.map(({ rel }) => rel)).toEqual([
      'self',
      'first',
      'previous',
      'next',
      'last',
    ]);
  });

  it('has one address for each page and none beyond the last', async () => {
    for (const file of FILES) {
      expect(await site.status(`/tags/log/page/1/${file}`)).toEqual([301, `/tags/log/${file}`]);
      for (const page of ['4', '0', '01', '-1', 'x', '99999999']) {
        expect(await site.status(`/tags/log/page/${page}/${file}`)).toEqual([404]);
        expect(await site.status(`/tags/log/archive/${page}/${file}`)).toEqual([404]);
      }
      expect(await site.status(`/page/2/${file}`)).toEqual([200]);
      expect(await site.status(`/archive/1/${file}`)).toEqual([200]);
    }
  });

  it('leads from the feed through its archives to the very first article', async () => {
    const seen = new Set(await entries('/tags/log/atom.xml'));
    let next = (await linksOf('/tags/log/atom.xml'))['prev-archive'];
    while (next !== undefined) {
      const address = `/tags/log/${next}`;
      (await entries(address))?.forEach((title) => seen.add(title));
      const links = await linksOf(address);
      expect(links.current).toBe('atom.xml');
      next = links['prev-archive'];
    }
    expect([...seen].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((day) => `day-0${day}`));
  });

  it('marks archives and writes them validly', async () => {
    const document = await site.read('/tags/log/archive/1/atom.xml');
    expect(document).toContain('<fh:archive />');
    expect(await atomErrors(document)).toEqual([]);
    expect(await atomErrors(await site.read('/tags/log/page/2/atom.xml'))).toEqual([]);
    expect(await site.read('/tags/log/archive/1/index.xml')).toContain('<fh:archive />');
    expect(jsonFeedErrors(await site.read('/tags/log/archive/1/feed.json'))).toEqual([]);
    expect(await site.status('/tags/log/archive/3/atom.xml')).toEqual([404]);
  });

  it('never changes a byte of an archive when articles are added', async () => {
    const addresses = FILES.flatMap((file) => [1, 2].map((n) => `/tags/log/archive/${n}/${file}`));
    const before = await Promise.all(addresses.map(site.read));
    await publishDays(9, 12);
    expect(await Promise.all(addresses.map(site.read))).toEqual(before);
    expect(await site.status('/tags/log/archive/4/atom.xml')).toEqual([200]);
  });

  it('adds nothing to the RSS feed that subscribers poll', async () => {
    const rss = parseRssFeed(await site.read('/tags/log/index.xml'));
    expect(rss.atom?.links?.map(({ rel }) => rel)).toEqual(['self']);
  });

  it('shows as many items as the tag says', async () => {
    await site.changeTag(tag, { itemsPerFeed: 5 });
    expect(await entries('/tags/log/atom.xml')).toHaveLength(5);
    await site.changeTag(tag, { itemsPerFeed: 0 });
    expect(await entries('/tags/log/atom.xml')).toHaveLength(12);
    expect(await site.status('/tags/log/page/2/atom.xml')).toEqual([404]);
    await site.changeTag(tag, { itemsPerFeed: null });
    expect(await entries('/tags/log/atom.xml')).toHaveLength(3);
  });
});
