import { didYouMeanOneOf, show } from '../lib/messages';
import { isObject } from '../lib/is-object';
import { BODY_FORMATS, type PageMapping, SHARED_KEYS, type Source } from './source';
import type { PodcastMapping } from './mapping-fields';
import type { Topic } from './topic';

/** What a key takes before anything is known of the types; `allowed` ends the sentence "Allowed: …". */
interface Shape {
  takes: (value: unknown) => boolean;
  allowed: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const isFunction = (value: unknown): boolean => typeof value === 'function';

const ADDRESS: Shape = {
  takes: (value) =>
    isText(value) ||
    (isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isText)),
  allowed: 'a path, for example "/articles/{slug}/", or one for each locale',
};

const FIELD: Shape = { takes: isText, allowed: 'the name of a field' };

const FIELDS: Shape = {
  takes: (value) => isText(value) || (isTexts(value) && (value as string[]).length > 0),
  allowed: 'the name of a field, or a list of names',
};

const FIELD_OR_NONE: Shape = {
  takes: (value) => value === false || isText(value),
  allowed: 'the name of a field, or false',
};

const FIELDS_OR_NONE: Shape = {
  takes: (value) => value === false || isText(value) || isTexts(value),
  allowed: 'the name of a field, a list of names, or false',
};

/** Characters that a name of a value may have. */
const LONGEST_NAME = 200;

/** Characters that a title or a description of a listing may have. */
const LONGEST_TEXT = 1_000;

const isShown = (value: unknown): boolean =>
  isText(value) && value.trim() !== '' && value.length <= LONGEST_TEXT;

const isInLanguages = (value: unknown): boolean =>
  isShown(value) || (isObject(value) && Object.values(value).every(isShown));

const isName = (name: unknown): boolean =>
  (isObject(name) ? Object.values(name) : [name]).every(
    (text) => isText(text) && text.trim() !== '' && text.length <= LONGEST_NAME,
  );

const VALUES_KEYS = ['field', 'address', 'names'];

/** Whether it is a field whose values are topics, with where they are and what they are called. */
const isValues = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).every((key) => VALUES_KEYS.includes(key)) &&
  isText(value.field) &&
  (value.address === undefined || isText(value.address)) &&
  (value.names === undefined ||
    (isObject(value.names) && Object.values(value.names).every(isName)));

const isNamed = (value: unknown): boolean =>
  isText(value) && value.trim() !== '' && value.length <= LONGEST_NAME;

const isYesNo = (value: unknown): boolean => typeof value === 'boolean';

const PODCAST: Record<keyof PodcastMapping, (value: unknown) => boolean> = {
  author: isNamed,
  image: isText,
  category: (value) => isText(value) || isTexts(value),
  explicit: isYesNo,
  type: (value) => value === 'episodic' || value === 'serial',
  owner: (value) =>
    isObject(value) &&
    isNamed(value.email) &&
    (value.name === undefined || isNamed(value.name)) &&
    Object.keys(value).every((key) => ['name', 'email'].includes(key)),
  guid: isText,
  locked: isYesNo,
  duration: FIELD_OR_NONE.takes,
  episode: FIELD_OR_NONE.takes,
  season: FIELD_OR_NONE.takes,
  episodeType: FIELD_OR_NONE.takes,
  transcript: FIELD_OR_NONE.takes,
  chapters: FIELD_OR_NONE.takes,
};

const PODCAST_NAMES = Object.keys(PODCAST);

const isPodcast = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).every(
    ([key, one]) =>
      Object.hasOwn(PODCAST, key) &&
      (one === undefined || PODCAST[key as keyof PodcastMapping](one)),
  );

const LISTING_KEYS = ['title', 'description'];

const SOURCE: Record<keyof Source, Shape> = {
  address: ADDRESS,
  title: FIELD,
  summary: FIELDS_OR_NONE,
  body: FIELDS_OR_NONE,
  bodyFormat: {
    takes: (value) => BODY_FORMATS.some((format) => format === value),
    allowed: BODY_FORMATS.map(show).join(', '),
  },
  date: FIELD_OR_NONE,
  until: FIELD,
  author: FIELDS_OR_NONE,
  cover: FIELDS_OR_NONE,
  enclosure: FIELD_OR_NONE,
  topics: {
    takes: (value) =>
      value === false ||
      (Array.isArray(value) && value.every((one) => isText(one) || isValues(one))),
    allowed:
      'a list of names of fields, or of objects with "field", "address" and "names", a text of 200 characters at most for each value; or false',
  },
  podcast: {
    takes: isPodcast,
    allowed: `an object with any of ${PODCAST_NAMES.join(', ')}: texts of ${LONGEST_NAME} characters at most, owner as { name, email }, explicit and locked true or false, type "episodic" or "serial", and names of fields or false`,
  },
  metaTitle: FIELD_OR_NONE,
  metaDescription: FIELD_OR_NONE,
  metaImage: FIELD_OR_NONE,
  canonical: FIELD_OR_NONE,
  noindex: FIELD_OR_NONE,
  listing: {
    takes: (value) =>
      isObject(value) &&
      Object.entries(value).every(
        ([key, text]) => LISTING_KEYS.includes(key) && (text === undefined || isInLanguages(text)),
      ),
    allowed: `an object with "title" and "description", each a text of ${LONGEST_TEXT} characters at most, or one for each language`,
  },
  keepOut: FIELD_OR_NONE,
  guid: FIELD_OR_NONE,
  components: {
    takes: (value) => isObject(value) && Object.values(value).every(isFunction),
    allowed: 'an object of functions by component',
  },
  select: { takes: isTexts, allowed: 'a list of names of fields' },
  item: { takes: isFunction, allowed: 'a function' },
  entry: { takes: isFunction, allowed: 'a function' },
};

const PAGE = Object.fromEntries(
  (['address', ...SHARED_KEYS] as const).map((key) => [key, SOURCE[key]]),
) as Record<keyof PageMapping, Shape>;

const TOPIC: Record<keyof Topic, Shape> = {
  address: ADDRESS,
  name: FIELDS,
  title: FIELD_OR_NONE,
  description: FIELD_OR_NONE,
  image: FIELD_OR_NONE,
  hidden: FIELD_OR_NONE,
  itemsPerFeed: FIELD_OR_NONE,
  content: FIELD_OR_NONE,
};

const checkMapping = (
  contentType: string,
  mapping: unknown,
  shapes: Readonly<Record<string, Shape>>,
): string[] => {
  const type = show(contentType);
  if (!isObject(mapping)) return [`${type} was ${show(mapping)}. Allowed: an object.`];
  const names = Object.keys(shapes);
  return Object.entries(mapping).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (!Object.hasOwn(shapes, key)) {
      const question = didYouMeanOneOf(key, names) || ` Allowed: ${names.join(', ')}.`;
      return [`${type} has no key ${show(key)}.${question}`];
    }
    const shape = shapes[key];
    return !shape || shape.takes(value)
      ? []
      : [`${type}: ${show(key)} was ${show(value)}. Allowed: ${shape.allowed}.`];
  });
};

const checkMappings = (
  mappings: Readonly<Record<string, unknown>>,
  shapes: Readonly<Record<string, Shape>>,
): string[] =>
  Object.entries(mappings).flatMap(([contentType, mapping]) =>
    checkMapping(contentType, mapping, shapes),
  );

/** What is wrong with the option `sources` as such; whether its types and fields are there, the compiler asks. */
export const checkSources = (sources: Readonly<Record<string, unknown>>): string[] =>
  checkMappings(sources, SOURCE);

/** What is wrong with the option `pages` as such. */
export const checkPages = (pages: Readonly<Record<string, unknown>>): string[] =>
  checkMappings(pages, PAGE);

/** What is wrong with the option `topics` as such. */
export const checkTopics = (topics: Readonly<Record<string, unknown>>): string[] =>
  checkMappings(topics, TOPIC);
