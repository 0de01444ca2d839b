import type { PlacedType } from '../../../src/addresses/address-layouts';
import { DEFAULT_FEED_FILES } from '../../../src/feed/formats';
import type { SourcePlan } from '../../../src/mapping/plan';
import { parseAddress } from '../../../src/mapping/address';
import { findFormerAddresses, readPathForm } from '../../../src/public/former-addresses';

const PAGE = 'api::page.page';

const served = {
  home: '/' as const,
  feedFiles: { ...DEFAULT_FEED_FILES, rss: 'rss.xml' },
  htmlPages: true,
};

interface Was extends Omit<PlacedType, 'contentType' | 'isLocalised'> {
  /** Keys of addresses that somebody had. */
  held: string[];
  asTopics?: boolean;
  htmlPages?: boolean;
  /** Address of the entries, which are pages now; undefined where the type is published no more. */
  now?: string;
}

/** Which of some paths are gone, of a type that was at an address. */
const goneOf = async (
  { held, asTopics, htmlPages = true, now, ...was }: Was,
  paths: string[],
): Promise<string[]> => {
  const type: PlacedType = { ...was, contentType: PAGE, isLocalised: false };
  const present = { ...type, isPage: true, address: parseAddress(now ?? '/')! };
  const edition = {
    plan: { sources: now === undefined ? [] : [present as unknown as SourcePlan], topicTypes: [] },
    entryAddresses: { findFormer: () => Promise.resolve({ kind: 'unknown' }) },
  };
  const layout = {
    home: '/' as const,
    locales: null,
    sources: asTopics ? [] : [type],
    topicTypes: asTopics ? [type] : [],
    until: '2026-11-20T00:00:00.000Z',
  };
  const findFormerOwners = ({ keys }: { keys: readonly string[] }) =>
    Promise.resolve(
      keys.every((key) => held.includes(key)) ? [{ locale: null, owners: new Map() }] : [],
    );
  const places = findFormerAddresses({ ...served, htmlPages }, {
    editions: [edition],
    layouts: { former: () => [layout], plainLocale: () => undefined },
    findFormerOwners,
  } as unknown as Parameters<typeof findFormerAddresses>[1]);
  const isGone = async (path: string): Promise<boolean> => {
    const found = await Promise.all(places.map(({ find }) => find(readPathForm(path, served))));
    return found.flat().some(({ kind }) => kind === 'gone');
  };
  const gone = await Promise.all(paths.map(isGone));
  return paths.filter((_path, place) => gone[place]);
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
  const posts = { address: '/posts/{slug}/', held: ['one'], now: '/posts/{slug}/' };
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
