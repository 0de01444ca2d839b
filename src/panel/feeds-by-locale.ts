import type { FeedDetail, FeedHealth } from './admin-api';
import { listIn, markOf, unmarked } from '../catalogue/catalogue-table';
import type { FeedDetails } from './feed-details';

/**
 * What the panel shows of one feed, in whichever locale it is: its id says that, as the names of lists
 * do.
 *
 * @param byMark of the editions, by the marks of their locales
 */
export const createFeedsByLocale = (byMark: ReadonlyMap<string, FeedDetails>): FeedDetails => {
  const detailsOf = (id: string): FeedDetails | undefined => byMark.get(markOf(id));

  return {
    findList: async (id, user) => detailsOf(id)?.findList(unmarked(id), user),

    async find(id, user): Promise<FeedDetail | null> {
      const found = await detailsOf(id)?.find(unmarked(id), user);
      return found ? { ...found, id } : null;
    },

    findProblems: async (id, user) =>
      (await detailsOf(id)?.findProblems(unmarked(id), user)) ?? null,

    async findHealth(ids, user): Promise<Record<string, FeedHealth>> {
      const found = await Promise.all(
        [...byMark].map(async ([mark, details]) => {
          const own = ids.filter((id) => markOf(id) === mark).map(unmarked);
          const health = own.length > 0 ? await details.findHealth(own, user) : {};
          return Object.entries(health).map(([id, value]) => [listIn(mark, id), value] as const);
        }),
      );
      return Object.fromEntries(found.flat());
    },
  };
};
