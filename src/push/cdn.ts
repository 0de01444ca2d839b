import { randomUUID } from 'node:crypto';

import { AwsV4Signer } from 'aws4fetch';

import { purgedTags, TAG_OF_ALL } from '../cache/cdn';
import { chunk } from '../lib/values';
import type { CdnOptions } from '../options/push';
import {
  type Consumer,
  type Delivery,
  type Outcome,
  type ScopesPayload,
  sendRequest,
  type SentRequest,
} from './consumer';

/** How a provider's cache is purged. */
interface PurgeApi {
  /** Name in the panel. */
  name: string;
  /** Most tags in one request. */
  perRequest: number;
  /** Most tags that are purged one by one; with more, everything is purged. */
  atMost: number;
  /** Requests at the same time. */
  atOnce: number;
  /** Milliseconds between two rounds of requests. */
  pause: number;
  /** Requests that purge the given tags, at most `perRequest`. */
  requests: (tags: string[]) => SentRequest[] | Promise<SentRequest[]>;
}

/** An address of a provider's API, or of a proxy for it. */
const apiUrl = (options: CdnOptions, defaultUrl: string, path: string): string =>
  (options.api || defaultUrl).replace(/\/$/, '') + path;

/** A request in JSON to a provider that gave a token. */
const jsonRequest = (
  options: CdnOptions & { token: string },
  defaultUrl: string,
  path: string,
  headers: Record<string, string>,
  content: object,
): SentRequest[] => [
  {
    url: apiUrl(options, defaultUrl, path),
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(content),
    secrets: [options.token],
  },
];

const invalidation = (tags: string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">',
    `<CallerReference>${randomUUID()}</CallerReference>`,
    `<Paths><Quantity>${tags.length}</Quantity><Items>`,
    ...tags.map((tag) => `<Path>#${tag}</Path>`),
    '</Items></Paths></InvalidationBatch>',
  ].join('');

/** Signs a request for AWS (Signature Version 4). */
const signRequest = async (
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
  // `fetch` sets the host by the address.
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

/** Limits of each provider, by its documentation. */
const purgeApiOf = (options: CdnOptions): PurgeApi => {
  switch (options.provider) {
    case 'fastly':
      return {
        name: 'Fastly',
        perRequest: 256,
        atMost: 2_000,
        atOnce: 1,
        pause: 1_000,
        // No soft purge: the next visitor would still get the old response.
        requests: (tags) =>
          jsonRequest(
            options,
            'https://api.fastly.com',
            `/service/${encodeURIComponent(options.service)}/purge`,
            { accept: 'application/json', 'fastly-key': options.token },
            { surrogate_keys: tags },
          ),
      };
    case 'cloudflare':
      return {
        name: 'Cloudflare',
        perRequest: 100,
        // The free plan allows 5 requests a minute, and 25 after a long pause.
        atMost: 500,
        atOnce: 1,
        pause: 12_000,
        requests: (tags) =>
          jsonRequest(
            options,
            'https://api.cloudflare.com',
            `/client/v4/zones/${encodeURIComponent(options.zone)}/purge_cache`,
            { authorization: `Bearer ${options.token}` },
            { tags },
          ),
      };
    case 'cloudfront':
      return {
        name: 'CloudFront',
        perRequest: 100,
        // Each tag costs as much as a path, and everything as much as one: this limit keeps most publications cheap.
        atMost: 15,
        atOnce: 1,
        pause: 5_000,
        requests: async (tags) => [
          await signRequest(options, {
            url: apiUrl(
              options,
              'https://cloudfront.amazonaws.com',
              `/2020-05-31/distribution/${encodeURIComponent(options.distribution)}/invalidation`,
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
        requests: ([tag]) =>
          jsonRequest(
            options,
            'https://api.bunny.net',
            `/pullzone/${encodeURIComponent(options.zone)}/purgeCache`,
            { accesskey: options.token },
            { CacheTag: tag },
          ),
      };
    case 'varnish':
      return {
        name: 'Varnish',
        // Varnish accepts 8 kB in a header.
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
 * Milliseconds until the tags are purged a second time: a response that the CDN was fetching during the first purge may
 * be older than the change, and is cached only after that purge.
 */
const REPEATED_AFTER = 30_000;

/** Most changes in one round of requests. */
const CHANGES_AT_ONCE = 50;

/** Purges what changed from a CDN. */
export const cdnConsumer = (options: CdnOptions): Consumer => {
  const { name, perRequest, atMost, atOnce, pause, requests } = purgeApiOf(options);

  /** The tags to purge. If there are too many, or an earlier try failed, the tag that all responses carry. */
  const tagsOf = (deliveries: readonly Delivery[]): string[] => {
    const tags = purgedTags(deliveries.flatMap(({ payload }) => (payload as ScopesPayload).scopes));
    const isAll = tags.length > atMost || deliveries.some(({ tries }) => tries > 0);
    return tags === 'everything' || isAll ? [TAG_OF_ALL] : tags;
  };

  return {
    key: `cdn-${options.provider}`,
    kind: 'cdn',
    name,
    deliveryKinds: ['scopes'],
    // Visitors of the CDN also see what is published quietly.
    isSubscriber: false,
    atOnce: CHANGES_AT_ONCE,
    pause,
    repeatedAfter: REPEATED_AFTER,

    async send(deliveries): Promise<Outcome> {
      const sent = await Promise.all(chunk(tagsOf(deliveries), perRequest).map(requests));
      let outcome: Outcome = { kind: 'nothing' };
      for (const some of chunk(sent.flat(), atOnce)) {
        for (outcome of await Promise.all(some.map(sendRequest))) {
          if (outcome.kind !== 'told') return outcome;
        }
      }
      return outcome;
    },
  };
};
