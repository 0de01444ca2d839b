import { didYouMeanOneOf, show } from '../lib/show';
import { isObject } from '../lib/is-object';
import { BODY_FORMATS, type PageMapping, SHARED_KEYS, type Source, type Topic } from './source';

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

/** Characters that a title or a description of a listing may have. */
const LONGEST_TEXT = 1_000;

const isShown = (value: unknown): boolean =>
  isText(value) && value.trim() !== '' && value.length <= LONGEST_TEXT;

const isInLanguages = (value: unknown): boolean =>
  isShown(value) || (isObject(value) && Object.values(value).every(isShown));

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
  author: FIELDS_OR_NONE,
  authorPages: { takes: (value) => typeof value === 'boolean', allowed: 'true, false' },
  cover: FIELDS_OR_NONE,
  enclosure: FIELD_OR_NONE,
  topics: {
    takes: (value) => value === false || isTexts(value),
    allowed: 'a list of names of relations, or false',
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
