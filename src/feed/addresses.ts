import { directoryOf, FEED_FILE_ENDINGS, finalSlashOf, normaliseBaseUrl } from '../lib/url-paths';
import type { History, HistoryLink } from './model';

/** Names of the files of feeds, by format: the last part of their addresses. */
export interface FeedFiles {
  rss: string;
  atom: string;
  json: string;
}

/** Names of the files of feeds that a site gives no others. */
export const DEFAULT_FEED_FILES: FeedFiles = {
  rss: 'index.xml',
  atom: 'atom.xml',
  json: 'feed.json',
};

const NAME = new RegExp(`^[\\w\\-~][\\w\\-.~]*\\.(?:${FEED_FILE_ENDINGS.join('|')})$`);

/** Longest name of a file. */
const MAXIMUM_NAME = 100;

/**
 * Whether a feed may have a file of this name. It ends as files of feeds do, and slugs do not: an entry
 * is never where a feed is.
 */
export const isFeedFile = (name: string): boolean => name.length <= MAXIMUM_NAME && NAME.test(name);

/**
 * Which document of a feed: a page counted from the newest item, from 1, or an archive counted from
 * the oldest, from 1.
 */
export type FeedPart = { page: number } | { archive: number };

/** Public addresses, absolute, made from the configured base address alone. */
export interface Addresses {
  /** Where the whole site's own feeds are, and its listing; pages count from 1. */
  home: (page?: number) => string;
  /** The page that explains feeds and lists them all. */
  subscribe: () => string;
  /** The list of years that have articles, or the listing of one; its pages count from 1. */
  archive: (year?: number, page?: number) => string;
  /** Page of an entry, by its path below the base address. */
  entry: (path: string) => string;
  /** A listing, by its path below the base address; pages count from 1. */
  listing: (path: string, page?: number) => string;
  /**
   * Document of the feed of the listing at a path, or of the whole site without one, in a format; the
   * first page by default.
   */
  feed: (format: keyof FeedFiles, path?: string, part?: FeedPart) => string;
  /** Style sheet of feeds opened in a browser. */
  stylesheet: () => string;
  /** All feeds, to subscribe to at once. */
  opml: () => string;
  /** List of public pages, or a part of it, counted from 1. */
  sitemap: (part?: number) => string;
  /** What was published in the last two days, for Google News. */
  newsSitemap: () => string;
  /** What there is, for programs that read for people. */
  llms: () => string;
  /** What search engines may read, and where the sitemap is. */
  robots: () => string;
}

/**
 * Path of the whole site's own feeds below the base address, with a final slash. Without a page of
 * its own (`false`) the site keeps its feeds at the root.
 */
export const homePath = (home: string | false): string =>
  home === false ? '/' : directoryOf(home);

/** Where feeds are, and what they are called, if not below the base address by the usual names. */
interface FeedAddresses {
  feedsUrl?: string;
  feedFiles?: FeedFiles;
}

/**
 * @param baseUrl absolute address, with or without a path or a final slash
 * @param home the option of that name
 */
export const createAddresses = (
  baseUrl: string,
  home: string | false = '/',
  { feedsUrl = baseUrl, feedFiles = DEFAULT_FEED_FILES }: FeedAddresses = {},
): Addresses => {
  const base = normaliseBaseUrl(baseUrl);
  const feedsBase = normaliseBaseUrl(feedsUrl);
  const ofSite = base + homePath(home);
  // Pages below one that is written without a final slash have none either.
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

/** Items in one document at most: tens of thousands would hold up everybody while it is made. */
const MOST_ITEMS = 1_000;

/** Items in one document when so many are wanted; 0 for as many as there can be. */
export const documentSize = (wanted: number): number =>
  wanted === 0 ? MOST_ITEMS : Math.min(wanted, MOST_ITEMS);

/** How much there is of a feed. */
export interface Extent {
  /** Items in all. */
  count: number;
  /** Items in one document. */
  size: number;
  /** False where there are older ones than are counted: nothing can be counted from the oldest then. */
  isWhole: boolean;
}

/** A stretch of the list of items, newest first. */
export interface Stretch {
  start: number;
  limit: number;
}

const pageCount = ({ count, size }: Extent): number => Math.max(1, Math.ceil(count / size));

/** Archives are complete from the start: items that do not fill one yet are in the pages alone. */
const archiveCount = ({ count, size, isWhole }: Extent): number =>
  isWhole ? Math.floor(count / size) : 0;

/** The stretch a document holds; undefined when there is no such document. */
export const stretchOf = (part: FeedPart, extent: Extent): Stretch | undefined => {
  const { count, size } = extent;
  if ('page' in part) {
    if (part.page > pageCount(extent)) return undefined;
    return { start: (part.page - 1) * size, limit: size };
  }
  if (part.archive > archiveCount(extent)) return undefined;
  return { start: count - part.archive * size, limit: size };
};

/**
 * Links of a document to the others of its feed (RFC 5005).
 *
 * Pages (section 3) are counted from the newest item, so that a reader can go on where the feed ends;
 * they have a path, as the pages of a listing have, so that each is one address to caches. Archives
 * (section 4) are counted from the oldest item, so that a new one changes none that is complete. For
 * the same reason they have no `next-archive`, which would come later.
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
