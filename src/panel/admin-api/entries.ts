import type { Problem } from '../../content/problem';
import type { Republishing } from '../../options/options';
import type { ConsumerKind, DeliveryState } from '../../push/consumer';

/** Dates of articles that are published and wait for them. */
export interface Schedule {
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
  /** Whether somebody is told of changes: the option `push`. */
  tellsOthers?: true;
}

/** Entries that are asked about at once. */
export const PLANNED_AT_ONCE = 100;

/** What is changed of several entries at once. */
export interface BulkChange {
  kind: 'add-topic' | 'remove-topic';
  field: string;
  /** Document id. */
  topic: string;
}

/** Why a published entry is saved and not published again. */
export type SavedOnly = 'unpublished-changes' | 'may-not-publish' | 'unpublished-topic';

/** What a change makes of an entry. */
export interface PlannedChange {
  documentId: string;
  /** Null where the user may not read it. */
  title: string | null;
  /**
   * `publish`: it is saved, and published again. `save`: its draft is changed, or the entry itself where
   * there are no drafts. `none`: it is so already. `refused`: the user may not change it, or it is gone.
   */
  step: 'publish' | 'save' | 'none' | 'refused';
  /** Of a published entry that is only saved. */
  reason?: SavedOnly;
}

/** What readers have of entries: of those in feeds, those that come by themselves, those nobody published. */
export const ENTRY_STATUSES = ['live', 'scheduled', 'draft'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** The same, and of what Strapi shows as published though no reader finds it. */
export type ShownStatus = EntryStatus | 'nowhere';

/** An entry by its title, with whether the user may change it. */
export interface TitledEntry {
  contentType: string;
  documentId: string;
  /** Code of its locale; null where its type is not localised. */
  locale: string | null;
  title: string;
  mayEdit: boolean;
}

/** An entry among those of all types and languages. */
export interface NamedEntry extends TitledEntry {
  /** Its type as people call it, told apart from others of its name. */
  typeName: string;
  /** BCP 47 tag of the language it is published in; null where the site is in one alone. */
  language: string | null;
}

/** An entry that is in feeds, or will be. */
export interface EntryInFeeds extends NamedEntry {
  status: ShownStatus;
  /** ISO 8601; null for a draft that gets its date when it is published. */
  date: string | null;
  /** When an editor last changed it, as ISO 8601. */
  changed: string | null;
  /** IANA time zone of the site in its language. */
  timeZone: string;
  /** Feeds narrower than the whole site's, as far as the user may know of them. */
  feeds: EntryFeed[];
}

export interface EntryFeed {
  id: string;
  title: string;
}

/** A page of a list, as the Content Manager has it. */
export interface Pagination {
  page: number;
  pageSize: number;
  pageCount: number;
  total: number;
}

/** A page of the entries of one status. */
export interface EntryPage {
  results: EntryInFeeds[];
  /** Its total is what can be paged through. */
  pagination: Pagination;
  /** Entries of the status that the user may not read, whatever their titles. */
  others: number;
  /** How many of each list were looked at, where there are more; null where all were. */
  lookedAt: number | null;
}

/** How many there are, and whether there may be more. */
export interface EntryNumber {
  count: number;
  isWhole: boolean;
}

/** How many entries there are of each status, those alone that the user may read. */
export interface EntryNumbers extends Record<EntryStatus, EntryNumber> {
  /** The feed that was asked for; null without any. */
  feed: EntryFeed | null;
  /** Languages to choose from; none where the site is in one alone. */
  locales: { code: string; language: string }[];
}

/** An entry on the day it came, or comes, to readers. */
export interface CalendarEntry extends NamedEntry {
  /** Whether it came, comes, or goes that day. */
  status: Exclude<EntryStatus, 'draft'> | 'ending';
  /** ISO 8601. */
  date: string;
}

/** What came and what will come to readers in a month. */
export interface Calendar {
  /** `2026-01`. */
  month: string;
  /** IANA time zone by whose clock the days are. */
  timeZone: string;
  /** `2026-01-12`. */
  today: string;
  /** Days with entries, by date: `2026-01-05`. */
  days: Record<string, CalendarEntry[]>;
  /** Whether these are all entries of the month. */
  isWhole: boolean;
}

export interface TroubledEntry extends EntryInFeeds {
  /** Worst first. */
  problems: Problem[];
}

/**
 * What there may be too much of: what is published without an address, what is live, of which the newest is
 * looked at, what is to come, and what of entries only other entries tell.
 */
export type AttentionCut = 'nowhere' | 'live' | 'waiting' | 'others';

/** A page of the entries with problems, worst first. */
export interface Attention {
  results: TroubledEntry[];
  pagination: Pagination;
  /** How many entries were looked at: those that readers have, and of those that will come, the next ones. */
  lookedAt: { live: number; waiting: number };
  /** What of all that is asked for was not looked at whole. */
  cut: AttentionCut[];
  /** Entries that could not be looked at in time. */
  late: number;
  /** Whether feeds lack something that was published, since it could not be indexed. */
  isBehind: boolean;
  /** Who should have been told of changes and was not. */
  untold: UntoldConsumer[];
}

/** Somebody who is told of changes: a front end, a CDN, a hub, a search engine. */
export interface ToldConsumer {
  key: string;
  name: string;
  /** Null of one that the configuration no longer has. */
  kind: ConsumerKind | null;
}

/** What a delivery is about, as far as the user may know of it. */
export type DeliverySubject =
  | (Omit<NamedEntry, 'title'> & {
      kind: 'entry';
      /** Null of one that is gone, and of one that the user may not read. */
      title: string | null;
    })
  /** Feeds of a topic, a type or the whole site; null of one that the user may not know of. */
  | { kind: 'feeds'; feed: { id: string; title: string } | null }
  /** Settings, names of topics, authors, files. */
  | { kind: 'site' }
  /** Whatever is to be forgotten by a cache. */
  | { kind: 'scopes' };

export interface DeliveryRow {
  id: number;
  consumer: ToldConsumer;
  subject: DeliverySubject;
  state: DeliveryState;
  /** How often it was sent. */
  tries: number;
  /** Whether the last try failed. */
  isFailing: boolean;
  /** ISO 8601, like all moments here. */
  created: string;
  /** When it is sent, or sent again; null of what has ended. */
  due: string | null;
  ended: string | null;
  /** How the last try was answered; null before there was any. */
  answer: string | null;
}

/** A page of deliveries, the newest first. */
export interface DeliveryPage {
  results: DeliveryRow[];
  pagination: Pagination;
  /** Whom the configuration names; none without the option `push`. */
  consumers: (ToldConsumer & {
    /** How many deliveries failed for good. */
    failed: number;
  })[];
  /** IANA time zone of the site. */
  timeZone: string;
}

type NamedConsumer = Pick<ToldConsumer, 'name' | 'kind'>;

/** How the last try was answered that failed: `503`; null where there was no answer. */
interface Failure {
  status: string | null;
}

/** Who was told of the last change of an entry, and who was not. */
export interface EntryDeliveries {
  told: NamedConsumer[];
  pending: (NamedConsumer &
    Failure & {
      /** When it is told, or told again. */
      due: string;
      isFailing: boolean;
    })[];
  /** Who is not told any more. */
  failed: (NamedConsumer & Failure)[];
  /** When the last one was told; null while nobody was. */
  at: string | null;
  timeZone: string;
}

/** Somebody whom nothing reached for an hour, or whom something will not reach any more. */
export interface UntoldConsumer extends ToldConsumer {
  since: string;
  /** IANA time zone of the site. */
  timeZone: string;
  /** How the last try was answered; null for who may not see deliveries. */
  answer: string | null;
}
