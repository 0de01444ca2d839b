import type { TAG_UID } from '../lib/constants';
import type { InLanguages } from '../content/article';
import type {
  Address,
  FieldThrough,
  InLocales,
  KnownContentType,
  OneOrMore,
  OwnField,
  ReadField,
  Text,
} from './mapping-fields';

/** A field whose values can be topics. */
export type ValueField<U extends string> =
  FieldThrough<U, Text | 'enumeration'> | OwnField<U, 'json'>;

/** A field whose values are topics, and how. */
export interface ValueTopicMapping<U extends string = string> {
  field: ValueField<U>;

  /**
   * Where the listing and the feeds of a value are: a directory with `{value}` at its end, and a final slash or
   * none. Fields at the same directory have their values together, whatever their types.
   *
   * @default the name of the field: '/category/{value}/'; behind a relation the plural name of the type
   * @example '/kinds/{value}/'
   */
  address?: Address;

  /**
   * What values are called, as texts or one for each locale of the option `locales`.
   *
   * @default the value, as the newest entry has it
   * @example { howto: 'How-to', news: { en: 'News', de: 'Nachrichten' } }
   */
  names?: Readonly<Record<string, InLanguages>>;
}

/**
 * How entries of a content type group items, be they its authors. Every key may be left out: it is
 * guessed from the names and kinds of the fields. `false` switches a part off.
 */
export interface Topic<U extends string = string> {
  /**
   * Where the listing and the feeds of an entry are: a directory, and one field of the entry's own. All
   * entries are listed before the brace.
   *
   * @default the plural name of the type and the `uid` field: '/categories/{slug}/'
   * @example '/subjects/{slug}/'
   */
  address?: Address | InLocales<Address>;

  /**
   * Name of the topic; of several fields all, with a space between. Without the first it has none.
   *
   * @default the field called name, title or label; of authors name, fullName and the like, or firstName and
   * lastName
   * @example 'label'
   * @example ['firstName', 'lastName']
   */
  name?: OneOrMore<OwnField<U, Text>>;

  /**
   * Name for titles of feeds and pages, where it is another than `name`.
   *
   * @default false
   * @example 'longName'
   */
  title?: OwnField<U, Text> | false;

  /**
   * What the topic is about, as plain text.
   *
   * @default the field called description, summary and the like; of authors bio and the like
   * @example 'intro'
   */
  description?: OwnField<U, Text> | false;

  /**
   * Picture of the topic.
   *
   * @default the field called image, icon, cover and the like; of authors avatar, portrait and the like
   * @example 'icon'
   */
  image?: OwnField<U, 'media'> | false;

  /**
   * Boolean field: readers may not know of the topic when it is true.
   *
   * @default the field called hidden
   * @example 'internal'
   */
  hidden?: ReadField<U, 'boolean'> | false;

  /**
   * Field with the number of items of the topic's feeds, where it is another than the site's.
   *
   * @default false
   * @example 'feedLength'
   */
  itemsPerFeed?: ReadField<U, 'integer'> | false;

  /**
   * Field with what the items of the topic's feeds hold, `summary` or `full`, where it is something else
   * than the site's choice.
   *
   * @default false
   * @example 'feedContent'
   */
  content?: ReadField<U, 'enumeration' | 'string'> | false;
}

/** Mappings of topic types; of those alone that the project has, where it has generated types. */
export type Topics = [KnownContentType] extends [never]
  ? { [contentType: string]: Topic }
  : { [U in KnownContentType | typeof TAG_UID]?: Topic<U> };
