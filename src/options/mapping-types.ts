import type { Data, Public, Schema, UID } from '@strapi/strapi';

import type { TAG_UID } from '../lib/constants';
import type { InLanguages } from '../content/article';

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

/** Literal keys of a registry, without index signatures such as `` `api::${string}` ``. */
type NamedKey<Registry> = keyof {
  [
    Key in keyof Registry as Record<never, never> extends Record<Key, unknown> ? never : Key
  ]: unknown;
} &
  string;

/** Content types with generated types (`strapi ts:generate-types`); `never` in a project without them. */
export type KnownContentType = NamedKey<Public.ContentTypeSchemas> & UID.ContentType;

/** Components with generated types; `never` in a project without them. */
type KnownComponent = NamedKey<Public.ComponentSchemas> & UID.Component;

type KnownSchema = KnownContentType | KnownComponent;

type Kind = Schema.Attribute.Kind;

/** Fields of some kinds that are not private. */
type ShownField<U extends KnownSchema, K extends Kind> = Exclude<
  Schema.AttributeNamesByType<U, K>,
  Schema.AttributeNamesByType<U, K, { private: true }>
>;

type User = 'admin::user' | 'plugin::users-permissions.user';

/** Fields of some kinds. Of a user, only names are shown. */
type FieldOf<U extends KnownSchema, K extends Kind> = U extends User
  ? Extract<ShownField<U, K>, `${string}${'name' | 'Name'}`>
  : ShownField<U, K>;

/** Fields that lead to another type: relations and components; of a user none. */
type Step<U extends KnownSchema> = U extends User ? never : ShownField<U, 'relation' | 'component'>;

type TargetOf<U extends KnownSchema, Name extends Step<U>> = Extract<
  Schema.Attribute.Target<Extract<Schema.AttributeByName<U, Name>, Schema.Attribute.Attribute>>,
  KnownSchema
>;

/** Fields one step away: `author.name`. */
type FieldBehind<U extends KnownSchema, K extends Kind> = {
  [Name in Step<U>]: `${Name}.${FieldOf<TargetOf<U, Name>, K>}`;
}[Step<U>];

/** Fields two steps away: `author.company.name`. */
type FieldFarther<U extends KnownSchema, K extends Kind> = {
  [Name in Step<U>]: `${Name}.${FieldBehind<TargetOf<U, Name>, K>}`;
}[Step<U>];

/** Fields three steps away. The types know the first two steps; the rest is checked at start. */
type FieldFarthest<U extends KnownSchema> = {
  [Name in Step<U>]: `${Name}.${Step<TargetOf<U, Name>>}.${string}.${string}`;
}[Step<U>];

/** A type's own fields of some kinds; any text in a project without generated types. */
export type OwnField<U extends string, K extends Kind> = U extends KnownContentType
  ? ShownField<U, K>
  : string;

/** A type's own fields of some kinds that are read and never shown: private ones are allowed. */
export type ReadField<U extends string, K extends Kind> = U extends KnownContentType
  ? Schema.AttributeNamesByType<U, K>
  : string;

/** Fields of some kinds, also those behind relations and components: `seo.metaDescription`. */
export type FieldThrough<U extends string, K extends Kind> = U extends KnownContentType
  ? ShownField<U, K> | FieldBehind<U, K> | FieldFarther<U, K> | FieldFarthest<U>
  : string;

/** An entry as the function `item` gets it. */
export type EntryOf<U extends string> = U extends KnownContentType
  ? Data.ContentType<U>
  : // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Nothing is known of its fields.
    Record<string, any>;

/** A published entry that a relation of a component leads to, as the site's function gets it. */
interface LinkedEntry {
  title: string;
  /** Absolute address of its page. */
  url: string;
}

/** A component as the site's function gets it. Its relations are lists of public entries with title and address. */
type RenderedComponent<C extends KnownComponent> = Omit<
  Data.Component<C>,
  Schema.AttributeNamesByType<C, 'relation'>
> & { [Relation in Schema.AttributeNamesByType<C, 'relation'>]?: LinkedEntry[] };

/** The site's functions that render components, by component. */
export type ComponentRenderers = [KnownComponent] extends [never]
  ? // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Nothing is known of its fields.
    Record<string, (component: any) => string>
  : { [C in KnownComponent]?: (component: RenderedComponent<C>) => string };

/**
 * A path below `baseUrl` with names of fields in braces, with a final slash or without. Listings and their pages
 * have a final slash if the path has one.
 */
export type Address = `/${string}`;

/** A value for each published locale, by the locale's code. */
export type InLocales<Value> = Readonly<Record<string, Value>>;

export type OneOrMore<Value> = Value | readonly Value[];

export type Text = 'string' | 'text';

/** What podcast directories are told. Fields that are left out are guessed; `false` switches a field off. */
export interface PodcastMapping<U extends string = string> {
  /**
   * Who makes the podcast.
   *
   * @default the name of the site
   */
  author?: string;

  /**
   * Absolute address of its picture: a square JPEG or PNG of 1,400 to 3,000 pixels.
   *
   * @default the option `imageUrl`
   * @example 'https://www.example.com/uploads/show.jpg'
   */
  image?: string;

  /**
   * Categories of Apple Podcasts, the most important first.
   *
   * @example ['Society & Culture > Documentary', 'History']
   */
  category?: OneOrMore<string>;

  /**
   * Whether any episode has words that are not for children.
   *
   * @default false
   */
  explicit?: boolean;

  /**
   * Whether people hear the newest episode first (`episodic`), or the first one (`serial`).
   *
   * @default 'episodic'
   */
  type?: 'episodic' | 'serial';

  /** Who is responsible. The address is public: Spotify and others write to it when somebody claims the show. */
  owner?: { name?: string; email: string };

  /**
   * Id of the podcast in all directories, if it has one already.
   *
   * @default a UUID that follows from the first address of the feed
   */
  guid?: string;

  /** Whether other hosts are forbidden to import it. */
  locked?: boolean;

  /**
   * Field with the length of an episode: seconds, or a text such as `1:02:03`.
   *
   * @default the field called duration, length or runtime
   */
  duration?:
    FieldThrough<U, Text | 'integer' | 'biginteger' | 'decimal' | 'float' | 'time'> | false;

  /**
   * Field with the number of an episode.
   *
   * @default the field called episode, episodeNumber or number
   */
  episode?: OwnField<U, 'integer' | 'biginteger' | 'string'> | false;

  /**
   * Field with the number of its season.
   *
   * @default the field called season or seasonNumber
   */
  season?: OwnField<U, 'integer' | 'biginteger' | 'string'> | false;

  /**
   * Field that says `full`, `trailer` or `bonus`.
   *
   * @default the field called episodeType
   */
  episodeType?: OwnField<U, 'enumeration' | 'string'> | false;

  /**
   * Files with the spoken text: VTT, SRT, HTML, plain text or JSON.
   *
   * @default the field called transcript
   */
  transcript?: FieldThrough<U, 'media'> | false;

  /**
   * File with chapters, in the JSON of Podcasting 2.0.
   *
   * @default the field called chapters
   */
  chapters?: FieldThrough<U, 'media'> | false;
}
