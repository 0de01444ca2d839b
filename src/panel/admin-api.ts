/** What the admin API answers with, for the server that writes it and the panel that reads it. */

import type { EDITABLE_SETTINGS } from '../constants';
import type { Problem } from '../content/problem';
import type { ItemContent, Republishing } from '../options';
import type { Appearance, AppearanceName } from '../pages/appearance';

/** Id of the feed of the whole site; others have their topic's document id, or their content type. */
export const SITE_FEED = 'site';

/** A feed in the list of all feeds. */
export interface FeedRow {
  id: string;
  /** Title of the topic; of a source what its directory says; name of the site for the whole site's. */
  title: string;
  /** Content type of the topic, or of the source whose own feed it is; null for the whole site. */
  contentType: string | null;
  /** That type as people call it, told apart from others of its name. */
  typeName: string | null;
  /** BCP 47 tag of its language; null where the site is in one alone. */
  language: string | null;
  /** Absolute address of the feed. */
  address: string;
  /** Absolute address of the page the feed belongs to. */
  link: string;
  /** Articles that feed and listing may show. */
  published: number;
  /** Articles that will come: drafts never published and articles dated in the future. */
  waiting: number;
  newest: {
    contentType: string;
    documentId: string;
    /** Code of its locale; null where its type is not localised. */
    locale: string | null;
    title: string;
    date: string;
    mayEdit: boolean;
  } | null;
  /** When the next article appears by itself, as ISO 8601; null when none is scheduled. */
  next: string | null;
  /** Last change of what the feed shows, as ISO 8601. */
  changed: string;
}

export const FEED_SORTS = ['title', 'published', 'waiting', 'newest'] as const;
export type FeedSort = (typeof FEED_SORTS)[number];

/** A content type as people call it, told apart from others of its name. */
export interface FeedType {
  contentType: string;
  name: string;
}

export interface FeedPage {
  results: FeedRow[];
  pagination: { page: number; pageSize: number; pageCount: number; total: number };
  /** What there is already, to tell a new user what to do next. */
  exists: { tags: boolean; articles: boolean; published: boolean };
  /** What to write first: a topic, where entries have any, and an entry. */
  start: { topic: FeedType | null; source: FeedType | null };
  /** Content types that have feeds, to choose from. */
  types: FeedType[];
  /** IANA time zone of the site. */
  timeZone: string;
  /** Whether listings and article pages are served. */
  htmlPages: boolean;
  /** Where the site is, when nobody elsewhere can open that. */
  localAddress?: LocalAddress;
}

/** A base address that is local, private or unspecified. */
export interface LocalAddress {
  baseUrl: string;
  /** Whether `config/plugins.ts` gives it, so that the settings cannot change it. */
  isFixed: boolean;
}

/** What an item holds beside its title, as the app of a subscriber shows it. */
export interface ItemParts {
  summary: string;
  /** The full text as HTML that is safe to publish; null where there is none. */
  contentHtml: string | null;
  /** Whether there is a full text that is too much for the panel. */
  isTextLeftOut: boolean;
  cover: { url: string; alt: string } | null;
  /** Sound, film or another file that belongs to the article; its length is in bytes. */
  enclosure: { url: string; type: string; length: number } | null;
}

export interface FeedItem extends ItemParts {
  contentType: string;
  documentId: string;
  /** Code of its locale; null where its type is not localised. */
  locale: string | null;
  title: string;
  link: string;
  /** ISO 8601. */
  date: string;
  /** Whether the user may change the article. */
  mayEdit: boolean;
}

/** One feed, as subscribers get it. */
export interface FeedDetail {
  id: string;
  /** Content type of entries that may come into the feed. */
  source: string;
  title: string;
  description: string;
  link: string;
  address: string;
  language: string;
  timeZone: string;
  /** Last change of what the feed shows, as ISO 8601. */
  changed: string;
  items: FeedItem[];
  /** The exact document in each format, the default one first. */
  documents: FeedDocument[];
}

export interface FeedDocument {
  name: 'rss' | 'atom' | 'json';
  /** For people. */
  label: string;
  /** Absolute address. */
  address: string;
  source: string;
}

/** How many articles of a feed have problems, by the worst of each. */
export interface FeedHealth {
  error: number;
  warning: number;
}

export interface ArticleProblems {
  contentType: string;
  documentId: string;
  /** Code of its locale; null where its type is not localised. */
  locale: string | null;
  title: string;
  problems: Problem[];
  /** Whether the user may change the article. */
  mayEdit: boolean;
}

/** An article that will be in a feed. */
export interface WaitingArticle {
  contentType: string;
  documentId: string;
  /** Code of its locale; null where its type is not localised. */
  locale: string | null;
  title: string;
  /** ISO 8601; null for a draft that gets its date when it is published. */
  date: string | null;
  /** Whether it is published and waits for its date alone; otherwise it is a draft. */
  isScheduled: boolean;
  mayEdit: boolean;
}

/** What waits to be in a feed. */
export interface FeedWaiting {
  timeZone: string;
  /** How many articles wait, those not told of included. */
  total: number;
  articles: WaitingArticle[];
}

/** Dates of articles that are published and wait for them. */
export interface Schedule {
  /** Whether entries have no drafts, so that every saved one is public at once. */
  isPublicAtOnce?: true;
  /** Whether entries of the type are published. */
  isSource: boolean;
  /** IANA time zone of the site. */
  timeZone: string;
  /** What publishing a published entry again does, unless who publishes says otherwise. */
  republishing: Republishing;
  /** ISO 8601, by the article's document id. */
  scheduled: Record<string, string>;
}

/** Fields that date entries of sources, by content type; none of a type whose dates the plugin keeps. */
export type DateFields = Record<string, string | undefined>;

/** A feed an article is in, or will be in. */
export interface PreviewFeed {
  id: string;
  title: string;
  address: string;
  /** Whether the article is in the feed now. */
  now: boolean;
  /** Whether it is, once it is published as it stands in the form and its date has come. */
  next: boolean;
  /** What its items hold. */
  content: ItemContent;
}

/** Why an article is not in the feeds yet, or not in more of them. */
export type PreviewReason =
  | { code: 'draft' }
  | { code: 'future'; until: string }
  | { code: 'kept-out' }
  | { code: 'not-in-language' }
  /** Fields of the form, none of which names a topic. */
  | { code: 'no-tags'; fields: string[] }
  /** An entry without an address is listed nowhere. */
  | { code: 'no-address' };

/** What readers and subscribers notice when an article is published as it stands in the form. */
export type PreviewEffect =
  /** A new item, at once or on the article's date. */
  | { code: 'new' }
  | { code: 'new-later'; until: string }
  /** A page and no item. */
  | { code: 'page-alone' }
  /** An item that subscribers had before it was withdrawn. */
  | { code: 'returns' }
  /** Other words or files under the same address. */
  | { code: 'change' }
  /** The same, and subscribers are not told of it unless who publishes says so. */
  | { code: 'change-quiet' }
  | { code: 'moves'; from: string; to: string }
  /** Titles of feeds it is added to, and of those it is taken from. */
  | { code: 'joins'; feeds: string }
  | { code: 'leaves'; feeds: string }
  /** Nothing at all until its date. */
  | { code: 'hidden'; until: string };

/** An unsaved entry, as subscribers will get it. */
export interface ArticlePreview {
  /** BCP 47 tag of the language whose feeds these are; null where the site is in one alone. */
  language: string | null;
  /** Whether its type has no drafts, so that it is public as soon as it is saved. */
  isPublicAtOnce: boolean;
  feeds: PreviewFeed[];
  reasons: PreviewReason[];
  effects: PreviewEffect[];
  /** Address at which readers have it now; null while they have nothing. */
  publicLink: string | null;
  /** When subscribers were last told of it, as ISO 8601; null while readers have nothing. */
  lastTold: string | null;
  item: ItemParts & {
    title: string;
    /** Null while the slug cannot be part of an address. */
    link: string | null;
    /** ISO 8601; null when the article gets its date at publication. */
    date: string | null;
    /** The start of the summary, as a listing cuts it. */
    excerpt: string;
    /** Fields of the form that its address lacks. */
    missing: string[];
  };
  timeZone: string;
  /** Absent for a user who may not see problems. */
  problems?: Problem[];
}

/** Where somebody without an account sees a draft. Absolute addresses. */
export interface SharedPreview {
  /** Null where the plugin serves no pages. */
  page: string | null;
  /** The site's feed with the draft as its only item. */
  feed: string;
  /** Until when both work, as ISO 8601. */
  expires: string;
}

/** The address of an entry as it stands in the form. */
export interface SlugPreview {
  /** The slug the entry gets when it is saved; empty while nothing makes one. */
  slug: string;
  /** Who decides it: the heading, the editor, or readers, who know it already. */
  origin: 'heading' | 'editor' | 'publication';
  /** Absolute; null while the slug cannot be part of an address. */
  address: string | null;
  /** Whether no other entry has the slug. */
  isFree: boolean;
  /** Whether the address leads readers to another entry, which had it. */
  isFormer: boolean;
  /** What the heading makes. */
  suggestion: string;
  /** Whether readers know an address of the entry. */
  isKnown: boolean;
  /** The absolute address readers know, when it is another; it will lead to the new one. */
  former: string | null;
}

/** A content type that is published, or that could be, and where each part of its items comes from. */
export interface SourceType {
  role: 'source' | 'topic';
  contentType: string;
  /** For people; tells types of one name apart. */
  name: string;
  parts: SourcePart[];
  /** Whether entries are drafts first; without, every saved one is public at once. */
  hasDrafts: boolean;
  isLocalised: boolean;
  /** Why it cannot be published with nothing said about it: sentences for developers, in English. */
  refusals: string[];
  /** What publishes it, to copy into `config/plugins`; of types that are not published. */
  configuration?: { typescript: string; javascript: string };
}

export interface SourcePart {
  /** Key of the mapping. */
  key: string;
  /** An address, or paths of fields; empty where there is none. */
  from: string[];
  isGuessed: boolean;
}

export interface SourceTypes {
  /** Sources and types of topics. */
  mapped: SourceType[];
  /** The site's own types that are not published. */
  proposed: SourceType[];
}

/** What an entry cannot be published without. */
export type MissingPart = 'title' | 'address';

/** A real entry as the item it becomes. */
export interface SourceExample {
  documentId: string;
  /** Code of its locale; null where its type is not localised. */
  locale: string | null;
  isPublished: boolean;
  mayEdit: boolean;
  timeZone: string;
  missing: MissingPart[];
  /** Null for an entry without a title. */
  item: {
    title: string;
    link: string | null;
    /** ISO 8601; null where the plugin keeps the moment of the first publication. */
    date: string | null;
    summary: string;
    author: string | null;
    /** Absolute address. */
    image: string | null;
    topics: string[];
  } | null;
  /** Absent for a user who may not see problems. */
  problems?: Problem[];
}

/** What a merge did: the tag that stays. */
export interface MergedTag {
  documentId: string;
  name: string;
  slug: string;
  /** How many articles, drafts included, got the tag by the merge. */
  movedArticles: number;
}

/** How far a merge is. */
export interface MergeProgress {
  /**
   * Articles moved so far. An article is moved at several places, one after the other for all of them:
   * this is the share of the work that is done.
   */
  moved: number;
  /** Articles to move, drafts included. */
  total: number;
}

/** Content type of JSON lines (ndjson): a document on each line. */
export const JSON_LINES = 'application/x-ndjson';

/** A line of a merge's answer in JSON lines; the last one has `data` or `error`. */
export type MergeLine =
  | MergeProgress
  | { data: MergedTag }
  | { error: { status: number; name: string; message: string } };

/** What starting ids over did. */
export interface ResetIds {
  /** How many articles, tags and feeds got another id. */
  changed: number;
}

export type SettingName = (typeof EDITABLE_SETTINGS)[number];
export type SettingValues = Record<SettingName, string | number>;

export interface SettingsResponse {
  values: SettingValues;
  /** Settings that `config/plugins.ts` gives and the panel therefore cannot change. */
  fixed: SettingName[];
  /** Another after each save that changes something; who saves gives it as `version`. */
  version: string;
}

export interface AppearanceResponse {
  values: Appearance;
  /** Values that `config/plugins.ts` gives and the panel therefore cannot change. */
  fixed: AppearanceName[];
  /** Another after each save that changes something; who saves gives it as `version`. */
  version: string;
}

/** Pages as they would look, as whole HTML documents. */
export interface AppearancePreview {
  listing: string;
  article: string;
  /** Whether nothing is published yet, so that what is shown is made up. */
  isExample: boolean;
}

/** The channel of the whole site as it would read, and an example of a tag's. */
export interface ChannelPreview {
  site: { title: string; description: string };
  tag: { title: string; description: string };
  link: string;
  address: string;
  language: string;
  /** The present moment, as feeds write dates. */
  date: string;
  items: number;
}
