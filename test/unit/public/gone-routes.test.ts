import { createAddresses } from '../../../src/feed/addresses';
import { DEFAULT_FEED_FILES } from '../../../src/feed/feed-files';
import { goneOfType } from '../../../src/public/former-routes';
import type { FormerAddresses } from '../../../src/entries/former-addresses';
import type { FormerLayout } from '../../../src/addresses/address-layouts';

const served = {
  feedFiles: DEFAULT_FEED_FILES,
  htmlPages: true,
  archive: true,
  sitemap: true,
  llmsTxt: true,
};
const layout = { until: '2026-11-20T00:00:00.000Z' } as FormerLayout;
const addresses = createAddresses('https://www.example.com', '/');

/** What type of pages was at an address, of which some keys were held. */
const routesOf = (address: string, held: string[], isPage?: true, areEntries = true) => {
  const formerAddresses = {
    hadAny: () => Promise.resolve(true),
    wereHeld: (_place: unknown, keys: string[]) =>
      Promise.resolve(keys.every((key) => held.includes(key))),
  } as unknown as FormerAddresses;
  const place = { code: null, path: '' };
  return goneOfType(
    { contentType: 'api::page.page', address, isLocalised: false, isPage },
    false,
    { layout, place, formerAddresses, isListing: true, areEntries },
    served,
  );
};

const responses = (routes: ReturnType<typeof routesOf>, params: Record<string, string>) =>
  Promise.all(routes.map(({ respond }) => respond(params, {} as never)));

test('a page of a single type that is published no more is gone, and takes no other address', async () => {
  const routes = routesOf('/about/', ['about'], true);
  expect(routes.every(({ path }) => path.startsWith('/about'))).toBe(true);
  expect(routes.map(({ canonical }) => canonical({}, addresses))).toContain(
    'https://www.example.com/about/',
  );
  expect(await responses(routes, {})).toEqual(routes.map(() => ({ kind: 'gone' })));
  expect(await responses(routes, { below: 'index.md' })).toContainEqual({ kind: 'gone' });
  expect(await responses(routes, { below: 'staff' })).toEqual(routes.map(() => null));
  const never = routesOf('/about/', [], true);
  expect(await responses(never, {})).toEqual(never.map(() => null));
});

test('pages that are published no more are gone, and never had a listing', async () => {
  const routes = routesOf('/pages/{slug}/', ['imprint'], true);
  expect(await responses(routes, { below: 'imprint/' })).toContainEqual({ kind: 'gone' });
  for (const below of ['', 'index.xml', 'page/2/']) {
    expect(await responses(routes, { below })).toEqual(routes.map(() => null));
  }
  const listed = routesOf('/posts/{slug}/', ['one']);
  expect(await responses(listed, { below: '' })).toContainEqual({ kind: 'gone' });
});

test('of what is pages now the listing is gone, and none of the entries', async () => {
  const routes = routesOf('/posts/{slug}/', ['one'], undefined, false);
  for (const below of ['', 'index.xml', 'page/2/']) {
    expect(await responses(routes, { below })).toContainEqual({ kind: 'gone' });
  }
  expect(await responses(routes, { below: 'one/' })).toEqual(routes.map(() => null));
});
