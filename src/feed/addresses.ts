import { directoryOf, FEED_FILE_ENDINGS, finalSlashOf, normaliseBaseUrl } from '../lib/url-paths';
import type { History, HistoryLink } from './model';

/** File names of feeds, by format: the last part of their addresses. */
export interface FeedFiles {
  rss: string;
  atom: string;
  json: string;
}

/** File names of feeds where a site does not change them. */
export const DEFAULT_FEED_FILES: FeedFiles = {
  rss: 'index.xml',
  atom: 'atom.xml',
  json: 'feed.json',
};

const NAME = new RegExp(`^[\\w\\-~][\\w\\-.~]*\\.(?:${FEED_FILE_ENDINGS.join('|')})$`);

/** Characters of a file name at most. */
const MAXIMUM_NAME = 100;

/**
 * Whether a feed may have a file of this name. The name has an ending of feeds, which slugs cannot have: an entry
 * is never at the address of a feed.
 */
export const isFeedFile = (name: string): boolean => name.length <= MAXIMUM_NAME && NAME.test(name);

/** A document of a feed: a page, counted from 1 at the newest item, or an archive, counted from 1 at the oldest. */
export type FeedPart = { page: number } | { archive: number };

/** Makes absolute public addresses, from the configured base address alone. */
export interface Addresses {
  /** Listing of the whole site, with its feeds below it; pages count from 1. */
  home: (page?: number) => string;
  /** The page that explains feeds and lists them all. */
  subscribe: () => string;
  /** The list of years that have articles, or the listing of a year; its pages count from 1. */
  archive: (year?: number, page?: number) => string;
  /** Page of an entry, by its path below the base address. */
  entry: (path: string) => string;
  /** A listing, by its path below the base address; pages count from 1. */
  listing: (path: string, page?: number) => string;
  /**
   * Document of a feed in a format: of the listing at a path, or of the whole site without one. The default is the
   * first page.
   */
  feed: (format: keyof FeedFiles, path?: string, part?: FeedPart) => string;
  /** Style sheet of feeds that are opened in a browser. */
  stylesheet: () => string;
  /** OPML list of all feeds, to subscribe to all at once. */
  opml: () => string;
  /** Sitemap, or a part of it, counted from 1. */
  sitemap: (part?: number) => string;
  /** Sitemap of the articles of the last two days, for Google News. */
  newsSitemap: () => string;
  /** llms.txt, an overview for language models. */
  llms: () => string;
  /** robots.txt: what search engines may read, and where the sitemap is. */
  robots: () => string;
}

/**
 * Path of the whole site's own feeds below the base address, with a final slash. A site without a home page
 * (`false`) has its feeds at the root.
 */
export const homePath = (home: string | false): string =>
  home === false ? '/' : directoryOf(home);

/**
 * @param baseUrl absolute address, with or without a path or a final slash
 * @param home the option of that name, like those that follow
 */
export const createAddresses = (
  baseUrl: string,
  home: string | false = '/',
  feedsUrl = baseUrl,
  feedFiles = DEFAULT_FEED_FILES,
): Addresses => {
  const base = normaliseBaseUrl(baseUrl);
  const feedsBase = normaliseBaseUrl(feedsUrl);
  const ofSite = base + homePath(home);
  // Further pages of a listing without a final slash have none either.
  const ofPage = (path: string, page: number): string =>
    page === 1 ? path : `${directoryOf(path)}page/${page}${finalSlashOf(path)}`;
  const end = finalSlashOf(home || '/');
  const feed: Addresses['feed'] = (format, path = homePath(home), part = { page: 1 }) => {
    const directory = feedsBase + directoryOf(path);
    const fileName = feedFiles[format];
    return 'archive' in part
      ? `${directory}archive/${part.archive}/${fileName}`
      : ofPage(directory, part.page) + fileName;
  };
  return {
    home: (page = 1) => ofPage(base + (home || '/'), page),
    subscribe: () => `${ofSite}subscribe${end}`,
    archive: (year, page = 1) =>
      year === undefined
        ? `${ofSite}archive${end}`
        : ofPage(`${ofSite}archive/${year}${end}`, page),
    entry: (path) => base + path,
    listing: (path, page = 1) => ofPage(base + path, page),
    feed,
    stylesheet: () => `${feedsBase}/feed.css`,
    opml: () => `${feedsBase}/feeds.opml`,
    sitemap: (part) => (part === undefined ? `${base}/sitemap.xml` : `${base}/sitemap/${part}.xml`),
    newsSitemap: () => `${base}/sitemap/news.xml`,
    llms: () => `${base}/llms.txt`,
    robots: () => `${base}/robots.txt`,
  };
};

/** Items in one document at most: a document of tens of thousands would block the server while it is made. */
const MAXIMUM_ITEMS = 1_000;

/** Items in one document when so many are wanted; 0 stands for the maximum. */
export const documentSize = (wanted: number): number =>
  wanted === 0 ? MAXIMUM_ITEMS : Math.min(wanted, MAXIMUM_ITEMS);

/** Size of a feed. */
export interface Extent {
  /** Items in all. */
  count: number;
  /** Items in one document. */
  size: number;
  /** False if there are older items than were counted: nothing can be counted from the oldest item then. */
  isWhole: boolean;
}

/** A part of the list of items, newest first. */
export interface ItemRange {
  start: number;
  limit: number;
}

const pageCount = ({ count, size }: Extent): number => Math.max(1, Math.ceil(count / size));

/** Every archive is full: items that do not fill another one yet are in the pages alone. */
const archiveCount = ({ count, size, isWhole }: Extent): number =>
  isWhole ? Math.floor(count / size) : 0;

/** The items of a document; undefined when there is no such document. */
export const itemRangeOf = (part: FeedPart, extent: Extent): ItemRange | undefined => {
  const { count, size } = extent;
  if ('page' in part) {
    if (part.page > pageCount(extent)) return undefined;
    return { start: (part.page - 1) * size, limit: size };
  }
  if (part.archive > archiveCount(extent)) return undefined;
  return { start: count - part.archive * size, limit: size };
};

/**
 * Links from a document to the others of its feed (RFC 5005).
 *
 * Pages (section 3) are counted from the newest item: a reader can continue where the first page ends. A page has a
 * path of its own, like the pages of a listing, so that caches see one address for each. Archives (section 4) are
 * counted from the oldest item, so that a new item does not change full ones. For the same reason they have no
 * `next-archive`, which would have to be added later.
 */
export const historyOf = (
  part: FeedPart,
  extent: Extent,
  address: (part: FeedPart) => string,
): History => {
  const link = (rel: HistoryLink['rel'], to: FeedPart): HistoryLink => ({ rel, href: address(to) });
  if ('archive' in part) {
    const { archive } = part;
    const links = [link('current', { page: 1 })];
    if (archive > 1) links.push(link('prev-archive', { archive: archive - 1 }));
    return { archive: true, links };
  }
  const { page } = part;
  const last = pageCount(extent);
  if (last === 1) return { archive: false, links: [] };
  const links = [link('first', { page: 1 })];
  if (page > 1) links.push(link('previous', { page: page - 1 }));
  if (page < last) links.push(link('next', { page: page + 1 }));
  links.push(link('last', { page: last }));
  const archives = archiveCount(extent);
  if (page === 1 && archives > 0) links.push(link('prev-archive', { archive: archives }));
  return { archive: false, links };
};
