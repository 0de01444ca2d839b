import { type ListName, SITE_LIST } from '../catalogue/catalogue-table';
import type { Counts } from '../catalogue/counts';
import type { CatalogueQueries, ListedEntry } from '../catalogue/queries';

/** The list a feed is made from, and how many articles the feed shows at most. */
export interface FeedExtent {
  list: ListName;
  limit: number;
}

/** Numbers of all feeds at once: with thousands of tags, a query for each would take seconds. */
export const createFeedStatistics = ({
  counts,
  catalogue,
}: {
  counts: Counts;
  catalogue: CatalogueQueries;
}) => ({
  /** Number and newest date of the articles that the feeds of some lists may show. */
  async countPublished(
    lists: ListName[],
    now: Date,
  ): Promise<Map<ListName, { articles: number; newest?: Date }>> {
    const numbers = await counts.due(lists, now);
    const newest = await catalogue.findNewest(lists, now);
    return new Map(
      lists.map((list) => [list, { articles: numbers.get(list) ?? 0, newest: newest.get(list) }]),
    );
  },

  /** When the next article appears in each of some lists by itself. */
  findNext: (lists: ListName[], now: Date): Promise<Map<ListName, Date>> =>
    catalogue.findNext(lists, now),

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
