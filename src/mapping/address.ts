import { FEED_FORMATS } from '../feed/formats';
import { MARKDOWN_FILE } from '../lib/url-paths';
import type { AddressPattern, FieldPath } from './plan';

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
