import {
  type Attribute,
  isObject,
  type Model,
  publicAttribute,
  publicNames,
  refuse,
} from './model';
import type { Filters } from './visibility';

/** What a column holds, as far as conditions on it differ. */
type Kind = 'text' | 'integer' | 'number' | 'date' | 'day' | 'boolean';

const KINDS: Record<string, Kind> = {
  string: 'text',
  text: 'text',
  richtext: 'text',
  email: 'text',
  uid: 'text',
  enumeration: 'text',
  integer: 'integer',
  biginteger: 'number',
  float: 'number',
  decimal: 'number',
  datetime: 'date',
  timestamp: 'date',
  date: 'day',
  boolean: 'boolean',
};

const EQUAL = ['$eq', '$ne', '$in', '$notIn', '$null', '$notNull', '$not'];
const ORDERED = ['$gt', '$gte', '$lt', '$lte', '$between'];
const TEXTUAL = ['$eqi', '$nei', '$startsWith', '$startsWithi', '$endsWith', '$endsWithi'];
const PARTS = ['$contains', '$containsi', '$notContains', '$notContainsi'];

const operatorsOf = (kind: Kind): string[] => {
  if (kind === 'boolean') return EQUAL;
  return kind === 'text' ? [...EQUAL, ...ORDERED, ...TEXTUAL, ...PARTS] : [...EQUAL, ...ORDERED];
};

/** What a database keeps in a column of integers; PostgreSQL fails where a number is larger. */
const LARGEST_INTEGER = 2_147_483_647;
const LONGEST_TEXT = 1_000;
/** Values of one condition; Strapi reads as many from a query string. */
const MOST_VALUES = 100;

export const readBoolean = (value: unknown, path: string): boolean => {
  if (value === true || value === 'true' || value === '1' || value === 1) return true;
  if (value === false || value === 'false' || value === '0' || value === 0) return false;
  return refuse(path, 'expected true or false.');
};

export const readText = (value: unknown, path: string): string => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string') return refuse(path, 'expected a text.');
  if (text.length > LONGEST_TEXT) {
    return refuse(path, `expected a text of at most ${LONGEST_TEXT} characters.`);
  }
  // PostgreSQL takes no text with it.
  if (text.includes('\0')) return refuse(path, 'a text cannot hold the character U+0000.');
  return text;
};

const readNumber = (value: unknown, path: string, largest: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && Math.abs(number) <= largest
    ? number
    : refuse(path, 'expected a number.');
};

export const readInteger = (
  value: unknown,
  path: string,
  [least, largest] = [-LARGEST_INTEGER, LARGEST_INTEGER],
): number => {
  const number = readNumber(value, path, Number.MAX_SAFE_INTEGER);
  return Number.isInteger(number) && number >= least! && number <= largest!
    ? number
    : refuse(path, `expected a whole number from ${least} to ${largest}.`);
};

const readDate = (value: unknown, path: string): string => {
  const isMoment = typeof value === 'string' && /^\d{5,}$/.test(value);
  const date =
    value instanceof Date || typeof value === 'number' || typeof value === 'string'
      ? new Date(isMoment ? Number(value) : value)
      : new Date(NaN);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999
    ? date.toISOString()
    : refuse(path, 'expected a date, for example 2026-01-31T12:00:00Z.');
};

const readValue = (kind: Kind, value: unknown, path: string): unknown => {
  if (kind === 'boolean') return readBoolean(value, path);
  if (kind === 'integer') return readInteger(value, path);
  if (kind === 'number') return readNumber(value, path, Number.MAX_SAFE_INTEGER);
  if (kind === 'text') return readText(value, path);
  const date = readDate(value, path);
  return kind === 'day' ? date.slice(0, 10) : date;
};

/** Values of a list; a query string gives a long one with its positions as keys. */
const readValues = (kind: Kind, given: unknown, path: string): unknown[] => {
  const values = isObject(given) ? Object.values(given) : [given].flat();
  if (values.length > MOST_VALUES) {
    return refuse(path, `expected at most ${MOST_VALUES} values.`);
  }
  return values.map((value) => readValue(kind, value, path));
};

const readOperand = (kind: Kind, operator: string, value: unknown, path: string): unknown => {
  if (!operatorsOf(kind).includes(operator)) {
    return refuse(path, `there is no such operator here. Use ${operatorsOf(kind).join(', ')}.`);
  }
  if (operator === '$null' || operator === '$notNull') return readBoolean(value, path);
  if (operator === '$not') return readConditionOf(kind, value, path);
  if (operator === '$in' || operator === '$notIn') return readValues(kind, value, path);
  if (operator === '$between') {
    const values = readValues(kind, value, path);
    return values.length === 2 ? values : refuse(path, 'expected two values.');
  }
  // Strapi takes "equal to one of these" for a list.
  if (Array.isArray(value)) return readValues(kind, value, path);
  if (value === null && ['$eq', '$ne'].includes(operator)) return null;
  return readValue(kind, value, path);
};

const readConditionOf = (kind: Kind, given: unknown, path: string): Filters => {
  if (given === null) return { $null: true };
  if (Array.isArray(given)) return { $in: readValues(kind, given, path) };
  if (!isObject(given)) return { $eq: readValue(kind, given, path) };
  return Object.fromEntries(
    Object.entries(given).map(([operator, value]) => [
      operator,
      readOperand(kind, operator, value, `${path}[${operator}]`),
    ]),
  );
};

const kindOf = (attribute: Attribute | undefined): Kind | undefined =>
  attribute && Object.hasOwn(KINDS, attribute.type) ? KINDS[attribute.type] : undefined;

const kindIn = (model: Model, name: string): Kind | undefined => {
  if (name === 'id') return 'integer';
  return name === 'documentId' ? 'text' : kindOf(publicAttribute(model, name));
};

/** Fields of a model that a query may be about. */
export const comparableFields = (model: Model): string[] => [
  'id',
  'documentId',
  ...publicNames(model, (attribute) => kindOf(attribute) !== undefined),
];

/**
 * A condition on a field; undefined when there is no such field.
 *
 * @throws ValidationError when no database could answer it
 */
export const readCondition = (
  model: Model,
  name: string,
  given: unknown,
  path: string,
): Filters | undefined => {
  const kind = kindIn(model, name);
  return kind && readConditionOf(kind, given, path);
};
