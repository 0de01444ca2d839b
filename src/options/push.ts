import { z } from 'zod';

import { documentation, kindOf, show } from '../lib/messages';
import { isPublicAddress } from '../lib/web-address';
import { isObject } from '../lib/values';
import { explained } from './explain';

/** The hubs of the option `push`, each once, as URLs are written: feeds and their headers say the same. */
export const configuredHubs = ({ push }: { push: PushOptions }): string[] => [
  ...new Set((push.hubs ?? []).map((hub) => new URL(hub).href)),
];

/** The hubs that feeds name and that hear of them: none where no hub could fetch a feed. */
export const hubsInForce = ({
  push,
  feedsUrl,
}: {
  push: PushOptions;
  feedsUrl: string;
}): string[] => (isPublicAddress(feedsUrl) ? configuredHubs({ push }) : []);

/** A front end, or anything else that is told what changed; see `docs/push.md`. */
export interface WebhookOptions {
  /**
   * Absolute address that messages are posted to. Empty, as from an environment variable that is not set,
   * counts as not given.
   *
   * @example 'https://www.example.com/api/revalidate'
   */
  url: string;

  /**
   * What messages are signed with, as Standard Webhooks has it: `whsec_` and a key in base64.
   *
   * @default none: messages are not signed
   */
  secret?: string;

  /**
   * As the panel shows it.
   *
   * @default the host of `url`
   * @example 'Front end'
   */
  name?: string;

  /**
   * Whether it is the build hook of a site that is built as a whole: it gets one `site.changed` for all that changed
   * since the last one, every ten seconds at most, in place of a message for each entry.
   *
   * @default false
   */
  build?: boolean;
}

/** A shared cache that keeps responses for long and is told what to forget; see `docs/push.md`. */
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
  /** Every Varnish that is to forget, by its address; `secret` is sent to it as a bearer token. */
  | { provider: 'varnish'; urls: readonly string[]; secret?: string }
) & {
  /**
   * Seconds that it may keep a response.
   *
   * @default 86400
   */
  maxAge?: number;

  /**
   * Address of the provider's API, where that is behind a proxy.
   *
   * @default the provider's own
   */
  api?: string;
};

export type CdnProvider = CdnOptions['provider'];

/** Who is told what changed, as it changes: the option `push`. */
export interface PushOptions {
  /** Front ends, and whatever else takes a message for each change. */
  webhooks?: readonly WebhookOptions[];
  /** A CDN that keeps responses for long and forgets what changed. */
  cdn?: CdnOptions;
  /** WebSub hubs that tell subscribers of feeds. */
  hubs?: readonly string[];
  /** Whether search engines are told of pages by IndexNow. */
  indexNow?: boolean;
}

/** Entries of a list at most. */
const MOST = 20;

const LONGEST = 2_000;

const isEndpoint = (value: unknown): value is string => {
  if (typeof value !== 'string' || value.length > LONGEST || !URL.canParse(value)) return false;
  const { protocol, username, password, hash } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && !hash;
};

/** A host without anything else. */
const BARE_HOST = /^[\w-]{1,20}(?:\.[\w-]{1,20}){0,3}\.[a-z]{2,6}$/i;

/** An address as an error shows it: its host alone. All else of it may be nobody's to read in a log. */
const showHost = (value: unknown): string => {
  if (typeof value !== 'string') return kindOf(value);
  if (value.trim() === '' || BARE_HOST.test(value)) return show(value);
  // Part of a password may be taken for a host.
  if (value.includes('@')) return kindOf(value);
  const { protocol, host } = URL.canParse(value) ? new URL(value) : { protocol: '', host: '' };
  return /^https?:$/.test(protocol) ? show(`${protocol}//${host}/…`) : kindOf(value);
};

const isUnset = (value: unknown): boolean => value === undefined || value === '';

const showText = (value: unknown): string =>
  typeof value === 'string' ? show(value) : kindOf(value);

const address = z.string().refine(isEndpoint).meta({
  description: 'an absolute http or https address without credentials or a fragment',
  show: showHost,
});

/** As from an environment variable that is not set. */
const unset = z.literal('').optional();

const showSecret = (value: unknown): string =>
  typeof value === 'number' ? 'a number' : kindOf(value);

/** They become headers, or parts of addresses. */
const secret = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .max(LONGEST)
  .meta({
    description: 'a text of ASCII characters without spaces',
    show: showSecret,
  });

const SIGNING_PREFIX = 'whsec_';

/** The key that messages are signed with, of the secret of a webhook. */
export const signingKey = (signingSecret: string): Buffer =>
  Buffer.from(signingSecret.slice(SIGNING_PREFIX.length), 'base64');

/** Libraries of receivers decode any other text as well, to another key or to none. */
const signingSecret = z
  .string()
  .max(LONGEST)
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
    build: z.boolean().meta({ description: 'true or false', show: showText }).optional(),
  })
  .describe('an object with "url"');

/** Webhooks at one address: rows would not tell them apart. */
const checkAddresses = (webhooks: { url?: string }[]): string[] => {
  const known = new Map<string, number>();
  return webhooks.flatMap(({ url }, place) => {
    if (url === undefined || url === '') return [];
    // A query may have a secret, which changes.
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
    provider: z
      .literal(name)
      .meta({ description: 'fastly, cloudflare, cloudfront, bunny, varnish', show: showText }),
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
      urls: z.array(address).min(1).max(MOST).describe(`1 to ${MOST} addresses`),
      secret: unset.or(secret),
    }),
  ])
  .describe('an object with "provider"');

/** What the option `push` takes. Of what it has, no error shows more than names, kinds, numbers and hosts. */
export const PUSH_SCHEMA = z
  .strictObject({
    webhooks: explained(z.array(webhook).max(MOST), checkAddresses).describe(
      `a list of at most ${MOST} objects`,
    ),
    cdn,
    hubs: z.array(unset.or(address)).max(MOST).describe(`a list of at most ${MOST} addresses`),
    indexNow: z.boolean().meta({ description: 'true or false', show: showText }),
  })
  .partial()
  .meta({
    description: `an object such as { webhooks: [{ url: "https://www.example.com/api/revalidate" }] }; see ${documentation('push')}`,
    show: kindOf,
  });

/** The option without a CDN of which the provider alone is given, as environment variables that are not set leave it. */
export const withoutUnsetCdn = <Push>(push: Push): Push => {
  if (!isObject(push) || !isObject(push.cdn)) return push;
  const { provider: _, maxAge: __, ...needed } = push.cdn;
  const values = Object.values(needed).flat();
  return values.length > 0 && values.every(isUnset) ? { ...push, cdn: undefined } : push;
};

/** The option without what was left empty, as from an environment variable that is not set. */
export const withoutUnset = ({ webhooks = [], hubs = [], ...rest }: PushOptions): PushOptions => ({
  ...withoutUnsetCdn(rest),
  webhooks: webhooks.filter(({ url }) => !isUnset(url)),
  hubs: hubs.filter((hub) => !isUnset(hub)),
});
