import { MAXIMUM_SLUG } from '../content/slug';
import { SLUG_PATTERN } from '../feed/addresses';
import { addressFields, endOf } from './address';
import type { AddressPattern, FieldPath } from './plan';

/** What a field of an entry holds. */
export type ValueOf = (path: FieldPath) => unknown;

/** Name of a field of an address among its values: `category.slug`. */
const valueName = (path: FieldPath): string => path.join('.');

/** Names of the fields that an address is made of. */
export const addressFieldNames = (pattern: AddressPattern): string[] =>
  addressFields(pattern).map(valueName);

/** Whether a value can be a part of an address: a slug that is not too long. */
export const isAddressPart = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAXIMUM_SLUG && SLUG_PATTERN.test(value);

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
    return isAddressPart(value) ? value : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join('');
};

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** A slug as a part of a larger expression. */
const PART = SLUG_PATTERN.source.replace(/^\^|\$$/g, '');

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
const MAXIMUM_PATH = 2_000;

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
    const value = found[place + 1]!;
    // A field that is named twice has one value.
    if (value.length > MAXIMUM_SLUG || (values[name] ?? value) !== value) return undefined;
    values[name] = value;
  }
  return values;
};

/**
 * What an address is known by among those of its content type, present ones and permalinks: what is
 * behind the directory, without the final slash. Of `/posts/{slug}/` that is the slug.
 */
export const addressKey = ({ directory }: AddressPattern, path: string): string =>
  path.slice(directory.length).replace(/\/$/, '');

/** The path that has a key; the reverse of `addressKey`. */
export const pathOfKey = (pattern: AddressPattern, key: string): string =>
  pattern.directory + key + endOf(pattern);
