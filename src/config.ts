import { z } from 'zod';

import { isTimeZone } from './feed/dates';

/** Options of the plugin: the `config` of `syndication` in `config/plugins.ts`. */
export interface SyndicationOptions {
  /**
   * Public address of the site: every link in feeds and pages starts with it, and its path is where
   * the plugin serves. Set it before the first article is published: guids keep it for ever.
   *
   * @default Strapi's own public address (`url` in `config/server.ts`)
   * @example 'https://www.example.com/notes'
   */
  baseUrl?: string;

  /**
   * Name of the site in titles of feeds and pages.
   *
   * @default the host name of `baseUrl`
   * @example 'Field Notes'
   */
  siteName?: string;

  /**
   * What the site is about, in a sentence: the description of the feed of the whole site. Empty for
   * "Recent content on" and the site's name.
   *
   * @default ''
   * @example 'Short notes on testing and debugging APIs'
   */
  description?: string;

  /**
   * Language of the articles, as a BCP 47 tag. Also decides how titles are sorted and how sentences
   * and dates are read.
   *
   * @default 'en'
   * @example 'id'
   */
  language?: string;

  /**
   * IANA time zone in which dates are shown, daylight saving included.
   *
   * @default 'UTC'
   * @example 'Asia/Jakarta'
   */
  timeZone?: string;

  /**
   * How many articles a feed holds, newest first. 0 for all.
   *
   * @default 20
   * @example 50
   */
  itemsPerFeed?: number;

  /**
   * How many articles a listing page shows.
   *
   * @default 10
   * @example 25
   */
  entriesPerPage?: number;

  /**
   * Length of a summary taken from an article's body, in words: it ends with the sentence that
   * reaches it.
   *
   * @default 70
   * @example 40
   */
  summaryWords?: number;

  /**
   * Length at which a listing cuts a summary, in characters, the final "…" included.
   *
   * @default 200
   * @example 160
   */
  excerptCharacters?: number;

  /**
   * Whether the plugin serves HTML pages (listings and articles). Switch off when a front end of
   * your own draws them; feeds are served all the same.
   *
   * @default true
   * @example false
   */
  htmlPages?: boolean;

  /**
   * What an item of a feed holds: the summary, or the full text as well. A tag can choose otherwise.
   *
   * @default 'summary'
   * @example 'full'
   */
  content?: ItemContent;

  /**
   * Whether items of RSS feeds carry the author, the tags and the cover image, and the feed links to
   * its history (RFC 5005). Atom and JSON Feed always have them.
   *
   * @default false
   * @example true
   */
  itemDetails?: boolean;

  /**
   * Copyright notice of the feeds. Empty for none.
   *
   * @default ''
   * @example '© 2026 Example Ltd'
   */
  copyright?: string;

  /**
   * How long a subscriber may wait before it asks an RSS feed again (`ttl`), in minutes. 0 leaves
   * the element out.
   *
   * @default 0
   * @example 60
   */
  ttl?: number;

  /**
   * Absolute address of a picture that stands for the site in feeds; a tag's own image goes before
   * it. Empty for none.
   *
   * @default ''
   * @example 'https://www.example.com/logo.png'
   */
  imageUrl?: string;

  /**
   * Whether RSS and Atom feeds name a style sheet (served at `/feed.css`), so that a browser shows
   * them as a readable page.
   *
   * @default false
   * @example true
   */
  feedStylesheet?: boolean;

  /**
   * How long readers and shared caches may keep an answer before they ask again, in seconds.
   *
   * @default 300
   * @example 3600
   */
  maxAge?: number;

  /**
   * How long, in seconds after `maxAge`, a cache may still show the old answer while it asks for the
   * new one (RFC 5861). 0 for not at all.
   *
   * @default 60
   * @example 0
   */
  staleWhileRevalidate?: number;

  /**
   * Whether finished answers are kept in memory and given ahead of Strapi's middlewares. Never
   * stale, on one node or many. Switch off when a middleware of your own must see every request.
   *
   * @default true
   * @example false
   */
  cache?: boolean;

  /**
   * Memory the kept answers may take, in bytes; those asked for least recently go first. 0 keeps
   * none.
   *
   * @default 67108864 (64 MB)
   * @example 268435456
   */
  cacheBytes?: number;
}

/** What an item of a feed holds. */
export const ITEM_CONTENTS = ['summary', 'full'] as const;
export type ItemContent = (typeof ITEM_CONTENTS)[number];

/** Options with their defaults; only what follows from `baseUrl` may still be missing. */
export type ResolvedOptions = Required<Omit<SyndicationOptions, 'baseUrl' | 'siteName'>> &
  Pick<SyndicationOptions, 'baseUrl' | 'siteName'>;

export const DEFAULT_OPTIONS: ResolvedOptions = {
  description: '',
  language: 'en',
  timeZone: 'UTC',
  itemsPerFeed: 20,
  entriesPerPage: 10,
  summaryWords: 70,
  excerptCharacters: 200,
  htmlPages: true,
  content: 'summary',
  itemDetails: false,
  copyright: '',
  ttl: 0,
  imageUrl: '',
  feedStylesheet: false,
  maxAge: 300,
  staleWhileRevalidate: 60,
  cache: true,
  cacheBytes: 64 * 1024 * 1024,
};

const isBaseUrl = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && [search, hash, username, password].every((part) => !part);
};

const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

const isLanguage = (value: string): boolean => {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
};

const integer = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum);

const YEAR = 31_536_000;

/** What each option takes; the description ends the sentence "Allowed: …". */
export const OPTION_SCHEMAS = {
  baseUrl: z
    .string()
    .refine(isBaseUrl)
    .describe(
      'an absolute http or https address without query, fragment or credentials, for example "https://www.example.com"',
    ),
  siteName: z
    .string()
    .refine((name) => name.trim() !== '')
    .describe('a text that is not empty, for example "Field Notes"'),
  description: z.string().max(1_000).describe('a text of at most 1000 characters'),
  language: z
    .string()
    .refine(isLanguage)
    .describe('a BCP 47 language tag, for example "en" or "pt-BR"'),
  timeZone: z
    .string()
    .refine(isTimeZone)
    .describe('the name of an IANA time zone, for example "Asia/Jakarta" or "UTC"'),
  itemsPerFeed: integer(0, 10_000).describe('a whole number from 0 (all articles) to 10000'),
  entriesPerPage: integer(1, 1_000).describe('a whole number from 1 to 1000'),
  summaryWords: integer(1, 1_000).describe('a whole number from 1 to 1000'),
  excerptCharacters: integer(20, 10_000).describe('a whole number from 20 to 10000'),
  htmlPages: z.boolean().describe('true or false'),
  content: z.enum(ITEM_CONTENTS).describe('"summary" or "full"'),
  itemDetails: z.boolean().describe('true or false'),
  copyright: z.string().max(1_000).describe('a text of at most 1000 characters'),
  ttl: integer(0, 525_600).describe('a whole number of minutes from 0 (none) to 525600 (a year)'),
  imageUrl: z
    .string()
    .refine((value) => value === '' || isWebAddress(value))
    .describe('an absolute http or https address, or an empty text for none'),
  feedStylesheet: z.boolean().describe('true or false'),
  maxAge: integer(0, YEAR).describe('a whole number of seconds from 0 to 31536000 (a year)'),
  staleWhileRevalidate: integer(0, YEAR).describe(
    'a whole number of seconds from 0 to 31536000 (a year)',
  ),
  cache: z.boolean().describe('true or false'),
  cacheBytes: integer(0, 2 ** 40).describe('a whole number of bytes from 0 to 1099511627776'),
} satisfies Record<keyof SyndicationOptions, z.ZodType>;

// Strict and partial: what is not given is completed later, so that it stays known what was given.
const optionsSchema = z.strictObject(OPTION_SCHEMAS).partial();

const OPTION_NAMES = Object.keys(OPTION_SCHEMAS);

const show = (value: unknown): string => {
  if (typeof value === 'bigint' || typeof value === 'function') return `a ${typeof value}`;
  // JSON has no NaN and no Infinity.
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined');
};

const explain = (issue: z.core.$ZodIssue, given: unknown): string => {
  if (issue.code === 'unrecognized_keys') {
    return `There is no option ${issue.keys.map(show).join(', ')}. Allowed: ${OPTION_NAMES.join(', ')}.`;
  }
  const name = String(issue.path[0] ?? '');
  if (!(name in OPTION_SCHEMAS)) return `The options were ${show(given)}. Allowed: an object.`;
  const option = OPTION_SCHEMAS[name as keyof typeof OPTION_SCHEMAS];
  const value = (given as Record<string, unknown>)[name];
  return `The option "${name}" was ${show(value)}. Allowed: ${option.description}.`;
};

/**
 * Checks the options at boot.
 *
 * @throws Error that names each wrong option, shows what it was and says what is allowed; Strapi
 *   puts "Error regarding syndication config:" before it and stops.
 */
export const validateOptions = (options: unknown): void => {
  const result = optionsSchema.safeParse(options);
  if (!result.success) {
    throw new Error(result.error.issues.map((issue) => explain(issue, options)).join(' '));
  }
};

// No defaults here: Strapi would merge them into the configuration, and what an editor may change
// is decided by what `config/plugins.ts` really gives (services/settings.ts completes the rest).
export default { default: {}, validator: validateOptions };
