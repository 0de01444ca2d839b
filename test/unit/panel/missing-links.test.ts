import { findMissingLinks, type LinksOfArticle } from '../../../src/panel/missing-links';
import type { PanelEdition } from '../../../src/panel/panel';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

const BASE = 'https://www.example.com';
const NOW = new Date('2026-01-05T02:00:00.000Z');

/**
 * A site whose posts are there unless they are called `none-…`, and lead on where they are called `none-moved`; `asked`
 * counts questions.
 */
const site = () => {
  const asked = { ofMany: 0, ofOne: 0 };
  const linked = {
    plan: BUILT_IN_PLAN,
    inForce: { addresses: { entry: (path: string) => `${BASE}${path}` } },
    entries: {
      findAllAt: (_source: unknown, paths: string[]) => {
        asked.ofMany += 1;
        const there = paths.filter((path) => !path.includes('none'));
        return Promise.resolve(there.map((path) => ({ documentId: path, path })));
      },
    },
    entryAddresses: {
      find: (_source: unknown, path: string) => {
        asked.ofOne += 1;
        return Promise.resolve({ kind: path.includes('none-moved') ? 'moved' : 'gone' });
      },
    },
    topics: { findVisibleAt: () => Promise.resolve([]) },
    selections: {
      find: (_type: unknown, slug: string) =>
        Promise.resolve({ kind: slug === 'renamed' ? 'moved' : 'unknown' }),
    },
  } as unknown as PanelEdition;
  const find = (
    articles: readonly LinksOfArticle[],
    now: Date,
    drawnPages = { pages: true, anchors: true },
  ) => findMissingLinks({ editions: [linked], drawnPages }, articles, now);
  return { asked, find };
};

const articles = (count: number, name: string, each = 20) =>
  Array.from({ length: count }, (_, place) => ({
    links: Array.from({ length: each }, (_, link) => `/posts/${name}-${place}-${link}/`),
    link: `${BASE}/posts/own-${place}/`,
  }));

describe('links of many articles', () => {
  it('that lead to pages which are there are followed all at once', async () => {
    const { asked, find } = site();
    const { links, isWhole } = await find(articles(100, 'there'), NOW);
    expect(links.flat()).toEqual([]);
    expect(isWhole).toBe(true);
    expect(asked.ofOne).toBe(0);
  });

  it('that lead to nothing are told of, as many as are asked for one by one', async () => {
    const { asked, find } = site();
    const broken = articles(10, 'none');
    const found = await find(broken, NOW);
    expect(found).toEqual({ links: broken.map(({ links }) => links), isWhole: true });
    expect(asked).toEqual({ ofMany: 1, ofOne: 200 });
    const more = await find(articles(11, 'none'), NOW);
    expect(more.links.flat()).toHaveLength(200);
    expect(more.isWhole).toBe(false);
  });

  it('are said not to be followed whole where there are too many', async () => {
    const { asked, find } = site();
    const isWhole = async (of: LinksOfArticle[]) => (await find(of, NOW)).isWhole;
    expect(await isWhole(articles(101, 'there'))).toBe(false);
    expect(await isWhole(articles(1, 'there', 100))).toBe(true);
    expect(await isWhole(articles(1, 'there', 101))).toBe(false);
    expect(asked.ofOne).toBe(0);
  });

  it('that several articles have are told of each, as it has them', async () => {
    const { find } = site();
    const link = `${BASE}/posts/own/`;
    const both = [
      { links: ['/posts/none/', '/posts/there/'], link },
      { links: [`${BASE}/posts/none`, 'https://other.example/posts/none/', link], link },
    ];
    const { links } = await find(both, NOW);
    expect(links).toEqual([['/posts/none/'], [`${BASE}/posts/none`]]);
  });
});

describe('links of an article', () => {
  const link = `${BASE}/posts/own/`;

  it('to a former address of an article or a tag, which leads on, are not broken', async () => {
    const { find } = site();
    const former = ['/posts/none-moved/', '/tags/renamed/'];
    const { links } = await find([{ links: [...former, '/tags/none/'], link }], NOW);
    expect(links).toEqual([['/tags/none/']]);
  });

  const there = ['../there', './', '', '#part', '?page=2', '/other', '//e.com/a', 'mailto:a@e.com'];
  const files = ['report.pdf', 'pictures/a.png'];

  it('that lead below its own address lead nowhere, apart from files', async () => {
    const { find } = site();
    const below = ['debug-cors', './guide/', 'a/b', 'guide#part', '../own/guide'];
    const { links } = await find([{ links: [...there, ...files, ...below], link }], NOW);
    expect(links).toEqual([below]);
  });

  it('may lead below a page of its own, and where a front end draws the pages', async () => {
    const { find } = site();
    expect((await find([{ links: ['posts'], link: `${BASE}/`, isPage: true }], NOW)).links).toEqual(
      [[]],
    );
    const lost = ['#nowhere'];
    const others = { pages: false, anchors: false };
    const found = await find([{ links: ['guide', ...lost], lost, link }], NOW, others);
    expect(found.links).toEqual([[]]);
  });

  it('to places that it lacks are told', async () => {
    const { find } = site();
    const lost = ['#nowhere'];
    expect((await find([{ links: lost, lost, link }], NOW)).links).toEqual([lost]);
  });
});
