import type { Edition } from './editions';
import type { FormerAddresses } from '../entries/former-addresses';
import type { FormerLayout, AddressLayouts, PlacedType } from '../addresses/address-layouts';
import { parseAddress, isAtRoot, isFixed, startOf } from '../mapping/address';
import type { AddressPattern, TopicPlan } from '../mapping/plan';
import type { PublicRoute, Params } from './handler';
import { presentPatterns, publicRoutes, type PublicRouteParts, isNumber, isYear } from './routes';
import { homePath, MARKDOWN_FILE } from '../feed/addresses';
import { parseCombination } from '../feed/combination';
import { DEFAULT_FEED_FILES } from '../feed/feed-files';
import type { ErrorFormat } from '../http/response';
import type { ResolvedOptions } from '../options/options';
import { addressKey, matchPath } from '../mapping/entry-path';

/** What of a former type is nowhere. */
interface GoneParts {
  /** Whether its listing and feeds are. */
  isListing: boolean;
  /** Whether entries are. */
  areEntries: boolean;
  /** Codes of locales whose entries are somewhere; entries of none are as well, where it is given. */
  except?: readonly string[];
}

/** Of which configuration something was, and where the locale it was in had its addresses. */
interface GonePlace extends GoneParts {
  layout: FormerLayout;
  /** Code null where locales were not told apart. */
  place: { code: string | null; path: string };
  formerAddresses: FormerAddresses;
}

/** What the plugin serves: of anything else nothing was there. */
type Served = Pick<
  Required<ResolvedOptions>,
  'feedFiles' | 'htmlPages' | 'archive' | 'sitemap' | 'llmsTxt'
>;

/** What files of feeds are and were called. */
const feedFileNames = ({ feedFiles }: Pick<Served, 'feedFiles'>): string[] => [
  ...new Set([feedFiles, DEFAULT_FEED_FILES].flatMap((files): string[] => Object.values(files))),
];

/** What a page may have below it: further pages, archives, feeds, Markdown. */
const belowPages = (files: readonly string[]): RegExp =>
  new RegExp(
    `(?:(?<![^/])(?:page|archive)/[1-9]\\d{0,6}/?)?(?:${files.map((name) => name.replaceAll('.', '\\.')).join('|')})?$`,
  );

const isFile = (path: string): boolean => /\.\w+$/.test(path);

const errorsOf = (path: string): ErrorFormat => (isFile(path) ? 'text' : 'html');

/**
 * Routes that say that the entries of a type, which are nowhere any more, are gone, with all that was
 * below their addresses; and so are its listing and feeds; or one of both alone.
 */
export const goneOfType = (
  { contentType, address, isLocalised, isPage }: PlacedType,
  asTopics: boolean,
  { layout, place, isListing, areEntries, except, formerAddresses }: GonePlace,
  options: Served,
): PublicRoute[] => {
  const pattern = parseAddress(address);
  if (!pattern) return [];
  const { htmlPages } = options;
  const files = feedFileNames(options);
  const belowAll = belowPages(htmlPages ? [MARKDOWN_FILE, ...files] : files);
  const directory = startOf(pattern);
  const asked = {
    contentType,
    locale: isLocalised ? (place.code ?? undefined) : null,
    except,
    until: new Date(layout.until),
  };
  const keysOf = (name: string): string[] | undefined => {
    if (asTopics) return parseCombination(name.replace(/\/$/, ''))?.slugs;
    const path = directory + name;
    return matchPath(pattern, path) && [addressKey(pattern, path)];
  };
  const wasThere = async (below: string): Promise<boolean> => {
    const name = below.replace(belowAll, '');
    // Pages have no listing, nor have entries at the root.
    if (name === '' && !isFixed(pattern)) {
      return isListing && !isPage && !isAtRoot(pattern) && formerAddresses.hadAny(asked);
    }
    if (!areEntries) return false;
    // An entry is a page and nothing else.
    const keys = htmlPages || asTopics ? keysOf(name) : undefined;
    return keys !== undefined && formerAddresses.wereHeld(asked, keys);
  };
  const start = place.path + directory;
  const toRoute = (path: string, errors: ErrorFormat): PublicRoute => {
    const belowOf = (below = ''): string =>
      below === '' || errors === 'text' ? below : `${below.replace(/\/$/, '')}/`;
    return {
      path: start.replace(/\/$/, '') + path,
      isOpen: isAtRoot(pattern),
      names: { contentType, asTopics },
      errors,
      canonical: ({ below }, addresses) =>
        addresses.entry(start.replace(/\/?$/, '/') + belowOf(below)),
      respond: async ({ below }) => ((await wasThere(belowOf(below))) ? { kind: 'gone' } : null),
    };
  };
  return [
    toRoute('/:below(.*\\.[a-z]+)', 'text'),
    ...(htmlPages ? [toRoute('/:below([^.]+)', 'html')] : []),
    ...(htmlPages && !isAtRoot(pattern) ? [toRoute('', 'html')] : []),
  ];
};

/** A listing at a path, its further pages, and both in Markdown. */
const paged = (path: string): string[] =>
  [path, `${path}/page/:page`].flatMap((page) => [page, `${page}/${MARKDOWN_FILE}`]);

/** The address at a path with these parameters; undefined where there was no such one. */
const fill = (path: string, { year, page }: Params): string | undefined => {
  if (year !== undefined && !isYear(year)) return undefined;
  if (page !== undefined && !isNumber(page)) return undefined;
  return path.replace(':year', year ?? '').replace(':page', page ?? '');
};

/** Routes that say that what a locale had beside its entries and topics is gone. */
const goneOfSite = (
  { home }: FormerLayout,
  place: GonePlace['place'],
  { feedFiles, htmlPages, archive, sitemap, llmsTxt }: Served,
): PublicRoute[] => {
  const start = place.path + homePath(home);
  // The root of the host is somebody else's.
  const hasHome = htmlPages && home !== false && start !== '/';
  return [
    ...(hasHome ? paged(start.replace(/\/$/, '')) : []),
    ...(htmlPages ? [`${start}subscribe`, `${start}subscribe/${MARKDOWN_FILE}`] : []),
    ...(htmlPages && archive
      ? [`${start}archive`, `${start}archive/${MARKDOWN_FILE}`, ...paged(`${start}archive/:year`)]
      : []),
    ...feedFileNames({ feedFiles }).map((file) => start + file),
    `${place.path}/feeds.opml`,
    ...(htmlPages && sitemap ? [`${place.path}/sitemap.xml`] : []),
    ...(htmlPages && llmsTxt ? [`${place.path}/llms.txt`] : []),
  ].map((path): PublicRoute => ({
    path,
    errors: errorsOf(path),
    canonical: (params, addresses) => {
      const address = fill(path, params);
      return address && addresses.entry(isFile(address) ? address : `${address}/`);
    },
    respond: () => Promise.resolve({ kind: 'gone' }),
  }));
};

/** What answers the addresses of an edition. */
type EditionParts = PublicRouteParts & Edition;

/** A route of addresses that were, and whose site answers it. */
export interface FormerRoute {
  route: PublicRoute;
  parts: EditionParts;
  /** Moment until when something was at its addresses. */
  until: Date;
  /** Of which locales it says that they are gone. */
  gone?: string;
}

/** Where a locale was; all of them together where locales were not told apart. */
export interface LocalePlace {
  code: string | null;
  path: string;
}

/** What a type is now. */
type PresentType = Pick<PlacedType, 'isLocalised' | 'isPage'>;

interface FormerRouteParts {
  editions: readonly [Edition, ...Edition[]];
  layouts: AddressLayouts;
  formerAddresses: FormerAddresses;
  partsOfEdition: (edition: Edition) => EditionParts;
}

const placesOf = ({ locales }: FormerLayout): LocalePlace[] =>
  locales ?? [{ code: null, path: '' }];

const find = <Type extends { contentType: string }>(
  types: readonly Type[],
  contentType: string,
): Type | undefined => types.find((type) => type.contentType === contentType);

/** How a type's addresses were made in a locale. */
const addressOf = ({ address, addresses }: PlacedType, code: string | null): string =>
  (code === null ? undefined : addresses?.[code]) ?? address;

const patternIn = (
  types: PlacedType[],
  contentType: string,
  code: string | null,
): AddressPattern | undefined => {
  const found = find(types, contentType);
  return found && parseAddress(addressOf(found, code));
};

const keyOf = ({ path, names }: PublicRoute): string =>
  [path, names?.contentType, names?.asTopics].join(' ');

/** Each route once: the one of the newest configuration. */
const withoutRepeated = (routes: FormerRoute[]): FormerRoute[] => {
  const known = new Set<string>();
  return routes.filter(({ route, parts: { locale }, gone = '' }) => {
    const key = `${locale?.code ?? ''} ${keyOf(route)} ${gone}`;
    return !known.has(key) && known.add(key);
  });
};

/**
 * Routes of the addresses that things had in earlier configurations: what is elsewhere now is led to,
 * and what is nowhere is gone. The newest configuration goes first, since of several owners of an
 * address the last one has it.
 */
export const formerRoutes = (
  options: Parameters<typeof publicRoutes>[0],
  { editions, layouts, formerAddresses, partsOfEdition }: FormerRouteParts,
): FormerRoute[] => {
  const [main] = editions;
  const { plan } = main;
  if (layouts.former().length === 0) return [];

  /** The editions in which what was at a place may be; first the one that has the feeds of all. */
  const editionsOf = ({ code }: LocalePlace): Edition[] => {
    if (!main.locale) return [main];
    if (code !== null) return editions.filter(({ locale }) => locale?.code === code);
    const first = editions.find(({ locale }) => locale?.code === layouts.plainLocale()) ?? main;
    return [first, ...editions.filter((edition) => edition !== first)];
  };

  const present = new Map(
    editions.map((edition) => {
      const path = edition.locale?.path ?? '';
      const patterns = presentPatterns(options.home, edition.plan);
      const routes = publicRoutes(options, partsOfEdition(edition), patterns);
      return [
        edition,
        new Set(routes.map((route) => keyOf({ ...route, path: path + route.path }))),
      ];
    }),
  );

  /** Routes of a place that lead to where things are now. */
  const movedFrom = (layout: FormerLayout, place: LocalePlace): FormerRoute[] => {
    const own = editionsOf(place);
    const isOfMain = place.code === null || place.code === layout.locales?.[0]?.code;
    /** Whether what a route asks for would be in an edition. */
    const isIn = (edition: Edition, { names }: PublicRoute): boolean => {
      if (!names) return edition === own[0];
      if (names.asTopics) return own.includes(edition);
      if (find(plan.sources, names.contentType)?.isLocalised) return own.includes(edition);
      return edition === main && isOfMain;
    };
    /** What the option `home` left is free, unless all else was left as well. */
    const homeIn = ({ locale }: Edition) =>
      place.path === (locale?.path ?? '') ? options.home : layout.home;
    const types = {
      ofSource: (contentType: string) => patternIn(layout.sources, contentType, place.code),
      // Values are at the same place in each layout that has them: they are known by it.
      ofTopics: ({ contentType, isOfValues, address }: TopicPlan) =>
        isOfValues
          ? layout.valueTypes?.includes(contentType)
            ? address
            : undefined
          : patternIn(layout.topicTypes, contentType, place.code),
    };
    const until = new Date(layout.until);
    return [...new Set([...own, main])].flatMap((edition) => {
      const parts = partsOfEdition(edition);
      const former = { ...parts, ...formerAddresses.of(edition, until) };
      return publicRoutes(options, former, { ...types, home: homeIn(edition) })
        .filter((route) => !route.isOfHost && isIn(edition, route))
        .map((route) => ({ ...route, path: place.path + route.path }))
        .filter((route) => !present.get(edition)!.has(keyOf(route)))
        .map((route) => ({ route, parts, until }));
    });
  };

  /** Routes of a place that say what is nowhere. */
  const goneFrom = (layout: FormerLayout, place: LocalePlace): FormerRoute[] => {
    const own = editionsOf(place);
    const isOfMain = place.code === null || place.code === layout.locales?.[0]?.code;
    /** Locales whose entries of a type are somewhere; undefined where those of all are that it had. */
    const findExcept = (type: PlacedType, now: PresentType): string[] | undefined => {
      if (!type.isLocalised) return undefined;
      if (!now.isLocalised) return [];
      const codes = editions.flatMap(({ locale }) => locale?.code ?? []);
      return place.code === null && codes.length > 0 ? codes : undefined;
    };
    const findGone = (type: PlacedType, now: PresentType | undefined): GoneParts => {
      if (!now) return { isListing: true, areEntries: true };
      const except = findExcept(type, now);
      // Where others of it are listed still, there is no such page of theirs.
      const isListing = now.isPage === true || except?.length === 0;
      return { isListing, areEntries: except !== undefined, except };
    };
    const toRoutes = (type: PlacedType, asTopics: boolean, now?: PresentType) => {
      const parts = findGone(type, now);
      if (!parts.isListing && !parts.areEntries) return [];
      const code = type.isLocalised ? place.code : '';
      // What was a page last may have had a listing before.
      const gone = `${code} but ${parts.except?.join(' ')}${type.isPage ? ' as pages' : ''}`;
      const asked = { ...parts, layout, place, formerAddresses };
      const placed = { ...type, address: addressOf(type, place.code) };
      return goneOfType(placed, asTopics, asked, options).map((route) => ({ route, gone }));
    };
    const routes = [
      ...layout.sources
        .filter(({ isLocalised }) => isLocalised || isOfMain)
        .flatMap((type) => {
          const source = find(plan.sources, type.contentType);
          const isThere = own.length > 0 || source?.isLocalised === false;
          return toRoutes(type, false, isThere ? source : undefined);
        }),
      ...layout.topicTypes.flatMap((type) => {
        const found = own.map((edition) => find(edition.plan.topicTypes, type.contentType));
        return toRoutes(
          type,
          true,
          found.find((topic) => topic !== undefined),
        );
      }),
      ...(own.length === 0
        ? goneOfSite(layout, place, options).map((route) => ({ route, gone: undefined }))
        : []),
    ];
    const until = new Date(layout.until);
    return routes.map((found) => ({ ...found, parts: partsOfEdition(main), until }));
  };

  const each = (
    routesFrom: (layout: FormerLayout, place: LocalePlace) => FormerRoute[],
  ): FormerRoute[] =>
    layouts
      .former()
      .flatMap((layout) => placesOf(layout).flatMap((place) => routesFrom(layout, place)));

  // Whatever leads on goes before what is gone, however long ago it was.
  return withoutRepeated([...each(movedFrom), ...each(goneFrom)]);
};
