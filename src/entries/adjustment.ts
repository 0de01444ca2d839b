import type { Article, ShownEntry } from '../content/article';
import type { Item } from '../feed/model';
import { show } from '../lib/messages';
import type { SourcePlan } from '../mapping/plan';
import type { ReadEntry } from '../mapping/values';

const isMoment = (value: unknown): boolean =>
  value instanceof Date && !Number.isNaN(value.getTime());

const areNamed = (authors: unknown): boolean =>
  Array.isArray(authors) &&
  authors.every((author) => typeof (author as { name?: unknown } | null)?.name === 'string');

/** Whether a function of the site returned what every feed needs of an item. */
const isItem = (value: unknown): value is Item => {
  if (typeof value !== 'object' || value === null) return false;
  const { title, link, guid, summary, date, updated, authors } = value as Partial<
    Record<string, unknown>
  >;
  return (
    [title, link, guid, summary].every((text) => typeof text === 'string') &&
    [date, updated].every(isMoment) &&
    (authors === undefined || areNamed(authors))
  );
};

/** For the site's function, which may change what it gets and fail then. */
const copyOf = (item: Item): Item => ({
  ...item,
  ...(item.categories && { categories: [...item.categories] }),
  ...(item.authors && { authors: [...item.authors] }),
});

/** Where the function changed the name of the author alone, that is whom the item has. */
const withAuthor = (given: Pick<Item, 'author' | 'authors'>, adjusted: Item): Item =>
  adjusted.author !== given.author && adjusted.authors === given.authors
    ? { ...adjusted, authors: undefined }
    : adjusted;

/**
 * The site's last word on an item; the item as it was where the site's function fails.
 *
 * @param onError told why it failed
 */
export const adjustment = (
  { contentType, item: adjust }: SourcePlan,
  row: ReadEntry,
  onError: (error: unknown) => void,
): Article['adjust'] =>
  adjust &&
  ((item) => {
    try {
      const given = copyOf(item);
      const { author, authors } = given;
      const adjusted: unknown = adjust(given, row);
      if (isItem(adjusted)) return withAuthor({ author, authors }, adjusted);
      throw new TypeError(`The function "item" of ${show(contentType)} returned no item.`);
    } catch (error) {
      onError(error);
      return item;
    }
  });

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string';

const isShown = (value: unknown): value is ShownEntry => {
  if (typeof value !== 'object' || value === null) return false;
  const { title, summary, author } = value as Partial<Record<string, unknown>>;
  return typeof title === 'string' && isTextOrNone(summary) && isTextOrNone(author);
};

/**
 * The site's last word on what pages and listings show; what they would show anyway where its function fails.
 *
 * @param onError told why it failed
 */
export const shownAdjustment = (
  { contentType, entry: adjust }: SourcePlan,
  row: ReadEntry,
  onError: (error: unknown) => void,
): Article['show'] =>
  adjust &&
  ((shown) => {
    try {
      const adjusted: unknown = adjust({ ...shown }, row);
      if (isShown(adjusted)) return adjusted;
      throw new TypeError(
        `The function "entry" of ${show(contentType)} returned nothing with a title. It returns { title, summary, author }, each a text, and only the title has to be there.`,
      );
    } catch (error) {
      onError(error);
      return shown;
    }
  });

/** Both last words of a site, on items and on what pages show. */
export const adjustments = (
  source: SourcePlan,
  row: ReadEntry,
  onError: (error: unknown) => void,
): Pick<Article, 'adjust' | 'show'> => ({
  adjust: adjustment(source, row, onError),
  show: shownAdjustment(source, row, onError),
});
