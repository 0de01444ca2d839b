import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { ArticleTopic } from '../content/article';
import { entryPath, type FieldPath, transliterate } from './address';
import { parsed, textOf } from './values';
import type { SourcePlan, TopicPlan, ValueTopic } from './plan';

/** Characters of a value that is a topic: more is a text. */
const LONGEST_VALUE = 300;

/** Characters of a slug in Latin letters: the names of lists have so much room. */
const LONGEST_SLUG = 100;

/** Characters that tell values apart that have the same Latin letters. */
const HASH = 10;

/** Values whose slugs are kept: some megabytes at most. */
const KEPT_SLUGS = 5_000;

/** Topics that an entry has by one field: what comes after them is in none. */
const MOST_VALUES = 50;

/** Characters of a field with a list that are looked at. */
const LONGEST_LIST = 20_000;

export const VALUE_TYPE_PREFIX = 'value::';

/** Characters of a directory whose topics are values: the names of lists have so much room. */
export const LONGEST_DIRECTORY = 30;

/** What stands for the content type of topics that are values, by their directory: `value::tags` for `/tags/`. */
export const valueType = (directory: string): string =>
  VALUE_TYPE_PREFIX + directory.slice(1, -1).replaceAll('/', '!');

/** Whether topics are values of a field, and no entries of a content type. */
export const isValueType = (contentType: string): boolean =>
  contentType.startsWith(VALUE_TYPE_PREFIX);

/** What stands before the slug in an id: no id of an entry looks so. */
const idPrefix = (contentType: string): string =>
  `@${contentType.slice(VALUE_TYPE_PREFIX.length)}.`;

/** What stands for the document id of a value, by its slug. */
export const idOfValue = (contentType: string, slug: string): string =>
  idPrefix(contentType) + slug;

/** The slug that an id of a value has; undefined for an id of anything else. */
export const slugOfValueId = (contentType: string, id: string): string | undefined => {
  const prefix = idPrefix(contentType);
  return id.startsWith(prefix) ? id.slice(prefix.length) : undefined;
};

/** A text as it is compared with others: in whatever case, with whatever spaces. */
export const normaliseName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean).join(' ');

const hash = (value: string): string =>
  createHash('sha256').update(normaliseName(value)).digest('hex').slice(0, HASH);

/** Signs that are no sound of their own, and are in no slug: hard and soft signs, what stretches a word, and marks like apostrophes. */
const SILENT = /[ЪъЬь\u0640\u02b9-\u02bf]/;

/** Signs that a slug does not have, and that tell "C++" from "C", "1.5" from "15" and ".NET" from "Net". */
const TELLING = /[\p{S}#%*@\\]|(?<=\p{N})[.,:](?=\p{N})|(?<![\p{L}\p{N}])[.-](?=[\p{L}\p{N}])/u;

/** Characters by whether there are Latin ones for them: each takes hundreds of replacements to find out. */
const latinised = new Map<string, boolean>();

const hasLatin = (character: string): boolean => {
  const known = latinised.get(character);
  if (known !== undefined) return known;
  const found = SILENT.test(character) || transliterate(character) !== '';
  latinised.set(character, found);
  return found;
};

/** Whether a slug says all that a value says, but for case, accents and what is between words. */
const saysAll = (value: string): boolean =>
  !TELLING.test(value) && [...new Set(value.normalize().match(/[\p{L}\p{N}]/gu))].every(hasLatin);

/** Apostrophes stay hyphens, unlike in slugs of headings: the slug is kept nowhere, so "o-brien" would be 404. */
const makeSlug = (value: string): string => {
  const whole = transliterate(value);
  const made = whole.slice(0, LONGEST_SLUG).replace(/-+$/, '');
  if (made !== '' && whole.length <= LONGEST_SLUG && saysAll(value)) return made;
  return made === '' ? hash(value) : `${made}-${hash(value)}`;
};

/** Slugs by value: every article that is shown asks for those of its topics. */
const slugs = new LRUCache<string, string>({ max: KEPT_SLUGS });

/**
 * The part of an address that a value makes, the same on every node and after every restart: its letters as
 * Latin ones. What these do not tell apart, such as "C" and "C++", or "新闻" and "报道", a hash does. Values that
 * differ in case, accents and what is between words are one. A value without letters and digits has no slug.
 */
export const slugOfValue = (given: string): string | undefined => {
  const value = given.trim();
  if (value.length > LONGEST_VALUE || !/[\p{L}\p{N}]/u.test(value)) return undefined;
  const slug = slugs.get(value) ?? makeSlug(value);
  slugs.set(value, slug);
  return slug;
};

/** The texts of a field that holds a list: JSON, or a text with commas, semicolons or lines. */
const itemsOf = (held: unknown): (string | undefined)[] => {
  if (typeof held === 'string' && held.length > LONGEST_LIST) return [];
  const value = typeof held === 'string' ? parsed(held) : held;
  if (Array.isArray(value)) return value.slice(0, MOST_VALUES).map(textOf);
  return textOf(value)?.split(/[,;\n]/) ?? [];
};

/** The topics that a field names, as it names them: each once, those alone that have an address. */
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

/** All topics that the values of an entry's fields are, by what the entry holds. */
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

/** A value as articles name their topic; undefined for one that has no address. */
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
