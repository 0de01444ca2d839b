import { MAXIMUM_SLUG } from './slug';

/** Directory of a page's other documents, however the page's address ends. */
export const directoryOf = (page: string): string => page.replace(/\/?$/, '/');

/** The final slash of a page's address, if it has one. */
export const finalSlashOf = (page: string): '/' | '' => (page.endsWith('/') ? '/' : '');

/** An address or a path without its final slash. */
export const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** Last part of the address of a page in Markdown. */
export const MARKDOWN_FILE = 'index.md';

/** Address of a page in Markdown. */
export const markdownOf = (page: string): string => directoryOf(page) + MARKDOWN_FILE;

/** Path below which a base address serves, without a final slash: '' for the root of the host. */
export const mountPath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/+$/, '');

/** A base address as the URL standard writes it: "HTTPS://EXAMPLE.com/a b/?" becomes "https://example.com/a%20b". */
export const normaliseBaseUrl = (baseUrl: string): string =>
  new URL(baseUrl).origin + mountPath(baseUrl);

/** File extensions of feeds, without the full stop. */
export const FEED_FILE_ENDINGS = ['xml', 'rss', 'atom', 'json'];

/** Names with another meaning at the end of a path: a directory, or a file of the plugin's. */
const FORBIDDEN_TEXTS = ['', '.', '..', MARKDOWN_FILE];

/**
 * Characters that an address must not have in place of a field: of those of ASCII, all but letters, digits and "-_.~@".
 */
const FORBIDDEN = /[\x00-,/:-?[-^`{-}\x7F]|\p{Cs}/u;

const ENDING = new RegExp(`\\.(?:${FEED_FILE_ENDINGS.join('|')})$`, 'i');

/**
 * Whether a text may be a part of an address, between two slashes. Characters beyond ASCII are percent-encoded there;
 * only feeds may end as a feed does.
 */
export const isAddressText = (text: string): boolean =>
  text.length <= MAXIMUM_SLUG &&
  !FORBIDDEN_TEXTS.includes(text.toLowerCase()) &&
  !FORBIDDEN.test(text) &&
  !ENDING.test(text);

/** A text, or several with slashes between, as an address contains it: letters of other scripts are percent-encoded. */
export const encodePath = (text: string): string =>
  // A lone surrogate cannot be encoded.
  encodeURI(text.replace(/\p{Cs}/gu, '\uFFFD'));

/** A part of an address, decoded; unchanged if its encoding is invalid. */
export const decodePath = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
