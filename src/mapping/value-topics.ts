import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { ArticleTopic } from '../content/article';
import { entryPath, type FieldPath, transliterate } from './address';
import { parseIfJson, textOf } from './values';
import type { SourcePlan, TopicPlan, ValueTopic } from './plan';

/** Longest value that can be a topic, in characters: longer ones are prose. */
const LONGEST_VALUE = 300;

/** Longest slug in Latin letters, in characters: names of lists have that much room. */
const LONGEST_SLUG = 100;

/** Characters of the hash that distinguishes values with the same Latin letters. */
const HASH_LENGTH = 10;

/** Texts in the cache: at most some megabytes. */
const MAXIMUM_CACHED = 5_000;

/** Most topics of an entry by one field; further values are ignored. */
const MOST_VALUES = 50;

/** Longest list in a field, in characters; of longer texts nothing is read. */
const LONGEST_LIST = 20_000;

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
