import { z } from 'zod';

import { APPEARANCE_SCHEMA } from './appearance';
import { PARTS, POLICY_DIRECTIVES, TEMPLATE_MODEL } from '../pages/templates';
import { PLUGIN_ID } from '../lib/constants';
import {
  ITEM_CONTENTS,
  CACHE_POSITIONS,
  REPUBLISHING,
  type ResolvedOptions,
  type SyndicationOptions,
} from './options';
import { DEFAULT_APPEARANCE } from '../pages/appearance';
import { isWebAddress } from '../lib/web-address';
import { isTimeZone } from '../lib/dates';
import { isLanguage } from '../texts/texts';
import { explained, findInvalid } from './explain';
import { type LocaleOptions, checkLocalesOption } from './locales';
import { MAPPING_SCHEMAS, yesNo } from './mapping-schemas';
import {
  documentation,
  nearest,
  didYouMeanOneOf,
  show,
  showAddress,
  startError,
  kindOf,
  didYouMean,
} from '../lib/messages';
import { PUSH_SCHEMA, withoutUnsetCdn } from './push';
import { checkRedirects } from './site-addresses';
import { DEFAULT_FEED_FILES, type FeedFiles, isFeedFile } from '../feed/formats';
import { isObject } from '../lib/values';
import { isPlural, TEXT_KEYS, TEXT_VALUES, type TextKey } from '../texts/keys';

/**
 * Whether a text is a path without a final slash, as the URL standard writes it, or empty. Its first part has no full
 * stop: the plugin has files there.
 */
const isLocalePath = (path: string): boolean =>
  path === '' ||
  (/^\/[\w\-~]+(?:\/[\w\-.~]+)*$/.test(path) &&
    new URL(path, 'http://localhost').pathname === path);

/** Characters of a text: a longer one is no label, and every page would contain it. */
const LONGEST_TEXT = 1_000;

/** Asks whether a similar name was meant, or else says what is allowed. */
const suggestOrAllow = (suggestion: string | undefined, allowed: string): string =>
  didYouMean(suggestion).trim() || `Allowed: ${allowed}.`;

const isKey = (name: string): name is TextKey => Object.hasOwn(TEXT_VALUES, name);

/** What is wrong with a text itself. */
const checkText = (path: string, key: TextKey, text: unknown): string[] => {
  if (typeof text !== 'string' || text.trim() === '' || text.length > LONGEST_TEXT) {
    return [
      `The text ${path} was ${show(text)}. Allowed: a text of 1 to ${LONGEST_TEXT} characters.`,
    ];
  }
  const names: readonly string[] = TEXT_VALUES[key];
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(
    ([, name = '']) => !names.includes(name),
  );
  if (!unknown) return [];
  const allowed = names.map((name) => `{${name}}`);
  return [
    `The text ${path} has no value ${show(unknown[0])}. ${suggestOrAllow(
      nearest(unknown[0], allowed),
      allowed.join(', ') || 'a text without braces',
    )}`,
  ];
};

/** What is wrong with the plural forms of a text: forms that the language does not have are never used. */
const checkForms = (path: string, key: TextKey, forms: Record<string, unknown>): string[] => [
  ...(forms.other === undefined ? [`The text ${path} lacks the form "other" for all else.`] : []),
  ...Object.entries(forms).flatMap(([form, text]) => checkText(`${path}.${form}`, key, text)),
];

const checkKey = (language: string, name: string, text: unknown): string[] => {
  if (!isKey(name)) {
    const meant = nearest(name, TEXT_KEYS);
    return [
      `There is no text ${show(name)}. ${didYouMean(meant).trim() || `${documentation('languages')} names them all.`}`,
    ];
  }
  const path = `"${language}.${name}"`;
  return isPlural(name) && isObject(text)
    ? checkForms(path, name, text)
    : checkText(path, name, text);
};

/** Finds what is wrong with the site's own texts, in sentences; empty when all are right. */
const checkOwnTexts = (own: Record<string, unknown>): string[] =>
  Object.entries(own).flatMap(([language, texts]) => {
    if (!isLanguage(language)) {
      return [`There is no language ${show(language)}. Allowed: BCP 47 language tags.`];
    }
    if (!isObject(texts)) {
      return [`The texts for "${language}" were ${show(texts)}. Allowed: an object, by name.`];
    }
    return Object.entries(texts).flatMap(([name, text]) =>
      text === undefined ? [] : checkKey(language, name, text),
    );
  });

/** Compares names without case, as Strapi's router does. */
const isSame = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase();

/** Finds what is wrong with the names of the option `feedFiles` together. */
const checkFeedFiles = (files: Partial<FeedFiles>): string[] => {
  const names = Object.entries(DEFAULT_FEED_FILES).map(
    ([format, usual]) => [format, files[format as keyof FeedFiles] ?? usual] as const,
  );
  return names.flatMap(([format, name], place) => {
    const other = names.slice(0, place).find(([, taken]) => isSame(taken, name));
    return other
      ? `${show(other[0])} and ${show(format)} are both ${show(name)}. Allowed: a name for each.`
      : [];
  });
};

const isBaseUrl = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(value);
  return (
    /^https?:$/.test(protocol) &&
    // The path becomes a part of routes, where "(", "*", "+" and ":" are patterns.
    /^[\w\-.~%/]*$/.test(pathname) &&
    [search, hash, username, password].every((part) => !part)
  );
};

/** First parts of paths that are the same in every site. Those of sources and topics are compared with the plan. */
const OWN_PATHS = /^\/(?:sitemap|previews|llms\.txt)\//i;

const isHome = (value: string): boolean =>
  /^\/(?:[\w\-.~%]+\/)*(?:[\w\-.~%]+)?$/.test(value) &&
  // As the URL standard writes it: without "." and "..", which browsers resolve.
  new URL(value, 'http://localhost').pathname === value &&
  !OWN_PATHS.test(`${value}/`);

const integer = (minimum: number, maximum: number) =>
  z.int().min(minimum).max(maximum).describe(`a whole number from ${minimum} to ${maximum}`);

const YEAR = 31_536_000;

const seconds = integer(0, YEAR).describe('a whole number of seconds from 0 to 31536000 (a year)');

/** An object whose content a function checks and explains. */
const anyObject = z.record(z.string(), z.unknown());

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** A source expression, without characters that would end it, its directive or the header. */
const policySources = z
  .array(z.string().regex(/^(?!.*[;,])[\x21-\x7e]+$/))
  .describe(
    'a list of sources without spaces, for example ["\'self\'", "https://fonts.example.com"]',
  );

const templates = z
  .strictObject({
    ...Object.fromEntries(
      PARTS.map((part) => [
        part,
        z.custom(isFunction).describe('a function from a model to HTML').optional(),
      ]),
    ),
    model: z
      .literal(TEMPLATE_MODEL)
      .describe(
        `${TEMPLATE_MODEL}, the version of the models that templates get; see ${documentation('templates')}`,
      ),
    style: z.string().or(z.custom(isFunction)).describe('a style sheet, or a function').optional(),
    contentSecurityPolicy: z
      .strictObject(
        Object.fromEntries(POLICY_DIRECTIVES.map((directive) => [directive, policySources])),
      )
      .partial()
      .describe('lists of sources by directive, for example { "font-src": ["\'self\'"] }')
      .optional(),
  })
  .describe(
    `an object such as { model: 1, footer: () => "<footer>© Example Ltd</footer>" }; see ${documentation('templates')}`,
  );

/** Schemas of the options that the whole site and each of its locales can have. */
const SITE_SCHEMAS = {
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
    .meta({
      description: 'the name of an IANA time zone, for example "Asia/Jakarta" or "UTC"',
      suggest: (written: string) => nearest(written, Intl.supportedValuesOf('timeZone')),
    }),
};

const locale = z
  .strictObject({
    path: z
      .string()
      .refine(isLocalePath)
      .describe(
        'a path of letters, digits and "-_~" that begins with a slash and ends without one, for example "/de"',
      ),
    ...SITE_SCHEMAS,
    appearance: APPEARANCE_SCHEMA,
  } satisfies Record<keyof LocaleOptions, z.ZodType>)
  .partial()
  .describe('an object, for example {}');

const feedFile = z
  .string()
  .refine(isFeedFile)
  .describe(
    'a name of letters, digits and "-._~" that ends in ".xml", ".rss", ".atom" or ".json", not "sitemap.xml", for example "rss.xml"',
  );

const publicAddress = (example: string) =>
  z
    .string()
    .refine(isBaseUrl)
    .meta({
      description: `an absolute http or https address, its path of letters, digits and "-._~", without query, fragment or credentials, for example "${example}"`,
      show: showAddress,
    });

/** Schema of each option, with its default. The description ends the sentence "Allowed: …". */
export const OPTION_SCHEMAS = {
  baseUrl: publicAddress('https://www.example.com/notes'),
  siteName: SITE_SCHEMAS.siteName,
  description: SITE_SCHEMAS.description.default(''),
  language: SITE_SCHEMAS.language.default('en'),
  texts: explained(anyObject, checkOwnTexts)
    .describe(
      `an object of texts by language and name, for example { de: { tags: "Themen" } }; see ${documentation('languages')}`,
    )
    .default({}),
  timeZone: SITE_SCHEMAS.timeZone.default('UTC'),
  itemsPerFeed: integer(0, 10_000)
    .describe('a whole number from 0 to 10000 (0, and more than 1000, stand for 1000)')
    .default(20),
  entriesPerPage: integer(1, 1_000).default(10),
  summaryWords: integer(1, 1_000).default(70),
  excerptCharacters: integer(20, 10_000).default(200),
  htmlPages: yesNo.default(true),
  appearance: APPEARANCE_SCHEMA.default(DEFAULT_APPEARANCE),
  templates: templates.default({ model: TEMPLATE_MODEL }),
  home: z
    .union([z.literal(false), z.string().refine(isHome)])
    .describe(
      'a path of letters, digits and "-._~" that begins with a slash, not below "/sitemap/", "/previews/" or "/llms.txt/", for example "/blog/"; or false',
    )
    .default('/'),
  feedFiles: explained(
    z.strictObject({ rss: feedFile, atom: feedFile, json: feedFile }).partial(),
    checkFeedFiles,
  )
    .describe('an object of names of files by format, for example { rss: "rss.xml" }')
    .default(DEFAULT_FEED_FILES),
  feedsUrl: publicAddress('https://cms.example.com'),
  redirects: explained(anyObject, checkRedirects)
    .describe('an object of paths by former address, for example { "/feed/": "/index.xml" }')
    .default({}),
  archive: yesNo.default(true),
  sitemap: yesNo.default(true),
  newsSitemap: yesNo.default(false),
  llmsTxt: yesNo.default(true),
  robotsTxt: yesNo.default(true),
  content: z.enum(ITEM_CONTENTS).describe('"summary" or "full"').default('summary'),
  republishing: z.enum(REPUBLISHING).describe('"tell", "quietly" or "ask"').default('tell'),
  itemDetails: yesNo.default(false),
  copyright: z.string().max(1_000).describe('a text of at most 1000 characters').default(''),
  ttl: integer(0, 525_600)
    .describe('a whole number of minutes from 0 (none) to 525600 (a year)')
    .default(0),
  imageUrl: z
    .string()
    .refine((value) => value === '' || isWebAddress(value))
    .meta({
      description: 'an absolute http or https address, or an empty text for none',
      show: showAddress,
    })
    .default(''),
  feedStylesheet: yesNo.default(true),
  previewHours: integer(0, 8_760)
    .describe('a whole number of hours from 0 (no previews) to 8760 (a year)')
    .default(72),
  maxAge: seconds.default(300),
  staleWhileRevalidate: seconds.default(60),
  staleIfError: seconds.default(600),
  // Version 0.1.0 wrote `true` for what is now the unset option.
  cache: z
    .union([z.enum(CACHE_POSITIONS), z.boolean()])
    .describe('"ahead", "behind" or false, or true for the same as unset')
    .default(true),
  cacheBytes: integer(0, 2 ** 40)
    .describe('a whole number of bytes from 0 to 1099511627776')
    .default(64 * 1024 * 1024),
  push: PUSH_SCHEMA.default({}),
  ...MAPPING_SCHEMAS,
  locales: explained(z.record(z.string(), locale), checkLocalesOption).describe(
    `an object of settings by code of a locale, for example { en: {}, de: { path: "/de" } }; see ${documentation('languages')}`,
  ),
} satisfies Record<keyof SyndicationOptions, z.ZodType>;

/** Defaults of options. Options that follow from others are completed later. */
export const DEFAULT_OPTIONS = z.object(OPTION_SCHEMAS).partial().parse({}) as ResolvedOptions;

const OPTION_NAMES = Object.keys(OPTION_SCHEMAS);

const explainUnknown = (name: string): string => {
  const question = didYouMeanOneOf(name, OPTION_NAMES);
  return `There is no option ${show(name)}.${question || ` Allowed: ${OPTION_NAMES.join(', ')}.`}`;
};

const explain = ([name, value]: [string, unknown]): string[] => {
  // An empty environment variable counts as not given. At start there is a warning for an empty `baseUrl`.
  const isEmpty = value === '' && ['baseUrl', 'feedsUrl'].includes(name);
  // Options that are not given are completed later, so that it stays known which ones were given.
  if (!Object.hasOwn(OPTION_SCHEMAS, name)) return [explainUnknown(name)];
  if (value === undefined || isEmpty) return [];
  const schema = OPTION_SCHEMAS[name as keyof SyndicationOptions];
  const given = name === 'push' ? withoutUnsetCdn(value) : value;
  return findInvalid(`The option "${name}"`, schema, given).map(({ message }) => message);
};

/**
 * Checks the options.
 *
 * @throws Error with a line for each wrong option, which shows what it was and says what is allowed
 */
export const validateOptions = (options: unknown): void => {
  const wrong = isObject(options)
    ? Object.entries(options).flatMap(explain)
    : [`The options were ${kindOf(options)}. Allowed: an object.`];
  if (wrong.length > 0) throw startError(`Error regarding ${PLUGIN_ID} config:`, wrong);
};

// No defaults here: Strapi would merge them into the configuration, and what `config/plugins.ts` really gives
// decides what editors may change (settings.ts completes the rest). No validator either: Strapi wraps its error
// in one of its own, and prints the stack of that. `register` checks the options.
export default { default: {} };
