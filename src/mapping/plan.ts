import type { BodyPlan, InLanguages, ListingTexts, ShownEntry } from '../content/article';
import type { Item } from '../feed/model';
import type { PodcastShow } from '../feed/podcast';
import type { PublishedLocale } from '../options/locales';

/** Names of fields from an entry inwards, through relations and components: `['category', 'slug']`. */
export type FieldPath = readonly string[];

/** Where entries of a type are, below the base address: `/posts/{slug}/`, or `/posts/{slug}`. */
export interface AddressPattern {
  /**
   * What is before the first field, with a final slash: where the type's own listing and feeds are. Of an
   * address without fields, what is before its last part. It has its slash where addresses end without.
   */
  directory: string;
  /** Texts and fields that make up the whole path, in turn: `'/posts/'`, `['slug']`, `'/'`; or `'/about/'`. A final slash is a part. */
  parts: readonly (string | FieldPath)[];
}

/** Addresses by code of a locale, which differ in what is before the first field. */
export type AddressesInLocales = Readonly<Record<string, AddressPattern>>;

/** What Strapi is asked to read of an entry, of what it leads to, or of a component: never `*`. */
export interface QueryFields {
  select?: readonly string[];
  where?: object;
  populate?: Readonly<Record<string, QueryFields>>;
  /** Of a dynamic zone, by component. */
  on?: Readonly<Record<string, QueryFields>>;
}

/** The same of an entry: named fields and relations. */
export type EntryFields = Required<Pick<QueryFields, 'select' | 'populate'>>;

/** A relation whose entries are topics. */
export interface TopicRelation {
  field: string;
  /** Content type of the topics. */
  contentType: string;
  isMultiple: boolean;
  /** Whether they are the entry's authors, whom readers are shown as such and not among its topics. */
  isOfAuthors?: boolean;
}

/** A field whose values are topics: an enumeration, a list, or the name of what a relation leads to. */
export interface ValueTopic {
  path: FieldPath;
  /** What stands for the content type of the topics, see `value-topics.ts`. */
  contentType: string;
  /** Whether one field holds several: JSON, or a text with commas. */
  isList: boolean;
}

/** Another content type whose entries, or files, are shown as a part of an item. */
export interface ShownRelation {
  path: FieldPath;
  /** Content type that is shown; `plugin::upload.file` for media. */
  contentType: string;
}

/** Fields with what search engines and cards on other sites are told of an entry. */
interface MetaPlan {
  title?: FieldPath;
  description?: FieldPath;
  image?: FieldPath;
  canonical?: FieldPath;
  noindex?: FieldPath;
}

/** What a podcast says of itself, and the fields that say more of an episode. */
export interface PodcastPlan {
  show: Partial<PodcastShow> & Pick<PodcastShow, 'categories' | 'isExplicit'>;
  duration?: FieldPath;
  episode?: FieldPath;
  season?: FieldPath;
  episodeType?: FieldPath;
  transcript?: FieldPath;
  chapters?: FieldPath;
}

/** Where a part of an item, or of a topic, comes from. */
export interface MappedPart {
  /** Key of the mapping. */
  key: string;
  /** As it is written in a mapping: an address, or paths of fields; of several the first that is filled. */
  from: readonly string[];
  /** Whether it was not given and follows from names and kinds of fields. */
  isGuessed: boolean;
  /** What is guessed beside the fields, for developers, in English. */
  note?: string;
}

/** How entries of a content type become items: a mapping, completed and checked at start. */
export interface SourcePlan {
  /** Strapi's unique identifier of the type. */
  contentType: string;
  address: AddressPattern;
  /** Where entries of each locale are, by its code, where that has words of its own. */
  addresses?: AddressesInLocales;
  title: FieldPath;
  /** The first that is filled is the summary. */
  summary: readonly FieldPath[];
  /** Fields of its own, which are shown in this order. */
  body?: { paths: readonly FieldPath[]; plan: BodyPlan };
  /** Without one, the plugin keeps the moment of the first publication. */
  date?: FieldPath;
  /** From when on readers find it nowhere. */
  until?: FieldPath;
  /** Names of all behind relations to authors; without any, the first text that is filled. */
  author: readonly FieldPath[];
  /** The first picture there is is the cover. */
  cover: readonly FieldPath[];
  enclosure?: FieldPath;
  /** Whether they are episodes of a podcast. */
  podcast?: PodcastPlan;
  meta: MetaPlan;
  /** What groups entries, be it by author. */
  topics: readonly TopicRelation[];
  /** Fields whose values group entries as well. */
  values?: readonly ValueTopic[];
  /** What its own listing and feeds are called; by their directory without. */
  listing?: ListingTexts;
  /** Boolean field: listed nowhere when it is true. */
  keepOut?: FieldPath;
  /** Field with an id subscribers know already. */
  guid?: FieldPath;
  /** Whether entries have drafts; without, every saved entry is public. */
  hasDrafts: boolean;
  isLocalised: boolean;
  fields: EntryFields;
  /** What an item depends on beside its own entry. */
  shows: readonly ShownRelation[];
  /** The site's last word on an item. Pure and synchronous; gets what `fields` names. */
  item?: (item: Item, entry: Record<string, unknown>) => Item;
  /** The site's last word on what pages and listings show. Pure and synchronous; gets what `fields` names. */
  entry?: (shown: ShownEntry, entry: Record<string, unknown>) => ShownEntry;
  /** Where its parts come from, for people. */
  parts?: readonly MappedPart[];
  /** Whether entries are pages: in no feed and no listing. */
  isPage?: true;
}

/** How entries of a content type group items. */
export interface TopicPlan {
  contentType: string;
  /** Whether they are authors of the items. */
  isOfAuthors?: boolean;
  /** Whether they are values of fields: no content type is behind them, and the catalogue alone knows them. */
  isOfValues?: true;
  /** What values are called that are not called as they are written, by their slugs. */
  names?: ReadonlyMap<string, InLanguages>;
  /** Slugs of all values that there can be, where enumerations alone say. */
  known?: ReadonlySet<string>;
  address: AddressPattern;
  /** Where entries of each locale are, by its code, where that has words of its own. */
  addresses?: AddressesInLocales;
  name: FieldPath;
  /** Fields whose texts follow the name: last names. */
  furtherNames?: readonly FieldPath[];
  /** Name for titles, where it is not the same. */
  title?: FieldPath;
  slug: FieldPath;
  description?: FieldPath;
  image?: FieldPath;
  /** Boolean field: readers may not know of the topic when it is true. */
  hidden?: FieldPath;
  /** Field with a number of items of the topic's own. */
  itemsPerFeed?: FieldPath;
  /** Field with what the topic's items hold. */
  content?: FieldPath;
  hasDrafts: boolean;
  isLocalised: boolean;
  fields: EntryFields;
  /** Where its parts come from, for people. */
  parts?: readonly MappedPart[];
}

/** All that is published, compiled once at start. */
export interface Plan {
  sources: readonly SourcePlan[];
  /** Those of authors last. */
  topicTypes: readonly TopicPlan[];
  /** How values of fields group items. */
  valueTypes?: readonly TopicPlan[];
  /** The locales it is published in, the main one first; without any, locales are not told apart. */
  locales?: readonly PublishedLocale[];
}
