import type { ListingTexts, ShownEntry } from '../content/article';
import type { Item } from '../feed/model';
import type { ARTICLE_UID } from '../lib/constants';
import type {
  Address,
  ComponentRenderers,
  EntryOf,
  FieldThrough,
  InLocales,
  KnownContentType,
  OneOrMore,
  OwnField,
  PodcastMapping,
  ReadField,
  Text,
} from './mapping-fields';
import type { Topics, ValueField, ValueTopicMapping } from './topic';

/** How rich text and long text are written. */
export const BODY_FORMATS = ['markdown', 'html', 'text'] as const;
type BodyFormat = (typeof BODY_FORMATS)[number];

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
   * without a time begins at midnight in UTC. Of a page, too. The field may be private.
   *
   * @default none
   * @example 'endDate'
   */
  until?: ReadField<U, 'date' | 'datetime' | 'timestamp'>;

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

/** Mappings of content types; of those alone that the project has, where it has generated types. */
export type Sources = [KnownContentType] extends [never]
  ? { [contentType: string]: Source }
  : { [U in KnownContentType | typeof ARTICLE_UID]?: Source<U> };

/** Mappings of types of pages; of those alone that the project has, where it has generated types. */
export type PageMappings = [KnownContentType] extends [never]
  ? { [contentType: string]: PageMapping }
  : { [U in KnownContentType]?: PageMapping<U> };

/** A mapping as it is compiled: names of fields are texts there, whatever types the project has. */
export type AnySource = Omit<Source, 'components' | 'item' | 'entry'> & {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- What the site's functions take.
  components?: Readonly<Record<string, (component: any) => string>>;
  item?: (item: Item, entry: Record<string, unknown>) => Item;
  entry?: (shown: ShownEntry, entry: Record<string, unknown>) => ShownEntry;
};

/**
 * Mappings of content types, for the option `sources`, with the fields of the project's types checked
 * and completed while they are typed (types come from `strapi ts:generate-types`).
 *
 * @example
 * defineSources({ 'api::article.article': { summary: 'description' } })
 */
export const defineSources = (sources: Sources): Sources => sources;

/**
 * Mappings of types of pages, for the option `pages`; see `defineSources`.
 *
 * @example
 * definePages({ 'api::about.about': { address: '/about/' } })
 */
export const definePages = (pages: PageMappings): PageMappings => pages;

/**
 * Mappings of topic types, for the option `topics`; see `defineSources`.
 *
 * @example
 * defineTopics({ 'api::category.category': { image: 'icon' } })
 */
export const defineTopics = (topics: Topics): Topics => topics;
