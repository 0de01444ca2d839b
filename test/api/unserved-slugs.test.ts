import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { BASE, DATE, type Site, startSite } from '../helpers/site';

/** The database takes them as slugs from whoever writes past Strapi, as an import does. */
const UNSERVED = ['A b', 'x!y', 'a.xml'];

let site: Site;

/** Publishes an article by its rows, with some tags. */
const importArticle = async (slug: string, tags: string[]): Promise<void> => {
  const rows = await site.strapi.db
    .query(TAG_UID)
    .findMany({ where: { documentId: { $in: tags } }, select: ['id'] });
  const documentId = `imported-${slug}`;
  const article = { documentId, slug, title: `Imported ${slug}`, date: DATE, tags: rows };
  for (const publishedAt of [null, new Date(DATE)]) {
    await site.strapi.db.query(ARTICLE_UID).create({ data: { ...article, publishedAt } });
  }
};

/** Creates a tag by its row; gives its document id. */
const importTag = async (slug: string): Promise<string> => {
  const documentId = `tag-${slug}`;
  await site.strapi.db.query(TAG_UID).create({
    data: { documentId, slug, name: `Named ${slug}`, publishedAt: new Date(DATE) },
  });
  return documentId;
};

beforeAll(async () => {
  site = await startSite({ content: 'full' });
  const api = await site.tag('api');
  for (const slug of UNSERVED) {
    const tag = await importTag(slug);
    await importArticle(slug, [api, tag]);
    await site.published(`of-${UNSERVED.indexOf(slug)}`, { tags: [api, tag] });
  }
});
afterAll(() => site?.stop());

/** Each article whose address is served. */
const SERVED = UNSERVED.map((_, place) => `${BASE}/posts/of-${place}/`);

describe('a slug that no address can have', () => {
  it.each([
    ['/', SERVED],
    ['/tags/', []],
    ['/tags/api/', SERVED],
    ['/index.xml', SERVED],
    ['/atom.xml', SERVED],
    ['/feed.json', SERVED],
    ['/tags/api/index.xml', SERVED],
    ['/posts/index.xml', SERVED],
    ['/sitemap.xml', SERVED],
    ['/feeds.opml', []],
    ['/llms.txt', SERVED],
    ['/index.md', SERVED],
    ['/posts/of-0/', []],
  ])('is neither listed nor linked at %s, where all others are', async (address, served) => {
    const text = await site.read(address);
    for (const slug of UNSERVED) {
      expect(text).not.toContain(slug);
      expect(text).not.toContain(encodeURIComponent(slug));
    }
    for (const one of served) expect(text).toContain(one.replace(BASE, ''));
  });

  it('is not found, and no feed is there for it', async () => {
    for (const slug of UNSERVED) {
      for (const address of [`/posts/${slug}/`, `/tags/${slug}/`, `/tags/${slug}/index.xml`]) {
        expect([address, ...(await site.status(address))]).toEqual([address, 404]);
      }
    }
  });
});
