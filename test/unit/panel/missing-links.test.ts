import { createMissingLinks, type LinkedSite } from '../../../src/panel/missing-links';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

const BASE = 'https://www.example.com';
const NOW = new Date('2026-01-05T02:00:00.000Z');

/** A site whose posts are there unless they are called `none-…`; `asked` counts questions. */
const site = () => {
  const asked = { ofMany: 0, ofOne: 0 };
  const linked = {
    plan: BUILT_IN_PLAN,
    settings: {
      get: () => Promise.resolve({ addresses: { entry: (path: string) => `${BASE}${path}` } }),
    },
    entries: {
      findAllAt: (_source: unknown, paths: string[]) => {
        asked.ofMany += 1;
        const there = paths.filter((path) => !path.includes('none'));
        return Promise.resolve(there.map((path) => ({ documentId: path, path })));
      },
    },
    entryAddresses: {
      find: () => {
        asked.ofOne += 1;
        return Promise.resolve({ kind: 'unknown' });
      },
    },
    topics: { findVisibleAt: () => Promise.resolve([]) },
    selections: { find: () => Promise.resolve({ kind: 'unknown' }) },
  } as unknown as LinkedSite;
  return { asked, find: createMissingLinks([linked]) };
};

const articles = (count: number, name: string) =>
  Array.from({ length: count }, (_, place) => ({
    links: Array.from({ length: 20 }, (_, link) => `/posts/${name}-${place}-${link}/`),
    link: `${BASE}/posts/own-${place}/`,
  }));

describe('links of many articles', () => {
  it('that lead to pages which are there are followed all at once', async () => {
    const { asked, find } = site();
    const found = await find(articles(1_000, 'there'), NOW);
    expect(found.flat()).toEqual([]);
    expect(asked).toEqual({ ofMany: 1, ofOne: 0 });
  });

  it('that lead to nothing are told of their articles, of very many the first', async () => {
    const { asked, find } = site();
    const broken = articles(1_000, 'none');
    const found = await find(broken, NOW);
    expect(found[0]).toEqual(broken[0]!.links);
    expect(asked.ofOne).toBe(found.flat().length);
    expect(asked.ofOne).toBeLessThan(100);
  });

  it('that several articles have are told of each, as it has them', async () => {
    const { asked, find } = site();
    const link = `${BASE}/posts/own/`;
    const both = [
      { links: ['/posts/none/', '/posts/there/'], link },
      { links: [`${BASE}/posts/none`, 'https://other.example/posts/none/', link], link },
    ];
    expect(await find(both, NOW)).toEqual([['/posts/none/'], [`${BASE}/posts/none`]]);
    expect(asked).toEqual({ ofMany: 1, ofOne: 1 });
  });
});
