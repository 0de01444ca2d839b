import type { History, HistoryLink } from './model';

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
