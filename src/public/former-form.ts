import {
  type Addresses,
  type FeedPart,
  homePath,
  MARKDOWN_FILE,
  markdownOf,
} from '../feed/addresses';
import { DEFAULT_FEED_FILES, type FeedFiles } from '../feed/feed-files';
import type { ResolvedOptions } from '../options/options';

/** What is asked for at an address where something was, and in which form. */
export interface AskedForm {
  /** The path below the mount, encoded, without what says the form and without a final slash. */
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
    .find(([, file]) => file === name)?.[0];

/** Tells what a path names from the form in which it asks for that. */
export const readForm = (path: string, { feedFiles }: Pick<Served, 'feedFiles'>): AskedForm => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const format = formatOf(name, feedFiles);
  const isMarkdown = name === MARKDOWN_FILE;
  const whole = (format || isMarkdown ? path.slice(0, -name.length) : path).replace(/\/$/, '');
  const [ending = '', kind, digits] = /\/(page|archive)\/([1-9]\d{0,6})$/.exec(whole) ?? [];
  const number = Number(digits ?? 1);
  // The archive of a year is a page of its own.
  if (kind === 'archive' && !format) return { base: whole, page: 1, isMarkdown };
  const base = whole.slice(0, whole.length - ending.length);
  if (!format) return { base, page: number, isMarkdown };
  const part = kind === 'archive' ? { archive: number } : { page: number };
  return { base, page: 1, isMarkdown, feed: { format, part } };
};

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
 * Where that is which there is once in a locale: the home and its feeds, the archive, the lists of all
 * there is.
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
  const { base, feed, page, isMarkdown } = asked;
  const start = path + homePath(home);
  const below = `${base}/`;
  if (below === start) {
    return feed || (served.htmlPages && home !== false)
      ? listingAs(addresses, asked, undefined)
      : undefined;
  }
  if (feed) return undefined;
  if (page === 1 && !isMarkdown && base.startsWith(path)) {
    const file = fileOfSite(base.slice(path.length), addresses, served);
    if (file !== undefined) return file;
  }
  if (!served.htmlPages || !below.startsWith(start)) return undefined;
  const { archive } = served;
  const found = pageOfSite(base.slice(start.length), asked, { addresses, archive });
  return found && pageAs(asked, found);
};
