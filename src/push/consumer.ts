import type { EntryKey } from '../catalogue/catalogue-table';

export const CONSUMER_KINDS = ['webhook', 'cdn', 'hub', 'indexNow'] as const;
export type ConsumerKind = (typeof CONSUMER_KINDS)[number];

/** `pending` until the consumer accepted it, `told`, or `failed` after the last try. */
export const DELIVERY_STATES = ['pending', 'told', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** How an entry changed since consumers were last told of it. */
export interface EntryEvent extends EntryKey {
  type: 'published' | 'updated' | 'moved' | 'withdrawn';
  /** What consumers know of it; null if it is new to them. */
  former: FormerEntry | null;
  /** What readers find now; null if they find nothing. */
  present: FormerEntry | null;
}

/** Payloads by kind of delivery. */
export interface DeliveryPayloads {
  /** An entry that readers had or have: what they knew of it when the row was written. */
  entry: EntryPayload;
  /** Changes beside entries: settings, topics' names, authors, files. */
  site: ScopesPayload;
  /** All changed scopes of the index, as `lib/cache-tags.ts` names them. */
  scopes: ScopesPayload;
  /** Feeds of a list in the catalogue. */
  feeds: FeedsPayload;
}

/** An entry as readers had it. */
export interface FormerEntry {
  /** Absolute address. */
  url: string;
  /** Its date, in milliseconds since 1970. */
  date: number | null;
  /** Lists that contained it, by their names in the catalogue. */
  lists: string[];
}

export interface EntryPayload extends EntryKey {
  /** What consumers know of it; null for nothing. */
  former: FormerEntry | null;
}

export interface ScopesPayload {
  scopes: string[];
  /** Whether it was sent once, to a consumer that is sent everything twice. */
  isRepeated?: boolean;
}

export interface FeedsPayload {
  /** Name of the list in the catalogue. */
  list: string;
  /** Hashes of the documents that the consumer was told of, by address. */
  hashes?: Record<string, string>;
}

/** A row of the deliveries. */
export interface Delivery {
  id: number;
  consumer: string;
  subject: string;
  state: DeliveryState;
  /** Id of the message, the same in each try. */
  message: string;
  /** Identifies the claim by which a node holds the delivery; null if no node does. */
  lease: string | null;
  revision: number;
  payload: Partial<DeliveryPayloads[keyof DeliveryPayloads]>;
  tries: number;
  /** Milliseconds since 1970. */
  due: number;
  failing: number;
  /** For a delivery of an entry, its change; undefined if consumers know everything already. */
  event?: EntryEvent;
}

/** Result of a try. */
export type Outcome =
  | {
      kind: 'told';
      /** The response, without secrets: `204`. */
      answer: string;
      /** Payload to store in the row of what was told. */
      payload?: Delivery['payload'];
    }
  /** There was nothing to tell: the row is deleted. */
  | { kind: 'nothing' }
  | {
      kind: 'failed';
      answer: string;
      /** Payload to store in the row, if a part was told. */
      payload?: Delivery['payload'];
      /** Whether the delivery is not retried. */
      isFinal?: boolean;
      /** Milliseconds before the next try, as the consumer asks. */
      after?: number;
      /** Whether the consumer did not respond, or asked for a pause: then nothing else is sent there for a while. */
      isAway?: boolean;
    };

/** A front end, a CDN, a hub or a search engine that is told of changes. */
export interface Consumer {
  /** Identifies the consumer in rows, in at most 100 characters: the same at every start, without secrets. */
  key: string;
  kind: ConsumerKind;
  /** Name in the panel: "Fastly", "hub.example.com". */
  name: string;
  /** Kinds of deliveries that it gets. */
  deliveryKinds: readonly (keyof DeliveryPayloads)[];
  /** Whether it stands for subscribers, who are not told of what is published quietly. */
  isSubscriber: boolean;
  /** Most deliveries in one call. */
  atOnce: number;
  /** Shortest pause between two calls, in milliseconds; 0 for none. */
  pause?: number;
  /** Milliseconds until everything is sent a second time; undefined if it is sent once. */
  repeatedAfter?: number;
  /**
   * Sends deliveries, at most `atOnce`, which share one outcome.
   *
   * @param now milliseconds since 1970, by the database's clock
   */
  send: (deliveries: Delivery[], now: number) => Promise<Outcome>;
}

/** Longest wait for a response, in milliseconds. */
const ANSWERED_WITHIN = 10_000;

/** Bytes of a response that are read. */
const READ_AT_MOST = 10_000;

/** Characters of a response that are stored. */
const MAXIMUM_ANSWER_LENGTH = 200;

/** Longest pause that a consumer may ask for, in milliseconds. */
const PAUSE_AT_MOST = 24 * 3_600_000;

export interface SentRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Texts that are removed from what is shown of the response. */
  secrets?: readonly string[];
}

/** Shortens a response for display: one line, without secrets. */
const shorten = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, MAXIMUM_ANSWER_LENGTH);

/** The start of a body, at most this many bytes; the rest is not read. */
export const readStart = async (response: Response, most: number): Promise<Uint8Array> => {
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < most) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
  }
  await reader.cancel().catch(() => undefined);
  return Buffer.concat(parts).subarray(0, most);
};

/**
 * Milliseconds of a Retry-After header (RFC 9110, section 10.2.3): seconds, or a date.
 *
 * @param now milliseconds since 1970
 */
const parseRetryAfter = (value: string | null, now: number): number | undefined => {
  if (value === null) return undefined;
  const asked = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), PAUSE_AT_MOST) : undefined;
};

const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no answer within ${ANSWERED_WITHIN / 1_000} s`;
  return cause?.code ?? cause?.message ?? message;
};

/**
 * Sends a request and returns its outcome. Redirects are not followed: a signature or token goes only where the
 * configuration says.
 */
export const sendRequest = async ({
  url,
  method = 'POST',
  headers,
  body,
  secrets = [],
}: SentRequest): Promise<Outcome> => {
  try {
    const response = await fetch(url, {
      method,
      headers: { 'user-agent': 'strapi-plugin-syndication', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWERED_WITHIN),
    });
    const { status } = response;
    const start = await readStart(response, READ_AT_MOST).catch(() => new Uint8Array());
    if (response.ok) return { kind: 'told', answer: String(status) };
    const isRedirect = status >= 300 && status < 400;
    const why = isRedirect
      ? 'redirects are not followed'
      : shorten(new TextDecoder().decode(start), secrets);
    return {
      kind: 'failed',
      answer: [status, why].filter((part) => part !== '').join(' '),
      isFinal: status === 410,
      after: parseRetryAfter(response.headers.get('retry-after'), Date.now()),
      isAway: [429, 502, 503, 504].includes(status),
    };
  } catch (error) {
    return { kind: 'failed', answer: shorten(reasonOf(error), secrets), isAway: true };
  }
};
