import type { ListingTexts, ShownEntry } from '../content/article';
import type { Item } from '../feed/model';
import type { ARTICLE_UID } from '../lib/constants';
import type {
  TopicsOption,
  ValueField,
  ValueTopicMapping,
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
} from './mapping-types';

/** Formats of rich text and long text. */
export const BODY_FORMATS = ['markdown', 'html', 'text'] as const;
type BodyFormat = (typeof BODY_FORMATS)[number];

/**
 * How entries of a content type become items. Every key may be left out: it is then guessed from the names and
 * kinds of the fields. `false` switches a part off.
 */
export interface Source<U extends string = string> {
  /**
   * Address of an entry. The type's own listing and feeds are at the part before the first brace. At least one
   * field has to be the entry's own and identify it; `{documentId}` always does. A localised type can have an
   * address for each locale, each with words of its own before the first brace.
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
   * Summary, as plain text: the first of several fields that is filled. If none is, the summary is taken from
   * the opening of the body.
   *
   * @default the fields called summary, excerpt, description, perex and the like
   * @example ['description', 'seo.metaDescription']
   */
  summary?: OneOrMore<FieldThrough<U, Text>> | false;

  /**
   * The full text: rich text, Blocks, text, a dynamic zone, a component, or files of the media library. Several
   * fields are shown in their order.
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
   * Format of rich text and text in the body.
   *
   * @default 'markdown' for rich text, 'text' for text, 'html' for an editor of another plugin
   * @example 'html'
   */
  bodyFormat?: BodyFormat;

  /**
   * Publication date. An entry with a future date is not public yet.
   *
   * @default the first publication, which the plugin keeps
   * @example 'publishDate'
   */
  date?: OwnField<U, 'date' | 'datetime' | 'timestamp'> | false;

  /**
   * Date from which the entry is in no listing and no feed, and its address answers 410. A day without a time
   * begins at midnight in `timeZone`. The field may be private.
   *
   * @default none
   * @example 'endDate'
   */
  until?: ReadField<U, 'date' | 'datetime' | 'timestamp'>;

  /**
   * Boolean field that is true where the entry is published, or a field with the values that say so. Any other entry
   * is as one that was never published, or was withdrawn; only what entries of other types show of it stays. An empty
   * field is no `true`: a list may contain `null`. Beside Draft & Publish, both have to say so. The field may be
   * private.
   *
   * @default none: what Strapi has published, and in a type without drafts every entry
   * @example 'isActive'
   * @example { status: ['published', 'featured'] }
   * @example { archived: false }
   */
  published?:
    | ReadField<U, 'boolean'>
    | {
        readonly [Field in ReadField<U, 'boolean' | 'enumeration'>]?:
          boolean | string | readonly (boolean | string | null)[];
      };

  /**
   * The author: a relation, a field with a name, or a JSON field with a list of names. Entries that a relation
   * leads to have a page and feeds each (`topics` maps their type). An entry has all authors of all relations;
   * if these are empty, it has the first name that is filled.
   *
   * @default the field called author: a relation to a type that has a `uid` field and a name, a text, or
   * the name of what it leads to
   * @example 'author'
   * @example ['authors', 'team', 'guest.name']
   */
  author?:
    OneOrMore<FieldThrough<U, Text | 'enumeration'> | OwnField<U, 'relation' | 'json'>> | false;

  /**
   * Picture of the item: the first picture of the first field that has one.
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
   * it. The type's own RSS feed is the feed of the podcast.
   *
   * @default none
   * @example { category: 'Society & Culture > Documentary', image: 'https://www.example.com/show.jpg' }
   */
  podcast?: PodcastMapping<U>;

  /**
   * Title for search engines and for cards on other sites, instead of the title with the site's name.
   *
   * @default the field called metaTitle or seoTitle, or that of a component called seo
   * @example 'seo.metaTitle'
   */
  metaTitle?: FieldThrough<U, Text> | false;

  /**
   * Description for search engines and cards, instead of the start of the summary.
   *
   * @default the field called metaDescription or seoDescription, or that of a component called seo
   * @example 'seo.metaDescription'
   */
  metaDescription?: FieldThrough<U, Text> | false;

  /**
   * Picture for cards, instead of the cover.
   *
   * @default the field called metaImage, shareImage or ogImage, or that of a component called seo
   * @example 'seo.metaImage'
   */
  metaImage?: FieldThrough<U, 'media'> | false;

  /**
   * Canonical address of the same text elsewhere, which search engines should show instead; absolute or beginning
   * with a slash.
   *
   * @default the field called canonicalURL or canonical, or that of a component called seo
   * @example 'seo.canonicalURL'
   */
  canonical?: FieldThrough<U, Text> | false;

  /**
   * Whether search engines are asked to leave the page out: a boolean, or a text with rules for robots
   * (`noindex, nofollow`). The entry stays in feeds and listings.
   *
   * @default the field called noindex or metaRobots, or that of a component called seo
   * @example 'seo.metaRobots'
   */
  noindex?: FieldThrough<U, Text | 'boolean' | 'enumeration'> | false;

  /**
   * Fields that give topics with listings and feeds of their own: relations by their entries, other fields by their
   * values. These are enumerations, lists (JSON, a text with commas, a custom field), and texts behind a relation.
   *
   * @default relations to types that have a `uid` field and a name, but no people and no `relatedNews`; enumerations
   * and lists called category, tags and the like; the names behind relations called so to types without a `uid` field
   * @example ['category', 'tags']
   * @example ['categories.name', { field: 'kind', address: '/kinds/{value}/', names: { howto: 'How-to' } }]
   */
  topics?: readonly (OwnField<U, 'relation'> | ValueField<U> | ValueTopicMapping<U>)[] | false;

  /**
   * Title and description of the type's own listing and feeds: texts, or one for each language.
   *
   * @default the title is the last part of the directory: "News" for '/news/'
   * @example { title: { en: 'News', cs: 'Aktuality' }, description: 'What happens in town.' }
   */
  listing?: ListingTexts;

  /**
   * Boolean field. If it is true, the entry has its page, and is in no listing and no feed.
   *
   * @default the field called keepOutOfFeeds or hidden
   * @example 'noindex'
   */
  keepOut?: ReadField<U, 'boolean'> | false;

  /**
   * Field with the id that subscribers already know an entry by. If it is empty, the plugin makes an id.
   *
   * @default false
   * @example 'legacyGuid'
   */
  guid?: OwnField<U, Text | 'uid'> | false;

  /**
   * Functions that render components of the body as HTML, sanitised like any other. Pure and synchronous.
   *
   * @default {}
   * @example { 'shared.quote': (quote) => `<blockquote>${quote.body}</blockquote>` }
   */
  components?: ComponentRenderers;

  /**
   * Further fields of the type that the function `item` gets.
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
   * The last word on an item of a feed: its title, link, summary, author, categories, picture and enclosure.
   * The function is pure and synchronous: it gets data already read, no more than the mapping names.
   *
   * @default the item as it is
   * @example (item, entry) => ({ ...item, title: `${item.title} (${entry.price})` })
   */
  item?: (item: Item, entry: EntryOf<U>) => Item;

  /**
   * The last word on the title, summary and author that pages and listings show.
   *
   * @default the entry as it is
   * @example (shown, entry) => ({ ...shown, title: `${shown.title} (${entry.price})` })
   */
  entry?: (shown: ShownEntry, entry: EntryOf<U>) => ShownEntry;
}

/** Keys of a source that a mapping of pages has as well, with the same meaning. */
export const SHARED_KEYS = [
  ...(['title', 'summary', 'body', 'bodyFormat', 'published', 'cover', 'components'] as const),
  ...(['metaTitle', 'metaDescription', 'metaImage', 'canonical', 'noindex'] as const),
] satisfies (keyof Source)[];

/**
 * How entries of a content type are pages of their own, such as "About" or an imprint, in no feed and no
 * listing. Every key may be left out: it is then guessed from the names and kinds of the fields. `false`
 * switches a part off.
 */
export interface PageMapping<U extends string = string> extends Pick<
  Source<U>,
  (typeof SHARED_KEYS)[number]
> {
  /**
   * Address of the page: a path without braces for a single type. For other types, at least one field has to be
   * the entry's own and identify it.
   *
   * @default '/about/' for a single type of that name; the plural name and the `uid` field for others
   * @example '/pages/{slug}/'
   * @example '/{fullPath}'
   */
  address?: Address | InLocales<Address>;
}

/** Mappings by content type. A project with generated types can only name its own types. */
export type Sources = [KnownContentType] extends [never]
  ? { [contentType: string]: Source }
  : { [U in KnownContentType | typeof ARTICLE_UID]?: Source<U> };

/** Mappings of types of pages. A project with generated types can only name its own types. */
export type PageMappings = [KnownContentType] extends [never]
  ? { [contentType: string]: PageMapping }
  : { [U in KnownContentType]?: PageMapping<U> };

/** A mapping for the compiler. Names of fields are any texts there, whatever types the project has. */
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
export const defineTopics = (topics: TopicsOption): TopicsOption => topics;
