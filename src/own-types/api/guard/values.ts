import { isQuery, type Query, refuse } from './model';

/** Longest text that a query compares, in characters: a title has at most 255. */
const MAXIMUM_TEXT = 255;
/** Most steps of a path from type to type; brackets in a query string nest no deeper. */
const MAXIMUM_STEPS = 20;
/** Most values of one condition. */
const MAXIMUM_VALUES = 20;

/** Whether no entry can have this id: PostgreSQL would fail on U+0000. */
export const isImpossibleId = (id: unknown): boolean => String(id).includes('\0');

/** @throws ValidationError for anything but true and false, in the spellings of query strings */
export const readBoolean = (value: unknown, path: string): boolean => {
  if (value === true || value === 'true' || value === '1' || value === 1) return true;
  if (value === false || value === 'false' || value === '0' || value === 0) return false;
  return refuse(path, 'expected true or false.');
};

/** @throws ValidationError for a text that is too long, or that PostgreSQL would refuse */
export const readText = (value: unknown, path: string): string => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string') return refuse(path, 'expected a text.');
  if (text.length > MAXIMUM_TEXT) {
    return refuse(path, `expected a text of at most ${MAXIMUM_TEXT} characters.`);
  }
  if (text.includes('\0')) return refuse(path, 'a text cannot hold the character U+0000.');
  return text;
};

/** @throws ValidationError for anything but a whole number within limits */
export const readInteger = (value: unknown, path: string, least: number, most: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most
    ? number
    : refuse(path, `expected a whole number from ${least} to ${most}.`);
};

/** Values of a list: in a query string, a long list becomes an object with positions as keys. */
const toList = (given: unknown): unknown[] =>
  isQuery(given) ? Object.values(given) : [given].flat();

/**
 * Reads names separated by commas, in a list, or both.
 *
 * @param most number of names above which the parameter is refused
 */
export const readNames = (given: unknown, path: string, most: number): string[] => {
  const parts = toList(given);
  if (parts.length > most) return refuse(path, `expected at most ${most} names.`);
  const names = parts.flatMap((part) => readText(part, path).split(','));
  if (names.length > most) return refuse(path, `expected at most ${most} names.`);
  return names.map((name) => name.trim()).filter((name) => name !== '');
};

/**
 * Reads the condition "equal to" a text, or to one of a list.
 *
 * @throws ValidationError for any other condition
 */
export const readEquality = (given: unknown, path: string): Query => {
  const [operator, value, ...others] = isQuery(given)
    ? Object.entries(given).flat()
    : [Array.isArray(given) ? '$in' : '$eq', given];
  const known = operator === '$eq' || operator === '$in';
  if (!known || others.length > 0) {
    return refuse(path, `is compared with $eq, or $in and a list of at most ${MAXIMUM_VALUES}.`);
  }
  if (operator === '$eq' && !Array.isArray(value)) return { $eq: readText(value, path) };
  const values = toList(value);
  if (values.length === 0 || values.length > MAXIMUM_VALUES) {
    return refuse(path, `expected a list of 1 to ${MAXIMUM_VALUES}.`);
  }
  return { $in: values.map((one) => readText(one, path)) };
};

const readDate = (value: unknown, path: string): string => {
  const date = value instanceof Date || typeof value === 'string' ? new Date(value) : new Date(NaN);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999
    ? date.toISOString()
    : refuse(path, 'expected a date, for example 2026-01-31T12:00:00Z.');
};

/**
 * Reads the limits of a date.
 *
 * @throws ValidationError for any other condition
 */
export const readDateRange = (given: unknown, path: string): Query => {
  const limits = isQuery(given) ? Object.entries(given) : [];
  const known = limits.every(([operator]) => ['$gt', '$gte', '$lt', '$lte'].includes(operator));
  if (!known || limits.length === 0) {
    return refuse(path, 'is compared with $gt, $gte, $lt and $lte.');
  }
  return Object.fromEntries(limits.map(([operator, value]) => [operator, readDate(value, path)]));
};

/** An object without a prototype: `__proto__` is a name like any other. */
const emptyQuery = (): Query => Object.create(null) as Query;

/** Turns `a,b.c`, or a list of such paths, into an object. */
const populateOfPaths = (given: unknown, path: string): Query => {
  const populate = emptyQuery();
  const paths = [given]
    .flat()
    .flatMap((part) =>
      typeof part === 'string' ? part.split(',') : refuse(path, 'expected names.'),
    );
  for (const one of paths) {
    const steps = one.trim().split('.').filter(Boolean);
    if (steps.length > MAXIMUM_STEPS) refuse(path, `goes further than ${MAXIMUM_STEPS} relations.`);
    let place = populate;
    steps.forEach((step, at) => {
      const isLast = at === steps.length - 1;
      const known = place[step];
      if (isLast) place[step] ??= true;
      else {
        const next: { populate: Query } = isQuery(known)
          ? (known as { populate: Query })
          : { populate: emptyQuery() };
        place[step] = next;
        place = next.populate;
      }
    });
  }
  return populate;
};

/** What to populate, by name, each with its options; undefined for `*`. */
export const populatedNames = (given: unknown, path: string): Query | undefined => {
  if (given === '*' || given === true || given === 'true') return undefined;
  if (!isQuery(given)) return populateOfPaths(given, path);
  const isList = Object.keys(given).every((key) => /^\d+$/.test(key));
  return isList ? populateOfPaths(Object.values(given), path) : given;
};
