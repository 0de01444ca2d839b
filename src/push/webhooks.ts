import { createHash, createHmac } from 'node:crypto';

import { signingKey, type WebhookOptions } from '../options/push';
import type { ChangedPathFinder } from './changed-paths';
import type { Consumer, Delivery, EntryEvent, ScopesPayload } from './consumer';
import { sendRequest } from './send-request';

/** What a webhook is told; `docs/push.md` describes it. */
export interface WebhookMessage {
  type: EntryEvent['type'] | 'site.changed';
  /** When it was sent, as RFC 3339 writes it. */
  timestamp: string;
  data: {
    contentType: string | null;
    documentId: string | null;
    /** Null where the type is not localised. */
    locale: string | null;
    /** Absolute address of the entry now; null where it is no more. */
    url: string | null;
    /** The one that was told before; null where there was none. */
    formerUrl: string | null;
    /** Public paths whose content may be another; empty where `all` says that it may be any. */
    paths: string[];
    all: boolean;
    /** Names for caches that go by tags: the content type, the entry, its topics; or the site. */
    tags: string[];
  };
}

/** Tags that a message names at most. */
const TAGS_AT_MOST = 200;

/** Milliseconds between two builds that are asked for at least, and changes that one is asked for at once. */
const BUILT_EVERY = 10_000;
const CHANGES_AT_ONCE = 200;

/**
 * Headers of a message, as Standard Webhooks has them (standardwebhooks.com).
 *
 * @param seconds since 1970
 */
const signMessage = (
  message: string,
  seconds: number,
  body: string,
  secret: string | undefined,
): Record<string, string> => ({
  'webhook-id': message,
  'webhook-timestamp': String(seconds),
  ...(secret && {
    'webhook-signature': `v1,${createHmac('sha256', signingKey(secret))
      .update(`${message}.${seconds}.${body}`)
      .digest('base64')}`,
  }),
});

const toTags = (tags: string[]): string[] => [...new Set(tags)].slice(0, TAGS_AT_MOST);

/** Tags of what changed beside entries, by the scopes of the index. */
const siteTags = ({ scopes = [] }: Partial<ScopesPayload>): string[] =>
  scopes.flatMap((scope) => {
    const [, document] = /^(?:topic|shown):([^|]+)/.exec(scope) ?? [];
    return document === undefined ? [] : [document, document.replace(/:[^:]+$/, '')];
  });

/** What one delivery is about, or several of the whole site. */
const toMessage = async (
  deliveries: readonly [Delivery, ...Delivery[]],
  findConcerned: ChangedPathFinder,
  now: number,
): Promise<WebhookMessage> => {
  const timestamp = new Date(now).toISOString();
  const [{ event }] = deliveries;
  if (!event) {
    const ofSite = deliveries.flatMap(({ payload }) => siteTags(payload as Partial<ScopesPayload>));
    const tags = toTags(['site', ...ofSite]);
    return {
      type: 'site.changed',
      timestamp,
      data: {
        contentType: null,
        documentId: null,
        locale: null,
        url: null,
        formerUrl: null,
        paths: [],
        all: true,
        tags,
      },
    };
  }
  const { type, contentType, documentId, locale, former, present } = event;
  const { paths, topics } = await findConcerned(event, new Date(now));
  return {
    type,
    timestamp,
    data: {
      contentType,
      documentId,
      locale: locale || null,
      url: present?.url ?? null,
      formerUrl: former?.url ?? null,
      paths: paths ?? [],
      all: paths === undefined,
      tags: toTags([
        contentType,
        `${contentType}:${documentId}`,
        ...topics.map((topic) => `${topic.contentType}:${topic.documentId}`),
      ]),
    },
  };
};

/** The address without its query, which may have a secret that changes. */
export const addressOf = (url: string): string => url.replace(/\?.*$/s, '');

/** Parts of an address that may be secret. */
const secretsOf = (url: string): string[] => {
  const { search, searchParams, pathname } = new URL(url);
  const values = [...searchParams.values()]
    .filter((value) => value.length >= 4)
    .flatMap((value) => [value, encodeURIComponent(value)]);
  const parts = pathname.split('/').filter((part) => part.length >= 16);
  return [search, ...values, ...parts];
};

/** Tells a front end, or whoever else takes messages, what became of entries and of the site. */
export const webhookConsumer = (
  { url, secret, name, build = false }: WebhookOptions,
  findConcerned: ChangedPathFinder,
): Consumer => ({
  key: `webhook-${createHash('sha1').update(addressOf(url)).digest('hex').slice(0, 12)}`,
  kind: 'webhook',
  name: name ?? new URL(url).host,
  hears: build ? ['scopes'] : ['entry', 'site'],
  // It may be the cache of a front end, which has what is published quietly, too.
  isSubscriber: false,
  atOnce: build ? CHANGES_AT_ONCE : 1,
  pause: build ? BUILT_EVERY : 0,
  async send(deliveries, now) {
    // A build is of no entry: before the webhook was a build hook, messages of some were noted.
    const [delivery, ...others] = build
      ? deliveries.map((one) => ({ ...one, event: undefined }))
      : deliveries;
    if (!delivery) return { kind: 'nothing' };
    const body = JSON.stringify(await toMessage([delivery, ...others], findConcerned, now));
    const seconds = Math.floor(now / 1_000);
    return sendRequest({
      url,
      body,
      headers: {
        'content-type': 'application/json',
        ...signMessage(delivery.message, seconds, body, secret || undefined),
      },
      // Some front ends take their secret as a part of the address.
      secrets: [secret ?? '', ...secretsOf(url)],
    });
  },
});
