import {
  respondWithLlms,
  respondWithOpml,
  respondWithRobots,
  respondWithNewsSitemap,
  respondWithSitemap,
  respondWithSitemapPart,
  respondWithStylesheet,
  feedPart,
  respondWithFeed,
  type SelectionRoute,
} from './respond-feeds';
import {
  type AnsweringSite,
  type AskedPage,
  HTML_FORM,
  markdownForm,
  type PageForm,
  respondWithArchive,
  respondWithEntry,
  respondWithHome,
  respondWithIndex,
  respondWithListing,
  respondWithSubscribe,
  respondWithYear,
} from './respond-pages';
import { TEXT_MEDIA_TYPE, type PublicResponse } from '../http/response';
import { encodePart } from '../feed/address-part';
import { type Addresses, homePath, MARKDOWN_FILE, markdownOf, mountPath } from '../feed/addresses';
import type { FeedFiles } from '../feed/feed-files';
import { FEED_FORMATS, type FeedFormat } from '../feed/formats';
import type { Settings } from '../options/settings-in-force';
import type { ResolvedOptions } from '../options/options';
import { endOf, isAtRoot, listingPath } from '../mapping/address';
import { matchPath } from '../mapping/entry-path';
import type { Plan, SourcePlan, TopicPlan } from '../mapping/plan';
import { groupTypes, sourceListings } from '../mapping/plan-parts';
import type { Selections } from '../entries/selections';
import type { Edition } from './editions';
import type { Params, PublicRoute } from './handler';
import { ofSource, WHOLE_SITE } from '../content/selection';
import { combinationPath, parseCombination } from '../feed/combination';

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** Of all that have a listing and feeds. */
const listSelectionRoutes = (
  plan: Plan,
  home: string,
  selections: Pick<Selections, 'find'>,
): { site: SelectionRoute; listings: SelectionRoute[] } => ({
  site: {
    pattern: withoutSlash(home),
    pathOf: () => '',
    find: () => Promise.resolve({ kind: 'selection', selection: WHOLE_SITE }),
  },
  listings: [
    ...groupTypes(plan).map((type): SelectionRoute => ({
      pattern: `${type.address.directory}:topics`,
      pathOf: ({ topics = '' }) => {
        const combination = parseCombination(topics);
        return (
          combination && combinationPath(type.address.directory, combination, endOf(type.address))
        );
      },
      find: ({ topics = '' }) => selections.find(type, topics),
    })),
    ...sourceListings(plan, home).map((source): SelectionRoute => ({
      pattern: withoutSlash(source.directory),
      pathOf: () => source.directory,
      find: () => Promise.resolve({ kind: 'selection', selection: ofSource(source) }),
    })),
  ],
});

/** Whether it may be the number of a page or archive. */
const isNumber = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text);

/** A feed has the same documents, whatever it is about: the newest items, pages and archives. */
const FEED_DOCUMENTS = ['', '/page/:page', '/archive/:archive'];

/** What a feed's file is called, and was before the site called it otherwise: that leads to the present one. */
const fileNames = ({ name, fileName }: FeedFormat, feedFiles: FeedFiles): string[] =>
  Object.values(feedFiles).some((file) => file.toLowerCase() === fileName)
    ? [feedFiles[name]]
    : [feedFiles[name], fileName];

interface FeedRouteParts {
  selectionRoute: SelectionRoute;
  document: string;
  fileName: string;
}

const createFeedRoute = (
  format: FeedFormat,
  { selectionRoute, document, fileName }: FeedRouteParts,
  parts: PublicRouteParts,
): PublicRoute => ({
  path: `${selectionRoute.pattern}${document}/${fileName}`,
  isOfFeeds: true,
  errors: 'text',
  canonical: (params, addresses) => {
    const { page, archive } = params;
    if (![page, archive].every((number) => number === undefined || isNumber(number))) return;
    const path = selectionRoute.pathOf(params);
    return path === undefined
      ? undefined
      : addresses.feed(format.name, path || undefined, feedPart(params));
  },
  respond: (params, settings) => respondWithFeed(parts, settings, format, selectionRoute, params),
});

/** Public addresses of the feeds. */
const feedRoutes = (
  selectionRoutes: SelectionRoute[],
  feedFiles: FeedFiles,
  parts: PublicRouteParts,
): PublicRoute[] => [
  ...FEED_FORMATS.flatMap((format) =>
    fileNames(format, feedFiles).flatMap((fileName) =>
      selectionRoutes.flatMap((selectionRoute) =>
        FEED_DOCUMENTS.map((document) =>
          createFeedRoute(format, { selectionRoute, document, fileName }, parts),
        ),
      ),
    ),
  ),
  {
    path: '/feeds.opml',
    isOfFeeds: true,
    errors: 'text',
    canonical: (_params, addresses) => addresses.opml(),
    respond: (_params, settings) => respondWithOpml(parts, settings),
  },
  {
    path: '/feed.css',
    isOfFeeds: true,
    errors: 'text',
    canonical: (_params, addresses) => addresses.stylesheet(),
    respond: (_params, settings) => Promise.resolve(respondWithStylesheet(settings)),
  },
];

/** A page, whatever it is answered in. */
interface PageRoute extends Pick<PublicRoute, 'path' | 'isOpen' | 'canonical'> {
  respond: (asked: AskedPage, params: Params) => Promise<PublicResponse | null>;
}

/** A listing and its further pages. */
const paged = (
  path: string,
  address: (params: Params, addresses: Addresses, page: number) => string | undefined,
  respond: (asked: AskedPage, params: Params, page: number) => ReturnType<PageRoute['respond']>,
): PageRoute[] => [
  {
    path,
    canonical: (params, addresses) => address(params, addresses, 1),
    respond: (asked, params) => respond(asked, params, 1),
  },
  {
    path: `${path}/page/:page`,
    canonical: (params, addresses) =>
      isNumber(params.page!) ? address(params, addresses, Number(params.page)) : undefined,
    respond: (asked, params) => respond(asked, params, Number(params.page)),
  },
];

const homeRoutes = (home: string): PageRoute[] =>
  paged(
    home.replace(/\/$/, ''),
    (_params, addresses, page) => addresses.home(page),
    (asked, _params, page) => respondWithHome(asked, page),
  );

/** Whether it may be a year of the archive. */
const isYear = (text: string): boolean => /^[1-9]\d{3}$/.test(text);

/** The list of years, and the listing of each. */
const archiveRoutes = (home: string | false): PageRoute[] => [
  {
    path: `${homePath(home)}archive`,
    canonical: (_params, addresses) => addresses.archive(),
    respond: respondWithArchive,
  },
  ...paged(
    `${homePath(home)}archive/:year`,
    ({ year = '' }, addresses, page) =>
      isYear(year) ? addresses.archive(Number(year), page) : undefined,
    (asked, { year }, page) => respondWithYear(asked, Number(year), page),
  ),
];

const listingRoutes = (selectionRoute: SelectionRoute): PageRoute[] =>
  paged(
    selectionRoute.pattern,
    (params, addresses, page) => {
      const path = selectionRoute.pathOf(params);
      return path && addresses.listing(path, page);
    },
    async (asked, params, page) =>
      respondWithListing(asked, await selectionRoute.find(params), page),
  );

const subscribeRoute = (home: string | false): PageRoute => ({
  path: `${homePath(home)}subscribe`,
  canonical: (_params, addresses) => addresses.subscribe(),
  respond: respondWithSubscribe,
});

const indexRoute = (type: TopicPlan): PageRoute => ({
  path: withoutSlash(type.address.directory),
  canonical: (_params, addresses) => addresses.listing(listingPath(type.address)),
  respond: (asked) => respondWithIndex(asked, type),
});

/** Pages of a source's entries, at addresses made from the same parts as theirs. */
const entryRoute = (source: SourcePlan): PageRoute => {
  const { parts } = source.address;
  const pathOf = (params: Params): string =>
    parts
      .map((part) => (typeof part === 'string' ? part : encodePart(params[part.join('_')] ?? '')))
      .join('');
  return {
    path: parts
      .map((part) => (typeof part === 'string' ? part : `:${part.join('_')}`))
      .join('')
      .replace(/\/$/, ''),
    canonical: (params, addresses) => {
      const path = pathOf(params);
      return matchPath(source.address, path) && addresses.entry(path);
    },
    respond: (asked, params) => respondWithEntry(asked, source, pathOf(params)),
  };
};

/**
 * Pages of entries at the root: of several sources that may have a path, the one that is named first has
 * it, and whoever has it before whoever had it.
 */
const rootRoute = (sources: readonly SourcePlan[]): PageRoute => {
  const [{ address: first }] = sources as [SourcePlan, ...SourcePlan[]];
  const pathOf = ({ path = '' }: Params): string =>
    `/${encodePart(path.replace(/\/$/, ''))}${endOf(first)}`;
  const sourcesOf = (path: string): SourcePlan[] =>
    sources.filter(({ address }) => matchPath(address, path));
  return {
    path: '/:path(.+)',
    isOpen: true,
    canonical: (params, addresses) => {
      const path = pathOf(params);
      return sourcesOf(path).length > 0 ? addresses.entry(path) : undefined;
    },
    async respond(asked, params) {
      const path = pathOf(params);
      let former: PublicResponse | null = null;
      for (const source of sourcesOf(path)) {
        const found = await respondWithEntry(asked, source, path);
        if (found?.kind === 'document') return found;
        if (former?.kind !== 'redirect') former = found ?? former;
      }
      return former;
    },
  };
};

/** Public addresses of pages, in HTML and in Markdown. */
const pageRoutes = (routes: PageRoute[], site: PublicRouteParts): PublicRoute[] => {
  const answer =
    ({ respond }: PageRoute, form: PageForm): PublicRoute['respond'] =>
    (params, settings) =>
      respond({ site, settings, form }, params);
  const [negotiated, file] = [markdownForm(true), markdownForm(false)];
  return [
    // First: no topic is called "index.md".
    ...routes.map((route): PublicRoute => ({
      path: `${route.path}/${MARKDOWN_FILE}`,
      isOpen: route.isOpen,
      errors: 'text',
      canonical: (params, addresses) => {
        const page = route.canonical(params, addresses);
        return page && markdownOf(page);
      },
      respond: answer(route, file),
    })),
    ...routes.map((route): PublicRoute => ({
      path: route.path,
      isOpen: route.isOpen,
      errors: 'html',
      canonical: route.canonical,
      respond: answer(route, HTML_FORM),
      respondInMarkdown: answer(route, negotiated),
    })),
  ];
};

/** Public addresses of the lists of all pages. */
const sitemapRoutes = (parts: PublicRouteParts, hasNews: boolean): PublicRoute[] => [
  ...(hasNews
    ? [
        {
          path: '/sitemap/news.xml',
          errors: 'text' as const,
          canonical: (_params: Params, addresses: Addresses) => addresses.newsSitemap(),
          respond: () => respondWithNewsSitemap(parts),
        },
      ]
    : []),
  {
    path: '/sitemap.xml',
    errors: 'text',
    canonical: (_params, addresses) => addresses.sitemap(),
    respond: (_params, settings) => respondWithSitemap(parts, settings),
  },
  {
    path: '/sitemap/:page.xml',
    errors: 'text',
    canonical: ({ page = '' }, addresses) =>
      isNumber(page) ? addresses.sitemap(Number(page)) : undefined,
    respond: (params) => respondWithSitemapPart(parts, params),
  },
];

const LLMS_ROUTE: Omit<PublicRoute, 'respond'> = {
  path: '/llms.txt',
  errors: 'text',
  canonical: (_params, addresses) => addresses.llms(),
};

/** Of the host, whatever path its main locale has. */
const ROBOTS_ROUTE: Omit<PublicRoute, 'respond'> = {
  path: '/robots.txt',
  isOfHost: true,
  errors: 'text',
  canonical: (_params, addresses) => new URL('/robots.txt', addresses.robots()).href,
};

/**
 * The file by which search engines know who tells them of addresses (IndexNow). Any other file of such a
 * name is the site's, as whatever else is at an address that anything may be at.
 */
const keyRoute = (
  { indexNowKey }: Pick<PublicRouteParts, 'indexNowKey'>,
  baseUrl: string,
): PublicRoute => ({
  path: '/:key([0-9a-f]{32}).txt',
  isOfHost: true,
  isOpen: true,
  errors: 'text',
  // On the host in force, and below the path that routes are mounted at.
  canonical: ({ key }, addresses) =>
    key !== undefined && key === indexNowKey?.get()
      ? new URL(`${mountPath(baseUrl)}/${key}.txt`, addresses.robots()).href
      : undefined,
  respond: ({ key = '' }) =>
    Promise.resolve({ kind: 'document', body: key, mediaType: TEXT_MEDIA_TYPE }),
});

/** What the public addresses are answered from. */
export interface PublicRouteParts extends AnsweringSite, Pick<Edition, 'feeds' | 'locale'> {
  selections: Pick<Selections, 'find'>;
  /** The key for search engines; known once Strapi has started. */
  indexNowKey?: { get: () => string | undefined };
  /** The site in each of its locales, the main one first. */
  editions: readonly Edition[];
}

/** The public addresses that the options ask for. */
export const publicRoutes = (
  {
    baseUrl,
    home,
    feedFiles,
    htmlPages,
    archive,
    sitemap,
    newsSitemap,
    llmsTxt,
    robotsTxt,
    push,
  }: Pick<
    Required<ResolvedOptions>,
    | 'baseUrl'
    | 'home'
    | 'feedFiles'
    | 'htmlPages'
    | 'archive'
    | 'sitemap'
    | 'newsSitemap'
    | 'llmsTxt'
    | 'robotsTxt'
    | 'push'
  >,
  parts: PublicRouteParts,
): PublicRoute[] => {
  const { plan, selections, locale } = parts;
  const isMain = !locale || locale.isMain;
  const { site, listings } = listSelectionRoutes(plan, homePath(home), selections);
  const atRoot = plan.sources.filter(({ address }) => isAtRoot(address));
  const pages = [
    subscribeRoute(home),
    ...(home === false ? [] : homeRoutes(home)),
    ...(archive ? archiveRoutes(home) : []),
    ...groupTypes(plan).map(indexRoute),
    ...listings.flatMap(listingRoutes),
  ];
  return [
    ...feedRoutes([site, ...listings], feedFiles, parts),
    ...(htmlPages ? pageRoutes(pages, parts) : []),
    // A sitemap lists the pages: without them there is nothing to list.
    ...(htmlPages && sitemap ? sitemapRoutes(parts, newsSitemap) : []),
    ...(htmlPages && llmsTxt
      ? [
          {
            ...LLMS_ROUTE,
            respond: (_params: Params, settings: Settings) => respondWithLlms(parts, settings),
          },
        ]
      : []),
    // It belongs to the whole host (RFC 9309, section 2.3), and has nothing to say but where the sitemap is.
    ...(htmlPages && sitemap && robotsTxt && isMain && mountPath(baseUrl) === ''
      ? [{ ...ROBOTS_ROUTE, respond: () => respondWithRobots(parts, { newsSitemap }) }]
      : []),
    ...(push.indexNow && isMain ? [keyRoute(parts, baseUrl)] : []),
    // Last: those of a source may be at the home, where they match all the others.
    ...(htmlPages
      ? pageRoutes(
          [
            ...plan.sources.filter(({ address }) => !isAtRoot(address)).map(entryRoute),
            ...(atRoot.length > 0 ? [rootRoute(atRoot)] : []),
          ],
          parts,
        )
      : []),
  ];
};
