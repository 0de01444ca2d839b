import type { Republishing } from '../../options/options';

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
  /** Whether these are pages, of which no subscriber is told. */
  isPage?: true;
  /** IANA time zone of the site. */
  timeZone: string;
  /** What publishing a published entry again does, unless who publishes says otherwise. */
  republishing: Republishing;
  /** ISO 8601, by the article's document id. */
  scheduled: Record<string, string>;
}

/** Fields that date entries of sources, by content type; none of a type whose dates the plugin keeps. */
export type DateFields = Record<string, string | undefined>;
