import discovery from './respond-discovery';
import { createFeedController, feedPart } from './respond-feeds';
import pages from './respond-pages';
import { homePath, SLUG_PATTERN } from '../feed/addresses';
import { parseCombination, writeCombination } from '../feed/combination';
import { FEED_FORMATS, type FeedFormat } from '../feed/formats';
import type { ResolvedOptions } from '../options';
import type { PublicRoute } from './handler';

/** The address made from a slug; none when it cannot be a slug. */
const ifSlug = (slug: string, address: (slug: string) => string): string | undefined =>
  SLUG_PATTERN.test(slug) ? address(slug) : undefined;

/** The address made from the name of a tag or of a combination of tags. */
const ifTags = (name: string, address: (name: string) => string): string | undefined => {
  const combination = parseCombination(name);
  return combination && address(writeCombination(combination));
};

const isNumber = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text);

interface FeedParams {
  tag?: string;
  page?: string;
  archive?: string;
}

/** A feed has the same documents, whatever it is about: the newest items, pages and archives. */
const FEED_DOCUMENTS = ['', '/page/:page', '/archive/:archive'];

const createFeedRoute = (format: FeedFormat, directory: string): PublicRoute => ({
  path: `${directory}/${format.fileName}`,
  errors: 'text',
  canonical: ({ tag, page, archive }: FeedParams, addresses) => {
    if (![page, archive].every((number) => number === undefined || isNumber(number))) return;
    const address = (name?: string) =>
      addresses.feed(format.fileName, name, feedPart({ page, archive }));
    return tag === undefined ? address() : ifTags(tag, address);
  },
  answer: createFeedController(format),
});

/** Public addresses of the feeds. */
const feedRoutes = (home: string): PublicRoute[] => [
  ...FEED_FORMATS.flatMap((format) =>
    [home.replace(/\/$/, ''), '/tags/:tag'].flatMap((subject) =>
      FEED_DOCUMENTS.map((document) => createFeedRoute(format, subject + document)),
    ),
  ),
  {
    path: '/feeds.opml',
    errors: 'text',
    canonical: (_params, addresses) => addresses.opml(),
    answer: discovery.opml,
  },
  {
    path: '/feed.css',
    errors: 'text',
    canonical: (_params, addresses) => addresses.stylesheet(),
    answer: discovery.stylesheet,
  },
];

/** Public addresses of the HTML pages. */
const PAGE_ROUTES: PublicRoute[] = [
  {
    path: '/tags',
    errors: 'html',
    canonical: (_params, addresses) => addresses.tags(),
    answer: pages.tags,
  },
  {
    path: '/tags/:tag',
    errors: 'html',
    canonical: ({ tag }, addresses) => ifTags(tag, addresses.tag),
    answer: pages.listing,
  },
  {
    path: '/tags/:tag/page/:page',
    errors: 'html',
    canonical: ({ tag, page }, addresses) =>
      isNumber(page) ? ifTags(tag, (name) => addresses.tag(name, Number(page))) : undefined,
    answer: pages.listing,
  },
  {
    path: '/posts/:slug',
    errors: 'html',
    canonical: ({ slug }, addresses) => ifSlug(slug, addresses.article),
    answer: pages.article,
  },
];

/** Public addresses of the lists of all pages. */
const SITEMAP_ROUTES: PublicRoute[] = [
  {
    path: '/sitemap.xml',
    errors: 'text',
    canonical: (_params, addresses) => addresses.sitemap(),
    answer: discovery.sitemap,
  },
  {
    path: '/sitemap/:page.xml',
    errors: 'text',
    canonical: ({ page }, addresses) =>
      isNumber(page) ? addresses.sitemap(Number(page)) : undefined,
    answer: discovery.sitemapPart,
  },
];

/** The public addresses that the options ask for. */
export const publicRoutes = ({
  home,
  htmlPages,
  sitemap,
}: Pick<ResolvedOptions, 'home' | 'htmlPages' | 'sitemap'>): PublicRoute[] => [
  ...feedRoutes(homePath(home)),
  // A sitemap lists the pages: without them there is nothing to list.
  ...(htmlPages ? PAGE_ROUTES : []),
  ...(htmlPages && sitemap ? SITEMAP_ROUTES : []),
];
