import type { EntryKey } from '../catalogue/catalogue-table';

/** Kinds of those who are told. */
export const CONSUMER_KINDS = ['webhook', 'cdn', 'hub', 'indexNow'] as const;
export type ConsumerKind = (typeof CONSUMER_KINDS)[number];

/** `pending` until it was taken, `told`, or `failed` when it is not tried any more. */
export const DELIVERY_STATES = ['pending', 'told', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What became of an entry since others were told of it last. */
export interface EntryEvent extends EntryKey {
  type: 'published' | 'updated' | 'moved' | 'withdrawn';
  /** What others know of it; null where it is new to them. */
  former: FormerEntry | null;
  /** What readers find now; null where that is nothing any more. */
  present: FormerEntry | null;
}

/** What others may have to be told of. */
export interface Told {
  /** An entry that readers had, have or will have: what they knew of it when the row was written. */
  entry: EntryPayload;
  /** What changed beside entries: settings, topics' names, authors, files. */
  site: ScopesPayload;
  /** All scopes of the index that changed, as `lib/cache-tags.ts` names them. */
  scopes: ScopesPayload;
  /** Feeds of a list of the catalogue. */
  feeds: FeedsPayload;
}

/** What readers had of an entry. */
export interface FormerEntry {
  /** Absolute address. */
  url: string;
  /** Its date, in milliseconds since 1970. */
  date: number | null;
  /** Names of the lists it was in, as the catalogue has them. */
  lists: string[];
}

export interface EntryPayload extends EntryKey {
  /** What those who are told know of it; null for nothing. */
  former: FormerEntry | null;
}

export interface ScopesPayload {
  scopes: string[];
  /** Set by a consumer that tells everything twice. */
  isRepeated?: boolean;
}

export interface FeedsPayload {
  /** Name of the list, as the catalogue has it. */
  list: string;
  /** Hashes of the documents that were told, by address. */
  hashes?: Record<string, string>;
}

/** Something to be told, as its row has it. */
export interface Delivery {
  id: number;
  consumer: string;
  subject: string;
  state: DeliveryState;
  /** Id of the message, the same however often it is sent. */
  message: string;
  /** Tells that this node has it, and no other. */
  lease: string | null;
  revision: number;
  payload: Partial<Told[keyof Told]>;
  tries: number;
  /** Milliseconds since 1970. */
  due: number;
  failing: number;
  /** Of a delivery of an entry, what became of it; undefined where those who are told know all. */
  event?: EntryEvent;
  /** Of one that becomes public by its date, when, in milliseconds since 1970. */
  from?: number;
}

/** When a delivery is to be told once more, and what. */
export interface Next {
  /** Milliseconds since 1970. */
  due: number;
  payload: Delivery['payload'];
}

/** What came of telling. */
export type Outcome =
  | {
      kind: 'told';
      /** How it was answered, without secrets: `204`. */
      answer: string;
      /** What is kept in the row of what was told. */
      payload?: Delivery['payload'];
      /** When each delivery is to be told once more, and what. */
      next?: (delivery: Delivery) => Next | undefined;
    }
  /** There was nothing to tell: the row goes. */
  | { kind: 'nothing' }
  | {
      kind: 'failed';
      answer: string;
      /** What is kept in the row, of a part that was told. */
      payload?: Delivery['payload'];
      /** Whether it is not tried again. */
      isFinal?: boolean;
      /** Milliseconds after which it may be tried again, as the consumer says. */
      after?: number;
      /** Whether nobody answered, or asked for a pause: nothing else is sent there for a while either. */
      isAway?: boolean;
    };

/** Somebody who is told: a front end, a CDN, a hub, a search engine. */
export interface Consumer {
  /** What rows know it by, 100 characters at most: the same from start to start, without secrets. */
  key: string;
  kind: ConsumerKind;
  /** As the panel shows it: "Fastly", "hub.example.com". */
  name: string;
  /** What it is told of. */
  hears: readonly (keyof Told)[];
  /** Whether it stands for subscribers, who hear nothing of what is published quietly. */
  isSubscriber: boolean;
  /** Deliveries that one call takes. */
  atOnce: number;
  /** Milliseconds between two calls at least; 0 for none. */
  pause?: number;
  /**
   * Tells it of some deliveries, `atOnce` at most, all with one outcome.
   *
   * @param now milliseconds since 1970, by the database's clock
   */
  send: (deliveries: Delivery[], now: number) => Promise<Outcome>;
}
