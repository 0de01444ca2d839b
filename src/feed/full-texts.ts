import type { Feed, Item } from './model';

/** Characters of full texts in a document of a feed. */
const MAXIMUM_FULL_TEXTS = 4_000_000;

/** Characters of what is longest in a feed. */
export const lengthOf = ({ items }: Pick<Feed, 'items'>): number =>
  items.reduce(
    (sum, { summary, contentHtml = '' }) => sum + summary.length + contentHtml.length,
    0,
  );

export const withoutFullText = ({ contentHtml: _fullText, ...item }: Item): Item => item;

/**
 * The items with as many full texts as a document can carry; the others have their summary alone.
 *
 * @param characters of full texts there is room for
 */
export const fitFullTexts = (items: Item[], characters = MAXIMUM_FULL_TEXTS): Item[] => {
  let room = characters;
  return items.map((item) => {
    room -= item.contentHtml?.length ?? 0;
    return room < 0 ? withoutFullText(item) : item;
  });
};
