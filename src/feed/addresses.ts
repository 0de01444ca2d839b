import { directoryOf, FEED_FILE_ENDINGS, finalSlashOf, normaliseBaseUrl } from '../lib/url-paths';

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
