import { createHash, createHmac } from 'node:crypto';

import { signingKey, type WebhookOptions } from '../options/push';
import { findAffected, type PathParts } from './changed-paths';
import type { Consumer, Delivery, EntryEvent, ScopesPayload } from './consumer';
import { sendRequest } from './send-request';

/** The message that a webhook gets; `docs/push.md` describes it. */
export interface WebhookMessage {
  type: EntryEvent['type'] | 'site.changed';
  /** When it was sent, in RFC 3339 format. */
  timestamp: string;
  data: {
    contentType: string | null;
    documentId: string | null;
    /** Null if the type is not localised. */
    locale: string | null;
    /** Absolute address of the entry now; null if it is gone. */
    url: string | null;
    /** The address that was last told; null if there was none. */
    formerUrl: string | null;
    /** Public paths whose content may have changed; empty if `all` says that any may have. */
    paths: string[];
    all: boolean;
    /** Names for caches with tags: the content type, the entry, its topics; or `site`. */
    tags: string[];
  };
}

/** Most tags in a message. */
const TAGS_AT_MOST = 200;

/**
 * Headers of a message, by Standard Webhooks (standardwebhooks.com).
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

/** Tags of what changed beside entries, by the scopes of the index. */
const siteTags = (payload: Delivery['payload']): string[] =>
  ((payload as Partial<ScopesPayload>).scopes ?? []).flatMap((scope) => {
    const [, document] = /^(?:topic|shown):([^|]+)/.exec(scope) ?? [];
    return document === undefined ? [] : [document, document.replace(/:[^:]+$/, '')];
  });

/** The message for a delivery. */
const toMessage = async (
  { event, payload }: Delivery,
  parts: PathParts,
  now: number,
): Promise<WebhookMessage> => {
  const affected = event && (await findAffected(parts, event, new Date(now)));
  const named = event ? [event, ...(affected?.topics ?? [])] : [];
  const tags = [
    event?.contentType ?? 'site',
    ...(event ? [] : siteTags(payload)),
    ...named.map(({ contentType, documentId }) => `${contentType}:${documentId}`),
  ];
  return {
    type: event?.type ?? 'site.changed',
    timestamp: new Date(now).toISOString(),
    data: {
      contentType: event?.contentType ?? null,
      documentId: event?.documentId ?? null,
      locale: event?.locale || null,
      url: event?.present?.url ?? null,
      formerUrl: event?.former?.url ?? null,
      paths: affected?.paths ?? [],
      all: affected?.paths === undefined,
      tags: [...new Set(tags)].slice(0, TAGS_AT_MOST),
    },
  };
};

/** The address without its query, which may contain a secret that changes. */
const addressOf = (url: string): string => url.replace(/\?.*$/s, '');

/** Parts of an address that may be secret. */
const secretsOf = (url: string): string[] => {
  const { search, searchParams, pathname } = new URL(url);
  const values = [...searchParams.values()]
    .filter((value) => value.length >= 4)
    .flatMap((value) => [value, encodeURIComponent(value)]);
  const parts = pathname.split('/').filter((part) => part.length >= 16);
  return [search, ...values, ...parts];
};

/** Tells a front end, or any other receiver of messages, of changes to entries and the site. */
export const webhookConsumer = (
  { url, secret, name }: WebhookOptions,
  parts: PathParts,
): Consumer => ({
  key: `webhook-${createHash('sha1').update(addressOf(url)).digest('hex').slice(0, 12)}`,
  kind: 'webhook',
  name: name ?? new URL(url).host,
  deliveryKinds: ['entry', 'site'],
  // The receiver may be a front end's cache, which also has what is published quietly.
  isSubscriber: false,
  atOnce: 1,
  async send([delivery], now) {
    const body = JSON.stringify(await toMessage(delivery!, parts, now));
    const seconds = Math.floor(now / 1_000);
    return sendRequest({
      url,
      body,
      headers: {
        'content-type': 'application/json',
        ...signMessage(delivery!.message, seconds, body, secret || undefined),
      },
      // Some front ends expect their secret as a part of the address.
      secrets: [secret ?? '', ...secretsOf(url)],
    });
  },
});
