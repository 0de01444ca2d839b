/** What the further documents of a page are below, however its address ends. */
export const directoryOf = (page: string): string => page.replace(/\/?$/, '/');

/** What the address of a page ends with. */
export const finalSlashOf = (page: string): '/' | '' => (page.endsWith('/') ? '/' : '');

/** An address or a path without the slash at its end. */
export const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** Last part of the address of a page in Markdown. */
export const MARKDOWN_FILE = 'index.md';

/** Address of a page in Markdown. */
export const markdownOf = (page: string): string => directoryOf(page) + MARKDOWN_FILE;

/** Path below which a base address serves, without a final slash: '' for the root of the host. */
export const mountPath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/+$/, '');

/** As the URL standard writes it: "HTTPS://EXAMPLE.com/a b/?" is "https://example.com/a%20b" too. */
export const normaliseBaseUrl = (baseUrl: string): string =>
  new URL(baseUrl).origin + mountPath(baseUrl);

/** What files of feeds end with, behind a full stop. */
export const FEED_FILE_ENDINGS = ['xml', 'rss', 'atom', 'json'];

/**
 * Characters of which an address has none where a field of an entry is: of those of ASCII all but letters,
 * digits and "-_.~@". As an expression that each database reads as JavaScript does.
 */
export const FORBIDDEN_CHARACTERS = '[\\x01-,/:-?\\[-^`{-}\\x7F]';

/** Names that mean something else at the end of a path: a directory, or a file of the plugin's. */
export const FORBIDDEN_TEXTS = ['', '.', '..', MARKDOWN_FILE];

const FORBIDDEN = new RegExp(`${FORBIDDEN_CHARACTERS}|\\x00|\\p{Cs}`, 'u');

const ENDING = new RegExp(`\\.(?:${FEED_FILE_ENDINGS.join('|')})$`, 'i');

/**
 * Whether a text may be a part of an address, between two slashes. What is behind ASCII is
 * percent-encoded there; a feed alone ends as a feed does.
 */
export const isAddressText = (text: string): boolean =>
  !FORBIDDEN_TEXTS.includes(text.toLowerCase()) && !FORBIDDEN.test(text) && !ENDING.test(text);

/** A text, or several with slashes between, as an address has it: letters of other scripts encoded. */
export const encodePath = (text: string): string =>
  // Half a character has no code.
  encodeURI(text.replace(/\p{Cs}/gu, '\uFFFD'));

/** What a part of an address stands for; as it is where it is no code of anything. */
export const decodePath = (part: string): string => {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
