import { randomUUID } from 'node:crypto';

import { AwsV4Signer } from 'aws4fetch';

import { chunk } from '../lib/values';
import { purgedTags, TAG_OF_ALL } from '../lib/cache-tags';
import type { CdnOptions } from '../options/push';
import type { Consumer, Delivery, Outcome, ScopesPayload } from './consumer';
import { sendRequest, type SentRequest } from './send-request';

/** How a provider is told what to forget. */
interface Purging {
  /** As the panel shows it. */
  name: string;
  /** Tags that one request names. */
  perRequest: number;
  /** Tags that are purged one by one; of more, everything is. */
  atMost: number;
  /** Requests at the same time. */
  atOnce: number;
  /** Milliseconds between two rounds of requests. */
  pause: number;
  /** Requests that purge some tags, `perRequest` at most. */
  requests: (tags: string[]) => SentRequest[] | Promise<SentRequest[]>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** An address of a provider's API, or of what stands in front of it. */
const apiAt = (options: CdnOptions, own: string, path: string): string =>
  (options.api || own).replace(/\/$/, '') + path;

const part = encodeURIComponent;

const invalidation = (tags: string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">',
    `<CallerReference>${randomUUID()}</CallerReference>`,
    `<Paths><Quantity>${tags.length}</Quantity><Items>`,
    ...tags.map((tag) => `<Path>#${tag}</Path>`),
    '</Items></Paths></InvalidationBatch>',
  ].join('');

/** A request that AWS knows the sender of (Signature Version 4). */
const signed = async (
  { accessKeyId, secretAccessKey, sessionToken }: Extract<CdnOptions, { provider: 'cloudfront' }>,
  { url, body = '' }: SentRequest,
): Promise<SentRequest> => {
  const signer = new AwsV4Signer({
    method: 'POST',
    url,
    body,
    headers: { 'content-type': 'text/xml' },
    service: 'cloudfront',
    region: 'us-east-1',
    accessKeyId,
    secretAccessKey,
    sessionToken: sessionToken || undefined,
  });
  const headers: Record<string, string> = {};
  // The address has the host, and `fetch` writes it.
  (await signer.sign()).headers.forEach((value, name) => {
    if (name !== 'host') headers[name] = value;
  });
  return {
    url,
    body,
    headers,
    secrets: [secretAccessKey, sessionToken ?? '', accessKeyId],
  };
};

/** What a provider takes, and how much of it, as its documentation says. */
const purgingOf = (options: CdnOptions): Purging => {
  switch (options.provider) {
    case 'fastly':
      return {
        name: 'Fastly',
        perRequest: 256,
        atMost: 2_000,
        atOnce: 1,
        pause: 1_000,
        // A soft purge would have the next visitor see what was there before.
        requests: (tags) => [
          {
            url: apiAt(
              options,
              'https://api.fastly.com',
              `/service/${part(options.service)}/purge`,
            ),
            headers: { ...JSON_TYPE, accept: 'application/json', 'fastly-key': options.token },
            body: JSON.stringify({ surrogate_keys: tags }),
            secrets: [options.token],
          },
        ],
      };
    case 'cloudflare':
      return {
        name: 'Cloudflare',
        perRequest: 100,
        // The free plan takes 5 requests a minute, and 25 when none came for long.
        atMost: 500,
        atOnce: 1,
        pause: 12_000,
        requests: (tags) => [
          {
            url: apiAt(
              options,
              'https://api.cloudflare.com',
              `/client/v4/zones/${part(options.zone)}/purge_cache`,
            ),
            headers: { ...JSON_TYPE, authorization: `Bearer ${options.token}` },
            body: JSON.stringify({ tags }),
            secrets: [options.token],
          },
        ],
      };
    case 'cloudfront':
      return {
        name: 'CloudFront',
        perRequest: 100,
        // Each costs as much as a path does, and everything as much as one: most publications are cheaper so.
        atMost: 15,
        atOnce: 1,
        pause: 5_000,
        requests: async (tags) => [
          await signed(options, {
            url: apiAt(
              options,
              'https://cloudfront.amazonaws.com',
              `/2020-05-31/distribution/${part(options.distribution)}/invalidation`,
            ),
            body: invalidation(tags),
          }),
        ],
      };
    case 'bunny':
      return {
        name: 'Bunny',
        perRequest: 1,
        atMost: 50,
        atOnce: 5,
        pause: 5_000,
        requests: ([tag]) => [
          {
            url: apiAt(
              options,
              'https://api.bunny.net',
              `/pullzone/${part(options.zone)}/purgeCache`,
            ),
            headers: { ...JSON_TYPE, accesskey: options.token },
            body: JSON.stringify({ CacheTag: tag }),
            secrets: [options.token],
          },
        ],
      };
    case 'varnish':
      return {
        name: 'Varnish',
        // Varnish takes 8 kB of a header.
        perRequest: 500,
        atMost: 2_000,
        atOnce: 5,
        pause: 0,
        requests: (tags) =>
          options.urls.map((url) => ({
            url,
            method: 'PURGE',
            headers: {
              'xkey-purge': tags.join(' '),
              ...(options.secret ? { authorization: `Bearer ${options.secret}` } : {}),
            },
            secrets: [options.secret ?? ''],
          })),
      };
  }
};

/**
 * After how many milliseconds everything is purged once more: what the CDN was fetching meanwhile may be of before
 * the change, and is there only after the first purge.
 */
const REPEATED_AFTER = 30_000;

/** Changes that one round of requests tells of. */
const CHANGES_AT_ONCE = 50;

const scopesOf = ({ payload }: Delivery): ScopesPayload => payload as ScopesPayload;

/** Has a CDN forget what changed. */
export const cdnConsumer = (options: CdnOptions): Consumer => {
  const { name, perRequest, atMost, atOnce, pause, requests } = purgingOf(options);

  /** The tags to purge: one that all responses carry in the place of too many, and of those that were not taken. */
  const tagsOf = (deliveries: readonly Delivery[]): string[] => {
    const tags = purgedTags(deliveries.flatMap((delivery) => scopesOf(delivery).scopes));
    const isAll = tags.length > atMost || deliveries.some(({ tries }) => tries > 0);
    return tags === 'everything' || isAll ? [TAG_OF_ALL] : tags;
  };

  return {
    key: `cdn-${options.provider}`,
    kind: 'cdn',
    name,
    hears: ['scopes'],
    // Its visitors see what is published quietly, too.
    isSubscriber: false,
    atOnce: CHANGES_AT_ONCE,
    pause,

    async send(deliveries, now): Promise<Outcome> {
      const tags = tagsOf(deliveries);
      if (tags.length === 0) return { kind: 'nothing' };
      const sent = await Promise.all(chunk(tags, perRequest).map(requests));
      let answer = '';
      for (const some of chunk(sent.flat(), atOnce)) {
        for (const outcome of await Promise.all(some.map(sendRequest))) {
          if (outcome.kind !== 'told') return outcome;
          ({ answer } = outcome);
        }
      }
      return {
        kind: 'told',
        answer,
        next: (delivery) =>
          scopesOf(delivery).isRepeated
            ? undefined
            : {
                due: now + REPEATED_AFTER,
                payload: { scopes: scopesOf(delivery).scopes, isRepeated: true },
              },
      };
    },
  };
};
