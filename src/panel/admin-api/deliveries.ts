import type { ConsumerKind, DeliveryState } from '../../push/consumer';
import type { NamedEntry, Pagination } from './entries';

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
