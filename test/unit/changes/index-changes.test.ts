import { noListChanges } from '../../../src/catalogue/catalogue';
import { SITE_LIST } from '../../../src/catalogue/catalogue-table';
import { createChangedScopes } from '../../../src/changes/index-changes';
import { CACHE_TAGS, parseScope } from '../../../src/lib/cache-tags';
import { ARTICLE_UID } from '../../../src/lib/constants';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

/**
 * The scope of the site's list after an entry of a date is indexed.
 *
 * @param ahead milliseconds by which the database's clock is ahead of this node's
 * @param distance milliseconds from now to the date
 */
const siteScope = async (ahead: number, distance: number) => {
  const date = Date.now() + distance;
  const scopes = new Set<string>();
  const changed = createChangedScopes(
    { plan: BUILT_IN_PLAN, clock: { now: () => Date.now() + ahead } } as never,
    scopes,
  );
  await changed.nameEntries(ARTICLE_UID, new Map(), {
    ...noListChanges(),
    lists: new Map([[SITE_LIST, new Set([date])]]),
    moved: new Map(),
    cacheTags: [],
  });
  return [...scopes]
    .map(parseScope)
    .find(({ cacheTag }) => cacheTag === CACHE_TAGS.listing(SITE_LIST));
};

it('is told at once where the date has come by the clock of the database, or of this node', async () => {
  expect(await siteScope(1_200, 500)).toEqual({ cacheTag: 'listing:site' });
  expect(await siteScope(-1_200, -500)).toEqual({ cacheTag: 'listing:site' });
  expect(await siteScope(1_200, 5_000)).toMatchObject({ moment: expect.any(Number) });
});
