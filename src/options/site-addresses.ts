import { DEFAULT_FEED_FILES, type FeedFiles } from '../feed/formats';
import type { FeedPart } from '../feed/model';
import { directoryOf, finalSlashOf, normaliseBaseUrl } from '../lib/url-paths';

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
