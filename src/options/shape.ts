import type { Data, Public, Schema, UID } from '@strapi/strapi';

import { didYouMeanOneOf, show } from '../lib/show';
import { isObject } from '../lib/is-object';
import { BODY_FORMATS, type PageMapping, SHARED_KEYS, type Source, type Topic } from './source';

/** Keys that are written out: without index signatures such as `` `api::${string}` ``. */
type NamedKey<Registry> = keyof {
  [
    Key in keyof Registry as Record<never, never> extends Record<Key, unknown> ? never : Key
  ]: unknown;
} &
  string;

/** Content types the project has generated types of (`strapi ts:generate-types`); else none. */
export type KnownContentType = NamedKey<Public.ContentTypeSchemas> & UID.ContentType;

/** Components the project has generated types of; else none. */
type KnownComponent = NamedKey<Public.ComponentSchemas> & UID.Component;

type KnownSchema = KnownContentType | KnownComponent;

type Kind = Schema.Attribute.Kind;

/** Fields of some kinds that front ends may see. */
type ShownField<U extends KnownSchema, K extends Kind> = Exclude<
  Schema.AttributeNamesByType<U, K>,
  Schema.AttributeNamesByType<U, K, { private: true }>
>;

type User = 'admin::user' | 'plugin::users-permissions.user';

/** Of a user, only names are shown. */
type FieldOf<U extends KnownSchema, K extends Kind> = U extends User
  ? Extract<ShownField<U, K>, `${string}${'name' | 'Name'}`>
  : ShownField<U, K>;

/** Fields that lead on: relations and components, of a user none. */
type Step<U extends KnownSchema> = U extends User ? never : ShownField<U, 'relation' | 'component'>;

type TargetOf<U extends KnownSchema, Name extends Step<U>> = Extract<
  Schema.Attribute.Target<Extract<Schema.AttributeByName<U, Name>, Schema.Attribute.Attribute>>,
  KnownSchema
>;

/** Fields of what a field leads to, as `author.name`. */
type FieldBehind<U extends KnownSchema, K extends Kind> = {
  [Name in Step<U>]: `${Name}.${FieldOf<TargetOf<U, Name>, K>}`;
}[Step<U>];

/** Fields two steps away, as `author.company.name`. */
type FieldFarther<U extends KnownSchema, K extends Kind> = {
  [Name in Step<U>]: `${Name}.${FieldBehind<TargetOf<U, Name>, K>}`;
}[Step<U>];

/** Own fields of some kinds; any text where the project has no generated types. */
export type OwnField<U extends string, K extends Kind> = U extends KnownContentType
  ? ShownField<U, K>
  : string;

/** Own fields of some kinds that are read and never shown: private ones as well. */
export type ReadField<U extends string, K extends Kind> = U extends KnownContentType
  ? Schema.AttributeNamesByType<U, K>
  : string;

/** Fields of some kinds, through relations and components too: `seo.metaDescription`. */
export type FieldThrough<U extends string, K extends Kind> = U extends KnownContentType
  ? ShownField<U, K> | FieldBehind<U, K> | FieldFarther<U, K>
  : string;

/** An entry as `item` gets it. */
export type EntryOf<U extends string> = U extends KnownContentType
  ? Data.ContentType<U>
  : // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Nothing is known of its fields.
    Record<string, any>;

/** Own HTML by component. */
export type ComponentRenderers = [KnownComponent] extends [never]
  ? // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Nothing is known of its fields.
    Record<string, (component: any) => string>
  : { [C in KnownComponent]?: (component: Data.Component<C>) => string };

/** What a key takes before anything is known of the types; `allowed` ends the sentence "Allowed: …". */
interface Shape {
  takes: (value: unknown) => boolean;
  allowed: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const isFunction = (value: unknown): boolean => typeof value === 'function';

const ADDRESS: Shape = { takes: isText, allowed: 'a path, for example "/articles/{slug}/"' };

const FIELD: Shape = { takes: isText, allowed: 'the name of a field' };

const FIELD_OR_NONE: Shape = {
  takes: (value) => value === false || isText(value),
  allowed: 'the name of a field, or false',
};

const FIELDS_OR_NONE: Shape = {
  takes: (value) => value === false || isText(value) || isTexts(value),
  allowed: 'the name of a field, a list of names, or false',
};

const SOURCE: Record<keyof Source, Shape> = {
  address: ADDRESS,
  title: FIELD,
  summary: FIELDS_OR_NONE,
  body: FIELD_OR_NONE,
  bodyFormat: {
    takes: (value) => BODY_FORMATS.some((format) => format === value),
    allowed: BODY_FORMATS.map(show).join(', '),
  },
  date: FIELD_OR_NONE,
  author: FIELDS_OR_NONE,
  authorPages: { takes: (value) => typeof value === 'boolean', allowed: 'true, false' },
  cover: FIELD_OR_NONE,
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
  name: FIELD,
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
