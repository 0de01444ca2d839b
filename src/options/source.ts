import type { Data, Public, Schema, UID } from '@strapi/strapi';

import type { ARTICLE_UID, TAG_UID } from '../constants';
import type { ShownEntry } from '../content/article';
import type { LinkedEntry } from '../content/body-plan';
import type { InLanguages, Item, ListingTexts } from '../feed/model';

/** Keys that are written out: without index signatures such as `` `api::${string}` ``. */
type NamedKey<Registry> = keyof {
  [
    Key in keyof Registry as Record<never, never> extends Record<Key, unknown> ? never : Key
  ]: unknown;
} &
  string;

/** Content types the project has generated types of (`strapi ts:generate-types`); else none. */
type KnownContentType = NamedKey<Public.ContentTypeSchemas> & UID.ContentType;

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

/** Fields three steps away, of which the first two are known here, and the rest is checked at start. */
type FieldFarthest<U extends KnownSchema> = {
  [Name in Step<U>]: `${Name}.${Step<TargetOf<U, Name>>}.${string}.${string}`;
}[Step<U>];

/** Own fields of some kinds; any text where the project has no generated types. */
type OwnField<U extends string, K extends Kind> = U extends KnownContentType
  ? ShownField<U, K>
  : string;

/** Own fields of some kinds that are read and never shown: private ones as well. */
type ReadField<U extends string, K extends Kind> = U extends KnownContentType
  ? Schema.AttributeNamesByType<U, K>
  : string;

/** Fields of some kinds, through relations and components too: `seo.metaDescription`. */
type FieldThrough<U extends string, K extends Kind> = U extends KnownContentType
  ? ShownField<U, K> | FieldBehind<U, K> | FieldFarther<U, K> | FieldFarthest<U>
  : string;

/** An entry as `item` gets it. */
type EntryOf<U extends string> = U extends KnownContentType
  ? Data.ContentType<U>
  : // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Nothing is known of its fields.
    Record<string, any>;

/** A component as a function gets it: what its relations lead to as public entries with title and address. */
type RenderedComponent<C extends KnownComponent> = Omit<
  Data.Component<C>,
  Schema.AttributeNamesByType<C, 'relation'>
> & { [Relation in Schema.AttributeNamesByType<C, 'relation'>]?: LinkedEntry[] };

/** Own HTML by component. */
type ComponentRenderers = [KnownComponent] extends [never]
  ? // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Nothing is known of its fields.
    Record<string, (component: any) => string>
  : { [C in KnownComponent]?: (component: RenderedComponent<C>) => string };

/** How rich text and long text are written. */
export const BODY_FORMATS = ['markdown', 'html', 'text'] as const;
export type BodyFormat = (typeof BODY_FORMATS)[number];

/**
 * A path below `baseUrl` with names of fields in braces, with a final slash or without: listings, their
 * pages and feeds follow it.
 */
export type Address = `/${string}`;

/** One for each locale that is published, by its code. */
export type InLocales<Value> = Readonly<Record<string, Value>>;

type OneOrMore<Value> = Value | readonly Value[];

type Text = 'string' | 'text';

/**
 * How entries of a content type become items. Every key may be left out: it is guessed from the names
 * and kinds of the fields. `false` switches a part off.
 */
export interface Source<U extends string = string> {
  /**
   * Where an entry is. The type's own listing and feeds are before the first brace. One field at least
   * is the entry's own and tells it from others; `{documentId}` always does. Of a localised type one for
   * each locale, where each has words of its own before the first brace.
   *
   * @default the plural name of the type and the `uid` field: '/articles/{slug}/'
   * @example '/news/{category.slug}/{slug}/'
   * @example { en: '/articles/{slug}/', de: '/artikel/{slug}/' }
   */
  address?: Address | InLocales<Address>;

  /**
   * Title of the item.
   *
   * @default the field called title, name or headline
   * @example 'headline'
   */
  title?: FieldThrough<U, Text>;

  /**
   * Summary, as plain text; of several fields the first that is filled. Without any, it is taken from
   * the opening of the body.
   *
   * @default the fields called summary, excerpt, description, perex and the like
   * @example ['description', 'seo.metaDescription']
   */
  summary?: OneOrMore<FieldThrough<U, Text>> | false;

  /**
   * The full text: rich text, Blocks, text, a dynamic zone, a component, or files of the media library;
   * several fields in their order.
   *
   * @default the field called blocks, content, body and the like, and those called sections, gallery, files and
   * the like
   * @example ['content', 'sections', 'gallery']
   */
  body?:
    | OneOrMore<
        OwnField<
          U,
          'richtext' | 'blocks' | 'text' | 'string' | 'dynamiczone' | 'component' | 'media'
        >
      >
    | false;

  /**
   * How rich text and text of the body are written.
   *
   * @default 'markdown' for rich text, 'text' for text, 'html' for an editor of another plugin
   * @example 'html'
   */
  bodyFormat?: BodyFormat;

  /**
   * Publication date. What is dated in the future is not public yet.
   *
   * @default the first publication, which the plugin keeps
   * @example 'publishDate'
   */
  date?: OwnField<U, 'date' | 'datetime' | 'timestamp'> | false;

  /**
   * From this date on the entry is in no listing and no feed, and its address says that it is gone, by itself. A day
   * without a time begins at midnight in UTC. Of a page, too.
   *
   * @default none
   * @example 'endDate'
   */
  until?: OwnField<U, 'date' | 'datetime' | 'timestamp'>;

  /**
   * The author: a relation, whose entries then have a page and feeds each (`topics` says where and with
   * what), or a field with the name alone, or with a list of names in JSON. An entry is by all that relations lead to; where these are empty,
   * by the first name that is filled.
   *
   * @default the field called author: a relation to a type that has a `uid` field and a name, a text, or
   * the name of what it leads to
   * @example 'author'
   * @example ['authors', 'team', 'guest.name']
   */
  author?:
    OneOrMore<FieldThrough<U, Text | 'enumeration'> | OwnField<U, 'relation' | 'json'>> | false;

  /**
   * Picture of the item; of several the first, and of several fields the first that has one.
   *
   * @default the field called cover, coverImage, featuredImage, image and the like; or else the only one for
   * pictures
   * @example ['cover', 'category.cover']
   */
  cover?: OneOrMore<FieldThrough<U, 'media'>> | false;

  /**
   * Sound or film that belongs to the item.
   *
   * @default the field called audio, enclosure and the like, for sound and film alone; or else the only such one
   * @example 'recording'
   */
  enclosure?: FieldThrough<U, 'media'> | false;

  /**
   * Whether the entries are episodes of a podcast, and what Apple, Spotify and other directories are told of
   * it. The type's own RSS feed is the podcast's.
   *
   * @default none
   * @example { category: 'Society & Culture > Documentary', image: 'https://www.example.com/show.jpg' }
   */
  podcast?: PodcastMapping<U>;

  /**
   * Title for search engines and for cards on other sites, in the place of the title and the site's name.
   *
   * @default the field called metaTitle or seoTitle, or that of a component called seo
   * @example 'seo.metaTitle'
   */
  metaTitle?: FieldThrough<U, Text> | false;

  /**
   * Description for search engines and cards, in the place of the start of the summary.
   *
   * @default the field called metaDescription or seoDescription, or that of a component called seo
   * @example 'seo.metaDescription'
   */
  metaDescription?: FieldThrough<U, Text> | false;

  /**
   * Picture for cards, in the place of the cover.
   *
   * @default the field called metaImage, shareImage or ogImage, or that of a component called seo
   * @example 'seo.metaImage'
   */
  metaImage?: FieldThrough<U, 'media'> | false;

  /**
   * Address of the same text elsewhere, absolute or beginning with a slash, which search engines are to
   * show instead.
   *
   * @default the field called canonicalURL or canonical, or that of a component called seo
   * @example 'seo.canonicalURL'
   */
  canonical?: FieldThrough<U, Text> | false;

  /**
   * Whether search engines are asked to leave the page out: a boolean, or a text with rules for robots
   * (`noindex, nofollow`). Feeds and listings have the entry all the same.
   *
   * @default the field called noindex or metaRobots, or that of a component called seo
   * @example 'seo.metaRobots'
   */
  noindex?: FieldThrough<U, Text | 'boolean' | 'enumeration'> | false;

  /**
   * What has listings and feeds of its own: relations, whose entries do, and fields whose values do. These are
   * enumerations, lists (JSON, a text with commas, a custom field), and texts behind a relation.
   *
   * @default relations to types that have a `uid` field and a name; enumerations and lists called category, tags and
   * the like; the names behind relations called so to types without a `uid` field
   * @example ['category', 'tags']
   * @example ['categories.name', { field: 'kind', address: '/kinds/{value}/', names: { howto: 'How-to' } }]
   */
  topics?: readonly (OwnField<U, 'relation'> | ValueField<U> | ValueTopicMapping<U>)[] | false;

  /**
   * What the type's own listing and feeds are called and say of themselves: texts, or one for each language.
   *
   * @default the title is the last part of the directory: "News" for '/news/'
   * @example { title: { en: 'News', cs: 'Aktuality' }, description: 'What happens in town.' }
   */
  listing?: ListingTexts;

  /**
   * Boolean field: an entry for which it is true has its page, and is in no listing and no feed.
   *
   * @default the field called keepOutOfFeeds or hidden
   * @example 'noindex'
   */
  keepOut?: ReadField<U, 'boolean'> | false;

  /**
   * Field with the id that subscribers know an entry by already; where it is empty, the plugin makes one.
   *
   * @default false
   * @example 'legacyGuid'
   */
  guid?: OwnField<U, Text | 'uid'> | false;

  /**
   * Own HTML for components of the body, which is sanitised like any other. Pure and synchronous.
   *
   * @default {}
   * @example { 'shared.quote': (quote) => `<blockquote>${quote.body}</blockquote>` }
   */
  components?: ComponentRenderers;

  /**
   * Further own fields for `item`.
   *
   * @default []
   * @example ['price']
   */
  select?: readonly OwnField<
    U,
    | Text
    | 'richtext'
    | 'blocks'
    | 'email'
    | 'uid'
    | 'enumeration'
    | 'boolean'
    | 'json'
    | 'integer'
    | 'biginteger'
    | 'float'
    | 'decimal'
    | 'date'
    | 'time'
    | 'datetime'
    | 'timestamp'
  >[];

  /**
   * The last word on an item of a feed: its title, link, summary, author, categories, picture and enclosure. Pure
   * and synchronous: it gets data already read, no more than the mapping names.
   *
   * @default the item as it is
   * @example (item, entry) => ({ ...item, title: `${item.title} (${entry.price})` })
   */
  item?: (item: Item, entry: EntryOf<U>) => Item;

  /**
   * The same for pages and listings: the last word on title, summary and author.
   *
   * @default the entry as it is
   * @example (shown, entry) => ({ ...shown, title: `${shown.title} (${entry.price})` })
   */
  entry?: (shown: ShownEntry, entry: EntryOf<U>) => ShownEntry;
}

/** What directories of podcasts are told. Fields that are left out are guessed; `false` switches one off. */
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
   * Whether people hear the newest episode first, or the first one.
   *
   * @default 'episodic'
   */
  type?: 'episodic' | 'serial';

  /** Who answers for it. The address is public: Spotify and others write to it when somebody claims the show. */
  owner?: { name?: string; email: string };

  /**
   * Its id in all directories, where it has one already.
   *
   * @default a UUID that follows from the first address of the feed
   */
  guid?: string;

  /** Whether other hosts may not import it. */
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
   * Files with what is said: VTT, SRT, HTML, plain text or JSON.
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

/** A field whose values can be topics. */
type ValueField<U extends string> = FieldThrough<U, Text | 'enumeration'> | OwnField<U, 'json'>;

/** A field whose values are topics, and how. */
export interface ValueTopicMapping<U extends string = string> {
  field: ValueField<U>;

  /**
   * Where the listing and the feeds of a value are: a directory with `{value}` at its end. Fields at the same
   * directory have their values together, whatever their types.
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

/** Keys of a source that a page has as well, meaning the same. */
export const SHARED_KEYS = [
  ...(['title', 'summary', 'body', 'bodyFormat', 'cover', 'components'] as const),
  ...(['metaTitle', 'metaDescription', 'metaImage', 'canonical', 'noindex'] as const),
] satisfies (keyof Source)[];

/**
 * How entries of a content type are pages of their own, such as "About" or an imprint: in no feed and no
 * listing. Every key may be left out: it is guessed from the names and kinds of the fields. `false`
 * switches a part off.
 */
export interface PageMapping<U extends string = string> extends Pick<
  Source<U>,
  (typeof SHARED_KEYS)[number]
> {
  /**
   * Where the page is. Of a single type a path without braces; of any other type one field at least is the
   * entry's own and tells it from others.
   *
   * @default '/about/' for a single type of that name; the plural name and the `uid` field for others
   * @example '/pages/{slug}/'
   * @example '/{fullPath}'
   */
  address?: Address | InLocales<Address>;
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

/** Mappings of content types; of those alone that the project has, where it has generated types. */
export type Sources = [KnownContentType] extends [never]
  ? { [contentType: string]: Source }
  : { [U in KnownContentType | typeof ARTICLE_UID]?: Source<U> };

/** Mappings of types of pages; of those alone that the project has, where it has generated types. */
export type PageMappings = [KnownContentType] extends [never]
  ? { [contentType: string]: PageMapping }
  : { [U in KnownContentType]?: PageMapping<U> };

/** Mappings of topic types; of those alone that the project has, where it has generated types. */
export type Topics = [KnownContentType] extends [never]
  ? { [contentType: string]: Topic }
  : { [U in KnownContentType | typeof TAG_UID]?: Topic<U> };

/** A mapping as it is compiled: names of fields are texts there, whatever types the project has. */
export type AnySource = Omit<Source, 'components' | 'item' | 'entry'> & {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- What the site's functions take.
  components?: Readonly<Record<string, (component: any) => string>>;
  item?: (item: Item, entry: Record<string, unknown>) => Item;
  entry?: (shown: ShownEntry, entry: Record<string, unknown>) => ShownEntry;
};

export type AnyTopic = Topic;

export type AnyPodcast = PodcastMapping;

export type AnyValueTopic = ValueTopicMapping;
