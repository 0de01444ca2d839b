import { DEFAULT_FEED_FILES, isFeedFile } from '../feed/feed-files';
import { didYouMeanOneOf, show } from '../lib/messages';

const FORMATS = Object.keys(DEFAULT_FEED_FILES);

const checkFile = ([format, name]: [string, unknown]): string[] => {
  if (!FORMATS.includes(format)) {
    const question = didYouMeanOneOf(format, FORMATS) || ` Allowed: ${FORMATS.join(', ')}.`;
    return [`there is no format ${show(format)}.${question}`];
  }
  return typeof name === 'string' && isFeedFile(name)
    ? []
    : [
        `${show(format)} was ${show(name)}. Allowed: a name of letters, digits and "-._~" that ends in ".xml", ".rss", ".atom" or ".json", for example "rss.xml".`,
      ];
};

/** Strapi's router knows no upper case. */
const isSame = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase();

/** What is wrong with the option `feedFiles`. */
export const checkFeedFiles = (files: Record<string, unknown>): string[] => {
  const given = Object.entries(files).filter(([, name]) => name !== undefined);
  const wrong = given.flatMap(checkFile);
  if (wrong.length > 0) return wrong;
  const names = Object.entries({ ...DEFAULT_FEED_FILES, ...Object.fromEntries(given) });
  return names.flatMap(([format, name], place) => {
    const other = names.slice(0, place).find(([, taken]) => isSame(taken, name));
    return other
      ? `${show(other[0])} and ${show(format)} are both ${show(name)}. Allowed: a name for each.`
      : [];
  });
};
