import { listSitemap, listSitemapPart } from '../../../src/public/sitemaps';
import { SITEMAP_SIZE } from '../../../src/pages/sitemap';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

const BASE = 'https://www.example.com';
const now = new Date('2026-11-20T00:00:00Z');

/** A site of so many articles, all of which search engines are told to leave out. */
const siteOf = (articles: number) =>
  ({
    plan: BUILT_IN_PLAN,
    editions: [],
    inForce: {
      home: '/',
      archive: false,
      hasHome: true,
      sitePage: `${BASE}/`,
      addresses: {
        home: () => `${BASE}/`,
        listing: (path: string) => BASE + path,
        entry: (path: string) => BASE + path,
      },
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
  }) as never;

describe('a part of the sitemap', () => {
  it('of which search engines are to see nothing has the site’s page: none may be empty', async () => {
    const site = siteOf(SITEMAP_SIZE + 1);
    const partOf = (number: number) => listSitemapPart(site, number, now);
    expect(await listSitemap(site, now)).toBe(3);
    for (const part of [1, 2]) expect(await partOf(part)).toEqual([{ href: `${BASE}/` }]);
    expect((await partOf(3))!.length).toBeGreaterThan(1);
    expect(await partOf(4)).toBeNull();
  });
});
