import { WHOLE_SITE } from '../content/selection';
import { OPML_MEDIA_TYPE, renderOpml, type SubscriptionGroup } from '../feed/opml';
import { type PublicResponse, TEXT_MEDIA_TYPE } from '../http/response';
import { mountPath } from '../lib/url-paths';
import { waitForTurn } from '../lib/waiting';
import type { CompleteOptions } from '../options/options';
import { renderLlmsText } from '../pages/markdown';
import { renderSitemap, renderSitemapIndex, SITEMAP_MEDIA_TYPE } from '../pages/sitemap';
import { CSS_MEDIA_TYPE, renderFeedStylesheet } from '../pages/style';
import { languageName } from '../texts/texts';
import { type Edition, type Site, siteNow } from './editions';
import { listTopicsByType, makeSelectionPage, listSubscriptions } from './pages';
import { isNumber, type PublicRoute } from './route-table';
import { listNews, listSitemap, listSitemapPart } from './sitemaps';

const toDocument = (body: string, mediaType: string): PublicResponse => ({
  kind: 'document',
  body,
  mediaType,
});

/** The feeds of a locale; in the main locale those of all locales, by language. */
const listOutlines = async (own: Site) => {
  const { locale, editions } = own;
  const now = new Date();
  if (!locale?.isMain || editions.length === 1) return listSubscriptions(own, now);
  return Promise.all(
    editions.map(async (edition): Promise<SubscriptionGroup> => {
      const site = await siteNow(edition);
      return {
        title: languageName(site.inForce.language),
        subscriptions: await listSubscriptions(site, now),
      };
    }),
  );
};

/** Routes of the files that belong to all feeds together. */
export const FILES_OF_FEEDS: readonly PublicRoute[] = [
  {
    path: '/feeds.opml',
    isOfFeeds: true,
    canonical: (_params, addresses) => addresses.opml(),
    async respond(site) {
      const listed = await listOutlines(site);
      await waitForTurn();
      return toDocument(renderOpml(site.inForce.siteName, listed), OPML_MEDIA_TYPE);
    },
  },
  {
    path: '/feed.css',
    isOfFeeds: true,
    canonical: (_params, addresses) => addresses.stylesheet(),
    respond: ({ inForce }) =>
      Promise.resolve(
        inForce.feedStylesheet ? toDocument(renderFeedStylesheet(inForce), CSS_MEDIA_TYPE) : null,
      ),
  },
];

/** Below this number, a missing part of the sitemap is cached as missing. */
const MAXIMUM_CACHED_PART = 1_000;

const toSitemap = (pages: Parameters<typeof renderSitemap>[0]): PublicResponse =>
  toDocument(renderSitemap(pages), SITEMAP_MEDIA_TYPE);

/** Route of the sitemap for Google News. */
const NEWS_FILE: PublicRoute = {
  path: '/sitemap/news.xml',
  canonical: (_params, addresses) => addresses.newsSitemap(),
  respond: async (site) => toSitemap(await listNews(site, new Date())),
};

/** Routes of the sitemap: one document, or an index and its parts where one document cannot hold all pages. */
const SITEMAP_FILES: readonly PublicRoute[] = [
  {
    path: '/sitemap.xml',
    canonical: (_params, addresses) => addresses.sitemap(),
    async respond(site) {
      const pages = await listSitemap(site, new Date());
      if (typeof pages !== 'number') return toSitemap(pages);
      const parts = Array.from({ length: pages }, (_, index) =>
        site.inForce.addresses.sitemap(index + 1),
      );
      return toDocument(renderSitemapIndex(parts), SITEMAP_MEDIA_TYPE);
    },
  },
  {
    path: '/sitemap/:page.xml',
    canonical: ({ page = '' }, addresses) =>
      isNumber(page) ? addresses.sitemap(Number(page)) : undefined,
    async respond(site, { page }) {
      const pages = await listSitemapPart(site, Number(page), new Date());
      if (pages) return toSitemap(pages);
      // Finding that a part is missing may be slow. It is cached, but not for every number that can be asked for.
      return Number(page) < MAXIMUM_CACHED_PART ? { kind: 'missing' } : null;
    },
  },
];

/** Route of llms.txt, an overview for language models; null as long as nothing is public. */
const LLMS_FILE: PublicRoute = {
  path: '/llms.txt',
  canonical: (_params, addresses) => addresses.llms(),
  async respond(site) {
    const now = new Date();
    const [listing, topics] = await Promise.all([
      makeSelectionPage(site, WHOLE_SITE, 1, now),
      listTopicsByType(site, now),
    ]);
    if (!listing || listing.entries.length === 0) return null;
    const opml = site.inForce.addresses.opml();
    return toDocument(renderLlmsText({ site: listing, topics, opml }), TEXT_MEDIA_TYPE);
  },
};

/** Route of robots.txt (RFC 9309): it allows everything and names the sitemaps. It is at the root of the host. */
const robotsFile = ({ sitemap, newsSitemap }: CompleteOptions): PublicRoute => ({
  path: '/robots.txt',
  isOfHost: true,
  canonical: (_params, addresses) => new URL('/robots.txt', addresses.robots()).href,
  async respond({ editions }) {
    const all = await Promise.all(editions.map((edition) => edition.settings.get()));
    const listed = all.flatMap(({ addresses }) => [
      ...(sitemap ? [addresses.sitemap()] : []),
      ...(newsSitemap ? [addresses.newsSitemap()] : []),
    ]);
    const named = listed.map((address) => `Sitemap: ${address}`);
    return toDocument(['User-agent: *', 'Disallow:', '', ...named, ''].join('\n'), TEXT_MEDIA_TYPE);
  },
});

/**
 * Route of the key file by which search engines know who notifies them (IndexNow). The route is open, since any
 * other file with such a name belongs to the site.
 *
 * @param findKey gives the key, which is known once Strapi has started
 */
const keyFile = (findKey: () => string | undefined, baseUrl: string): PublicRoute => ({
  path: '/:key([0-9a-f]{32}).txt',
  isOfHost: true,
  isOpen: true,
  // On the host in force, below the configured path, where routes are mounted.
  canonical: ({ key }, addresses) =>
    key !== undefined && key === findKey()
      ? new URL(`${mountPath(baseUrl)}/${key}.txt`, addresses.robots()).href
      : undefined,
  respond: (_site, { key = '' }) => Promise.resolve(toDocument(key, TEXT_MEDIA_TYPE)),
});

/** Routes of the other files that the options ask for. */
export const filesOfSite = (
  options: CompleteOptions,
  { locale }: Pick<Edition, 'locale'>,
  findKey: () => string | undefined,
): PublicRoute[] => {
  const { baseUrl, htmlPages, sitemap, newsSitemap, llmsTxt, robotsTxt, push } = options;
  const isMain = !locale || locale.isMain;
  return [
    // Not only with `htmlPages`: the news sitemap lists articles whoever draws their pages.
    ...(newsSitemap ? [NEWS_FILE] : []),
    // A sitemap lists the pages: without them there is nothing to list.
    ...(htmlPages && sitemap ? SITEMAP_FILES : []),
    ...(htmlPages && llmsTxt ? [LLMS_FILE] : []),
    // It belongs to the whole host (RFC 9309, section 2.3), and only says where the sitemaps are.
    ...(htmlPages && (sitemap || newsSitemap) && robotsTxt && isMain && mountPath(baseUrl) === ''
      ? [robotsFile(options)]
      : []),
    ...(push.indexNow && isMain ? [keyFile(findKey, baseUrl)] : []),
  ];
};
