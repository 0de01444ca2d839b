import { isObject } from '../lib/is-object';
import { didYouMeanOneOf, kindOf, show } from '../lib/messages';
import { isPublicAddress } from '../feed/base-address';
import type { ResolvedOptions } from './options';

/** The hubs of the option `push`, each once, as URLs are written: feeds and their headers say the same. */
export const configuredHubs = ({ push }: Pick<Required<ResolvedOptions>, 'push'>): string[] => [
  ...new Set((push.hubs ?? []).map((hub) => new URL(hub).href)),
];

/** The hubs that feeds name and that hear of them: none where no hub could fetch a feed. */
export const hubsInForce = ({
  push,
  feedsUrl,
}: Pick<Required<ResolvedOptions>, 'push' | 'feedsUrl'>): string[] =>
  isPublicAddress(feedsUrl) ? configuredHubs({ push }) : [];

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
   * What messages are signed with, as Standard Webhooks has it: `whsec_` and a key in base64. Any other
   * text is taken for the key itself.
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
}

/** Providers of CDNs, each with what it needs beside its name. */
export const CDN_FIELDS = {
  fastly: ['service', 'token'],
  cloudflare: ['zone', 'token'],
  cloudfront: ['distribution', 'accessKeyId', 'secretAccessKey'],
  bunny: ['zone', 'token'],
  varnish: ['urls'],
} as const;

export type CdnProvider = keyof typeof CDN_FIELDS;

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

const NAMES = ['webhooks', 'cdn', 'hubs', 'indexNow'];

/** Entries of a list at most. */
const MOST = 20;

const LONGEST = 2_000;

const WEB_ADDRESS = 'an absolute http or https address without credentials or a fragment';

const isWebAddress = (value: unknown): value is string => {
  if (typeof value !== 'string' || value.length > LONGEST || !URL.canParse(value)) return false;
  const { protocol, username, password, hash } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && !hash;
};

/** A host without anything else. */
const BARE_HOST = /^[\w-]{1,20}(?:\.[\w-]{1,20}){0,3}\.[a-z]{2,6}$/i;

/** An address as an error shows it: its host alone. All else of it may be nobody's to read in a log. */
const showAddress = (value: unknown): string => {
  if (typeof value !== 'string') return kindOf(value);
  if (value.trim() === '' || BARE_HOST.test(value)) return show(value);
  // Part of a password may be taken for a host.
  if (value.includes('@')) return kindOf(value);
  const { protocol, host } = URL.canParse(value) ? new URL(value) : { protocol: '', host: '' };
  return /^https?:$/.test(protocol) ? show(`${protocol}//${host}/…`) : kindOf(value);
};

const showAddresses = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(showAddress).join(', ').slice(0, 200)}]` : kindOf(value);

const isUnset = (value: unknown): boolean => value === undefined || value === '';

const isText = (value: unknown): boolean =>
  // They become headers, or parts of addresses.
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) && value.length <= LONGEST;

const wrongNames = (of: string, value: object, allowed: readonly string[]): string[] =>
  Object.keys(value)
    .filter((name) => !allowed.includes(name))
    .map(
      (name) =>
        `${of} has no ${show(name)}.${didYouMeanOneOf(name, [...allowed]) || ` Allowed: ${allowed.join(', ')}.`}`,
    );

const checkWebhook = (value: unknown, place: number): string[] => {
  const of = `webhook ${place + 1}`;
  if (!isObject(value)) return [`${of} was ${kindOf(value)}. Allowed: an object with "url".`];
  const { url, secret, name } = value as Record<string, unknown>;
  return [
    ...wrongNames(of, value, ['url', 'secret', 'name']),
    ...(isUnset(url) || isWebAddress(url)
      ? []
      : [`"url" of ${of} was ${showAddress(url)}. Allowed: ${WEB_ADDRESS}.`]),
    // A secret is not shown.
    ...(isUnset(secret) || isText(secret)
      ? []
      : [`"secret" of ${of} cannot be one. Allowed: a text of ASCII characters without spaces.`]),
    ...(name === undefined || (typeof name === 'string' && name.trim() !== '' && name.length <= 60)
      ? []
      : [`"name" of ${of} was ${show(name)}. Allowed: a text of 1 to 60 characters.`]),
  ];
};

const checkCdn = (value: Record<string, unknown>): string[] => {
  const { provider, maxAge, api } = value;
  const providers = Object.keys(CDN_FIELDS);
  if (typeof provider !== 'string' || !providers.includes(provider)) {
    const question = typeof provider === 'string' ? didYouMeanOneOf(provider, providers) : '';
    return [
      `"provider" of "cdn" was ${typeof provider === 'string' ? show(provider) : kindOf(provider)}. Allowed: ${providers.join(', ')}.${question}`,
    ];
  }
  const needed: readonly string[] = CDN_FIELDS[provider as CdnProvider];
  const optional = { cloudfront: ['sessionToken'], varnish: ['secret'] }[provider] ?? [];
  const texts = [...needed, ...optional].filter((name) => name !== 'urls');
  const isWrong = (name: string): boolean =>
    optional.includes(name) && isUnset(value[name]) ? false : !isText(value[name]);
  const urls = value.urls as unknown[];
  const areUrls = Array.isArray(urls) && urls.length <= MOST && urls.every(isWebAddress);
  return [
    ...wrongNames('"cdn"', value, ['provider', 'maxAge', 'api', ...needed, ...optional]),
    ...texts
      .filter(isWrong)
      .map((name) => `"cdn" needs ${show(name)} for ${provider}: a text without spaces.`),
    ...(needed.includes('urls') && !(areUrls && urls.length > 0)
      ? [`"urls" of "cdn" was ${showAddresses(urls)}. Allowed: 1 to ${MOST} addresses.`]
      : []),
    ...(maxAge === undefined ||
    (Number.isInteger(maxAge) && Number(maxAge) >= 0 && Number(maxAge) <= 31_536_000)
      ? []
      : [
          `"maxAge" of "cdn" was ${show(maxAge)}. Allowed: a whole number of seconds from 0 to 31536000.`,
        ]),
    ...(isUnset(api) || isWebAddress(api)
      ? []
      : [`"api" of "cdn" was ${showAddress(api)}. Allowed: ${WEB_ADDRESS}.`]),
  ];
};

/** Webhooks at one address: rows would not tell them apart. */
const checkAddresses = (webhooks: unknown[]): string[] => {
  const known = new Map<string, number>();
  return webhooks.flatMap((webhook, place) => {
    const { url } = (webhook ?? {}) as { url?: unknown };
    if (isUnset(url) || !isWebAddress(url)) return [];
    // A query may have a secret, which changes.
    const address = url.replace(/\?.*$/s, '');
    const other = known.get(address);
    known.set(address, place);
    return other === undefined
      ? []
      : [`webhooks ${other + 1} and ${place + 1} have one address. Allowed: one of both.`];
  });
};

/** What is wrong with the option `push`. */
export const checkPush = (push: Record<string, unknown>): string[] => {
  const { webhooks, cdn, hubs, indexNow } = push;
  const isList = (value: unknown): value is unknown[] =>
    Array.isArray(value) && value.length <= MOST;
  return [
    ...wrongNames('it', push, NAMES),
    ...(webhooks === undefined
      ? []
      : isList(webhooks)
        ? [...webhooks.flatMap(checkWebhook), ...checkAddresses(webhooks)]
        : [`"webhooks" was ${kindOf(webhooks)}. Allowed: a list of at most ${MOST} objects.`]),
    ...(cdn === undefined
      ? []
      : isObject(cdn)
        ? checkCdn(cdn as Record<string, unknown>)
        : [`"cdn" was ${kindOf(cdn)}. Allowed: an object with "provider".`]),
    ...(hubs === undefined ||
    (isList(hubs) && hubs.every((hub) => isUnset(hub) || isWebAddress(hub)))
      ? []
      : [
          `"hubs" was ${showAddresses(hubs)}. Allowed: a list of at most ${MOST} addresses of hubs.`,
        ]),
    ...(indexNow === undefined || typeof indexNow === 'boolean'
      ? []
      : [`"indexNow" was ${show(indexNow)}. Allowed: true or false.`]),
  ];
};

/** The option without what was left empty, as from an environment variable that is not set. */
export const withoutUnset = ({ webhooks = [], hubs = [], ...rest }: PushOptions): PushOptions => ({
  ...rest,
  webhooks: webhooks.filter(({ url }) => !isUnset(url)),
  hubs: hubs.filter((hub) => !isUnset(hub)),
});
