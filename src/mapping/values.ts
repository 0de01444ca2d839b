import { DateTime } from 'luxon';

import { isObject } from '../lib/values';
import type { SourcePlan, TopicPlan } from './plan';
import type { FieldPath } from './address';
import { plainName } from './fields';

/** A row as Strapi read it. */
export type ReadEntry = Readonly<Record<string, unknown>>;

const flatten = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== undefined);

/** All values at a path, through relations and components; of repeated ones, the value of each. */
const valuesAt = (row: unknown, path: FieldPath): unknown[] =>
  path.reduce<unknown[]>(
    (values, name) => values.filter(isObject).flatMap((value) => flatten(value[name])),
    flatten(row),
  );

/** The values at a path: an own field's value as it is, even a list; behind relations and components each value. */
export const heldAt = (row: unknown, path: FieldPath): unknown[] =>
  path.length === 1 && isObject(row) ? [row[path[0]!]] : valuesAt(row, path);

/** The first value at a path; undefined if there is none. */
export const valueAt = (row: unknown, path: FieldPath): unknown => {
  const [name = ''] = path;
  // Most fields are the entry's own: a search for several values would take most of the time.
  const own = path.length === 1 && isObject(row) ? row[name] : [];
  return Array.isArray(own) ? valuesAt(row, path)[0] : (own ?? undefined);
};

/** The rows at a path: related entries, components or files. */
export const rowsAt = (row: unknown, path: FieldPath): ReadEntry[] =>
  valuesAt(row, path).filter(isObject);

/** The text at a path, possibly empty; undefined if there is none. */
export const textAt = (row: unknown, path: FieldPath): string | undefined => {
  const value = valueAt(row, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** The first non-blank text. */
export const firstText = (row: unknown, paths: readonly FieldPath[]): string | undefined =>
  paths
    .flatMap((path) => valuesAt(row, path))
    .find((value): value is string => typeof value === 'string' && value.trim() !== '');

/** Whether the value is a day without a time, as in a field of type `date`. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/**
 * The moment in a field; undefined if the value is no moment.
 *
 * @param timeZone IANA time zone of a day without a time; UTC by default
 */
export const toMoment = (value: unknown, timeZone?: () => string): Date | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date)) return;
  if (isDay(value)) {
    const midnight = DateTime.fromISO(value, { zone: timeZone?.() ?? 'utc' });
    return midnight.isValid ? midnight.toJSDate() : undefined;
  }
  // Strapi returns a field of type `timestamp` as milliseconds in a text.
  const date = new Date(typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** The moment at a path, like `toMoment`; undefined if there is none. */
export const dateAt = (row: unknown, path: FieldPath, timeZone?: () => string): Date | undefined =>
  toMoment(valueAt(row, path), timeZone);

/** Time zone in which the days of an entry begin. */
const timeZoneOf =
  ({ timeZoneIn, isLocalised }: SourcePlan, { locale }: ReadEntry) =>
  (): string =>
    // Check `isLocalised`: rows of a type that was once localised keep their locale.
    timeZoneIn?.(isLocalised && typeof locale === 'string' ? locale : '') ?? 'utc';

/** Date of an entry, if an editor gave one. */
export const dateOf = (source: SourcePlan, row: ReadEntry): Date | undefined =>
  source.date && dateAt(row, source.date, timeZoneOf(source, row));

/** The moment from which readers do not find the entry. */
export const untilOf = (source: SourcePlan, row: ReadEntry): Date | undefined =>
  source.until && dateAt(row, source.until, timeZoneOf(source, row));

/** The parts of a name that are filled, with spaces between. */
const joinName = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

/** The name of a topic, also in several fields; undefined if the first of these is missing. */
export const nameAt = (
  row: unknown,
  { name, furtherNames = [] }: Pick<TopicPlan, 'name' | 'furtherNames'>,
): string | undefined => {
  const first = textAt(row, name);
  if (first === undefined || furtherNames.length === 0) return first;
  return joinName([first, ...furtherNames.map((path) => textAt(row, path) ?? '')]);
};

/** Whether a file is a picture; a file of unknown type counts as one. */
const isPicture = ({ mime }: ReadEntry): boolean =>
  typeof mime !== 'string' || mime === '' || mime.startsWith('image/');

/** The first picture at these paths. */
export const pictureAt = (row: unknown, paths: readonly FieldPath[]): ReadEntry | undefined =>
  paths.flatMap((path) => rowsAt(row, path)).find(isPicture);

/** The first audio or video file at a path, or else the first file. */
export const recordingAt = (row: unknown, path: FieldPath): ReadEntry | undefined => {
  const files = rowsAt(row, path);
  return files.find(({ mime }) => /^(?:audio|video)\//.test(String(mime))) ?? files[0];
};

/** Longest JSON in a field and longest name, in characters, and most people in a list. */
const LONGEST_JSON = 20_000;
const MOST_PEOPLE = 50;
const LONGEST_NAME = 300;

/** Keys of the text in lists of objects: `[{ "name": "News" }]`. */
const NAME_KEYS = ['name', 'label', 'title', 'value'];

/** The text of an item in a JSON list. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!isObject(value)) return undefined;
  return NAME_KEYS.map((key) => value[key]).find((text) => typeof text === 'string') as
    string | undefined;
};

/** Parses JSON from a text column; a text that is not JSON is returned as it is. */
export const parseIfJson = (text: string): unknown => {
  if (!/^\s*["[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Usual keys of first and last names of a person in JSON. */
const FIRST_NAMES = ['firstname', 'given', 'givenname', 'forename'];
const LAST_NAMES = ['lastname', 'family', 'familyname', 'surname'];

const personOf = (value: unknown): string | undefined => {
  const text = textOf(value);
  if (text !== undefined || !isObject(value)) return text;
  const fields = new Map(Object.entries(value).map(([key, held]) => [plainName(key), held]));
  const parts = [FIRST_NAMES, LAST_NAMES].map((names) =>
    names.map((name) => fields.get(name)).find((held) => typeof held === 'string'),
  );
  return parts.filter((part) => part !== undefined).join(' ');
};

/** Whether two fields are the first name and the last name of the same person. */
const arePersonName = (first: FieldPath, last: FieldPath): boolean =>
  first.slice(0, -1).join('.') === last.slice(0, -1).join('.') &&
  FIRST_NAMES.includes(plainName(first.at(-1) ?? '')) &&
  LAST_NAMES.includes(plainName(last.at(-1) ?? ''));

/** Groups fields into names of people: one field each, or a first name directly followed by its last name. */
export const namesOfPeople = (paths: readonly FieldPath[]): FieldPath[][] =>
  paths.flatMap((path, place) => {
    const [before, next] = [paths[place - 1], paths[place + 1]];
    if (before && arePersonName(before, path)) return [];
    return [next && arePersonName(path, next) ? [path, next] : [path]];
  });

/** Full names of people behind a relation, each joined from several fields. */
export const fullNamesAt = (row: unknown, parts: readonly FieldPath[]): string[] =>
  rowsAt(row, parts[0]!.slice(0, -1))
    .slice(0, MOST_PEOPLE)
    .flatMap((person) => joinName(parts.map((path) => textAt(person, path.slice(-1)) ?? '')) || []);

/** Names of people in a JSON list; undefined if the value is no list. */
export const peopleOf = (held: unknown): string[] | undefined => {
  const value = typeof held === 'string' && held.length <= LONGEST_JSON ? parseIfJson(held) : held;
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, MOST_PEOPLE).flatMap((one) => {
    const name = personOf(one)?.trim().slice(0, LONGEST_NAME);
    return name ? [name] : [];
  });
};
