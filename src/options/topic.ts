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

/** A field whose values are topics, with their address and names. */
export interface ValueTopicMapping<U extends string = string> {
  field: ValueField<U>;

  /**
   * Address of a value's listing and feeds: a directory with `{value}` at its end, with or without a final slash.
   * Fields at the same directory share their values, whatever their types.
   *
   * @default the name of the field: '/category/{value}/'; behind a relation the plural name of the type
   * @example '/kinds/{value}/'
   */
  address?: Address;

  /**
   * Names of values, as texts or one for each locale of the option `locales`.
   *
   * @default the value, as the newest entry has it
   * @example { howto: 'How-to', news: { en: 'News', de: 'Nachrichten' } }
   */
  names?: Readonly<Record<string, InLanguages>>;
}

/**
 * How entries of a content type group items, as topics or as authors. Every key may be left out: it is then
 * guessed from the names and kinds of the fields. `false` switches a part off.
 */
export interface TopicMapping<U extends string = string> {
  /**
   * Address of an entry's listing and feeds: a directory, and one field of the entry's own. The list of all
   * entries is at the part before the brace.
   *
   * @default the plural name of the type and the `uid` field: '/categories/{slug}/'
   * @example '/subjects/{slug}/'
   */
  address?: Address | InLocales<Address>;

  /**
   * Name of the topic. Several fields are joined by spaces; if the first is empty, the topic has no name.
   *
   * @default the field called name, title or label; of authors name, fullName and the like, or firstName and
   * lastName
   * @example 'label'
   * @example ['firstName', 'lastName']
   */
  name?: OneOrMore<OwnField<U, Text>>;

  /**
   * Name for titles of feeds and pages, where it differs from `name`.
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
   * Boolean field. If it is true, readers cannot see the topic.
   *
   * @default the field called hidden
   * @example 'internal'
   */
  hidden?: ReadField<U, 'boolean'> | false;

  /**
   * Field with the number of items in the topic's feeds, where it differs from the site's.
   *
   * @default false
   * @example 'feedLength'
   */
  itemsPerFeed?: ReadField<U, 'integer'> | false;

  /**
   * Field with what the items of the topic's feeds contain, `summary` or `full`, where it differs from the
   * site's choice.
   *
   * @default false
   * @example 'feedContent'
   */
  content?: ReadField<U, 'enumeration' | 'string'> | false;
}

/** Mappings of topic types. A project with generated types can only name its own types. */
export type TopicsOption = [KnownContentType] extends [never]
  ? { [contentType: string]: TopicMapping }
  : { [U in KnownContentType | typeof TAG_UID]?: TopicMapping<U> };
