/** What the admin API answers with, for the server that writes it and the panel that reads it. */

import type { EDITABLE_SETTINGS } from '../constants';
import type { Problem } from '../content/problem';

/** Id of the feed of the whole site; the others have their tag's document id. */
export const SITE_FEED = 'site';

/** A feed in the list of all feeds. */
export interface FeedRow {
  id: string;
  /** Title of the tag; name of the site for the feed of the whole site. */
  title: string;
  /** Absolute address of the feed. */
  address: string;
  /** Absolute address of the page the feed belongs to. */
  link: string;
  /** Articles that feed and listing may show. */
  published: number;
  /** Articles that will come: drafts never published and articles dated in the future. */
  waiting: number;
  newest: { documentId: string; title: string; date: string } | null;
  /** Last change of what the feed shows, as ISO 8601. */
  changed: string;
}

export const FEED_SORTS = ['title', 'published', 'waiting', 'newest'] as const;
export type FeedSort = (typeof FEED_SORTS)[number];

export interface FeedPage {
  results: FeedRow[];
  pagination: { page: number; pageSize: number; pageCount: number; total: number };
  /** What there is already, to tell a new user what to do next. */
  exists: { tags: boolean; articles: boolean; published: boolean };
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

export interface FeedItem {
  documentId: string;
  title: string;
  link: string;
  /** ISO 8601. */
  date: string;
  summary: string;
}

/** One feed, as subscribers get it. */
export interface FeedDetail {
  id: string;
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
  documentId: string;
  title: string;
  problems: Problem[];
}

/** A feed an article is in, or will be in. */
export interface PreviewFeed {
  id: string;
  title: string;
  address: string;
  /** Whether the article is in the feed now. */
  now: boolean;
  /** Whether it is, once it is published as it stands in the form and its date has come. */
  next: boolean;
}

/** Why an article is not in the feeds yet, or not in more of them. */
export type PreviewReason =
  | { code: 'draft' }
  | { code: 'future'; until: string }
  | { code: 'kept-out' }
  | { code: 'no-tags' };

/** An unsaved article, as subscribers will get it. */
export interface ArticlePreview {
  feeds: PreviewFeed[];
  reasons: PreviewReason[];
  item: {
    title: string;
    /** Null while the slug cannot be part of an address. */
    link: string | null;
    /** ISO 8601; null when the article gets its date at publication. */
    date: string | null;
    summary: string;
    /** The start of the summary, as a listing cuts it. */
    excerpt: string;
  };
  timeZone: string;
  /** Absent for a user who may not see problems. */
  problems?: Problem[];
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

/** What a merge did: the tag that stays. */
export interface MergedTag {
  documentId: string;
  name: string;
  slug: string;
  /** How many articles, drafts included, got the tag by the merge. */
  movedArticles: number;
}

/** What starting ids over did. */
export interface ResetIds {
  /** How many articles, tags and feeds got another id. */
  changed: number;
}

export type SettingName = (typeof EDITABLE_SETTINGS)[number];
export type SettingValues = Record<SettingName, string | number>;

export interface SettingsAnswer {
  values: SettingValues;
  /** Settings that `config/plugins.ts` gives and the panel therefore cannot change. */
  fixed: SettingName[];
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
