import { CACHE_TAGS } from '../../src/lib/cache-tags';
import { SITE_LIST, topicList } from '../../src/catalogue/catalogue-table';
import { partsOf } from '../../src/compose';
import { ARTICLE_UID, TAG_UID } from '../../src/lib/constants';
import { SITEMAP_SIZE } from '../../src/pages/sitemap';
import { signIn } from '../helpers/admin';
import type { App } from '../helpers/app';
import type { DatabaseKind } from '../helpers/database';
import { forgetResponses } from '../helpers/state';
import { responseTime, bareTimes } from './response-time';
import { withArchive } from './app';
import { median } from './median';
import type { Share } from './seed';

const SIZES = (process.env.BENCH_ARTICLES ?? '19,10000,110000').split(',').map(Number);
const ENTRIES_PER_PAGE = 10;

/** A document of as many articles as there can be in one. */
const EVERYTHING = 'feed of a tag of nine tenths, itemsPerFeed: 0';

/** Tags of 19 articles spread over the archive, 19 at its old end, a tenth, and nine tenths. */
const tagsOf = (articles: number): Record<string, Share> => ({
  few: (index) => index % Math.ceil(articles / 19) === 0,
  old: (index) => index >= articles - 19,
  some: (index) => articles === 19 || index % 11 === 0,
  most: (index) => articles === 19 || index % 11 !== 0,
});

const lastPage = (articles: number): string => {
  const listed = Array.from({ length: articles }, (_, index) => index).filter(
    tagsOf(articles).most!,
  );
  return `/tags/most/page/${Math.ceil(listed.length / ENTRIES_PER_PAGE)}/`;
};

/** The last part of articles, behind which is that of tags; few articles fit into the sitemap itself. */
const lastSitemap = (articles: number): string =>
  articles < SITEMAP_SIZE / 2
    ? '/sitemap.xml'
    : `/sitemap/${Math.ceil(articles / SITEMAP_SIZE)}.xml`;

/** Milliseconds to a whole answer when none is kept. */
const coldTime = async (app: App, ask: () => Promise<Response>): Promise<number> => {
  const largest: { documentId: string } = await app.strapi.db
    .query(TAG_UID)
    .findOne({ where: { slug: 'most' } });
  const times: number[] = [];
  for (let asked = 0; asked < 30; asked += 1) {
    forgetResponses(app);
    // As after a publication in the largest tag, whose number is counted anew.
    partsOf(app.strapi).counts.purge(
      [SITE_LIST, topicList(TAG_UID, largest.documentId)].map(CACHE_TAGS.listing),
    );
    times.push(await responseTime(ask));
  }
  return median(times);
};

/** Milliseconds in which Strapi itself finds what a feed of a tag shows, without a request. */
const strapiTime = async ({ strapi }: App, slug: string): Promise<number> => {
  const times: number[] = [];
  for (let asked = 0; asked < 30; asked += 1) {
    const began = performance.now();
    const found = await strapi.documents(ARTICLE_UID).findMany({
      status: 'published',
      filters: { tags: { slug } },
      sort: 'date:desc',
      limit: 19,
      populate: '*',
    });
    if (found.length !== 19) throw new Error(`Strapi finds ${found.length} articles of ${slug}`);
    times.push(performance.now() - began);
  }
  return median(times);
};

/** Milliseconds by address. */
export type ColdTimes = Record<string, number>;

/** What is measured in an archive: also the same bytes from bare Koa, and the same entries from Strapi. */
interface Measured {
  articles: number;
  times: ColdTimes;
  bare: ColdTimes;
  strapi: ColdTimes;
}

/** Times of first renderings in archives of several sizes. */
export const measureCold = async (database: DatabaseKind): Promise<Measured[]> => {
  const measured = [];
  for (const articles of SIZES) {
    const addresses: Record<string, string> = {
      'feed of a tag of 19': '/tags/few/index.xml',
      'feed of a tag of the 19 oldest': '/tags/old/index.xml',
      'feed of a tag of a tenth': '/tags/some/index.xml',
      'feed of a tag of nine tenths': '/tags/most/index.xml',
      'feed of the site': '/index.xml',
      'first page of the largest listing': '/tags/most/',
      'last page of the largest listing': lastPage(articles),
      'all tags with their counts': '/tags/',
      'feed of two tags, articles of both': '/tags/few+most/index.xml',
      'feed of two tags, articles of any': '/tags/few,some/index.xml',
      'the last part of the sitemap': lastSitemap(articles),
    };
    const found = await withArchive({ articles, tags: tagsOf(articles), database }, async (app) => {
      // What autovacuum would have done minutes after so many rows were written.
      if (database === 'postgres') await app.strapi.db.connection.raw('VACUUM ANALYZE');
      const editor = await signIn(app, 'strapi-super-admin');
      const asked: Record<string, () => Promise<Response>> = {
        'Feeds page of the panel': () => editor('/syndication/feeds'),
      };
      for (const [name, address] of Object.entries(addresses)) {
        const headers = { 'accept-encoding': 'identity' };
        asked[name] = () => app.get(address, { headers });
      }
      const times: ColdTimes = {};
      // Once through, so that neither code nor database is new to it.
      for (const ask of Object.values(asked)) await coldTime(app, ask);
      for (const [name, ask] of Object.entries(asked)) times[name] = await coldTime(app, ask);
      const strapi: ColdTimes = {};
      for (const [name, address] of Object.entries(addresses)) {
        const [, slug] = /^[/]tags[/](\w+)[/]index[.]xml$/.exec(address) ?? [];
        if (slug) strapi[name] = await strapiTime(app, slug);
      }
      const urls = Object.values(addresses).map((address) => `${app.origin}${address}`);
      const bare = await bareTimes(urls);
      const bareOf = Object.fromEntries(
        Object.keys(addresses).map((name, place) => [name, bare[place]!]),
      );
      // Last, since it has another document at an address of the others.
      const most = '/tags/most/index.xml';
      await app.strapi.db
        .query(TAG_UID)
        .update({ where: { slug: 'most' }, data: { itemsPerFeed: 0 } });
      times[EVERYTHING] = await coldTime(app, () =>
        app.get(most, { headers: { 'accept-encoding': 'identity' } }),
      );
      [bareOf[EVERYTHING]] = (await bareTimes([`${app.origin}${most}`])) as [number];
      return { times, bare: bareOf, strapi };
    });
    measured.push({ articles, ...found });
  }
  return measured;
};
