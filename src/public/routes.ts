import {
  combinationPath,
  ofSource,
  parseCombination,
  type Selection,
  WHOLE_SITE,
} from '../content/selection';
import type { FoundSelection } from '../entries/topics';
import type { FeedPart } from '../feed/model';
import { type Addresses, homePath } from '../options/site-addresses';
import { encodePath, MARKDOWN_FILE, markdownOf, withoutSlash } from '../lib/url-paths';
import { FEED_FORMATS, type FeedFormat, servedAs } from '../feed/formats';
import { MARKDOWN_MEDIA_TYPE, type PublicResponse } from '../http/response';
import { waitForTurn } from '../lib/waiting';
import {
  patternFinalSlash,
  isAtRoot,
  isReserved,
  holdsWholePath,
  listingPath,
  matchPath,
} from '../mapping/address';
import { groupTypes, type Plan, sourceListings, type SourcePlan } from '../mapping/plan';
import type { CompleteOptions } from '../options/options';
import type { Edition, Site } from './editions';
import { findFeed } from './feeds';
import { FILES_OF_FEEDS, filesOfSite } from './file-routes';
import { HTML_FORM, MARKDOWN_FORM, type PageForm } from './page-forms';
import {
  makeArchivePage,
  makeHomePage,
  makeSelectionPage,
  makeSubscribePage,
  makeTopicsPage,
  makeYearPage,
} from './pages';
import { isNumber, type Params, type PublicRoute } from './route-table';

/** Whether a text may be a year of the archive. */
const isYear = (text: string): boolean => /^[1-9]\d{3}$/.test(text);

/** Something that has a listing and feeds: the whole site, a source, or topics of a type. */
interface ListingPaths {
  /** Pattern of its paths, without a final slash. */
  pattern: string;
  /**
   * Path of the listing below the base address: empty for the whole site, undefined when the parameters cannot name
   * a listing.
   */
  pathOf: (params: Params) => string | undefined;
  find: (site: Site, params: Params) => Promise<FoundSelection>;
}

const listedSite = (home: string): ListingPaths => ({
  pattern: withoutSlash(home),
  pathOf: () => '',
  find: () => Promise.resolve({ kind: 'selection', selection: WHOLE_SITE }),
});

const listingsOf = (plan: Plan, home: string): ListingPaths[] => [
  ...groupTypes(plan).map((type): ListingPaths => ({
    pattern: `${type.address.directory}:topics`,
    pathOf: ({ topics = '' }) => {
      const { address } = type;
      const combination = parseCombination(topics);
      if (!combination) return undefined;
      const path = combinationPath(address.directory, combination, patternFinalSlash(address));
      return isReserved(address, path) ? undefined : path;
    },
    find: ({ selections }, { topics = '' }) => selections.find(type, topics),
  })),
  ...sourceListings(plan, home).map((source): ListingPaths => ({
    pattern: withoutSlash(source.directory),
    pathOf: () => source.directory,
    find: () => Promise.resolve({ kind: 'selection', selection: ofSource(source) }),
  })),
];

/**
 * Answers for the selection at a listing's address. A former slug of a topic redirects to its present address; the
 * response is null when no topic ever had the slug. An empty combination of topics is "missing", which is cached,
 * because finding it out reads entry by entry.
 *
 * @param address makes the requested address for a listing at another path
 */
const respondWithSelection = async (
  found: FoundSelection,
  address: (path: string) => string,
  respond: (selection: Selection) => Promise<PublicResponse | null>,
): Promise<PublicResponse | null> => {
  if (found.kind === 'selection') {
    const isCombination = found.selection.topics.length > 1;
    return (await respond(found.selection)) ?? (isCombination ? { kind: 'missing' } : null);
  }
  if (found.kind === 'moved') return { kind: 'redirect', location: address(found.path) };
  return found.kind === 'gone' ? { kind: 'gone' } : null;
};

/** Paths of the documents that every feed has: the newest items, pages and archives. */
const FEED_DOCUMENTS = ['', '/page/:page', '/archive/:archive'];

/** The document of a feed that the parameters name. */
const feedPart = ({ page = '1', archive }: Params): FeedPart =>
  archive === undefined ? { page: Number(page) } : { archive: Number(archive) };

const respondWithFeed = async (
  site: Site,
  format: FeedFormat,
  found: FoundSelection,
  part: FeedPart,
): Promise<PublicResponse | null> => {
  const { addresses, feedStylesheet } = site.inForce;
  const address = (path: string) => addresses.feed(format.name, path, part);
  return respondWithSelection(found, address, async (selection) => {
    const feed = await findFeed(site, selection, { format, part, now: new Date() });
    if (!feed) return null;
    const { feedUrl, link, hubs = [], translations = [] } = feed.channel;
    return {
      kind: 'document',
      body: await site.renderings.document(format, feed),
      mediaType: servedAs(format, feedStylesheet),
      links: [
        { href: feedUrl, rel: 'self', type: format.mediaType },
        ...hubs.map((href) => ({ href, rel: 'hub' })),
        { href: link, rel: 'alternate', type: 'text/html' },
        ...translations.map(({ href, language: hreflang }) => ({
          href,
          rel: 'alternate',
          type: format.mediaType,
          hreflang,
        })),
      ],
    };
  });
};

/** Routes of the feeds of listings. A format's default file name redirects to the name that the site chose. */
const feedRoutes = (
  listed: ListingPaths[],
  { feedFiles }: Pick<CompleteOptions, 'feedFiles'>,
): PublicRoute[] => {
  const given = Object.values(feedFiles).map((file: string) => file.toLowerCase());
  return FEED_FORMATS.flatMap((format) => {
    const { name, fileName } = format;
    const names = given.includes(fileName) ? [feedFiles[name]] : [feedFiles[name], fileName];
    return names.flatMap((file) =>
      listed.flatMap(({ pattern, pathOf, find }) =>
        FEED_DOCUMENTS.map((document): PublicRoute => ({
          path: `${pattern}${document}/${file}`,
          isOfFeeds: true,
          canonical(params, addresses) {
            const { page = '1', archive = '1' } = params;
            const path = isNumber(page) && isNumber(archive) ? pathOf(params) : undefined;
            return path === undefined
              ? undefined
              : addresses.feed(name, path || undefined, feedPart(params));
          },
          respond: async (site, params) =>
            respondWithFeed(site, format, await find(site, params), feedPart(params)),
        })),
      ),
    );
  });
};

/** What a page is made with, in any form. */
interface PageRequest {
  site: Site;
  form: PageForm;
  now: Date;
}

/** Route of a page. Its response is made in the form that a request asks for. */
interface PageRoute extends Pick<PublicRoute, 'path' | 'isOpen' | 'canonical'> {
  respond: (asked: PageRequest, params: Params) => Promise<PublicResponse | null>;
}

/** Routes of a listing and of its further pages. */
const pagedRoutes = (
  path: string,
  address: (params: Params, addresses: Addresses, page: number) => string | undefined,
  respond: (asked: PageRequest, params: Params, page: number) => ReturnType<PageRoute['respond']>,
): PageRoute[] =>
  [path, `${path}/page/:page`].map((pattern) => ({
    path: pattern,
    canonical: (params, addresses) => {
      const { page = '1' } = params;
      return isNumber(page) ? address(params, addresses, Number(page)) : undefined;
    },
    respond: (asked, params) => respond(asked, params, Number(params.page ?? 1)),
  }));

/** Routes of pages that each locale has once, whatever is published. */
const sitePages = ({ home, archive }: CompleteOptions): PageRoute[] => [
  {
    path: `${homePath(home)}subscribe`,
    canonical: (_params, addresses) => addresses.subscribe(),
    async respond({ site, form, now }) {
      const page = await makeSubscribePage(site, now);
      await waitForTurn();
      return form.subscribe(page);
    },
  },
  ...(home === false
    ? []
    : pagedRoutes(
        withoutSlash(home),
        (_params, addresses, page) => addresses.home(page),
        async ({ site, form, now }, _params, number) => {
          const page = await makeHomePage(site, number, now);
          return page && form.listing(page);
        },
      )),
  ...(archive
    ? [
        {
          path: `${homePath(home)}archive`,
          canonical: (_params: Params, addresses: Addresses) => addresses.archive(),
          async respond({ site, form, now }: PageRequest) {
            const page = await makeArchivePage(site, now);
            return page && form.tags(page);
          },
        },
        ...pagedRoutes(
          `${homePath(home)}archive/:year`,
          ({ year = '' }, addresses, page) =>
            isYear(year) ? addresses.archive(Number(year), page) : undefined,
          async ({ site, form, now }, { year }, number) => {
            const page = await makeYearPage(site, Number(year), number, now);
            return page && form.listing(page);
          },
        ),
      ]
    : []),
];

/** Routes of lists of topics, and of listings of topics and sources. */
const listPages = (plan: Plan, listings: ListingPaths[]): PageRoute[] => [
  ...groupTypes(plan).map((type): PageRoute => ({
    path: withoutSlash(type.address.directory),
    canonical: (_params, addresses) => addresses.listing(listingPath(type.address)),
    respond: async ({ site, form, now }) => form.tags(await makeTopicsPage(site, type, now)),
  })),
  ...listings.flatMap(({ pattern, pathOf, find }) =>
    pagedRoutes(
      pattern,
      (params, addresses, page) => {
        const path = pathOf(params);
        return path && addresses.listing(path, page);
      },
      async ({ site, form, now }, params, number) => {
        const address = (path: string) => site.inForce.addresses.listing(path, number);
        return respondWithSelection(await find(site, params), address, async (selection) => {
          const page = await makeSelectionPage(site, selection, number, now);
          return page && form.listing(page);
        });
      },
    ),
  ),
];

/** Answers for the path of a source's entry. */
const respondWithEntry = async (
  { site, form, now }: PageRequest,
  source: SourcePlan,
  path: string,
): Promise<PublicResponse | null> => {
  const found = await site.entryAddresses.find(source, path, now);
  if (found.kind === 'article') return form.entry(site, found.article);
  if (found.kind === 'moved') {
    return { kind: 'redirect', location: site.inForce.addresses.entry(found.path) };
  }
  return found.kind === 'gone' ? found : null;
};

/** Route of the pages of a source's entries. Its pattern has the same parts as their addresses. */
const entryRoute = (source: SourcePlan): PageRoute => {
  const { address } = source;
  const write = (nameOf: (name: string) => string): string =>
    address.parts
      .map((part) => (typeof part === 'string' ? part : nameOf(part.join('_'))))
      .join('');
  // A field that holds the whole path may have slashes in it.
  const [several, trim] = holdsWholePath(address)
    ? ['(.+)', withoutSlash]
    : ['', (part: string) => part];
  const pathOf = (params: Params): string => write((name) => encodePath(trim(params[name] ?? '')));
  return {
    path: withoutSlash(write((name) => `:${name}${several}`)),
    isOpen: isAtRoot(address),
    canonical: (params, addresses) => {
      const path = pathOf(params);
      return matchPath(address, path) && addresses.entry(path);
    },
    respond: (asked, params) => respondWithEntry(asked, source, pathOf(params)),
  };
};

/** Gives each page route its forms: HTML or Markdown by Accept at its path, and Markdown at a path of its own. */
const routesInForms = (routes: PageRoute[]): PublicRoute[] => [
  // First, so that "index.md" is not taken for the slug of a topic.
  ...routes.map((route): PublicRoute => ({
    ...route,
    path: `${route.path}/${MARKDOWN_FILE}`,
    canonical(params, addresses) {
      const page = route.canonical(params, addresses);
      return page && markdownOf(page);
    },
    async respond(site, params) {
      const made = await route.respond({ site, form: MARKDOWN_FORM, now: new Date() }, params);
      return made?.kind === 'redirect' ? { ...made, location: markdownOf(made.location) } : made;
    },
  })),
  ...routes.map((route): PublicRoute => ({
    ...route,
    isPage: true,
    async respond(site, params, representation) {
      const form = representation === MARKDOWN_MEDIA_TYPE ? MARKDOWN_FORM : HTML_FORM;
      const made = await route.respond({ site, form, now: new Date() }, params);
      return made?.kind === 'document' ? { ...made, isNegotiated: true } : made;
    },
  })),
];

/**
 * All public routes of a locale that the options ask for.
 *
 * @param findIndexNowKey gives the site's key for IndexNow, which is known once Strapi has started
 */
export const publicRoutes = (
  options: CompleteOptions,
  edition: Pick<Edition, 'plan' | 'locale'>,
  findIndexNowKey: () => string | undefined = () => undefined,
): PublicRoute[] => {
  const { home, htmlPages } = options;
  const listings = listingsOf(edition.plan, homePath(home));
  return [
    ...feedRoutes([listedSite(homePath(home)), ...listings], options),
    ...FILES_OF_FEEDS,
    ...(htmlPages
      ? routesInForms([...sitePages(options), ...listPages(edition.plan, listings)])
      : []),
    ...filesOfSite(options, edition, findIndexNowKey),
    // Last: entries of a source may be at the home, where their pattern matches all other paths.
    ...(htmlPages ? routesInForms(edition.plan.sources.map(entryRoute)) : []),
  ];
};
