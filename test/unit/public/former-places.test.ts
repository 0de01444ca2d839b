import type { FormerAddresses } from '../../../src/entries/former-addresses';
import { DEFAULT_FEED_FILES } from '../../../src/feed/feed-files';
import { readForm } from '../../../src/public/former-form';
import { goneOfType } from '../../../src/public/former-places';

const served = {
  feedFiles: { ...DEFAULT_FEED_FILES, rss: 'rss.xml' },
  htmlPages: true,
  archive: true,
  sitemap: true,
  llmsTxt: true,
};

/** Which of some paths are gone, of a type of pages that was at an address, where some keys were held. */
const goneOf = async (
  {
    address,
    held,
    isPage,
    areEntries = true,
    asTopics = false,
    htmlPages = true,
  }: {
    address: string;
    held: string[];
    isPage?: true;
    areEntries?: boolean;
    asTopics?: boolean;
    htmlPages?: boolean;
  },
  paths: string[],
): Promise<string[]> => {
  const formerAddresses = {
    hadAny: () => Promise.resolve(true),
    wereHeld: (_place: unknown, keys: string[]) =>
      Promise.resolve(keys.every((key) => held.includes(key))),
  } as unknown as FormerAddresses;
  const find = goneOfType(
    { contentType: 'api::page.page', address, isLocalised: false, isPage },
    asTopics,
    {
      until: '2026-11-20T00:00:00.000Z',
      place: { code: null, path: '' },
      formerAddresses,
      isListing: true,
      areEntries,
      served: { ...served, htmlPages },
    },
  );
  const found = await Promise.all(paths.map((path) => find(readForm(path, served), new Date())));
  return paths.filter((_path, place) => found[place]!.kind === 'gone');
};

test('a page of a single type that is published no more is gone, and takes no other address', async () => {
  const paths = ['/about/', '/about', '/about/index.md', '/about/staff/', '/', '/about/index.xml'];
  const single = { address: '/about/', isPage: true as const };
  expect(await goneOf({ ...single, held: ['about'] }, paths)).toEqual([
    '/about/',
    '/about',
    '/about/index.md',
  ]);
  expect(await goneOf({ ...single, held: [] }, paths)).toEqual([]);
});

test('pages that are published no more are gone, and never had a listing', async () => {
  const pages = { address: '/pages/{slug}/', held: ['imprint'], isPage: true as const };
  const listing = ['/pages/', '/pages/index.xml', '/pages/page/2/'];
  expect(await goneOf(pages, ['/pages/imprint/', ...listing])).toEqual(['/pages/imprint/']);
  const posts = { address: '/posts/{slug}/', held: ['one'] };
  expect(await goneOf(posts, ['/posts/', '/posts/rss.xml', '/posts/archive/3/atom.xml'])).toEqual([
    '/posts/',
    '/posts/rss.xml',
    '/posts/archive/3/atom.xml',
  ]);
});

test('of what is pages now the listing is gone, and none of the entries', async () => {
  const listing = ['/posts/', '/posts/index.xml', '/posts/page/2/'];
  const posts = { address: '/posts/{slug}/', held: ['one'], areEntries: false };
  expect(await goneOf(posts, [...listing, '/posts/one/'])).toEqual(listing);
});

test('topics that are published no more are gone in every form, and so are their combinations', async () => {
  const topics = { address: '/tags/{slug}/', held: ['api', 'testing', 'größe'], asTopics: true };
  const feeds = ['/tags/api/index.xml', '/tags/api/page/2/atom.xml', '/tags/api+testing/feed.json'];
  const pages = ['/tags/api/', '/tags/api', '/tags/api/page/2/', '/tags/gr%C3%B6%C3%9Fe/index.md'];
  const others = ['/tags/never/', '/tags/api+never/', '/tags/api/more/', '/tag/api/'];
  expect(await goneOf(topics, [...feeds, ...pages, ...others])).toEqual([...feeds, ...pages]);
  // Without pages of ours nothing was where they would be.
  expect(await goneOf({ ...topics, htmlPages: false }, [...feeds, ...pages])).toEqual(feeds);
});
