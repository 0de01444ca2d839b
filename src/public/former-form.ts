import {
  type Addresses,
  DEFAULT_FEED_FILES,
  type FeedFiles,
  type FeedPart,
  homePath,
  MARKDOWN_FILE,
  markdownOf,
} from '../feed/addresses';
import type { ErrorFormat } from '../http/response';
import type { ResolvedOptions } from '../options/options';

/** What is asked for at an address where something was, and in which form. */
export interface AskedForm {
  /** The path below the mount, encoded, without a final slash and the name of a feed or of Markdown. */
  whole: string;
  /** The same without the number of a page or archive. */
  base: string;
  /** Page of a listing, from 1. */
  page: number;
  isMarkdown: boolean;
  /** Document of a feed; undefined for a page. */
  feed?: { format: keyof FeedFiles; part: FeedPart };
}

/** What the site serves: of anything else nothing was there. */
export type Served = Pick<
  Required<ResolvedOptions>,
  'feedFiles' | 'htmlPages' | 'archive' | 'sitemap' | 'llmsTxt'
>;

/** The format of a feed whose file has a name, or had it before the site called it otherwise. */
const formatOf = (name: string, feedFiles: FeedFiles): keyof FeedFiles | undefined =>
  [feedFiles, DEFAULT_FEED_FILES]
    .flatMap((files) => Object.entries(files) as [keyof FeedFiles, string][])
    .find(([, file]) => file.toLowerCase() === name)?.[0];

/**
 * Tells what a path names from the form in which it asks for that. As in Strapi's router, what is fixed
 * may be in capitals.
 */
export const readForm = (path: string, { feedFiles }: Pick<Served, 'feedFiles'>): AskedForm => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const format = formatOf(name, feedFiles);
  const isMarkdown = name === MARKDOWN_FILE;
  const whole = (format || isMarkdown ? path.slice(0, -name.length) : path).replace(/\/$/, '');
  const [ending = '', kind, digits] = /\/(page|archive)\/([1-9]\d{0,6})$/i.exec(whole) ?? [];
  const isArchive = kind?.toLowerCase() === 'archive';
  const number = Number(digits ?? 1);
  // The archive of a year is a page of its own.
  if (isArchive && !format) return { whole, base: whole, page: 1, isMarkdown };
  const base = whole.slice(0, whole.length - ending.length);
  if (!format) return { whole, base, page: number, isMarkdown };
  const part = isArchive ? { archive: number } : { page: number };
  return { whole, base, page: 1, isMarkdown, feed: { format, part } };
};

/** What is behind the beginning of a path; undefined where it begins otherwise. */
export const below = (start: string, path: string): string | undefined =>
  path.slice(0, start.length).toLowerCase() === start.toLowerCase()
    ? path.slice(start.length)
    : undefined;

/** Whether it is a feed, or belongs to feeds: it may be served by another host than pages. */
export const isOfFeeds = ({ feed, whole }: AskedForm): boolean =>
  feed !== undefined || /\/feed(?:s\.opml|\.css)$/i.test(whole);

/** How it is said that something is gone: of pages in HTML, of files in plain text. */
export const formatOfErrors = ({ feed, isMarkdown, whole }: AskedForm): ErrorFormat =>
  feed || isMarkdown || /\.(?:opml|css|xml|txt)$/i.test(whole) ? 'text' : 'html';

/** Where a page is, in the form that is asked for. */
export const pageAs = ({ isMarkdown }: AskedForm, page: string): string =>
  isMarkdown ? markdownOf(page) : page;

/** Where a listing is in the form that is asked for, or the whole site's without a path. */
export const listingAs = (
  addresses: Addresses,
  asked: AskedForm,
  path: string | undefined,
): string => {
  const { feed, page } = asked;
  if (feed) return addresses.feed(feed.format, path, feed.part);
  return pageAs(asked, path === undefined ? addresses.home(page) : addresses.listing(path, page));
};

/** What there is once in a locale, by its name below the home: what has pages, and what has none. */
const pageOfSite = (
  name: string,
  asked: AskedForm,
  { addresses, archive }: { addresses: Addresses; archive: boolean },
): string | undefined => {
  if (name === 'subscribe') return asked.page === 1 ? addresses.subscribe() : undefined;
  if (!archive) return undefined;
  if (name === 'archive') return asked.page === 1 ? addresses.archive() : undefined;
  const year = /^archive\/([1-9]\d{3})$/.exec(name)?.[1];
  return year === undefined ? undefined : addresses.archive(Number(year), asked.page);
};

/** A file that there is once in a locale, by its path below that of the locale. */
const fileOfSite = (
  name: string,
  addresses: Addresses,
  { htmlPages, sitemap, llmsTxt }: Served,
): string | undefined => {
  if (name === '/feeds.opml') return addresses.opml();
  if (name === '/feed.css') return addresses.stylesheet();
  if (!htmlPages) return undefined;
  if (name === '/llms.txt') return llmsTxt ? addresses.llms() : undefined;
  if (!sitemap) return undefined;
  if (name === '/sitemap.xml') return addresses.sitemap();
  if (name === '/sitemap/news.xml') return addresses.newsSitemap();
  const part = /^\/sitemap\/([1-9]\d{0,6})\.xml$/.exec(name)?.[1];
  return part === undefined ? undefined : addresses.sitemap(Number(part));
};

/**
 * Where that would be which there is once in a locale: the home and its feeds, the archive, the lists of
 * all there is.
 *
 * @param place where the locale was, and its home
 * @param addresses where it is
 * @returns undefined where a path asks for something else
 */
export const siteAs = (
  asked: AskedForm,
  { path, home }: { path: string; home: string | false },
  addresses: Addresses,
  served: Served,
): string | undefined => {
  const { base, whole, feed, isMarkdown } = asked;
  const name = below(path + homePath(home), `${base}/`)?.toLowerCase();
  if (name === '') {
    return feed || (served.htmlPages && home !== false)
      ? listingAs(addresses, asked, undefined)
      : undefined;
  }
  if (feed) return undefined;
  const file = isMarkdown ? undefined : below(path, whole)?.toLowerCase();
  const found = file === undefined ? undefined : fileOfSite(file, addresses, served);
  if (found !== undefined) return found;
  if (!served.htmlPages || name === undefined) return undefined;
  const { archive } = served;
  const there = pageOfSite(name.replace(/\/$/, ''), asked, { addresses, archive });
  return there && pageAs(asked, there);
};
