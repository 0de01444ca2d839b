import { DEFAULT_FEED_FILES, type FeedFiles } from '../feed/formats';
import type { FeedPart } from '../feed/model';
import { directoryOf, finalSlashOf, normaliseBaseUrl } from '../lib/url-paths';
import { show } from '../lib/messages';

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

/** A former address, and the path it redirects to. */
export interface Redirect {
  /** The former address as the option has it. */
  from: string;
  /** Its path with names in braces, as Strapi receives it; without a final slash. */
  path: string;
  /** Parameters of its query that a request needs. */
  query: [name: string, value: string][];
  /** Path below the base address, with names in braces. */
  to: string;
}

/** Redirects at most: every request is compared with each. Proxies are made for more. */
const MAXIMUM_REDIRECTS = 1_000;

/** Characters that a path may have: the router makes a regular expression of it. */
const MAXIMUM_LENGTH = 2_000;

const NAME = '\\{[A-Za-z_]\\w*\\}';

/** A path of which each part is a text, or one name in braces. */
const PATH = new RegExp(`^(?:/(?:[\\w\\-.~@%]+|${NAME}))*/?$`);

const namesOf = (path: string): string[] => path.match(new RegExp(NAME, 'g')) ?? [];

/** Whether a path is as the URL standard writes it: without "." and "..", which browsers resolve. */
const isPath = (path: string): boolean => {
  if (path.length > MAXIMUM_LENGTH || !PATH.test(path)) return false;
  const plain = path.replace(/[{}]/g, '');
  return new URL(plain, 'http://localhost').pathname === plain;
};

const FROM =
  'a path as Strapi gets it, whose parts are texts of letters, digits and "-._~@%" or one name in braces, with a query or without, for example "/category/{slug}/feed/" or "/api/feed?lang=en"';

const TO = 'a path below the base address, for example "/index.xml" or "/tags/{slug}/index.xml"';

/** Reads a former address; undefined when it is invalid. */
const readFrom = (from: string): Pick<Redirect, 'path' | 'query'> | undefined => {
  const [path = '', search, ...others] = from.split('?');
  if (from.includes('#') || others.length > 0 || !isPath(path)) return;
  const query = [...new URLSearchParams(search)];
  const names = namesOf(path);
  if (new Set(names).size < names.length) return;
  // The root without a query belongs to the site.
  if (query.length === 0 && (search !== undefined || path === '/')) return;
  return { path: path.replace(/\/$/, ''), query };
};

/** Identifies a redirect. Strapi's router ignores case, and names in braces. */
const keyOf = ({ path, query }: Pick<Redirect, 'path' | 'query'>): string =>
  JSON.stringify([path.replace(new RegExp(NAME, 'g'), '{}').toLowerCase(), [...query].sort()]);

/** Reads the option, which has been checked. Redirects with more parameters in their query come first. */
export const readRedirects = (redirects: Readonly<Record<string, string>>): Redirect[] =>
  Object.entries(redirects)
    .flatMap(([from, to]) => {
      const read = readFrom(from);
      return read ? [{ from, to, ...read }] : [];
    })
    .sort((one, other) => other.query.length - one.query.length);

/** Finds what is wrong with the option `redirects`, before it is known what the plugin serves. */
export const checkRedirects = (redirects: Record<string, unknown>): string[] => {
  const entries = Object.entries(redirects);
  if (entries.length > MAXIMUM_REDIRECTS)
    return [`has ${entries.length} addresses. Allowed: at most ${MAXIMUM_REDIRECTS}.`];
  const known = new Map<string, string>();
  return entries.flatMap(([from, to]): string[] => {
    const read = readFrom(from);
    if (!read) return [`the address ${show(from)} cannot be one. Allowed: ${FROM}.`];
    if (typeof to !== 'string' || !isPath(to))
      return [`${show(from)} was ${show(to)}. Allowed: ${TO}.`];
    const unknown = namesOf(to).find((name) => !namesOf(from).includes(name));
    if (unknown !== undefined) {
      return [
        `${show(from)} was ${show(to)}, but has no ${show(unknown)}. Allowed: names that both have.`,
      ];
    }
    const key = keyOf(read);
    const other = known.get(key);
    known.set(key, from);
    return other === undefined
      ? []
      : [`${show(other)} and ${show(from)} are one address. Allowed: one of both.`];
  });
};

/**
 * Path below the base address that a redirect leads to.
 *
 * @param valueOf returns the value of a name; it is written as a single part of the path
 */
export const fillTarget = ({ to }: Redirect, valueOf: (name: string) => string): string =>
  to.replace(new RegExp(NAME, 'g'), (name) => encodeURIComponent(valueOf(name.slice(1, -1))));
