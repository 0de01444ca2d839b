import { z } from 'zod';

import { documentation, kindOf, show } from '../lib/messages';
import { isPublicAddress } from '../lib/web-address';
import { isObject } from '../lib/values';
import { explained } from './explain';

/** The distinct hubs of the option `push`, as the URL standard writes them: feeds and headers name the same. */
export const configuredHubs = ({ push }: { push: PushOptions }): string[] => [
  ...new Set((push.hubs ?? []).map((hub) => new URL(hub).href)),
];

/** The hubs that feeds name and that are told of changes; none where hubs cannot open the address of feeds. */
export const hubsInForce = ({
  push,
  feedsUrl,
}: {
  push: PushOptions;
  feedsUrl: string;
}): string[] => (isPublicAddress(feedsUrl) ? configuredHubs({ push }) : []);

/** A front end or other program that is told what changed; see `docs/push.md`. */
export interface WebhookOptions {
  /**
   * Absolute address that messages are posted to. An empty text, as from an unset environment variable, counts
   * as not given.
   *
   * @example 'https://www.example.com/api/revalidate'
   */
  url: string;

  /**
   * Secret that messages are signed with, as in Standard Webhooks: `whsec_` and a key in base64.
   *
   * @default none: messages are not signed
   */
  secret?: string;

  /**
   * Name in the panel.
   *
   * @default the host of `url`
   * @example 'Front end'
   */
  name?: string;
}

/** A shared cache that keeps responses for long and is told what to purge; see `docs/push.md`. */
export type CdnOptions = (
  | { provider: 'fastly'; service: string; token: string }
  | { provider: 'cloudflare'; zone: string; token: string }
  | {
      provider: 'cloudfront';
      distribution: string;
      accessKeyId: string;
      secretAccessKey: string;
      sessionToken?: string;
    }
  | { provider: 'bunny'; zone: string; token: string }
  /** Each Varnish to purge, by its address. `secret` is sent to it as a bearer token. */
  | { provider: 'varnish'; urls: readonly string[]; secret?: string }
) & {
  /**
   * Seconds that the CDN may keep a response.
   *
   * @default 86400
   */
  maxAge?: number;

  /**
   * Address of the provider's API, if it is behind a proxy.
   *
   * @default the provider's own
   */
  api?: string;
};

export type CdnProvider = CdnOptions['provider'];

const PROVIDERS: readonly CdnProvider[] = [
  'fastly',
  'cloudflare',
  'cloudfront',
  'bunny',
  'varnish',
];

/** Who is told of changes: the option `push`. */
export interface PushOptions {
  /** Front ends and other programs that get a message for each change. */
  webhooks?: readonly WebhookOptions[];
  /** A CDN that keeps responses for long and purges what changed. */
  cdn?: CdnOptions;
  /** WebSub hubs that tell subscribers of feeds. */
  hubs?: readonly string[];
  /** Whether search engines are told of pages by IndexNow. */
  indexNow?: boolean;
}

/** Entries that each list may have. */
const MAXIMUM_ENTRIES = 20;

const MAXIMUM_LENGTH = 2_000;

const isEndpoint = (value: unknown): value is string => {
  if (typeof value !== 'string' || value.length > MAXIMUM_LENGTH || !URL.canParse(value))
    return false;
  const { protocol, username, password, hash } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && !hash;
};

const isUnset = (value: unknown): boolean => value === undefined || value === '';

const showText = (value: unknown): string =>
  typeof value === 'string' ? show(value) : kindOf(value);

const address = z.string().refine(isEndpoint).meta({
  description: 'an absolute http or https address without credentials or a fragment',
  // It may contain secrets, and logs must not have these.
  show: kindOf,
});

/** An empty text, as from an unset environment variable. */
const unset = z.literal('').optional();

const showSecret = (value: unknown): string =>
  typeof value === 'number' ? 'a number' : kindOf(value);

/** These values become headers, or parts of addresses. */
const secret = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .max(MAXIMUM_LENGTH)
  .meta({
    description: 'a text of ASCII characters without spaces',
    show: showSecret,
  });

const SIGNING_PREFIX = 'whsec_';

/** The key for signing messages, from the secret of a webhook. */
export const signingKey = (signingSecret: string): Buffer =>
  Buffer.from(signingSecret.slice(SIGNING_PREFIX.length), 'base64');

/** Libraries of receivers decode any other text as well, but to another key or to none. */
const signingSecret = z
  .string()
  .max(MAXIMUM_LENGTH)
  .refine((text) => {
    const key = signingKey(text);
    return key.length > 0 && text === SIGNING_PREFIX + key.toString('base64');
  })
  .meta({
    description:
      '"whsec_" and a key in base64, such as "whsec_" and what "openssl rand -base64 24" prints',
    show: showSecret,
  });

const webhook = z
  .strictObject({
    url: unset.or(address),
    secret: unset.or(signingSecret),
    name: z
      .string()
      .max(60)
      .refine((name) => name.trim() !== '')
      .meta({ description: 'a text of 1 to 60 characters', show: showText })
      .optional(),
  })
  .describe('an object with "url"');

/** Reports webhooks with the same address: rows of deliveries could not tell them apart. */
const checkAddresses = (webhooks: { url?: string }[]): string[] => {
  const known = new Map<string, number>();
  return webhooks.flatMap(({ url }, place) => {
    if (url === undefined || url === '') return [];
    // A query may contain a secret, which may change.
    const key = url.replace(/\?.*$/s, '');
    const other = known.get(key);
    known.set(key, place);
    return other === undefined
      ? []
      : [`[${other}] and [${place}] have one address. Allowed: one of both.`];
  });
};

const provider = <Name extends CdnProvider, Parts extends z.ZodRawShape>(
  name: Name,
  parts: Parts,
) =>
  z.strictObject({
    provider: z.literal(name).meta({ description: PROVIDERS.join(', '), show: showText }),
    ...parts,
    maxAge: z
      .int()
      .min(0)
      .max(31_536_000)
      .describe('a whole number of seconds from 0 to 31536000')
      .optional(),
    api: unset.or(address),
  });

const cdn = z
  .discriminatedUnion('provider', [
    provider('fastly', { service: secret, token: secret }),
    provider('cloudflare', { zone: secret, token: secret }),
    provider('cloudfront', {
      distribution: secret,
      accessKeyId: secret,
      secretAccessKey: secret,
      sessionToken: unset.or(secret),
    }),
    provider('bunny', { zone: secret, token: secret }),
    provider('varnish', {
      urls: z
        .array(address)
        .min(1)
        .max(MAXIMUM_ENTRIES)
        .describe(`1 to ${MAXIMUM_ENTRIES} addresses`),
      secret: unset.or(secret),
    }),
  ])
  .describe('an object with "provider"');

/** Schema of the option `push`. Errors show no more of its values than names, kinds and numbers. */
export const PUSH_SCHEMA = z
  .strictObject({
    webhooks: explained(z.array(webhook).max(MAXIMUM_ENTRIES), checkAddresses).describe(
      `a list of at most ${MAXIMUM_ENTRIES} objects`,
    ),
    cdn,
    hubs: z
      .array(unset.or(address))
      .max(MAXIMUM_ENTRIES)
      .describe(`a list of at most ${MAXIMUM_ENTRIES} addresses`),
    indexNow: z.boolean().meta({ description: 'true or false', show: showText }),
  })
  .partial()
  .meta({
    description: `an object such as { webhooks: [{ url: "https://www.example.com/api/revalidate" }] }; see ${documentation('push')}`,
    show: kindOf,
  });

/**
 * The option without a CDN of which nothing but the provider is given: that is what unset environment variables leave
 * of it. An unknown provider stays, so that a misspelt one is found before the variables are set.
 */
export const withoutUnsetCdn = <Push>(push: Push): Push => {
  if (!isObject(push) || !isObject(push.cdn)) return push;
  const { provider: name, maxAge: _, ...needed } = push.cdn;
  if (!isUnset(name) && !PROVIDERS.includes(name as CdnProvider)) return push;
  const values = Object.values(needed);
  return values.length > 0 && values.flat().every(isUnset) ? { ...push, cdn: undefined } : push;
};

/** The option without empty texts, as they come from unset environment variables. */
export const withoutUnset = ({ webhooks = [], hubs = [], ...rest }: PushOptions): PushOptions => ({
  ...withoutUnsetCdn(rest),
  webhooks: webhooks.filter(({ url }) => !isUnset(url)),
  hubs: hubs.filter((hub) => !isUnset(hub)),
});
