import { createDiscoveryResponders, type DiscoveryResponderParts } from './respond-discovery';
import { createFeedResponder, type FeedResponderParts, feedPart } from './respond-feeds';
import { createMarkdownResponders, type MarkdownResponderParts } from './respond-markdown';
import { createPageResponders, type PageResponderParts } from './respond-pages';
import { homePath, MARKDOWN_FILE, markdownOf, mountPath, SLUG_PATTERN } from '../feed/addresses';
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

const createFeedRoute = (
  format: FeedFormat,
  directory: string,
  parts: FeedResponderParts,
): PublicRoute => ({
  path: `${directory}/${format.fileName}`,
  errors: 'text',
  canonical: ({ tag, page, archive }: FeedParams, addresses) => {
    if (![page, archive].every((number) => number === undefined || isNumber(number))) return;
    const address = (name?: string) =>
      addresses.feed(format.fileName, name, feedPart({ page, archive }));
    return tag === undefined ? address() : ifTags(tag, address);
  },
  respond: createFeedResponder(format, parts),
});

type DiscoveryResponders = ReturnType<typeof createDiscoveryResponders>;

/** Public addresses of the feeds. */
const feedRoutes = (
  home: string,
  parts: FeedResponderParts,
  discovery: DiscoveryResponders,
): PublicRoute[] => [
  ...FEED_FORMATS.flatMap((format) =>
    [home.replace(/\/$/, ''), '/tags/:tag'].flatMap((subject) =>
      FEED_DOCUMENTS.map((document) => createFeedRoute(format, subject + document, parts)),
    ),
  ),
  {
    path: '/feeds.opml',
    errors: 'text',
    canonical: (_params, addresses) => addresses.opml(),
    respond: discovery.opml,
  },
  {
    path: '/feed.css',
    errors: 'text',
    canonical: (_params, addresses) => addresses.stylesheet(),
    respond: discovery.stylesheet,
  },
];

type PageName = 'home' | 'tags' | 'listing' | 'article';

/** A page, whatever it is answered in. */
type PageRoute = Pick<PublicRoute, 'path' | 'canonical'> & { name: PageName };

const PAGE_ROUTES: PageRoute[] = [
  {
    path: '/tags',
    name: 'tags',
    canonical: (_params, addresses) => addresses.tags(),
  },
  {
    path: '/tags/:tag',
    name: 'listing',
    canonical: ({ tag }, addresses) => ifTags(tag, addresses.tag),
  },
  {
    path: '/tags/:tag/page/:page',
    name: 'listing',
    canonical: ({ tag, page }, addresses) =>
      isNumber(page) ? ifTags(tag, (name) => addresses.tag(name, Number(page))) : undefined,
  },
  {
    path: '/posts/:slug',
    name: 'article',
    canonical: ({ slug }, addresses) => ifSlug(slug, addresses.article),
  },
];

const homeRoutes = (home: string): PageRoute[] => [
  {
    path: home.replace(/\/$/, ''),
    name: 'home',
    canonical: (_params, addresses) => addresses.home(),
  },
  {
    path: `${home}page/:page`,
    name: 'home',
    canonical: ({ page }, addresses) => (isNumber(page) ? addresses.home(Number(page)) : undefined),
  },
];

/** Public addresses of the pages, in HTML and in Markdown. */
const pageRoutes = (
  home: string | false,
  parts: PageResponderParts & MarkdownResponderParts,
): PublicRoute[] => {
  const routes = [...(home === false ? [] : homeRoutes(home)), ...PAGE_ROUTES];
  const html = createPageResponders(parts);
  const negotiated = createMarkdownResponders(parts, true);
  const files = createMarkdownResponders(parts, false);
  return [
    {
      path: `${homePath(home)}subscribe`,
      errors: 'html',
      canonical: (_params, addresses) => addresses.subscribe(),
      respond: html.subscribe,
    },
    // First: no tag is called "index.md".
    ...routes.map(({ path, name, canonical }): PublicRoute => ({
      path: `${path}/${MARKDOWN_FILE}`,
      errors: 'text',
      canonical: (params, addresses) => {
        const page = canonical(params, addresses);
        return page && markdownOf(page);
      },
      respond: files[name],
    })),
    ...routes.map(({ path, name, canonical }): PublicRoute => ({
      path,
      errors: 'html',
      canonical,
      respond: html[name],
      respondInMarkdown: negotiated[name],
    })),
  ];
};

/** Public addresses of the lists of all pages. */
const sitemapRoutes = (discovery: DiscoveryResponders): PublicRoute[] => [
  {
    path: '/sitemap.xml',
    errors: 'text',
    canonical: (_params, addresses) => addresses.sitemap(),
    respond: discovery.sitemap,
  },
  {
    path: '/sitemap/:page.xml',
    errors: 'text',
    canonical: ({ page }, addresses) =>
      isNumber(page) ? addresses.sitemap(Number(page)) : undefined,
    respond: discovery.sitemapPart,
  },
];

const LLMS_ROUTE: Omit<PublicRoute, 'respond'> = {
  path: '/llms.txt',
  errors: 'text',
  canonical: (_params, addresses) => addresses.llms(),
};

const ROBOTS_ROUTE: Omit<PublicRoute, 'respond'> = {
  path: '/robots.txt',
  errors: 'text',
  canonical: (_params, addresses) => addresses.robots(),
};

/** What the public addresses are answered from. */
export type PublicRouteParts = FeedResponderParts &
  PageResponderParts &
  MarkdownResponderParts &
  DiscoveryResponderParts;

/** The public addresses that the options ask for. */
export const publicRoutes = (
  {
    baseUrl,
    home,
    htmlPages,
    sitemap,
    llmsTxt,
    robotsTxt,
  }: Pick<
    Required<ResolvedOptions>,
    'baseUrl' | 'home' | 'htmlPages' | 'sitemap' | 'llmsTxt' | 'robotsTxt'
  >,
  parts: PublicRouteParts,
): PublicRoute[] => {
  const discovery = createDiscoveryResponders(parts);
  return [
    ...feedRoutes(homePath(home), parts, discovery),
    // A sitemap lists the pages: without them there is nothing to list.
    ...(htmlPages ? pageRoutes(home, parts) : []),
    ...(htmlPages && sitemap ? sitemapRoutes(discovery) : []),
    ...(htmlPages && llmsTxt ? [{ ...LLMS_ROUTE, respond: discovery.llms }] : []),
    // It belongs to the whole host (RFC 9309, section 2.3), and has nothing to say but where the sitemap is.
    ...(htmlPages && sitemap && robotsTxt && mountPath(baseUrl) === ''
      ? [{ ...ROBOTS_ROUTE, respond: discovery.robots }]
      : []),
  ];
};
