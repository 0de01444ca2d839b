import { createOrder } from '../feed/order';
import type { PlacedEntry } from '../catalogue/neighbours';
import { type EntryKey, entryKeyOf } from '../catalogue/entry';

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
