import type { Neighbour, PlacedEntry } from '../catalogue/neighbours';
import { createOrder } from '../catalogue/order';
import type { CatalogueQueries } from '../catalogue/queries';
import { CACHE_TAGS, dependOn, isDue } from '../lib/cache-tags';
import { type EntryKey, entryKeyOf, listIn, topicList } from '../catalogue/catalogue-table';
import type { Article } from '../content/article';
import type { Settings } from '../options/settings';
import type { Entries } from './entries';

/**
 * The entries that share the most lists with an entry; of those that share as many, the first in the site's order.
 *
 * @param lists entries near it, for each of its lists
 * @param others entries to leave out
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

/** An entry with the path for a link to it. */
export type EntryWithPath = PlacedEntry & { path: string };

/** Most related entries that are shown. */
const MAXIMUM_RELATED = 4;

/** Topics of an entry in which related ones are looked for. */
const MAXIMUM_TOPICS = 5;

interface Listings {
  queries: Pick<CatalogueQueries, 'findAround' | 'findListed' | 'findNeighbours'>;
  entries: Pick<Entries, 'findPaths'>;
  /** Mark of the locale whose entries are meant; empty for the main one. */
  mark: string;
}

/** The entries right before and after an entry, as far as readers know of them. */
const findNeighbours = async ({ queries }: Listings, listed: PlacedEntry, now: Date) => {
  const { newer, older } = await queries.findNeighbours(listed);
  const known = ({ date, entry }: Neighbour) => (isDue(date, now) ? entry : undefined);
  return { newer: known(newer), older: known(older) };
};

/**
 * Entries near an entry in its topics. With the newest ones, each publication would change the pages of a whole
 * archive.
 */
const findRelated = async (
  { queries, mark }: Listings,
  { language }: Pick<Settings, 'language'>,
  listed: PlacedEntry,
  { topics }: Article,
  others: PlacedEntry[],
  now: Date,
): Promise<PlacedEntry[]> => {
  const lists = topics
    .slice(0, MAXIMUM_TOPICS)
    .map(({ contentType, documentId }) => listIn(mark, topicList(contentType, documentId)));
  const around = await queries.findAround(listed, lists);
  const near = around.map(({ newer, older }) =>
    [...newer, ...older].filter(({ date }) => isDue(date, now)),
  );
  return mostShared(near, { language, others: [listed, ...others], limit: MAXIMUM_RELATED });
};

/**
 * Finds the entries that readers find beside an entry, and notes that they are shown; none for an entry that is in no
 * list.
 *
 * @param isListed for a version that differs from the listed one: whether it will be in a list
 */
export const findSurroundings = async (
  site: Listings & { inForce: Pick<Settings, 'language'> },
  article: Article,
  now: Date,
  isListed?: boolean,
) => {
  const { queries, entries, mark } = site;
  const placed = isListed ? article : undefined;
  const listed = isListed === undefined ? await queries.findListed(article) : placed;
  if (!listed) return { newer: undefined, older: undefined, related: [] };
  const { contentType, documentId } = article;
  dependOn(CACHE_TAGS.beside(contentType, documentId, mark), CACHE_TAGS.anyBeside(mark));
  const { newer, older } = await findNeighbours(site, listed, now);
  const neighbours = [newer, older].filter((entry) => entry !== undefined);
  const related = await findRelated(site, site.inForce, listed, article, neighbours, now);
  const linked = await entries.findPaths([...neighbours, ...related]);
  const byKey = new Map(linked.map((entry) => [entryKeyOf(entry), entry]));
  return {
    // The next newer entry of the site, and the next older one; then those that share the most topics with it.
    newer: newer && byKey.get(entryKeyOf(newer)),
    older: older && byKey.get(entryKeyOf(older)),
    related: related.flatMap((entry) => byKey.get(entryKeyOf(entry)) ?? []),
  };
};
