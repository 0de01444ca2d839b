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
const copyOf = <Value extends object>(value: Value): Value =>
  Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      Array.isArray(part) ? [...(part as unknown[])] : part,
    ]),
  ) as Value;

/** Where the function changed the name of the author alone, that is whom the item has. */
const withAuthor = (given: Pick<Item, 'author' | 'authors'>, adjusted: Item): Item =>
  adjusted.author !== given.author && adjusted.authors === given.authors
    ? { ...adjusted, authors: undefined }
    : adjusted;

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string';

const isShown = (value: unknown): value is ShownEntry => {
  if (typeof value !== 'object' || value === null) return false;
  const { title, summary, author } = value as Partial<Record<string, unknown>>;
  return typeof title === 'string' && isTextOrNone(summary) && isTextOrNone(author);
};

/**
 * What a function of the site makes of a value; the value as it was where that fails.
 *
 * @param settle what is taken of its answer; throws where that cannot be taken
 * @param onError told why it failed
 */
const lastWord = <Value extends object>(
  adjust: ((value: Value, row: ReadEntry) => unknown) | undefined,
  row: ReadEntry,
  settle: (adjusted: unknown, given: Value) => Value,
  onError: (error: unknown) => void,
): ((value: Value) => Value) | undefined =>
  adjust &&
  ((value) => {
    try {
      const given = copyOf(value);
      // As it was given: the function may change it in its place.
      const before = { ...given };
      return settle(adjust(given, row), before);
    } catch (error) {
      onError(error);
      return value;
    }
  });

/**
 * Both last words of a site, on items and on what pages show.
 *
 * @param onError told why a function of the site failed
 */
export const adjustments = (
  { contentType, item, entry }: SourcePlan,
  row: ReadEntry,
  onError: (error: unknown) => void,
): Pick<Article, 'adjust' | 'show'> => ({
  adjust: lastWord<Item>(
    item,
    row,
    (adjusted, given) => {
      if (isItem(adjusted)) return withAuthor(given, adjusted);
      throw new TypeError(`The function "item" of ${show(contentType)} returned no item.`);
    },
    onError,
  ),
  show: lastWord<ShownEntry>(
    entry,
    row,
    (adjusted) => {
      if (isShown(adjusted)) return adjusted;
      throw new TypeError(
        `The function "entry" of ${show(contentType)} returned nothing with a title. It returns { title, summary, author }, each a text, and only the title has to be there.`,
      );
    },
    onError,
  ),
});
