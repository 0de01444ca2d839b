import type { ItemContent } from '../../content/article';
import type { Problem } from '../../content/problem';
import type { Republishing } from '../../options/options';
import type { ConsumerKind, DeliveryState } from '../../push/consumer';
import type { ItemParts } from './feeds';

/** Dates of published entries that wait for their date. */
export interface Schedule {
  /** Whether the type is a source. */
  isSource: boolean;
  /** Set if entries of the type are pages, which no feed contains. */
  isPage?: true;
  /** IANA time zone of the site. */
  timeZone: string;
  /** Default for publishing a published entry again: the option `republishing`. */
  republishing: Republishing;
  /** ISO 8601, by the document id of the entry. */
  scheduled: Record<string, string>;
  /** Set if somebody is told of changes: the option `push`. */
  tellsOthers?: true;
}

/** Statuses of entries: in feeds, published with a future date, not published. */
export const ENTRY_STATUSES = ['live', 'scheduled', 'draft'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** The same, or `nowhere` for an entry that Strapi shows as published though readers cannot find it. */
export type ShownStatus = EntryStatus | 'nowhere';

/** An entry with its title, and whether the user may change it. */
export interface TitledEntry {
  contentType: string;
  documentId: string;
  /** Code of its locale; null if its type is not localised. */
  locale: string | null;
  title: string;
  mayEdit: boolean;
}

/** An entry in a list with several types and languages. */
export interface NamedEntry extends TitledEntry {
  /** Display name of its type, different from those of other types. */
  typeName: string;
  /** BCP 47 tag of its language; null if the site has only one edition. */
  language: string | null;
}

/** An entry with its status, and the feeds that contain it or will. */
export interface EntryInFeeds extends NamedEntry {
  status: ShownStatus;
  /** ISO 8601; null for a draft that gets its date at publication. */
  date: string | null;
  /** Last change by an editor, as ISO 8601. */
  changed: string | null;
  /** IANA time zone of its edition. */
  timeZone: string;
  /** Feeds except the whole site's, as far as the user may know of them. */
  feeds: EntryFeed[];
}

export interface EntryFeed {
  id: string;
  title: string;
}

/** The pagination of a list, in the form of the Content Manager. */
export interface Pagination {
  page: number;
  pageSize: number;
  pageCount: number;
  total: number;
}

/** What the filters of entries show. */
export interface OfferedFilters {
  /** The feed that was asked for; null if none was. */
  feed: EntryFeed | null;
  /** Languages to choose from; empty if the site has only one edition. */
  locales: { code: string; language: string }[];
}

/** A page of the entries of one status. */
export interface EntryPage extends OfferedFilters {
  results: EntryInFeeds[];
  /** Its total counts only entries that can be paged through. */
  pagination: Pagination;
  /** Number of entries of each list that were read, if there are more; null if all were read. */
  lookedAt: number | null;
}

/** An entry on the day on which it becomes public, or ends. */
export interface CalendarEntry extends NamedEntry {
  /** `live`: it became public. `scheduled`: it will. `ending`: its end date is on that day. */
  status: Exclude<EntryStatus, 'draft'> | 'ending';
  /** ISO 8601. */
  date: string;
}

/** Entries that become public or end in a month. */
export interface Calendar extends OfferedFilters {
  /** `2026-01`. */
  month: string;
  /** IANA time zone of the days. */
  timeZone: string;
  /** `2026-01-12`. */
  today: string;
  /** Days with entries, by date: `2026-01-05`. */
  days: Record<string, CalendarEntry[]>;
  /** Whether all entries of the month are included. */
  isWhole: boolean;
}

export interface TroubledEntry extends EntryInFeeds {
  /** Worst first. */
  problems: Problem[];
}

/**
 * Kinds of entries of which not all were inspected: `nowhere` is published without an address; of `live`, the newest
 * are inspected; `waiting` is scheduled; `others` are problems that depend on other entries.
 */
export type AttentionCut = 'nowhere' | 'live' | 'waiting' | 'others';

/** A page of the entries with problems, the worst first. */
export interface Attention {
  results: TroubledEntry[];
  pagination: Pagination;
  /** Number of inspected entries: public ones, and the next scheduled ones. */
  lookedAt: { live: number; waiting: number };
  /** Kinds of entries of which not all were inspected. */
  cut: AttentionCut[];
  /** Number of entries that could not be inspected in time. */
  late: number;
  /** Whether feeds lack a published entry because indexing it failed. */
  isBehind: boolean;
  /** Consumers that should have been told of changes and were not. */
  untold: UntoldConsumer[];
}

/** A consumer that is told of changes: a front end, a CDN, a hub, a search engine. */
export interface ToldConsumer {
  key: string;
  name: string;
  /** Null if the configuration no longer has the consumer. */
  kind: ConsumerKind | null;
}

/** Subject of a delivery, as far as the user may know of it. */
export type DeliverySubject =
  | (Omit<NamedEntry, 'title'> & {
      kind: 'entry';
      /** Null if the entry is gone, or the user may not read it. */
      title: string | null;
    })
  /** The feeds of a topic, a type or the whole site; null if the user may not know of it. */
  | { kind: 'feeds'; feed: { id: string; title: string } | null }
  /** Settings, names of topics, authors or files. */
  | { kind: 'site' }
  /** Scopes that a cache has to purge. */
  | { kind: 'scopes' };

export interface DeliveryRow {
  id: number;
  consumer: ToldConsumer;
  subject: DeliverySubject;
  state: DeliveryState;
  /** Number of tries so far. */
  tries: number;
  /** Whether the last try failed. */
  isFailing: boolean;
  /** ISO 8601, like all moments of a delivery. */
  created: string;
  /** When it is sent, or sent again; null once it has ended. */
  due: string | null;
  ended: string | null;
  /** Answer to the last try; null before the first one. */
  answer: string | null;
}

/** A page of deliveries, newest first. */
export interface DeliveryPage {
  results: DeliveryRow[];
  pagination: Pagination;
  /** Consumers in the configuration; empty without the option `push`. */
  consumers: ToldConsumer[];
  /** IANA time zone of the site. */
  timeZone: string;
}

type NamedConsumer = Pick<ToldConsumer, 'name' | 'kind'>;

/** Consumers that were told of the last change of an entry, and those that were not, or not yet. */
export interface EntryDeliveries {
  told: NamedConsumer[];
  untold: NamedConsumer[];
  /** When the last consumer was told; null if none was. */
  at: string | null;
  timeZone: string;
}

/** A consumer with a delivery that has failed for an hour, or failed for good. */
export interface UntoldConsumer extends Pick<ToldConsumer, 'key' | 'name'> {
  since: string;
  /** IANA time zone of the site. */
  timeZone: string;
}

/** A feed that contains an article, now or once it is published. */
export interface PreviewFeed {
  id: string;
  title: string;
  address: string;
  /** Whether the article is in the feed now. */
  now: boolean;
  /** Whether it will be, once it is published as it is in the form and its date has come. */
  next: boolean;
  /** Whether its items have the full text or the summary. */
  content: ItemContent;
  /** Set if the feed exists only once it contains the article. */
  isToCome?: true;
}

/** Why an article is in no feed yet, or not in more of them. `no-address`: an entry without an address is in no list. */
export type PreviewReason =
  | { code: 'draft' | 'kept-out' | 'not-in-language' | 'no-address' }
  | { code: 'future'; until: string }
  /** Its own field says that it is not published. */
  | { code: 'withdrawn'; field: string }
  /** The end date is past: that of the published version, or the one in the form. */
  | { code: 'ended'; since: string }
  /** No relation to topics has a value; `fields` are the relations. */
  | { code: 'no-tags'; fields: string[] };

/** What readers and subscribers notice when an article is published as it is in the form. */
export type PreviewEffect =
  /**
   * `new`: a new item. `returns`: an item that subscribers had before the article was withdrawn. `change`: different
   * texts or files in an item; `change-quiet`: the same, but subscribers are told only if the editor chooses so.
   * `page-alone`: a page, but no item, since the article is kept out of feeds. `page-new`: an entry of a type of pages,
   * for the first time or again. `page-change`: different texts or files on a page that is no item of any feed.
   * `goes`: readers find it no more, since its own field says that it is not published.
   */
  | {
      code:
        | ('new' | 'returns' | 'change' | 'change-quiet' | 'goes')
        | ('page-alone' | 'page-new' | 'page-change');
    }
  /** The same on the article's date; or a public article disappears until its new date. */
  | {
      code: 'new-later' | 'returns-later' | 'page-alone-later' | 'hidden';
      until: string;
    }
  /** Nothing: its end date is past. */
  | { code: 'ended'; since: string }
  /** Another address; `page-moves` for an entry of a type of pages. */
  | { code: 'moves' | 'page-moves'; from: string; to: string }
  /** The article joins or leaves feeds; `feeds` are their titles. */
  | { code: 'joins' | 'leaves'; feeds: string };

/** The last save of an entry after its form was loaded: saving the form would undo it. */
export interface LaterSave {
  /** ISO 8601; null if the entry was deleted since. */
  at: string | null;
  /** Name as Strapi's panel shows it; null if Strapi does not know who saved. */
  by: string | null;
  /** Whether the same user saved, in another tab. */
  isOwn: boolean;
}

/** An entry in a form as readers and subscribers will get it. */
export interface ArticlePreview {
  /** Whether it is a page, which no feed contains. */
  isPage: boolean;
  /** Whether its type has no drafts: it is public as soon as it is saved. */
  isPublicAtOnce: boolean;
  feeds: PreviewFeed[];
  reasons: PreviewReason[];
  /**
   * Fields to correct, for an entry that is published without a title or an address, so that readers cannot find it;
   * none if another entry keeps its address. Null for any other.
   */
  nowhere: string[] | null;
  effects: PreviewEffect[];
  /** Absolute address of the published version; null if readers cannot find it. */
  publicLink: string | null;
  /** Future date of the published version, as ISO 8601; null if it waits for none. */
  scheduled: string | null;
  /** When subscribers were last told of it, as ISO 8601; null if it is not public or a page. */
  lastTold: string | null;
  item: ItemParts & {
    title: string;
    /** Null while the slug cannot be part of an address. */
    link: string | null;
    /** ISO 8601; null if the article gets its date at publication. */
    date: string | null;
    /** The start of the summary that a listing shows. */
    excerpt: string;
    /** Empty fields of the form that its address needs. */
    missing: string[];
  };
  timeZone: string;
  /** Set if the body was not rendered in time: the full text and the problems of the body are missing. */
  isLate?: true;
  /** Absent for a user who may not see problems. */
  problems?: Problem[];
}

/** Instead of a preview, for a user who may read only a part of what readers see of the saved entry. */
export interface WithheldPreview {
  isWithheld: true;
  /** Names of the fields that the role lacks, as the mapping reads them: `seo.metaTitle`. */
  fields: string[];
}

/** Absolute addresses at which somebody without an account sees a draft. */
export interface SharedPreview {
  /** Null if the plugin serves no pages. */
  page: string | null;
  /** The site's feed with the draft as its only item. */
  feed: string;
  /** When both addresses expire, as ISO 8601. */
  expires: string;
}

/** The slug and address that an entry would get if its form were saved. */
export interface SlugPreview {
  /** Empty if there is nothing to make it from. */
  slug: string;
  /** Origin of the slug: the heading, the editor, or the publication, after which readers know it. */
  origin: 'heading' | 'editor' | 'publication';
  /** Absolute; null if the slug cannot be part of an address. */
  address: string | null;
  /** Whether no other entry has the slug. */
  isFree: boolean;
  /** Whether the address redirects readers to another entry, which had it. */
  isFormer: boolean;
  /** The slug made from the heading. */
  suggestion: string;
  /** Whether the entry was ever published, so that readers know an address of it. */
  isKnown: boolean;
  /** The absolute address that readers know, if it is another one; it will redirect to the new one. */
  former: string | null;
}
