/** What the order of articles depends on. */
export interface Ordered {
  date: Date;
  title: string;
  documentId: string;
  /** Code of the locale; empty where the type is not localised. */
  locale: string;
}

const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The order of articles in every feed and listing: newest first; of one date, by title in the
 * site's language; of one title, by document id; of one document, by locale. Total, so it is the
 * same on every database.
 *
 * @param language BCP 47 tag whose collation compares the titles.
 */
export const createOrder = (language: string): ((a: Ordered, b: Ordered) => number) => {
  const titles = new Intl.Collator(language);
  return (a, b) =>
    b.date.getTime() - a.date.getTime() ||
    titles.compare(a.title, b.title) ||
    compareCodeUnits(a.documentId, b.documentId) ||
    compareCodeUnits(a.locale, b.locale);
};
