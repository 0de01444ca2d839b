import { strings } from '@strapi/utils';

import { FEED_FORMATS } from '../feed/formats';
import { fitSlug, MAXIMUM_SLUG } from '../lib/slug';
import { decodePath, encodePath, isAddressText, MARKDOWN_FILE } from '../lib/url-paths';

/** Names of fields from an entry inwards, through relations and components: `['category', 'slug']`. */
export type FieldPath = readonly string[];

/** Where entries of a type are, below the base address: `/posts/{slug}/`, or `/posts/{slug}`. */
export interface AddressPattern {
  /**
   * What is before the first field, with a final slash: where the type's own listing and feeds are. Of an
   * address without fields, what is before its last part. It has its slash where addresses end without.
   */
  directory: string;
  /** Texts and fields that make up the whole path, in turn: `'/posts/'`, `['slug']`, `'/'`; or `'/about/'`. A final slash is a part. */
  parts: readonly (string | FieldPath)[];
}

/** What an address may be, as the end of the sentence "Allowed: …". */
export const ADDRESS_RULE =
  'a path that begins with a slash, whose parts are texts of letters, digits and "-._~" or one field in braces, for example "/articles/{slug}/"';

/** The same of a type with one entry alone. */
export const FIXED_ADDRESS_RULE =
  'a path that begins with a slash, whose parts are letters, digits and "-._~", for example "/about/"';

const TEXT = /^[\w\-.~]+$/;
const FIELD = /^\{([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\}$/;

/** Names of files of the plugin's own: no directory is called like them. */
const FILES = new Set([
  ...FEED_FORMATS.map(({ fileName }) => fileName),
  MARKDOWN_FILE,
  ...['feeds.opml', 'feed.css', 'sitemap.xml', 'llms.txt', 'robots.txt'],
]);

/** Reads an address; undefined when it is none. Whether the fields are there is not asked. */
export const parseAddress = (address: string): AddressPattern | undefined => {
  if (!/^\/.*[^/]\/?$/s.test(address)) return undefined;
  const segments = address.replace(/^\/|\/$/g, '').split('/');
  const end = address.endsWith('/') ? '/' : '';
  const parts: (string | FieldPath)[] = [];
  let text = '/';
  for (const [place, segment] of segments.entries()) {
    const behind = place === segments.length - 1 ? end : '/';
    const field = FIELD.exec(segment)?.[1];
    if (field !== undefined) {
      parts.push(text, field.split('.'));
      text = behind;
    } else if (TEXT.test(segment) && !/^\.\.?$/.test(segment) && !FILES.has(segment)) {
      text += segment + behind;
    } else {
      return undefined;
    }
  }
  if (text !== '') parts.push(text);
  if (parts.length === 1) return { directory: text.replace(/[^/]+\/?$/, ''), parts };
  return { directory: parts[0] as string, parts };
};

/** The path that all addresses of a type are at or below. */
export const startOf = ({ parts: [start] }: AddressPattern): string => start as string;

/** Whether it is the address of a single entry. */
export const isFixed = ({ parts }: AddressPattern): boolean => parts.length === 1;

/**
 * Whether entries may be at any path of the site: `/{slug}`, `/{category.slug}/{slug}`. Whatever else is
 * there goes before them.
 */
export const isAtRoot = ({ directory, parts }: AddressPattern): boolean =>
  directory === '/' && parts.length > 1;

/** Whether one field holds the whole path, which may have slashes in it: `/{fullPath}`. */
export const isWhole = (pattern: AddressPattern): boolean =>
  isAtRoot(pattern) && (pattern.parts[2] ?? '/') === '/' && pattern.parts.length <= 3;

/** The fields of an address, from left to right. */
export const addressFields = ({ parts }: AddressPattern): FieldPath[] =>
  parts.filter((part) => typeof part !== 'string');

/** The address as it is written in a mapping. */
export const writeAddress = ({ parts }: AddressPattern): string =>
  parts.map((part) => (typeof part === 'string' ? part : `{${part.join('.')}}`)).join('');

/** What addresses end with: a slash, or nothing where they are written without one. */
export const endOf = ({ parts }: AddressPattern): '/' | '' => {
  const last = parts.at(-1);
  return typeof last === 'string' && last.endsWith('/') ? '/' : '';
};

/** Path of the list of all entries of a type: `/posts/`, or `/posts` where addresses have no final slash. */
export const listingPath = (pattern: AddressPattern): string =>
  pattern.directory === '/' ? '/' : pattern.directory.replace(/\/$/, endOf(pattern));

/** Characters that are looked at: a title has 255, and twice the text costs four times as much. */
const MAXIMUM = 300;

/** Apostrophes within a word: "Tomorrow’s" is one word. */
const WITHIN_WORD = /(?<=[\p{L}\p{M}\p{N}])['’](?=\p{L})/gu;

/** Words of French, Italian and Catalan that lose their vowel before the next word's: "L’été" is two words. */
const ELISIONS =
  /(?<![\p{L}\p{M}\p{N}])([cdjlmnst]|(?:jus|lors|puis|quoi|quel|pres)?qu|aujourd|(?:a|co|da|de|ne|su|que)ll|un|quest|sant)['’](?=[aeiouyhàáâäæèéêëìíîïòóôöœùúûü])/giu;

/** A text in Latin letters and hyphens, as Strapi makes its slugs; empty for a text without any. */
export const transliterate = (text: string): string =>
  fitSlug(
    strings
      .nameToSlug(text.slice(0, MAXIMUM))
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  );

/** The slug that a heading makes: `tomorrows-outage` of "Tomorrow’s Outage", `l-ete` of "L’été". */
export const slugOfHeading = (heading: string): string =>
  transliterate(heading.slice(0, MAXIMUM).replace(ELISIONS, '$1 ').replace(WITHIN_WORD, ''));

/** What a field of an entry holds. */
type ValueOf = (path: FieldPath) => unknown;

/** Name of a field of an address among its values: `category.slug`. */
const valueName = (path: FieldPath): string => path.join('.');

/** Names of the fields that an address is made of. */
export const addressFieldNames = (pattern: AddressPattern): string[] =>
  addressFields(pattern).map(valueName);

const isPart = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAXIMUM_SLUG && isAddressText(value);

/** Characters of a whole path that one field holds: as many as the column of permalinks takes. */
const MAXIMUM_WHOLE = 255;

/** Parts of such a path. */
const MAXIMUM_PARTS = 20;

/** A whole path as a field holds it, without the slash that may be in front and behind. */
export const trimSlashes = (path: string): string => path.replace(/^\/|\/$/g, '');

/**
 * What of a field's value is in an address: a text of its alphabet that is not too long, or several with
 * slashes between where the field holds the whole path. Undefined where no address can have it.
 */
const partOf = (pattern: AddressPattern, value: unknown): string | undefined => {
  if (!isWhole(pattern)) return isPart(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > MAXIMUM_WHOLE) return undefined;
  const parts = trimSlashes(value).split('/');
  return parts.length <= MAXIMUM_PARTS && parts.every(isPart) ? parts.join('/') : undefined;
};

/** Whether an address can have what a field of it holds. */
export const isAddressPart = (pattern: AddressPattern, value: unknown): boolean =>
  partOf(pattern, value) !== undefined;

/** How a field may hold a whole path. */
export const spellingsOfWhole = (path: string): string[] => [
  path,
  `/${path}`,
  `${path}/`,
  `/${path}/`,
];

/** How a field may hold what an address has of it. */
export const spellingsOf = (pattern: AddressPattern, part: string): string[] =>
  isWhole(pattern) ? spellingsOfWhole(part) : [part];

/**
 * Path of an entry below the base address: `/posts/api/`.
 *
 * @returns undefined when a part is missing or none that an address can have: such an entry has no
 * address, and is listed and linked nowhere
 */
export const entryPath = (pattern: AddressPattern, valueOf: ValueOf): string | undefined => {
  const texts = pattern.parts.map((part) => {
    if (typeof part === 'string') return part;
    const text = partOf(pattern, valueOf(part));
    return text === undefined ? undefined : encodePath(text);
  });
  return texts.includes(undefined) ? undefined : texts.join('');
};

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** What a field stands for in a path; whether it can be in an address is asked of what that says. */
const PART = '[^/]+';
const WHOLE = '.+?';

const expressionOf = (pattern: AddressPattern): RegExp => {
  const field = isWhole(pattern) ? WHOLE : PART;
  const source = pattern.parts
    .map((part) => (typeof part === 'string' ? escapeRegExp(part) : `(${field})`))
    .join('');
  // Written without a final slash, a link may have one: it leads on.
  return new RegExp(`^${source}${endOf(pattern) === '' ? '/?' : ''}$`);
};

/** Characters of a path that is looked at: no address is longer. */
const MAXIMUM_PATH = 10_000;

/**
 * What the fields of an entry hold whose address has this path: the reverse of `entryPath`.
 *
 * @returns undefined for a path that no entry of the type can have
 */
export const matchPath = (
  pattern: AddressPattern,
  path: string,
): Record<string, string> | undefined => {
  if (path.length > MAXIMUM_PATH) return undefined;
  const found = expressionOf(pattern).exec(path);
  if (!found) return undefined;
  const values: Record<string, string> = {};
  for (const [place, name] of addressFieldNames(pattern).entries()) {
    const part = found[place + 1]!;
    const value = decodePath(part);
    // Each text has one code; a field that is named twice has one value.
    const isOne = partOf(pattern, value) === value && encodePath(value) === part;
    if (!isOne || (values[name] ?? value) !== value) {
      return undefined;
    }
    values[name] = value;
  }
  return values;
};

/**
 * What an address is known by among those of its content type, present ones and permalinks: what is
 * behind the directory, without the final slash, and not encoded. Of `/posts/{slug}/` that is the slug.
 */
export const addressKey = ({ directory }: AddressPattern, path: string): string =>
  decodePath(path.slice(directory.length).replace(/\/$/, ''));

/** The path that has a key; the reverse of `addressKey`. */
export const pathOfKey = (pattern: AddressPattern, key: string): string =>
  pattern.directory + encodePath(key) + endOf(pattern);
