/**
 * @runs-on sqlite: Which lists have a tag follows from its numbers, which counts.test.ts and waiting.test.ts ask
 * every database for; the list of the content API is asked of every database by content-api.test.ts.
 */
import type { FeedPage } from '../../src/panel/admin-api';
import { signIn } from '../helpers/admin';
import { reach } from '../helpers/clock';
import { inTime } from '../helpers/due';
import { type Site, startSite } from '../helpers/site';

/** Where tags are listed. */
const LISTS = ['/tags/', '/feeds.opml', '/sitemap.xml'];

let site: Site;
let token: string;

const api = async (query = ''): Promise<Response> =>
  fetch(`${site.origin}/api/syndication/tags?sort=name${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });

/** Which of the lists name a tag; the last is the content API's. */
const listsOf = async (slug: string): Promise<boolean[]> => {
  const pages = await Promise.all(LISTS.map((address) => site.read(address)));
  return [
    ...pages.map((page) => page.includes(`/tags/${slug}/`)),
    (await (await api()).text()).includes(`"slug":"${slug}"`),
  ];
};

const EVERYWHERE = [true, true, true, true];
const NOWHERE = [false, false, false, false];

beforeAll(async () => {
  site = await startSite();
  token = (
    await site.strapi
      .service('admin::api-token')
      .create({ name: 'all', type: 'full-access', lifespan: null })
  ).accessKey;
});

afterAll(() => site?.stop());

describe('a tag nobody has published under', () => {
  it('is in no list, and its own address answers all the same', async () => {
    const spam = await site.tag('spam', { title: 'Buy pills' });
    const tags = [spam];
    await site.draft('draft', { title: 'Draft', tags });
    await site.published('later', { date: '2999-01-01T00:00:00.000Z', tags });
    await site.published('aside', { keepOutOfFeeds: true, tags });
    expect(await listsOf('spam')).toEqual(NOWHERE);
    for (const address of LISTS) expect(await site.read(address)).not.toContain('pills');
    expect(await site.read('/tags/spam/')).toContain('Buy pills');
    expect(await site.read('/tags/spam/index.xml')).not.toContain('<item>');
    const one = `${site.origin}/api/syndication/tags/${spam}`;
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(one, { headers })).status).toBe(200);
  });

  it('is in no answer of the content API, whatever is asked for beside the list', async () => {
    const waiting = await site.tag('waiting-for-articles', { title: 'Nobody knows' });
    await site.draft('undone', { tags: [waiting] });
    for (const query of [
      '&filters[slug]=waiting-for-articles',
      '&filters[name][$in][0]=waiting-for-articles&filters[name][$in][1]=other',
      `&filters[documentId]=${waiting}`,
      `&filters[$and][0][documentId]=${waiting}&populate=image&fields=title`,
      '&filters[slug]=waiting-for-articles&locale=*',
      '&filters[slug]=waiting-for-articles&locale=fr',
      '&filters[slug]=waiting-for-articles&status=draft',
    ]) {
      const answer = (await (await api(query)).json()) as object;
      const pagination = { page: 1, pageSize: 25, pageCount: 0, total: 0 };
      expect([query, answer]).toEqual([query, { data: [], meta: { pagination } }]);
    }
    for (const query of ['', '&populate=image', '&pagination[start]=0&pagination[limit]=50']) {
      expect(await (await api(query)).text()).not.toMatch(/waiting-for-articles|Nobody knows/);
    }
  });

  it('is in the panel’s list of feeds', async () => {
    await site.tag('unused');
    const editor = await signIn(site.app, 'strapi-editor');
    const page = (await (await editor('/syndication/feeds')).json()) as FeedPage;
    expect(page.results.map(({ title }) => title)).toContain('Unused');
  });

  it('is listed as soon as an article is published, and no longer than one is', async () => {
    const tag = await site.tag('first');
    expect(await listsOf('first')).toEqual(NOWHERE);
    const documentId = await site.draft('one', { title: 'One', tags: [tag] });
    expect(await listsOf('first')).toEqual(NOWHERE);
    await site.publish(documentId);
    expect(await listsOf('first')).toEqual(EVERYWHERE);
    await site.unpublish(documentId);
    expect(await listsOf('first')).toEqual(NOWHERE);
    await site.publish(documentId);
    await site.republish(documentId, { tags: [] });
    expect(await listsOf('first')).toEqual(NOWHERE);
    await site.changeTag(tag, { articles: [documentId] });
    expect(await listsOf('first')).toEqual(EVERYWHERE);
    await site.delete(documentId);
    expect(await listsOf('first')).toEqual(NOWHERE);
  });

  it('is listed when its article is due', async () => {
    const tag = await site.tag('due');
    let scheduled: string | undefined;
    const moment = await inTime(async (due) => {
      if (scheduled) await site.delete(scheduled);
      scheduled = await site.published('soon', { date: due.toISOString(), tags: [tag] });
      expect(await listsOf('due')).toEqual(NOWHERE);
    });
    reach(moment);
    expect(await listsOf('due')).toEqual(EVERYWHERE);
  });

  it('takes no place in the pages of the list', async () => {
    for (const slug of ['page-a', 'page-b', 'page-c']) {
      await site.tag(`${slug}-unused`);
      await site.published(slug, { tags: [await site.tag(slug)] });
    }
    const slugs = ['page-a', 'page-b', 'page-c'].flatMap((slug) => [slug, `${slug}-unused`]);
    const asked = slugs.map((slug, at) => `&filters[slug][$in][${at}]=${slug}`).join('');
    const filter = `${asked}&fields[0]=slug&pagination`;
    const read = async (page: string) => {
      const { data, meta } = (await (await api(filter + page)).json()) as {
        data: { slug: string }[];
        meta: { pagination: object };
      };
      return [data.map(({ slug }) => slug), meta.pagination];
    };
    expect(await read('[pageSize]=2')).toEqual([
      ['page-a', 'page-b'],
      { page: 1, pageSize: 2, pageCount: 2, total: 3 },
    ]);
    expect(await read('[page]=2&pagination[pageSize]=2&pagination[withCount]=false')).toEqual([
      ['page-c'],
      { page: 2, pageSize: 2 },
    ]);
    expect(await read('[start]=1&pagination[limit]=1')).toEqual([
      ['page-b'],
      { start: 1, limit: 1, total: 3 },
    ]);
  });
});
