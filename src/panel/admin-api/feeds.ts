import type { Problem } from '../../content/problem';
import type { FeedFormat } from '../../feed/formats';
import type { Pagination, TitledEntry } from './entries';

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
  /** Articles that will come: drafts that are not published and articles dated in the future. */
  waiting: number;
  newest: (TitledEntry & { date: string }) | null;
  /** When the next article appears by itself, as ISO 8601; null when none is scheduled. */
  next: string | null;
}

export const FEED_SORTS = ['title', 'published', 'waiting', 'newest'] as const;
export type FeedSort = (typeof FEED_SORTS)[number];

/** A content type as people call it, told apart from others of its name. */
export interface FeedType {
  contentType: string;
  name: string;
}

/** A type to write an entry of. */
export interface WrittenType extends FeedType {
  /** Code of the locale it is written in; null where it has none, or comes in any. */
  locale: string | null;
}

export interface FeedPage {
  results: FeedRow[];
  pagination: Pagination;
  /** What there is already, to tell a new user what to do next. */
  exists: { tags: boolean; articles: boolean; published: boolean };
  /** What to write first: a topic, where entries have any, and an entry. */
  start: { topic: WrittenType | null; source: WrittenType | null };
  /** Content types that have feeds, to choose from. */
  types: FeedType[];
  /** IANA time zone of the site. */
  timeZone: string;
  /** Where the site is, when nobody elsewhere can open that. */
  localAddress?: LocalAddress;
  /** Whether somebody is told of changes: the option `push`. */
  tellsOthers?: true;
}

/** A base address that is local, private or unspecified. */
export interface LocalAddress {
  baseUrl: string;
  /** Whether `config/plugins.ts` gives it, so that the settings cannot change it. */
  isFixed: boolean;
}

export interface FeedItem extends ItemParts, TitledEntry {
  link: string;
  /** ISO 8601. */
  date: string;
}

/** One feed, as subscribers get it. */
export interface FeedDetail {
  /** What may come into the feed. */
  entries: {
    contentType: string;
    /** Code of the locale they are written in; null where they have none, or come in any. */
    locale: string | null;
    /** Document id of the topic they have; null where the feed is of none. */
    topic: string | null;
  };
  title: string;
  description: string;
  address: string;
  timeZone: string;
  /** Last change of what the feed shows, as ISO 8601. */
  changed: string;
  items: FeedItem[];
  /** The exact document in each format, the default one first. */
  documents: FeedDocument[];
}

export interface FeedDocument {
  name: FeedFormat['name'];
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

export interface ArticleProblems extends TitledEntry {
  problems: Problem[];
}

/** Another tag that has the name which somebody gives a tag, or that a tag was merged into. */
export interface TagNamesake {
  documentId: string;
  name: string;
  slug: string;
}

/** What a merge would do. */
export interface MergePreview {
  /** Articles that carry the tag, drafts included. */
  articles: number;
  /** Those of them that carry the other one already. */
  both: number;
  /** Addresses, former ones included, that would lead to the other tag. */
  addresses: number;
}

/** Why readers have less of a topic than its editor may expect. */
export type TopicNotice =
  | { code: 'draft' | 'hidden' | 'empty' | 'not-in-language' }
  /** Something is missing that it cannot be public without. */
  | { code: 'no-name' | 'no-address'; field: string };

/** A topic's feed in one language. */
export interface TopicFeed extends FeedRow {
  /** Absolute address of its page; null where a front end draws the pages. */
  page: string | null;
  /** The feed in each format, the default one first. */
  documents: { name: FeedFormat['name']; label: string; address: string }[];
}

/** What readers have of a topic, as it is saved. */
export interface TopicDetails {
  timeZone: string;
  notices: TopicNotice[];
  /** None while readers may not know of it. */
  feeds: TopicFeed[];
}

/** What a content type is to the plugin. */
export interface PublishedType {
  /** Where its entries are published. */
  source?: {
    hasDrafts: boolean;
    /** Field that dates them; none where the plugin keeps their dates. */
    date?: string;
    /** Fields that choose topics, without those that addresses are made of. */
    topics: {
      field: string;
      contentType: string;
      /** Field of a topic that tells it from others of its name: the slug of its address. Null without one. */
      slug: string | null;
      isMultiple: boolean;
    }[];
  };
  /** Where its entries group others. */
  topic?: {
    canBeMerged: boolean;
    isLocalised: boolean;
    /** Whether addresses of entries are made of it. */
    isOfAddress: boolean;
  };
}

/** What content types are to the plugin, by type; others are nothing to it. */
export type PublishedTypes = Record<string, PublishedType | undefined>;
