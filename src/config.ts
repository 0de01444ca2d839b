import { z } from 'zod';

import { isTimeZone } from './feed/dates';
import { CACHE_POSITIONS, ITEM_CONTENTS, type SyndicationOptions } from './options';

const isBaseUrl = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(value);
  return (
    /^https?:$/.test(protocol) &&
    // The path becomes part of routes, where "(", "*", "+" and ":" would be patterns.
    /^[\w\-.~%/]*$/.test(pathname) &&
    [search, hash, username, password].every((part) => !part)
  );
};

/** First parts of the plugin's own addresses: what is below them is not the site's feeds. */
const OWN_PATHS = /^\/(?:tags|posts|sitemap)\//i;

const isHome = (value: string): boolean =>
  /^\/(?:[\w\-.~%]+\/)*$/.test(value) &&
  // As the URL standard writes it: no "." and "..", which a browser takes out.
  new URL(value, 'http://localhost').pathname === value &&
  !OWN_PATHS.test(value);

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
      'an absolute http or https address, its path of letters, digits and "-._~", without query, fragment or credentials, for example "https://www.example.com/notes"',
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
  home: z
    .union([z.literal(false), z.string().refine(isHome)])
    .describe(
      'a path of letters, digits and "-._~" that begins and ends with a slash, not below "/tags/", "/posts/" or "/sitemap/", for example "/blog/"; or false',
    ),
  sitemap: z.boolean().describe('true or false'),
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
  // `true` is how 0.1.0 said what is now said by leaving the option out.
  cache: z
    .union([z.enum(CACHE_POSITIONS), z.boolean()])
    .describe('"ahead", "behind" or false, or true for the same as unset'),
  cacheBytes: integer(0, 2 ** 40).describe('a whole number of bytes from 0 to 1099511627776'),
} satisfies Record<keyof SyndicationOptions, z.ZodType>;

// Strict and partial: what is not given is completed later, so that it stays known what was given.
const optionsSchema = z
  .strictObject({
    ...OPTION_SCHEMAS,
    // From an environment variable that is empty: as if it were not given, which the start warns of.
    baseUrl: z.literal('').or(OPTION_SCHEMAS.baseUrl),
  })
  .partial();

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
