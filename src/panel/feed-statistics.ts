import { listIn, type ListName, SITE_LIST } from '../catalogue/catalogue-table';
import type { Counts } from '../catalogue/counts';
import type { CatalogueQueries } from '../catalogue/queries';
import type { ListedEntry } from '../catalogue/windows';

/** The list a feed is made from, and how many articles the feed shows at most. */
export interface FeedExtent {
  list: ListName;
  limit: number;
}

/**
 * Numbers of all feeds of an edition at once: with thousands of tags, a query for each would take
 * seconds.
 *
 * @param mark of the edition's locale; lists go by the names they have in the main one
 */
export const createFeedStatistics = ({
  counts,
  catalogue,
  mark,
}: {
  counts: Counts;
  catalogue: CatalogueQueries;
  mark: string;
}) => ({
  /** Number and newest date of the articles that the feeds of some lists may show. */
  async countPublished(
    lists: ListName[],
    now: Date,
  ): Promise<Map<ListName, { articles: number; newest?: Date }>> {
    const marked = lists.map((list) => listIn(mark, list));
    const numbers = await counts.due(marked, now);
    const newest = await catalogue.findNewest(marked, now);
    return new Map(
      lists.map((list, place) => [
        list,
        { articles: numbers.get(marked[place]!) ?? 0, newest: newest.get(marked[place]!) },
      ]),
    );
  },

  /** Date of the newest article that the feed of each of some lists shows, of those that show any. */
  async findNewest(lists: ListName[], now: Date): Promise<Map<ListName, Date>> {
    const marked = lists.map((list) => listIn(mark, list));
    const newest = await catalogue.findNewest(marked, now);
    return new Map(
      lists.flatMap((list, place): [ListName, Date][] => {
        const date = newest.get(marked[place]!);
        return date ? [[list, date]] : [];
      }),
    );
  },

  /** When the next article appears in each of some lists by itself. */
  async findNext(lists: ListName[], now: Date): Promise<Map<ListName, Date>> {
    const marked = lists.map((list) => listIn(mark, list));
    const next = await catalogue.findNext(marked, now);
    return new Map(
      lists.flatMap((list, place): [ListName, Date][] => {
        const date = next.get(marked[place]!);
        return date ? [[list, date]] : [];
      }),
    );
  },

  /** How many articles will come to each of some lists. */
  async countWaiting(lists: ListName[], now: Date): Promise<Map<ListName, number>> {
    const marked = lists.map((list) => listIn(mark, list));
    const numbers = await counts.waiting(marked, now);
    return new Map(lists.map((list, place) => [list, numbers.get(marked[place]!) ?? 0]));
  },

  /** What each of some feeds shows, in its order, by list. */
  async findShown(feeds: FeedExtent[], now: Date): Promise<Map<ListName, ListedEntry[]>> {
    const shown = new Map<ListName, ListedEntry[]>();
    for (const { list, limit } of feeds) {
      const lists = list === SITE_LIST ? [] : [list];
      shown.set(list, await catalogue.findWindow({ lists, limit, now }));
    }
    return shown;
  },
});

export type FeedStatistics = ReturnType<typeof createFeedStatistics>;
