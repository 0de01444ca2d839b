import { strings } from '@strapi/utils';

import { FEED_FORMATS } from '../feed/formats';
import {
  decodePath,
  encodePath,
  finalSlashOf,
  isAddressText,
  MARKDOWN_FILE,
  withoutSlash,
  fitSlug,
} from '../lib/url-paths';

/** Names of fields from an entry through relations and components: `['category', 'slug']`. */
export type FieldPath = readonly string[];

/** Whether a path continues another one. */
export const isWithin = (path: FieldPath, outer: FieldPath): boolean =>
  outer.length < path.length && outer.every((name, place) => name === path[place]);

/** Where entries of a type are, below the base address: `/posts/{slug}/`, or `/posts/{slug}`. */
export interface AddressPattern {
  /**
   * Path before the first field, with a final slash, even where addresses end without one: the type's own listing and
   * feeds are there. For an address without fields, the path before its last segment.
   */
  directory: string;
  /** Texts and fields of the whole path: `'/posts/'`, `['slug']`, `'/'`; or `'/about/'`. A final slash is a part. */
  parts: readonly (string | FieldPath)[];
  /** Keys of addresses at which pages of the site are, in lower case, with `ANY_TEXT` for a field: no entry is there. */
  reserved?: readonly string[];
}

/** Stands for a field where patterns are compared. */
export const ANY_TEXT = '{}';

/** Stands for a number there. */
export const ANY_NUMBER = '#';

/** Allowed addresses, as the end of the sentence "Allowed: …". */
export const ADDRESS_RULE =
  'a path that begins with a slash, whose parts are texts of letters, digits and "-._~" or one field in braces, for example "/articles/{slug}/"';

/** Allowed addresses of a single type, as the end of the same sentence. */
export const FIXED_ADDRESS_RULE =
  'a path that begins with a slash, whose parts are letters, digits and "-._~", for example "/about/"';

const TEXT = /^[\w\-.~]+$/;
const FIELD = /^\{([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\}$/;

/** Names of the plugin's own files, which no directory may have. */
const RESERVED_FILE_NAMES = new Set([
  ...FEED_FORMATS.map(({ fileName }) => fileName),
  MARKDOWN_FILE,
  ...['feeds.opml', 'feed.css', 'sitemap.xml', 'llms.txt', 'robots.txt'],
]);

/** Parses an address; undefined if it is malformed. Does not check whether the fields exist. */
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
    } else if (
      TEXT.test(segment) &&
      !/^\.\.?$/.test(segment) &&
      !RESERVED_FILE_NAMES.has(segment)
    ) {
      text += segment + behind;
    } else {
      return undefined;
    }
  }
  if (text !== '') parts.push(text);
  if (parts.length === 1) return { directory: text.replace(/[^/]+\/?$/, ''), parts };
  return { directory: parts[0] as string, parts };
};

/** The text before the first field: all addresses of a type are at or below it. */
export const textBeforeFields = ({ parts: [start] }: AddressPattern): string => start as string;

/** Whether the address has no fields, as of a type with a single entry. */
export const isFixed = ({ parts }: AddressPattern): boolean => parts.length === 1;

/**
 * Whether entries may be at any path of the site: `/{slug}`, `/{category.slug}/{slug}`. Every other address takes
 * precedence over them.
 */
export const isAtRoot = ({ directory, parts }: AddressPattern): boolean =>
  directory === '/' && parts.length > 1;

/** Whether the address ends with its only field: `/tags/{slug}/`. */
export const hasOneField = ({ parts: [, field, end = '/', ...others] }: AddressPattern): boolean =>
  field !== undefined && end === '/' && others.length === 0;

/** Whether one field holds the whole path, which may contain slashes: `/{fullPath}`. */
export const holdsWholePath = (pattern: AddressPattern): boolean =>
  isAtRoot(pattern) && hasOneField(pattern);

/** The fields of an address, from left to right. */
export const addressFields = ({ parts }: AddressPattern): FieldPath[] =>
  parts.filter((part) => typeof part !== 'string');

/** The address as it is written in a mapping. */
export const writeAddress = ({ parts }: AddressPattern): string =>
  parts.map((part) => (typeof part === 'string' ? part : `{${part.join('.')}}`)).join('');

/** What addresses end with: a slash, or nothing if they are written without one. */
export const patternFinalSlash = (pattern: AddressPattern): '/' | '' =>
  finalSlashOf(writeAddress(pattern));

/** Path of a type's listing: `/posts/`, or `/posts` if addresses have no final slash. */
export const listingPath = (pattern: AddressPattern): string =>
  pattern.directory === '/' ? '/' : pattern.directory.replace(/\/$/, patternFinalSlash(pattern));

/** Most transliterated characters: a title has at most 255, and twice the text takes four times as long. */
const MAXIMUM_TITLE_LENGTH = 300;

/** Apostrophes within a word: "Tomorrow’s" is one word. */
const WITHIN_WORD = /(?<=[\p{L}\p{M}\p{N}])['’](?=\p{L})/gu;

/** Words of French, Italian and Catalan that lose their vowel before another vowel: "L’été" is two words. */
const ELISIONS =
  /(?<![\p{L}\p{M}\p{N}])([cdjlmnst]|(?:jus|lors|puis|quoi|quel|pres)?qu|aujourd|(?:a|co|da|de|ne|su|que)ll|un|quest|sant)['’](?=[aeiouyhàáâäæèéêëìíîïòóôöœùúûü])/giu;

/** A text in Latin letters and hyphens, as Strapi makes its slugs; empty if nothing of it can be transliterated. */
export const transliterate = (text: string): string =>
  fitSlug(
    strings
      .nameToSlug(text.slice(0, MAXIMUM_TITLE_LENGTH))
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  );

/**
 * The slug of a heading: `tomorrows-outage` for "Tomorrow’s Outage", `l-ete` for "L’été". In lower case, since Strapi
 * would divide words at their capitals: `git-hub` for "GitHub", `f-ue-r` for "FÜR".
 */
export const slugOfHeading = (heading: string): string =>
  transliterate(
    heading
      .slice(0, MAXIMUM_TITLE_LENGTH)
      .toLowerCase()
      .replace(ELISIONS, '$1 ')
      .replace(WITHIN_WORD, ''),
  );

/** Returns the value of a field of the entry. */
type ValueOf = (path: FieldPath) => unknown;

const isPathSegment = (value: unknown): value is string =>
  typeof value === 'string' && isAddressText(value);

/** Longest key of an address, in characters: the size of the permalinks column. */
const MAXIMUM_KEY = 255;

/** Most segments of a whole path. */
const MAXIMUM_SEGMENTS = 20;

/** A whole path as a field holds it, without slashes at its start and end. */
const trimSlashes = (path: string): string => path.replace(/^\/|\/$/g, '');

/**
 * The text that a field's value adds to an address: one segment of allowed characters that is not too long, or several
 * with slashes between them if the field holds the whole path. Undefined if no address can contain the value.
 */
const partOf = (pattern: AddressPattern, value: unknown): string | undefined => {
  if (!holdsWholePath(pattern)) return isPathSegment(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > MAXIMUM_KEY) return undefined;
  const parts = trimSlashes(value).split('/');
  return parts.length <= MAXIMUM_SEGMENTS && parts.every(isPathSegment)
    ? parts.join('/')
    : undefined;
};

/** Whether an address can contain this value of one of its fields. */
export const isAddressPart = (pattern: AddressPattern, value: unknown): boolean =>
  partOf(pattern, value) !== undefined;

/** Whether a page of the site is at a path, so that it is the address of no entry and no topic. */
export const isReserved = ({ directory, reserved = [] }: AddressPattern, path: string): boolean => {
  const own = withoutSlash(path.slice(directory.length)).toLowerCase().split('/');
  return reserved.some((key) => {
    const parts = key.split('/');
    return (
      parts.length === own.length &&
      parts.every((part, place) =>
        part === ANY_NUMBER ? /^\d+$/.test(own[place]!) : part === ANY_TEXT || part === own[place],
      )
    );
  });
};

/**
 * Path of an entry below the base address: `/posts/api/`.
 *
 * @returns undefined if a field is empty, its value cannot be in an address, the address is too long, or a page of the
 * site is there: no listing or link shows such an entry
 */
export const entryPath = (pattern: AddressPattern, valueOf: ValueOf): string | undefined => {
  const texts = pattern.parts.map((part) => {
    if (typeof part === 'string') return part;
    const text = partOf(pattern, valueOf(part));
    return text === undefined ? undefined : encodePath(text);
  });
  const path = texts.join('');
  const isAddress =
    !texts.includes(undefined) &&
    addressKey(pattern, path).length <= MAXIMUM_KEY &&
    !isReserved(pattern, path);
  return isAddress ? path : undefined;
};

/** The path that an entry does not have because a page of the site is there; undefined if none is. */
export const reservedPath = (pattern: AddressPattern, valueOf: ValueOf): string | undefined =>
  entryPath(pattern, valueOf) === undefined
    ? entryPath({ ...pattern, reserved: [] }, valueOf)
    : undefined;

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** What a field matches in a path. `matchPath` then checks whether the decoded value can be in an address. */
const PART_EXPRESSION = '[^/]+';
const WHOLE_PATH_EXPRESSION = '.+?';

const expressionOf = (pattern: AddressPattern): RegExp => {
  const field = holdsWholePath(pattern) ? WHOLE_PATH_EXPRESSION : PART_EXPRESSION;
  const source = pattern.parts
    .map((part) => (typeof part === 'string' ? escapeRegExp(part) : `(${field})`))
    .join('');
  // If addresses end without a slash, a link may still have one: the request is redirected.
  return new RegExp(`^${source}${patternFinalSlash(pattern) === '' ? '/?' : ''}$`);
};

/** Longest path that is matched, in characters: no address is longer. */
const MAXIMUM_PATH = 10_000;

/**
 * The values of the address fields of an entry at this path: the reverse of `entryPath`.
 *
 * @returns undefined for a path that no entry of the type can have
 */
export const matchPath = (
  pattern: AddressPattern,
  path: string,
): Record<string, string> | undefined => {
  if (path.length > MAXIMUM_PATH || isReserved(pattern, path)) return undefined;
  const found = expressionOf(pattern).exec(path);
  if (!found) return undefined;
  const values: Record<string, string> = {};
  for (const [place, field] of addressFields(pattern).entries()) {
    const name = field.join('.');
    const part = found[place + 1]!;
    const value = decodePath(part);
    // Accept only the canonical encoding of a value, and one value for a field that the pattern names twice.
    const isOne = partOf(pattern, value) === value && encodePath(value) === part;
    if (!isOne || (values[name] ?? value) !== value) {
      return undefined;
    }
    values[name] = value;
  }
  return values;
};

/**
 * The key of an address among those of its content type, present ones and permalinks: the decoded text after the
 * directory, without the final slash. For `/posts/{slug}/` the key is the slug.
 */
export const addressKey = ({ directory }: AddressPattern, path: string): string =>
  decodePath(path.slice(directory.length).replace(/\/$/, ''));

/** The path of a key; the reverse of `addressKey`. */
export const pathOfKey = (pattern: AddressPattern, key: string): string =>
  pattern.directory + encodePath(key) + patternFinalSlash(pattern);
