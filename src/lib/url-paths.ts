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

/** Longest slug, as in the schemas. */
export const MAXIMUM_SLUG = 200;

/** Form of a slug of the plugin's own types. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Words that say nothing of an entry: Strapi's default, and titles of forms that are not filled in yet. */
const GENERIC = new Set([
  ...['article', 'post', 'entry', 'tag', 'untitled', 'new', 'draft', 'copy', 'title', 'test'],
  ...['artikel', 'beitrag', 'ohne-titel', 'entwurf', 'kopie'],
  ...['sans-titre', 'brouillon', 'copie', 'articulo', 'sin-titulo', 'borrador', 'copia'],
  ...['tanpa-judul', 'draf', 'salinan'],
]);

const NUMBERED = /^(.+)-(\d{1,9})$/;

/**
 * Whether a slug tells readers nothing: "article", "untitled", "article-1", or the day alone, as for a title that has
 * no Latin form ("article-2026-11-21").
 */
export const isGenericSlug = (slug: string): boolean =>
  slug.length <= MAXIMUM_SLUG && GENERIC.has(slug.replace(/(?:-\d{1,9})+$/, ''));

const cut = (slug: string, length: number): string => slug.slice(0, length).replace(/-+$/, '');

/** The slug within a length, cut at a word if necessary. */
export const fitSlug = (slug: string, longest = MAXIMUM_SLUG): string => {
  if (slug.length <= longest) return slug;
  const end = slug.lastIndexOf('-', longest);
  // A last word longer than half the length is cut itself.
  return cut(slug, end > longest / 2 ? end : longest);
};

/** The slug with a number that makes it unique, as Strapi numbers slugs; 0 adds none. */
export const numberSlug = (slug: string, number: number, longest = MAXIMUM_SLUG): string => {
  if (number === 0) return slug;
  const suffix = `-${number}`;
  return cut(slug, longest - suffix.length) + suffix;
};

/** Whether a slug equals another one, apart from a number. */
export const isNumberOf = (slug: string, unnumbered: string): boolean =>
  slug === unnumbered || slug === numberSlug(unnumbered, Number(NUMBERED.exec(slug)?.[2] ?? 0));
