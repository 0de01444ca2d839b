/**
 * The neutral model that every feed format renders, the formats of dates in feeds, the limits of their texts, and the
 * documents that a feed has.
 */

import { DateTime } from 'luxon';

import type { PodcastEpisode, PodcastShow } from './podcast';

/** A feed and its subject. RSS 2.0 calls it channel, Atom and JSON Feed call it feed. */
export interface Channel {
  /** Absolute address of the page at first publication; never changes. All formats share it. */
  id: string;
  /** Plain text. */
  title: string;
  /** Absolute address of the page the feed belongs to. */
  link: string;
  /** Plain text, as section 2.1 of the RSS contract words it. */
  description: string;
  /** The editor's description of the subject, plain text. Formats without such a contract show it. */
  subtitle?: string;
  /** Name of the site, which counts as the author of items without one. */
  siteName: string;
  /** Absolute address of this document, in its own format. */
  feedUrl: string;
  /** BCP 47 language tag. */
  language: string;
  /** IANA time zone in which dates are written. */
  timeZone: string;
  /** Newest change among the items, or of the subject itself when there is no item. */
  updated: Date;
  /** Name of the publishing tool. */
  generator: string;
  /** Absolute address of a picture that represents the subject. */
  imageUrl?: string;
  /** Plain text. */
  copyright?: string;
  /** Minutes that a subscriber may wait before it asks again. */
  ttl?: number;
  /** Absolute address of a style sheet for people who open the document in a browser. */
  stylesheetUrl?: string;
  /** Absolute addresses of the WebSub hubs that tell subscribers of this document (W3C, section 4). */
  hubs?: string[];
  /** Links to the other documents of the same feed. */
  history?: History;
  /** The same feed in other languages, in the format of this document: for the HTTP headers. */
  translations?: FeedTranslation[];
  /** What podcast directories are told, if the feed is a podcast's. */
  podcast?: PodcastShow;
}

export interface FeedTranslation {
  /** BCP 47 language tag. */
  language: string;
  /** Absolute address. */
  href: string;
}

/** The other documents of a feed (RFC 5005). */
export interface History {
  /** In the order in which they are written. */
  links: HistoryLink[];
  /** Whether this document is an archive (section 4): its content does not change any more. */
  archive: boolean;
}

export interface HistoryLink {
  rel: 'first' | 'previous' | 'next' | 'last' | 'current' | 'prev-archive';
  /** Absolute address, in the format of the document. */
  href: string;
}

/** One entry of a feed. A renderer shows every property that is set. */
export interface Item {
  /** Plain text. */
  title: string;
  /** Absolute address of the article at present. */
  link: string;
  /** Permalink at first publication; never changes. */
  guid: string;
  /** The editor's publication date. */
  date: Date;
  /** Last change of what the item shows; never earlier than `date`. */
  updated: Date;
  /** Plain text; may contain line breaks. */
  summary: string;
  /** The whole article as HTML, sanitised, its addresses absolute. */
  contentHtml?: string;
  /** Name of the author, plain text; of several authors, all names in one text. */
  author?: string;
  /** Each author, if any of them has a page. */
  authors?: Author[];
  categories?: Category[];
  image?: Image;
  enclosure?: Enclosure;
  /** What podcast directories are told of the episode. */
  episode?: PodcastEpisode;
}

/** An author of an item. */
export interface Author {
  /** Plain text. */
  name: string;
  /** Absolute address of the author's page. */
  url?: string;
}

/** The authors of an item, also when only the name is known. */
export const authorsOf = ({ author, authors }: Pick<Item, 'author' | 'authors'>): Author[] =>
  authors ?? (author === undefined ? [] : [{ name: author }]);

/** A tag of an item. */
export interface Category {
  /** Plain text for people. */
  label: string;
  /** For programs: the tag's slug. */
  term: string;
  /** Absolute address of the list that the term is from. */
  scheme: string;
}

export interface Image {
  /** Absolute address. */
  url: string;
  /** Plain text for people who do not see the picture; may be empty. */
  alt: string;
  /** Media type. */
  type?: string;
  /** Pixels. */
  width?: number;
  /** Pixels. */
  height?: number;
}

/** A file that belongs to an item, for example an episode to listen to. */
export interface Enclosure {
  /** Absolute address. */
  url: string;
  /** Bytes. */
  length: number;
  /** Media type. */
  type: string;
}

/** A channel with its items, in the order they are shown. */
export interface Feed {
  channel: Channel;
  items: Item[];
}

/** Characters of full texts that a document of a feed has at most. */
const MAXIMUM_FULL_TEXTS = 4_000_000;

/** Characters of summaries and full texts, which are the longest part of a feed. */
export const lengthOf = ({ items }: Pick<Feed, 'items'>): number =>
  items.reduce(
    (sum, { summary, contentHtml = '' }) => sum + summary.length + contentHtml.length,
    0,
  );

export const withoutFullText = ({ contentHtml: _fullText, ...item }: Item): Item => item;

/**
 * The items with as many full texts as a document can carry. The other items have only their summaries.
 *
 * @param characters characters of full texts that there is room for
 */
export const fitFullTexts = (items: Item[], characters = MAXIMUM_FULL_TEXTS): Item[] => {
  let room = characters;
  return items.map((item) => {
    room -= item.contentHtml?.length ?? 0;
    return room < 0 ? withoutFullText(item) : item;
  });
};

const requireDateText = (text: string | null, date: Date, timeZone: string): string => {
  if (text !== null) return text;
  throw new RangeError(`Cannot write the date ${String(date)} in the time zone "${timeZone}"`);
};

/**
 * Writes a date for RSS 2.0 (RFC 822 with the four-digit year of RFC 2822), in an IANA time zone:
 * `Fri, 20 Nov 2026 09:00:00 +0700`. Milliseconds are cut off.
 */
export const toRfc2822 = (date: Date, timeZone: string): string =>
  requireDateText(DateTime.fromJSDate(date, { zone: timeZone }).toRFC2822(), date, timeZone);

/**
 * Writes a date for Atom and JSON Feed (RFC 3339), in an IANA time zone: `2026-11-20T09:00:00+07:00`. Milliseconds
 * are cut off.
 */
export const toRfc3339 = (date: Date, timeZone: string): string => {
  const second = DateTime.fromJSDate(date, { zone: timeZone }).startOf('second');
  return requireDateText(second.toISO({ suppressMilliseconds: true }), date, timeZone);
};

/** A document of a feed: a page, counted from 1 at the newest item, or an archive, counted from 1 at the oldest. */
export type FeedPart = { page: number } | { archive: number };

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
