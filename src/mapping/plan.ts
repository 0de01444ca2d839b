import type { BodyPlan } from '../content/body-plan';
import type { Item, ListingTexts } from '../feed/model';
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

/** What Strapi is asked to read of an entry: named fields and relations, never `*`. */
export interface EntryFields {
  select: readonly string[];
  populate: Readonly<Record<string, unknown>>;
}

/** A relation whose entries are topics. */
export interface TopicRelation {
  field: string;
  /** Content type of the topics. */
  contentType: string;
  isMultiple: boolean;
  /** Whether they are the entry's authors, whom readers are shown as such and not among its topics. */
  isOfAuthors?: boolean;
}

/** Another content type whose entries, or files, are shown as a part of an item. */
export interface ShownRelation {
  path: FieldPath;
  /** Content type that is shown; `plugin::upload.file` for media. */
  contentType: string;
}

/** Fields with what search engines and cards on other sites are told of an entry. */
export interface MetaPlan {
  title?: FieldPath;
  description?: FieldPath;
  image?: FieldPath;
  canonical?: FieldPath;
  noindex?: FieldPath;
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
  /** Names of all behind relations to authors; without any, the first text that is filled. */
  author: readonly FieldPath[];
  /** The first picture there is is the cover. */
  cover: readonly FieldPath[];
  enclosure?: FieldPath;
  meta: MetaPlan;
  /** What groups entries, be it by author. */
  topics: readonly TopicRelation[];
  /** Whether who is its author by name alone has a page. */
  hasNamePages?: true;
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
  /** Keys of the mapping that were not given and follow from names and kinds of fields. */
  guessed?: readonly string[];
  /** Whether entries are pages: in no feed and no listing. */
  isPage?: true;
}

/** How entries of a content type group items. */
export interface TopicPlan {
  contentType: string;
  /** Whether they are authors of the items. */
  isOfAuthors?: boolean;
  /** Whether they are mere names: no content type is behind them, and the catalogue alone knows them. */
  isOfNames?: true;
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
  /** Keys of the mapping that were not given and follow from names and kinds of fields. */
  guessed?: readonly string[];
}

/** All that is published, compiled once at start. */
export interface Plan {
  sources: readonly SourcePlan[];
  /** Those of authors last. */
  topicTypes: readonly TopicPlan[];
  /** How authors of whom a name alone is known group items; nothing where these have no pages. */
  authorNames?: TopicPlan;
  /** The locales it is published in, the main one first; without any, locales are not told apart. */
  locales?: readonly PublishedLocale[];
}
