import { createSitemaps } from '../../../src/public/sitemaps';
import { SITEMAP_SIZE } from '../../../src/pages/sitemap';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

const BASE = 'https://www.example.com';
const now = new Date('2026-11-20T00:00:00Z');

/** A site of so many articles, all of which search engines are told to leave out. */
const siteOf = (articles: number) =>
  createSitemaps({
    plan: BUILT_IN_PLAN,
    settings: {
      get: () =>
        Promise.resolve({
          home: '/',
          archive: false,
          hasHome: true,
          sitePage: `${BASE}/`,
          addresses: {
            home: () => `${BASE}/`,
            listing: (path: string) => BASE + path,
            entry: (path: string) => BASE + path,
          },
        }),
    },
    topics: { listCounted: () => Promise.resolve([]) },
    entries: {
      count: () => Promise.resolve(articles),
      listAddressed: ({ start, limit }: { start: number; limit: number }) =>
        Promise.resolve(
          Array.from({ length: Math.min(limit, articles - start) }, (_, place) => ({
            path: `/posts/${start + place}/`,
            updatedAt: now,
            date: now,
            searchMeta: { isNoindex: true },
          })),
        ),
    },
    translations: {
      ofSelection: () => Promise.resolve(undefined),
      ofIndex: () => Promise.resolve(undefined),
      ofEntries: () => Promise.resolve(() => undefined),
    },
  } as never);

describe('a part of the sitemap', () => {
  it('of which search engines are to see nothing has the site’s page: none may be empty', async () => {
    const sitemaps = siteOf(SITEMAP_SIZE + 1);
    expect(await sitemaps.pages(now)).toBe(3);
    for (const part of [1, 2]) {
      expect(await sitemaps.part(part, now)).toEqual([{ href: `${BASE}/` }]);
    }
    expect((await sitemaps.part(3, now))!.length).toBeGreaterThan(1);
    expect(await sitemaps.part(4, now)).toBeNull();
  });
});
