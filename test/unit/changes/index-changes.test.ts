import { noListChanges } from '../../../src/catalogue/catalogue';
import { SITE_LIST } from '../../../src/catalogue/catalogue-table';
import { createIndex } from '../../../src/changes/index-changes';
import { noGroupedChanges } from '../../../src/changes/outbox';
import { CACHE_TAGS, parseScope } from '../../../src/lib/cache-tags';
import { ARTICLE_UID } from '../../../src/lib/constants';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

/** A statement that is never sent. */
const statement: Record<string, () => unknown> = {
  where: () => statement,
  orderBy: () => statement,
  limit: () => statement,
};

/**
 * The scope of the site's list after an entry of a date is indexed.
 *
 * @param ahead milliseconds by which the database's clock is ahead of this node's
 * @param distance milliseconds from now to the date
 */
const siteScope = async (ahead: number, distance: number) => {
  const date = Date.now() + distance;
  const index = createIndex({
    indexEntries: () =>
      Promise.resolve({
        ...noListChanges(),
        lists: new Map([[SITE_LIST, new Set([date])]]),
        moved: new Map(),
        cacheTags: [],
      }),
    catalogue: {
      findOldestDate: () => Promise.resolve(undefined),
      dropList: () => Promise.resolve(false),
    },
    publishedRows: {
      asColumn: (moment: Date) => moment,
      listed: () => statement,
      readStretches: (asked: unknown[]) => Promise.resolve(asked.map(() => [])),
    },
    relatedChanges: {
      addConcernedEntries: () => Promise.resolve(),
      findHiddenLists: () => Promise.resolve(new Set()),
    },
    postpone: () => Promise.resolve(),
    plan: BUILT_IN_PLAN,
    clock: { now: () => Date.now() + ahead },
  } as never);
  const written = noGroupedChanges();
  written.entries.set(ARTICLE_UID, new Map());
  const scopes = (await index(written)).map(parseScope);
  return scopes.find(({ cacheTag }) => cacheTag === CACHE_TAGS.listing(SITE_LIST));
};

it('is told at once where the date has come by the clock of the database, or of this node', async () => {
  expect(await siteScope(1_200, 500)).toEqual({ cacheTag: 'listing:site' });
  expect(await siteScope(-1_200, -500)).toEqual({ cacheTag: 'listing:site' });
  expect(await siteScope(1_200, 5_000)).toMatchObject({ moment: expect.any(Number) });
});
