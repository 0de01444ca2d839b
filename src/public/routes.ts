import {
  combinationPath,
  ofSource,
  parseCombination,
  type Selection,
  WHOLE_SITE,
} from '../content/selection';
import type { FoundSelection } from '../entries/topics';
import type { FeedPart } from '../feed/history';
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
import { groupTypes, sourceListings, type SourcePlan, type TopicPlan } from '../mapping/plan';
import type { CompleteOptions } from '../options/options';
import type { Settings } from '../options/settings';
import type { Edition } from './editions';
import { findFeed } from './feeds';
import { filesOfFeeds, filesOfSite, type IndexNowKey } from './file-routes';
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
import { listSubscriptions } from './subscriptions';

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
  find: (params: Params) => Promise<FoundSelection>;
}

const listedSite = (home: string): ListingPaths => ({
  pattern: withoutSlash(home),
  pathOf: () => '',
  find: () => Promise.resolve({ kind: 'selection', selection: WHOLE_SITE }),
});

const listingsOf = (
  { plan, selections }: Pick<Edition, 'plan' | 'selections'>,
  home: string,
): ListingPaths[] => [
  ...groupTypes(plan).map((type): ListingPaths => ({
    pattern: `${type.address.directory}:topics`,
    pathOf: ({ topics = '' }) => {
      const { address } = type;
      const combination = parseCombination(topics);
      if (!combination) return undefined;
      const path = combinationPath(address.directory, combination, patternFinalSlash(address));
      return isReserved(address, path) ? undefined : path;
    },
    find: ({ topics = '' }) => selections.find(type, topics),
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
  edition: Edition,
  settings: Settings,
  format: FeedFormat,
  { found, part }: { found: FoundSelection; part: FeedPart },
): Promise<PublicResponse | null> => {
  const address = (path: string) => settings.addresses.feed(format.name, path, part);
  return respondWithSelection(found, address, async (selection) => {
    const feed = await findFeed(edition, settings, selection, { format, part, now: new Date() });
    if (!feed) return null;
    const { feedUrl, link, hubs = [], translations = [] } = feed.channel;
    return {
      kind: 'document',
      body: await edition.renderings.document(format, feed),
      mediaType: servedAs(format, settings.feedStylesheet),
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
  edition: Edition,
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
          async respond(params, settings) {
            const asked = { found: await find(params), part: feedPart(params) };
            return respondWithFeed(edition, settings, format, asked);
          },
        })),
      ),
    );
  });
};

/** What a page is made with, in any form. */
interface PageRequest {
  settings: Settings;
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
const sitePages = (edition: Edition, { home, archive }: CompleteOptions): PageRoute[] => {
  return [
    {
      path: `${homePath(home)}subscribe`,
      canonical: (_params, addresses) => addresses.subscribe(),
      async respond({ settings, form, now }) {
        const subscriptions = await listSubscriptions(edition, settings, now);
        const page = await makeSubscribePage(edition, settings, subscriptions, now);
        await waitForTurn();
        return form.subscribe(page);
      },
    },
    ...(home === false
      ? []
      : pagedRoutes(
          withoutSlash(home),
          (_params, addresses, page) => addresses.home(page),
          async ({ settings, form, now }, _params, number) => {
            const page = await makeHomePage(edition, settings, number, now);
            return page && form.listing(page);
          },
        )),
    ...(archive
      ? [
          {
            path: `${homePath(home)}archive`,
            canonical: (_params: Params, addresses: Addresses) => addresses.archive(),
            async respond({ settings, form, now }: PageRequest) {
              const page = await makeArchivePage(edition, settings, now);
              return page && form.tags(page);
            },
          },
          ...pagedRoutes(
            `${homePath(home)}archive/:year`,
            ({ year = '' }, addresses, page) =>
              isYear(year) ? addresses.archive(Number(year), page) : undefined,
            async ({ settings, form, now }, { year }, number) => {
              const page = await makeYearPage(edition, settings, Number(year), number, now);
              return page && form.listing(page);
            },
          ),
        ]
      : []),
  ];
};

/** Routes of lists of topics, and of listings of topics and sources. */
const listPages = (edition: Edition, listings: ListingPaths[]): PageRoute[] => {
  const indexRoute = (type: TopicPlan): PageRoute => ({
    path: withoutSlash(type.address.directory),
    canonical: (_params, addresses) => addresses.listing(listingPath(type.address)),
    respond: async ({ settings, form, now }) =>
      form.tags(await makeTopicsPage(edition, settings, type, now)),
  });
  return [
    ...groupTypes(edition.plan).map(indexRoute),
    ...listings.flatMap(({ pattern, pathOf, find }) =>
      pagedRoutes(
        pattern,
        (params, addresses, page) => {
          const path = pathOf(params);
          return path && addresses.listing(path, page);
        },
        async ({ settings, form, now }, params, number) => {
          const address = (path: string) => settings.addresses.listing(path, number);
          return respondWithSelection(await find(params), address, async (selection) => {
            const page = await makeSelectionPage(edition, settings, selection, number, now);
            return page && form.listing(page);
          });
        },
      ),
    ),
  ];
};

/** Answers for the path of a source's entry. */
const respondWithEntry = async (
  edition: Edition,
  { settings, form, now }: PageRequest,
  source: SourcePlan,
  path: string,
): Promise<PublicResponse | null> => {
  const found = await edition.entryAddresses.find(source, path, now);
  if (found.kind === 'article') return form.entry(edition, settings, found.article);
  if (found.kind === 'moved') {
    return { kind: 'redirect', location: settings.addresses.entry(found.path) };
  }
  return found.kind === 'gone' ? found : null;
};

/** Route of the pages of a source's entries. Its pattern has the same parts as their addresses. */
const entryRoute = (edition: Edition, source: SourcePlan): PageRoute => {
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
    respond: (asked, params) => respondWithEntry(edition, asked, source, pathOf(params)),
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
    async respond(params, settings) {
      const made = await route.respond({ settings, form: MARKDOWN_FORM, now: new Date() }, params);
      return made?.kind === 'redirect' ? { ...made, location: markdownOf(made.location) } : made;
    },
  })),
  ...routes.map((route): PublicRoute => ({
    ...route,
    isPage: true,
    async respond(params, settings, representation) {
      const form = representation === MARKDOWN_MEDIA_TYPE ? MARKDOWN_FORM : HTML_FORM;
      const made = await route.respond({ settings, form, now: new Date() }, params);
      return made?.kind === 'document' ? { ...made, isNegotiated: true } : made;
    },
  })),
];

/** All public routes of a locale that the options ask for. */
export const publicRoutes = (
  options: CompleteOptions,
  edition: Edition,
  indexNowKey?: IndexNowKey,
): PublicRoute[] => {
  const { home, htmlPages } = options;
  const listings = listingsOf(edition, homePath(home));
  return [
    ...feedRoutes(edition, [listedSite(homePath(home)), ...listings], options),
    ...filesOfFeeds(edition),
    ...(htmlPages
      ? routesInForms([...sitePages(edition, options), ...listPages(edition, listings)])
      : []),
    ...filesOfSite(options, edition, indexNowKey),
    // Last: entries of a source may be at the home, where their pattern matches all other paths.
    ...(htmlPages
      ? routesInForms(edition.plan.sources.map((source) => entryRoute(edition, source)))
      : []),
  ];
};
