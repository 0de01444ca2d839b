import type { FeedPart } from './addresses';
import type { History, HistoryLink } from './model';

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
