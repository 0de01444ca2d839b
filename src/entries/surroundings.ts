import type { Neighbour, NeighbourFinder, PlacedEntry } from '../catalogue/neighbours';
import { createOrder } from '../catalogue/order';
import { dependOn, expireAt, noteChange } from '../lib/cache-tags';
import { tagsOfSpan, tagsOfTimeAbout } from '../catalogue/span-tags';
import {
  type EntryKey,
  entryKeyOf,
  listIn,
  SITE_LIST,
  topicList,
} from '../catalogue/catalogue-table';
import type { Article } from '../content/article';
import type { SettingsStore } from '../options/settings';
import type { Entries } from './entries';

/**
 * The entries that share the most with another: those that most lists have, and of as many, the first in
 * the order of the site.
 *
 * @param lists what each list has near it
 * @param others which are not meant
 */
export const mostShared = (
  lists: PlacedEntry[][],
  { language, others, limit }: { language: string; others: EntryKey[]; limit: number },
): PlacedEntry[] => {
  const found = new Map<string, { entry: PlacedEntry; shared: number }>();
  for (const list of lists) {
    for (const [key, entry] of new Map(list.map((listed) => [entryKeyOf(listed), listed]))) {
      found.set(key, { entry, shared: (found.get(key)?.shared ?? 0) + 1 });
    }
  }
  for (const other of others) found.delete(entryKeyOf(other));
  const compare = createOrder(language);
  return [...found.values()]
    .sort((a, b) => b.shared - a.shared || compare(a.entry, b.entry))
    .slice(0, limit)
    .map(({ entry }) => entry);
};

/** An entry that another leads to. */
export type EntryWithPath = PlacedEntry & { path: string };

/** What stands beside an entry. */
export interface Surroundings {
  /** The next one in the order of all, and the one before it. */
  newer?: EntryWithPath;
  older?: EntryWithPath;
  /** Others that share the most topics with it. */
  related: EntryWithPath[];
}

/** Related entries that are shown. */
const RELATED = 4;

/** Topics of an entry that are looked into for others. */
const TOPICS = 5;

/** Entries of each topic that are read on each side: ten, and the entry itself. */
const NEAREST = 11;

interface SurroundingParts {
  beside: NeighbourFinder;
  entries: Pick<Entries, 'findPaths'>;
  settings: Pick<SettingsStore, 'get'>;
  /** Mark of the locale whose entries are meant; empty for the main one. */
  mark: string;
}

/** Finds what stands beside an entry, and notes that it is shown. */
export const createSurroundings = ({ beside, entries, settings, mark }: SurroundingParts) => {
  const siteList = listIn(mark, SITE_LIST);

  /** Notes that what is dated so was looked at: those that readers know, or are to. */
  const noteDates = (dates: Date[], now: Date): void =>
    dates.forEach((date) => (date > now ? expireAt(date) : noteChange(date)));

  /** The entries right before and after one that readers know of. */
  const findNeighbours = async (listed: PlacedEntry, now: Date) => {
    const { newer, older } = await beside.findNeighbours(listed);
    // Whatever comes between the two, or goes, is the neighbour then, or has been.
    dependOn(...tagsOfSpan(siteList, older.date, newer.date));
    noteDates(
      [newer, older].flatMap(({ date }) => date ?? []),
      now,
    );
    const known = ({ entry }: Neighbour) => (entry && entry.date <= now ? entry : undefined);
    return { newer: known(newer), older: known(older) };
  };

  /**
   * Those near an entry in its topics: what is published today leaves the pages of an archive alone that
   * lead to what was published then.
   */
  const findRelated = async (
    listed: PlacedEntry,
    { topics }: Article,
    others: PlacedEntry[],
    now: Date,
  ): Promise<PlacedEntry[]> => {
    const lists = topics
      .slice(0, TOPICS)
      .map(({ contentType, documentId }) => listIn(mark, topicList(contentType, documentId)));
    if (lists.length === 0) return [];
    const around = await beside.findAround(listed, lists, NEAREST);
    const near = around.map(({ newer, older }, place) => {
      const endOf = (some: PlacedEntry[]) =>
        some.length < NEAREST ? undefined : some.at(-1)?.date;
      dependOn(...tagsOfTimeAbout(lists[place]!, endOf(older), endOf(newer)));
      noteDates(
        newer.map(({ date }) => date),
        now,
      );
      return [...newer, ...older].filter(({ date }) => date <= now);
    });
    const { language } = await settings.get();
    return mostShared(near, { language, others: [listed, ...others], limit: RELATED });
  };

  return {
    /**
     * What readers find beside an entry; nothing beside one that is in no list.
     *
     * @param isListed of one that is not as it is in lists: whether it will be in any
     */
    async find(article: Article, now: Date, isListed?: boolean): Promise<Surroundings> {
      const placed = isListed ? article : undefined;
      const listed = isListed === undefined ? await beside.findListed(article) : placed;
      if (!listed) return { related: [] };
      const { newer, older } = await findNeighbours(listed, now);
      const neighbours = [newer, older].filter((entry) => entry !== undefined);
      const related = await findRelated(listed, article, neighbours, now);
      const linked = await entries.findPaths([...neighbours, ...related]);
      const byKey = new Map(linked.map((entry) => [entryKeyOf(entry), entry]));
      return {
        newer: newer && byKey.get(entryKeyOf(newer)),
        older: older && byKey.get(entryKeyOf(older)),
        related: related.flatMap((entry) => byKey.get(entryKeyOf(entry)) ?? []),
      };
    },
  };
};
