import { createHash } from 'node:crypto';

import { DateTime } from 'luxon';
import { LRUCache } from 'lru-cache';

import { isObject } from '../lib/values';
import type { SourcePlan, TopicPlan, ValueTopic } from './plan';
import { type FieldPath, entryPath, transliterate } from './address';
import { plainName } from './fields';
import type { ArticleTopic } from '../content/article';

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
const isDay = (value: unknown): value is string =>
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

/** Longest list in a field, in characters: of longer texts nothing is read. Further values of a list are ignored. */
const LONGEST_LIST = 20_000;
const MOST_VALUES = 50;

/** Longest name of a person, in characters. */
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
const parseIfJson = (text: string): unknown => {
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
    .slice(0, MOST_VALUES)
    .flatMap((person) => joinName(parts.map((path) => textAt(person, path.slice(-1)) ?? '')) || []);

/** Names of people in a JSON list; undefined if the value is no list. */
export const peopleOf = (held: unknown): string[] | undefined => {
  const value = typeof held === 'string' && held.length <= LONGEST_LIST ? parseIfJson(held) : held;
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, MOST_VALUES).flatMap((one) => {
    const name = personOf(one)?.trim().slice(0, LONGEST_NAME);
    return name ? [name] : [];
  });
};

/** Longest value that can be a topic, in characters: longer ones are prose. */
const LONGEST_VALUE = 300;

/** Longest slug in Latin letters, in characters: names of lists have that much room. */
const LONGEST_SLUG = 100;

/** Characters of the hash that distinguishes values with the same Latin letters. */
const HASH_LENGTH = 10;

/** Texts in the cache: at most some megabytes. */
const MAXIMUM_CACHED = 5_000;

export const VALUE_TYPE_PREFIX = 'value::';

/** Longest directory of value topics, in characters: names of lists have that much room. */
export const LONGEST_DIRECTORY = 30;

/** Stands for the content type of value topics, by their directory: `value::tags` for `/tags/`. */
export const valueType = (directory: string): string =>
  VALUE_TYPE_PREFIX + directory.slice(1, -1).replaceAll('/', '!');

/** Whether topics are values of a field instead of entries. */
export const isValueType = (contentType: string): boolean =>
  contentType.startsWith(VALUE_TYPE_PREFIX);

/** Prefix of the ids of values: no document id looks like that. */
const idPrefix = (contentType: string): string =>
  `@${contentType.slice(VALUE_TYPE_PREFIX.length)}.`;

/** Stands for the document id of a value, by its slug. */
export const idOfValue = (contentType: string, slug: string): string =>
  idPrefix(contentType) + slug;

/** The slug in the id of a value; undefined for any other id. */
export const slugOfValueId = (contentType: string, id: string): string | undefined => {
  const prefix = idPrefix(contentType);
  return id.startsWith(prefix) ? id.slice(prefix.length) : undefined;
};

/** Normalises a text for comparison: case and spaces do not matter. */
export const normaliseName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean).join(' ');

const hash = (value: string): string =>
  createHash('sha256').update(normaliseName(value)).digest('hex').slice(0, HASH_LENGTH);

/**
 * Characters without a sound of their own, which slugs leave out: Cyrillic hard and soft signs, the Arabic tatweel, and
 * modifier letters like apostrophes.
 */
const SILENT = /[ЪъЬь\u0640\u02b9-\u02bf]/;

/** Characters that slugs leave out, but that distinguish "C++" from "C", "1.5" from "15" and ".NET" from "Net". */
const DISTINGUISHING =
  /[\p{S}#%*@\\]|(?<=\p{N})[.,:](?=\p{N})|(?<![\p{L}\p{N}])[.-](?=[\p{L}\p{N}])/u;

/** Values and characters in Latin letters: a cache, since each takes hundreds of replacements (half a millisecond). */
const latinised = new LRUCache<string, string>({ max: MAXIMUM_CACHED });

const toLatin = (text: string): string => {
  const latin = latinised.get(text) ?? transliterate(text);
  latinised.set(text, latin);
  return latin;
};

/** Whether the slug keeps everything of the value except case, accents and separators. */
const isLosslessSlug = (value: string): boolean =>
  !DISTINGUISHING.test(value) &&
  [...new Set(value.normalize().match(/[\p{L}\p{N}]/gu))].every(
    (character) => SILENT.test(character) || toLatin(character) !== '',
  );

/**
 * The slug of a value, the same on every node and after every restart: its letters in Latin. A hash distinguishes
 * values that Latin letters do not, such as "C" and "C++", or "新闻" and "报道". Values that differ only in case, accents
 * and separators have the same slug. Undefined for a value that is too long or has no letters and digits. Apostrophes
 * become hyphens, unlike in slugs of headings: each page makes it anew of the value, so a change would make "o-brien" 404.
 */
export const slugOfValue = (given: string): string | undefined => {
  const value = given.trim();
  if (value.length > LONGEST_VALUE || !/[\p{L}\p{N}]/u.test(value)) return undefined;
  const whole = toLatin(value);
  const made = whole.slice(0, LONGEST_SLUG).replace(/-+$/, '');
  if (made !== '' && whole.length <= LONGEST_SLUG && isLosslessSlug(value)) return made;
  return made === '' ? hash(value) : `${made}-${hash(value)}`;
};

/** The texts in a field with a list: JSON, or a text separated by commas, semicolons or lines. */
const itemsOf = (held: unknown): (string | undefined)[] => {
  if (typeof held === 'string' && held.length > LONGEST_LIST) return [];
  const value = typeof held === 'string' ? parseIfJson(held) : held;
  if (Array.isArray(value)) return value.slice(0, MOST_VALUES).map(textOf);
  return textOf(value)?.split(/[,;\n]/) ?? [];
};

/** The topics that a field names, as written: each once, and only those with a slug. */
export const namedTopics = ({ isList }: ValueTopic, held: readonly unknown[]): string[] => {
  const texts = held.flatMap((value) => (isList ? itemsOf(value) : textOf(value)));
  const bySlug = new Map<string, string>();
  for (const text of texts) {
    const slug = text === undefined ? undefined : slugOfValue(text);
    if (slug !== undefined && !bySlug.has(slug)) bySlug.set(slug, text!.trim());
    if (bySlug.size === MOST_VALUES) break;
  }
  return [...bySlug.values()];
};

/** All topics that the values of an entry's fields are. */
export const topicsByValue = (
  { values = [] }: Pick<SourcePlan, 'values'>,
  valuesOf: (path: FieldPath) => readonly unknown[],
): { contentType: string; name: string }[] =>
  values.flatMap((topic) =>
    namedTopics(topic, valuesOf(topic.path)).map((name) => ({
      contentType: topic.contentType,
      name,
    })),
  );

/** A value as a topic of articles; undefined if it has no address. */
export const topicOfValue = (type: TopicPlan, value: string): ArticleTopic | undefined => {
  const slug = slugOfValue(value);
  const path = entryPath(type.address, () => slug);
  if (slug === undefined || path === undefined) return undefined;
  const named = type.names?.get(slug);
  const given = typeof named === 'object' ? Object.values(named)[0] : named;
  return {
    contentType: type.contentType,
    documentId: idOfValue(type.contentType, slug),
    name: given ?? value.trim(),
    slug,
    ...(given !== undefined && { title: given }),
    directory: type.address.directory,
    path,
  };
};
