import type { ProposedItem } from '../../addresses/propose-ids';
import type { Problem } from '../../content/problem';
import type { FeedFormat } from '../../feed/formats';
import type { SettingName } from '../../lib/constants';
import type { DescribedType } from '../../mapping/describe';
import type { Appearance } from '../../pages/appearance';
import type { Pagination, TitledEntry } from './entries';

/** The parts of an item that a feed reader shows below its title. */
export interface ItemParts {
  summary: string;
  /** The full text as sanitised HTML; null if there is none. */
  contentHtml: string | null;
  /** Whether the full text is too long for the panel, and left out. */
  isTextLeftOut: boolean;
  cover: { url: string; alt: string } | null;
  /** Audio, video or another file of the article; `length` is in bytes. */
  enclosure: { url: string; type: string; length: number } | null;
}

/** Id of the feed of the whole site. The id of any other feed is its topic's document id, or its content type. */
export const SITE_FEED = 'site';

/** A feed in the list of all feeds. */
export interface FeedRow {
  id: string;
  /** Title of the topic; of a source's feed, its listing's title; of the whole site's, the name of the site. */
  title: string;
  /** Content type of the topic or the source; null for the whole site. */
  contentType: string | null;
  /** Display name of that type, different from those of other types. */
  typeName: string | null;
  /** BCP 47 tag of its language; null if the site has only one edition. */
  language: string | null;
  /** Absolute address of the feed. */
  address: string;
  /** Absolute address of the page the feed belongs to. */
  link: string;
  /** Number of articles that the feed and the listing may show. */
  published: number;
  /** Number of articles to come: drafts that are not published, and articles with a future date. */
  waiting: number;
  newest: (TitledEntry & { date: string }) | null;
  /** Date of the next scheduled article, as ISO 8601; null if none is scheduled. */
  next: string | null;
}

export const FEED_SORTS = ['title', 'published', 'waiting', 'newest'] as const;
export type FeedSort = (typeof FEED_SORTS)[number];

/** A content type with its display name, which differs from those of other types. */
export interface FeedType {
  contentType: string;
  name: string;
}

/** A type of which the panel offers to write an entry. */
export interface WrittenType extends FeedType {
  /** Code of the locale to write in; null if the type is not localised, or any locale will do. */
  locale: string | null;
}

export interface FeedPage {
  results: FeedRow[];
  pagination: Pagination;
  /** What exists already, to tell a new user what to do next. */
  exists: { tags: boolean; articles: boolean; published: boolean };
  /** What to write first: a topic, if entries have topics, and an entry. */
  start: { topic: WrittenType | null; source: WrittenType | null };
  /** IANA time zone of the site. */
  timeZone: string;
  /** Base address of the site, if it only works on this machine or network. */
  localAddress?: LocalAddress;
  /** Set if somebody is told of changes: the option `push`. */
  tellsOthers?: true;
}

/** A base address that is local, private or unspecified. */
export interface LocalAddress {
  baseUrl: string;
  /** Whether `config/plugins.ts` sets it, so that the panel cannot change it. */
  isFixed: boolean;
}

export interface FeedItem extends ItemParts, TitledEntry {
  link: string;
  /** ISO 8601. */
  date: string;
}

/** A feed as subscribers get it. */
export interface FeedDetail {
  /** Entries that the feed may contain. */
  entries: {
    contentType: string;
    /** Code of their locale; null if their type is not localised, or they may have any. */
    locale: string | null;
    /** Document id of their topic; null if the feed is not of a topic. */
    topic: string | null;
  };
  title: string;
  description: string;
  address: string;
  timeZone: string;
  /** Last change among the shown items, as ISO 8601. */
  changed: string;
  items: FeedItem[];
  /** The document in each format, byte by byte; the default format first. */
  documents: FeedDocument[];
}

export interface FeedDocument {
  name: FeedFormat['name'];
  /** Name of the format for people. */
  label: string;
  /** Absolute address. */
  address: string;
  /** The text of the document. */
  source: string;
}

/** Number of articles of a feed with problems, by the severity of the worst. */
export interface FeedHealth {
  error: number;
  warning: number;
}

export interface ArticleProblems extends TitledEntry {
  problems: Problem[];
}

/** Another tag with the same name as an edited tag, or the tag that remains of a merge. */
export interface TagNamesake {
  documentId: string;
  name: string;
  slug: string;
}

/** Numbers of what a merge of a tag into another would change. */
export interface MergePreview {
  /** Articles that carry the tag, drafts included. */
  articles: number;
  /** Those of them that carry the other tag already. */
  both: number;
  /** Addresses, former ones included, that would redirect to the other tag. */
  addresses: number;
}

/** A topic's feed in one language. */
export interface TopicFeed extends FeedRow {
  /** Absolute address of its page; null if a front end draws the pages. */
  page: string | null;
  /** The feed in each format, the default one first. */
  documents: Omit<FeedDocument, 'source'>[];
}

/** The public feeds of a saved topic. */
export interface TopicDetails {
  timeZone: string;
  /** Empty while the topic is not public. */
  feeds: TopicFeed[];
}

/** The roles of a content type. */
export interface PublishedType {
  /** Set if its entries are published. */
  source?: {
    hasDrafts: boolean;
    /** Field with their date; absent if the plugin keeps the dates. */
    date?: string;
    /** Relations to topics, except those that are part of addresses. */
    topics: {
      field: string;
      contentType: string;
      /** Own field with the topic's slug, which distinguishes topics of one name. Null if there is none. */
      slug: string | null;
      isMultiple: boolean;
    }[];
  };
  /** Set if its entries are topics. */
  topic?: {
    canBeMerged: boolean;
    isLocalised: boolean;
    /** Whether it is part of addresses of entries. */
    isOfAddress: boolean;
    /** Display name of the type if each topic can choose what subscribers get of its articles. */
    choosesContent?: string;
  };
}

/** Roles by content type. Types without a role are absent. */
export type PublishedTypes = Record<string, PublishedType | undefined>;

/** A content type that is published or could be, with the field that each part of its items comes from. */
export interface SourceType extends DescribedType {
  /** Whether entries have drafts, or a field that says so; if not, every saved entry is public. */
  hasDrafts: boolean;
  /** Why it cannot be published with guesses alone: English sentences for developers. */
  refusals: string[];
  /** For a type that is not published: the configuration that publishes it, to copy into `config/plugins`. */
  configuration?: string;
}

export interface SourceTypes {
  /** Sources, and types of topics and authors. */
  mapped: SourceType[];
  /** The site's own types that are not published. */
  proposed: SourceType[];
}

/** Result of starting ids over, of a take-over, or of undoing it. */
export interface ChangedIds {
  /** Number of entries, topics and feeds that got another id. */
  changed: number;
}

/** A value as it arrives in the browser: JSON has dates as ISO 8601. */
type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Json<Value[Key]> }
    : Value;

/** An item of an earlier feed, with the entry that matches it. */
export type ProposedId = Json<ProposedItem>;

/** What a take-over would do. */
export interface ProposedIds {
  items: ProposedId[];
  /** Proposed entries of the option "redirects", for subscribers of the feed's former address on this site. */
  redirects: Record<string, string>;
}

/** Values that editors change and save together, as readers of the main locale see them. */
export interface EditedValues<Values> {
  values: Values;
  /** Values that `config/plugins.ts` sets, so that the panel cannot change them. */
  fixed: (keyof Values)[];
  /** Changes with each save that changes something. A save sends it as the parameter `version`. */
  version: string;
}

export type SettingValues = Record<SettingName, string | number>;

export type SettingsResponse = EditedValues<SettingValues>;

/** The appearance of the whole site. */
export type AppearanceResponse = EditedValues<Appearance>;

/** Previews of pages, as whole HTML documents. */
export interface AppearancePreview {
  listing: string;
  /** Null if nothing is published yet. */
  article: string | null;
}

/** Preview of the channel of the whole site, and of an example tag's. */
export interface ChannelPreview {
  site: { title: string; description: string };
  tag: { title: string; description: string };
  address: string;
  /** The present moment, as feeds write dates. */
  date: string;
}
