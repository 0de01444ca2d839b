/** Fields that decide the order of articles. */
export interface Ordered {
  date: Date;
  title: string;
  documentId: string;
  /** Code of the locale; empty if the type is not localised. */
  locale: string;
}

/**
 * Most articles of exactly one date that are in the order of their titles. More of them, which an import made, are in
 * the order of their document ids, since no two databases collate titles alike.
 */
export const MAXIMUM_SORTED_BY_TITLE = 3_000;

const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of articles of one date, if there are too many to order them by title. */
export const compareIds = (
  a: Pick<Ordered, 'documentId' | 'locale'>,
  b: Pick<Ordered, 'documentId' | 'locale'>,
): number => compareCodeUnits(a.documentId, b.documentId) || compareCodeUnits(a.locale, b.locale);

/**
 * The order of articles in every feed and listing, except for dates that too many have (`sortInOrder`): newest first; of
 * one date, by title in the site's language; of one title, by document id; of one document, by locale. The order is
 * total, so it is the same on every database.
 *
 * @param language BCP 47 tag whose collation compares the titles.
 */
export const createOrder = (language: string): ((a: Ordered, b: Ordered) => number) => {
  const titles = new Intl.Collator(language);
  return (a, b) =>
    b.date.getTime() - a.date.getTime() || titles.compare(a.title, b.title) || compareIds(a, b);
};

/**
 * Sorts articles in the order of a list.
 *
 * @param entries for each date among them, all entries that the list has
 */
export const sortInOrder = <Entry extends Ordered>(entries: Entry[], language: string): Entry[] => {
  const compare = createOrder(language);
  const numbers = new Map<number, number>();
  for (const { date } of entries) {
    numbers.set(date.getTime(), (numbers.get(date.getTime()) ?? 0) + 1);
  }
  const areMany = (date: Date): boolean => numbers.get(date.getTime())! > MAXIMUM_SORTED_BY_TITLE;
  return [...entries].sort((a, b) =>
    a.date.getTime() === b.date.getTime() && areMany(a.date) ? compareIds(a, b) : compare(a, b),
  );
};

/** Merges sorted lists into one. The beginning of the result follows from the beginnings of the lists. */
export const mergeInOrder = <Entry>(
  lists: Entry[][],
  compare: (a: Entry, b: Entry) => number,
): Entry[] => {
  const rests = lists.map((list) => [...list]);
  const merged: Entry[] = [];
  for (;;) {
    const [first, ...others] = rests.filter(({ length }) => length > 0);
    if (!first) return merged;
    const next = others.reduce((a, b) => (compare(b[0]!, a[0]!) < 0 ? b : a), first);
    merged.push(next.shift()!);
  }
};
