import { FEED_FILE_ENDINGS } from './feed-files';

/**
 * Characters of which an address has none where a field of an entry is: of those of ASCII all but letters,
 * digits and "-_.~@". As an expression that each database reads as JavaScript does.
 */
export const FORBIDDEN_CHARACTERS = '[\\x01-,/:-?\\[-^`{-}\\x7F]';

/** Names that mean something else at the end of a path: a directory, or a file of the plugin's. */
export const FORBIDDEN_TEXTS = ['', '.', '..', 'index.md'];

const FORBIDDEN = new RegExp(`${FORBIDDEN_CHARACTERS}|\\x00|\\p{Cs}`, 'u');

const ENDING = new RegExp(`\\.(?:${FEED_FILE_ENDINGS.join('|')})$`, 'i');

/**
 * Whether a text may be a part of an address, between two slashes. What is behind ASCII is
 * percent-encoded there; a feed alone ends as a feed does.
 */
export const isAddressText = (text: string): boolean =>
  !FORBIDDEN_TEXTS.includes(text.toLowerCase()) && !FORBIDDEN.test(text) && !ENDING.test(text);

/** A text, or several with slashes between, as an address has it: letters of other scripts encoded. */
export const encodePart = (text: string): string =>
  // Half a character has no code.
  encodeURI(text.replace(/\p{Cs}/gu, '\uFFFD'));

/** What a part of an address stands for; as it is where it is no code of anything. */
export const decodePart = (part: string): string => {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
