import { MAXIMUM_SLUG } from '../content/slug';
import { decodePart, encodePart, isAddressText } from '../feed/address-part';
import { addressFields, endOf } from './address';
import type { AddressPattern, FieldPath } from './plan';

/** What a field of an entry holds. */
export type ValueOf = (path: FieldPath) => unknown;

/** Name of a field of an address among its values: `category.slug`. */
const valueName = (path: FieldPath): string => path.join('.');

/** Names of the fields that an address is made of. */
export const addressFieldNames = (pattern: AddressPattern): string[] =>
  addressFields(pattern).map(valueName);

/** Whether a value can be a part of an address: a text of its alphabet that is not too long. */
export const isAddressPart = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAXIMUM_SLUG && isAddressText(value);

/**
 * Path of an entry below the base address: `/posts/api/`.
 *
 * @returns undefined when a part is missing or none that an address can have: such an entry has no
 * address, and is listed and linked nowhere
 */
export const entryPath = ({ parts }: AddressPattern, valueOf: ValueOf): string | undefined => {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    const value = valueOf(part);
    return isAddressPart(value) ? encodePart(value) : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join('');
};

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** What a field stands for in a path; whether it can be in an address is asked of what that says. */
const PART = '[^/]+';

const expressions = new WeakMap<AddressPattern, RegExp>();

const expressionOf = (pattern: AddressPattern): RegExp => {
  const known = expressions.get(pattern);
  if (known) return known;
  const source = pattern.parts
    .map((part) => (typeof part === 'string' ? escapeRegExp(part) : `(${PART})`))
    .join('');
  // Written without a final slash, a link may have one: it leads on.
  const expression = new RegExp(`^${source}${endOf(pattern) === '' ? '/?' : ''}$`);
  expressions.set(pattern, expression);
  return expression;
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
    const value = decodePart(part);
    // Each text has one code; a field that is named twice has one value.
    if (!isAddressPart(value) || encodePart(value) !== part || (values[name] ?? value) !== value) {
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
  decodePart(path.slice(directory.length).replace(/\/$/, ''));

/** The path that has a key; the reverse of `addressKey`. */
export const pathOfKey = (pattern: AddressPattern, key: string): string =>
  pattern.directory + encodePart(key) + endOf(pattern);
