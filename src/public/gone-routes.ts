import { homePath, MARKDOWN_FILE } from '../feed/addresses';
import { parseCombination } from '../feed/combination';
import { FEED_FORMATS } from '../feed/formats';
import type { ErrorFormat } from '../http/response';
import type { ResolvedOptions } from '../options/options';
import { addressKey, matchPath } from '../mapping/entry-path';
import type { FormerAddresses } from '../entries/former-addresses';
import type { FormerLayout, PlacedType } from '../addresses/address-layouts';
import { isFixed, parseAddress, startOf } from '../mapping/address';
import type { Params, PublicRoute } from './handler';
import { isNumber, isYear } from './routes';

/** What of a former type is nowhere. */
export interface GoneParts {
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
type Served = Pick<Required<ResolvedOptions>, 'htmlPages' | 'archive' | 'sitemap' | 'llmsTxt'>;

const FEED_FILES = FEED_FORMATS.map(({ fileName }) => fileName);

/** What a page may have below it: further pages, archives, feeds, Markdown. */
const belowPages = (files: readonly string[]): RegExp =>
  new RegExp(
    `(?:(?:page|archive)/[1-9]\\d{0,6}/)?(?:${files.map((name) => name.replace('.', '\\.')).join('|')})?$`,
  );

const BELOW = belowPages([MARKDOWN_FILE, ...FEED_FILES]);
const BELOW_WITHOUT_PAGES = belowPages(FEED_FILES);

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
  { htmlPages }: Served,
): PublicRoute[] => {
  const pattern = parseAddress(address);
  if (!pattern) return [];
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
    const name = below.replace(htmlPages ? BELOW : BELOW_WITHOUT_PAGES, '');
    // Pages have no listing.
    if (name === '' && !isFixed(pattern)) {
      return isListing && !isPage && formerAddresses.hadAny(asked);
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
      names: { contentType, asTopics },
      errors,
      canonical: ({ below }, addresses) => addresses.entry(start + belowOf(below)),
      respond: async ({ below }) => ((await wasThere(belowOf(below))) ? { kind: 'gone' } : null),
    };
  };
  return [
    toRoute('/:below(.*\\.[a-z]+)', 'text'),
    ...(htmlPages ? [toRoute('/:below([^.]+)', 'html'), toRoute('', 'html')] : []),
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
export const goneOfSite = (
  { home }: FormerLayout,
  place: GonePlace['place'],
  { htmlPages, archive, sitemap, llmsTxt }: Served,
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
    ...FEED_FILES.map((file) => start + file),
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
