import { z } from 'zod';

import { checkAppearance } from './appearance-schemas';
import { checkTemplates } from '../pages/templates';
import { PLUGIN_ID } from '../constants';
import { ITEM_CONTENTS } from '../content/article';
import { isTimeZone } from '../feed/dates';
import { isLanguage, suggestLanguage } from '../texts/language';
import { type LocaleOptions, type LocalesOption, publishedLocales } from './locales';
import {
  documentation,
  nearest,
  didYouMean,
  didYouMeanOneOf,
  show,
  startError,
  kindOf,
} from '../lib/messages';
import {
  CACHE_POSITIONS,
  REPUBLISHING,
  type SourceOptions,
  type SyndicationOptions,
} from './options';
import { checkPush } from './push';
import { checkRedirects } from './redirects';
import { checkPages, checkSources, checkTopics } from './shape';
import { checkOwnTexts } from '../texts/check';
import { DEFAULT_FEED_FILES, isFeedFile } from '../feed/addresses';
import { isObject } from '../lib/is-object';

/** Marks an issue whose message says it all. */
const EXPLAINED = { explained: true };

/** An object of which a function says what is wrong, in sentences of its own. */
export const explained = (check: (value: Record<string, unknown>) => string[]) =>
  z.record(z.string(), z.unknown()).superRefine((value, { addIssue }) => {
    for (const message of check(value)) addIssue({ code: 'custom', message, params: EXPLAINED });
  });

/** Whether the message of an issue says it all. */
export const isExplained = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params === EXPLAINED;

/** First parts of addresses that are the plugin's own, whatever is published. */
const OWN = ['page', 'archive', 'subscribe', 'sitemap', 'tags', 'posts', 'previews'];

/** As Strapi has them: "en", "pt-BR", "zh-Hans-CN". */
const isCode = (code: string): boolean => /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(code);

/** A path of one or several parts, without a final slash, as the URL standard writes it. */
export const isLocalePath = (path: string): boolean =>
  path === '' ||
  (/^(?:\/[\w\-.~]+)+$/.test(path) && new URL(path, 'http://localhost').pathname === path);

/** Whether one path is the other, or below it; Strapi's router knows no upper case. */
const isBelow = (path: string, other: string): boolean =>
  `${path}/`.toLowerCase().startsWith(`${other}/`.toLowerCase());

const checkPaths = (locales: LocalesOption): string[] => {
  const published = publishedLocales(locales) ?? [];
  return published.flatMap(({ code, path }, place) => {
    const [, first = ''] = path.toLowerCase().split('/');
    if (OWN.includes(first) || first.includes('.'))
      return `${show(code)}: "path" was ${show(path)}, where the plugin has addresses of its own. Allowed: another path, for example "/${code.toLowerCase()}".`;
    const other = published.find(
      (candidate, index) =>
        index < place &&
        (candidate.path === path ||
          (candidate.path !== '' &&
            path !== '' &&
            (isBelow(path, candidate.path) || isBelow(candidate.path, path)))),
    );
    return other
      ? `${show(code)}: "path" was ${show(path)}, where ${show(other.code)} is. Allowed: a path for each locale, for example "/${code.toLowerCase()}".`
      : [];
  });
};

/** Two locales of one language would name two addresses for it (RFC 4287, 4.1.1). */
const checkLanguages = (locales: LocalesOption): string[] => {
  const known = new Map<string, string>();
  return Object.entries(locales).flatMap(([code, { language = code }]) => {
    const other = known.get(language.toLowerCase());
    known.set(language.toLowerCase(), code);
    return other === undefined
      ? []
      : `${show(code)}: "language" is ${show(language)}, which ${show(other)} is in. Allowed: a language for each locale, for example "en-GB".`;
  });
};

/**
 * What is wrong with the option `locales`, before anything is known of Strapi's.
 *
 * @param schemas of what a locale may have like the whole site
 */
export const checkLocales = (
  locales: Record<string, unknown>,
  schemas: Record<keyof LocaleOptions, z.ZodType>,
): string[] => {
  const names = Object.keys(schemas);
  if (Object.keys(locales).length === 0) return ['names no locale. Allowed: one at least.'];
  const wrong = Object.entries(locales).flatMap(([code, options]): string[] => {
    if (!isCode(code)) {
      return [`${show(code)} is no code of a locale. Allowed: one of Strapi's, such as "de".`];
    }
    if (!isObject(options)) {
      return [`${show(code)} was ${show(options)}. Allowed: an object, for example {}.`];
    }
    const problems = Object.entries(options).flatMap(([name, value]): string[] => {
      if (value === undefined) return [];
      const schema = schemas[name as keyof LocaleOptions] as z.ZodType | undefined;
      if (!schema) {
        const question = didYouMeanOneOf(name, names);
        return [
          `${show(code)}: there is nothing called ${show(name)}.${question || ` Allowed: ${names.join(', ')}.`}`,
        ];
      }
      const result = schema.safeParse(value);
      if (result.success) return [];
      const { issues } = result.error;
      if (issues.every(isExplained))
        return issues.map(({ message }) => `${show(code)}: ${message}`);
      return [
        `${show(code)}: ${show(name)} was ${show(value)}. Allowed: ${schema.description ?? ''}.`,
      ];
    });
    if (options.language === undefined && !isLanguage(code)) {
      problems.push(
        `${show(code)} is no language tag. Allowed: its "language" beside it, for example { language: "en" }.`,
      );
    }
    return problems;
  });
  const given = locales as LocalesOption;
  return wrong.length > 0 ? wrong : [...checkPaths(given), ...checkLanguages(given)];
};

const FORMATS = Object.keys(DEFAULT_FEED_FILES);

const checkFile = ([format, name]: [string, unknown]): string[] => {
  if (!FORMATS.includes(format)) {
    const question = didYouMeanOneOf(format, FORMATS) || ` Allowed: ${FORMATS.join(', ')}.`;
    return [`there is no format ${show(format)}.${question}`];
  }
  return typeof name === 'string' && isFeedFile(name)
    ? []
    : [
        `${show(format)} was ${show(name)}. Allowed: a name of letters, digits and "-._~" that ends in ".xml", ".rss", ".atom" or ".json", for example "rss.xml".`,
      ];
};

/** Strapi's router knows no upper case. */
const isSame = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase();

/** What is wrong with the option `feedFiles`. */
export const checkFeedFiles = (files: Record<string, unknown>): string[] => {
  const given = Object.entries(files).filter(([, name]) => name !== undefined);
  const wrong = given.flatMap(checkFile);
  if (wrong.length > 0) return wrong;
  const names = Object.entries({ ...DEFAULT_FEED_FILES, ...Object.fromEntries(given) });
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
    // The path becomes part of routes, where "(", "*", "+" and ":" would be patterns.
    /^[\w\-.~%/]*$/.test(pathname) &&
    [search, hash, username, password].every((part) => !part)
  );
};

/** First parts of addresses that are the same in every site; those of sources and topics are compared with the plan. */
const OWN_PATHS = /^\/(?:sitemap|previews|llms\.txt)\//i;

const isHome = (value: string): boolean =>
  /^\/(?:[\w\-.~%]+\/)*(?:[\w\-.~%]+)?$/.test(value) &&
  // As the URL standard writes it: no "." and "..", which a browser takes out.
  new URL(value, 'http://localhost').pathname === value &&
  !OWN_PATHS.test(`${value}/`);

const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

const integer = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum);

const YEAR = 31_536_000;

const APPEARANCE_SCHEMA = explained((values) =>
  checkAppearance(values).map(({ message }) => message),
).describe(
  `an object such as { accent: "#a3197e", font: "serif" }; see ${documentation('appearance')}`,
);

/** What the site, and each locale of it, is called and how it is written. */
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
    .describe('the name of an IANA time zone, for example "Asia/Jakarta" or "UTC"'),
};

/** What each locale takes. */
const LOCALE_SCHEMAS = {
  path: z
    .string()
    .refine(isLocalePath)
    .describe(
      'a path of letters, digits and "-._~" that begins with a slash and ends without one, for example "/de"',
    ),
  ...SITE_SCHEMAS,
  appearance: APPEARANCE_SCHEMA,
} satisfies Record<keyof LocaleOptions, z.ZodType>;

/** What the options that map content types take: see `SourceOptions`. */
const SOURCE_OPTION_SCHEMAS = {
  sources: explained(checkSources).describe(
    `an object of mappings by content type, for example { "api::article.article": {} }; see ${documentation('existing-content')}`,
  ),
  pages: explained(checkPages).describe(
    `an object of mappings by content type, for example { "api::about.about": { address: "/about/" } }; see ${documentation('pages')}`,
  ),
  topics: explained(checkTopics).describe(
    `an object of mappings by content type, for example { "api::category.category": {} }; see ${documentation('existing-content')}`,
  ),
  locales: explained((locales) => checkLocales(locales, LOCALE_SCHEMAS)).describe(
    `an object of settings by code of a locale, for example { en: {}, de: { path: "/de" } }; see ${documentation('languages')}`,
  ),
} satisfies Record<keyof SourceOptions, z.ZodType>;

/** What each option takes; the description ends the sentence "Allowed: …". */
export const OPTION_SCHEMAS = {
  baseUrl: z
    .string()
    .refine(isBaseUrl)
    .describe(
      'an absolute http or https address, its path of letters, digits and "-._~", without query, fragment or credentials, for example "https://www.example.com/notes"',
    ),
  siteName: SITE_SCHEMAS.siteName,
  description: SITE_SCHEMAS.description,
  language: SITE_SCHEMAS.language,
  texts: explained(checkOwnTexts).describe(
    `an object of texts by language and name, for example { de: { tags: "Themen" } }; see ${documentation('languages')}`,
  ),
  timeZone: SITE_SCHEMAS.timeZone,
  itemsPerFeed: integer(0, 10_000).describe(
    'a whole number from 0 to 10000 (0, and more than 1000, stand for 1000)',
  ),
  entriesPerPage: integer(1, 1_000).describe('a whole number from 1 to 1000'),
  summaryWords: integer(1, 1_000).describe('a whole number from 1 to 1000'),
  excerptCharacters: integer(20, 10_000).describe('a whole number from 20 to 10000'),
  htmlPages: z.boolean().describe('true or false'),
  appearance: APPEARANCE_SCHEMA,
  templates: explained(checkTemplates).describe(
    `an object such as { model: 1, footer: () => "<footer>© Example Ltd</footer>" }; see ${documentation('templates')}`,
  ),
  home: z
    .union([z.literal(false), z.string().refine(isHome)])
    .describe(
      'a path of letters, digits and "-._~" that begins with a slash, not below "/sitemap/", "/previews/" or "/llms.txt/", for example "/blog/"; or false',
    ),
  feedFiles: explained(checkFeedFiles).describe(
    'an object of names of files by format, for example { rss: "rss.xml" }',
  ),
  feedsUrl: z
    .string()
    .refine(isBaseUrl)
    .describe(
      'an absolute http or https address, its path of letters, digits and "-._~", without query, fragment or credentials, for example "https://cms.example.com"',
    ),
  redirects: explained(checkRedirects).describe(
    'an object of paths by former address, for example { "/feed/": "/index.xml" }',
  ),
  archive: z.boolean().describe('true or false'),
  sitemap: z.boolean().describe('true or false'),
  newsSitemap: z.boolean().describe('true or false'),
  llmsTxt: z.boolean().describe('true or false'),
  robotsTxt: z.boolean().describe('true or false'),
  content: z.enum(ITEM_CONTENTS).describe('"summary" or "full"'),
  republishing: z.enum(REPUBLISHING).describe('"tell", "quietly" or "ask"'),
  itemDetails: z.boolean().describe('true or false'),
  copyright: z.string().max(1_000).describe('a text of at most 1000 characters'),
  ttl: integer(0, 525_600).describe('a whole number of minutes from 0 (none) to 525600 (a year)'),
  imageUrl: z
    .string()
    .refine((value) => value === '' || isWebAddress(value))
    .describe('an absolute http or https address, or an empty text for none'),
  feedStylesheet: z.boolean().describe('true or false'),
  previewHours: integer(0, 8_760).describe(
    'a whole number of hours from 0 (no previews) to 8760 (a year)',
  ),
  maxAge: integer(0, YEAR).describe('a whole number of seconds from 0 to 31536000 (a year)'),
  staleWhileRevalidate: integer(0, YEAR).describe(
    'a whole number of seconds from 0 to 31536000 (a year)',
  ),
  staleIfError: integer(0, YEAR).describe('a whole number of seconds from 0 to 31536000 (a year)'),
  // `true` is how 0.1.0 said what is now said by leaving the option out.
  cache: z
    .union([z.enum(CACHE_POSITIONS), z.boolean()])
    .describe('"ahead", "behind" or false, or true for the same as unset'),
  cacheBytes: integer(0, 2 ** 40).describe('a whole number of bytes from 0 to 1099511627776'),
  push: explained(checkPush).describe(
    `an object such as { webhooks: [{ url: "https://www.example.com/api/revalidate" }] }; see ${documentation('push')}`,
  ),
  ...SOURCE_OPTION_SCHEMAS,
} satisfies Record<keyof SyndicationOptions, z.ZodType>;

// Strict and partial: what is not given is completed later, so that it stays known what was given.
const optionsSchema = z
  .strictObject({
    ...OPTION_SCHEMAS,
    // From an environment variable that is empty: as if it were not given; of the first the start warns.
    baseUrl: z.literal('').or(OPTION_SCHEMAS.baseUrl),
    feedsUrl: z.literal('').or(OPTION_SCHEMAS.feedsUrl),
  })
  .partial();

const OPTION_NAMES = Object.keys(OPTION_SCHEMAS);

/** Time zones by their names, and by the names of their cities. */
const timeZones = (): Map<string, string> => {
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  return new Map([
    ...names.map((name) => [name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' '), name]),
    ...names.map((name) => [name, name]),
  ] as [string, string][]);
};

/** Texts among the values a schema names one by one. */
const listedValues = (schema: z.core.$ZodType): string[] => {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(listedValues);
  if (!(schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral)) return [];
  const values: Iterable<unknown> = schema instanceof z.ZodEnum ? schema.options : schema.values;
  return [...values].filter((value) => typeof value === 'string');
};

/** The value that was probably meant instead of a wrong one. */
const suggest = (name: keyof SyndicationOptions, value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  if (name === 'language') return suggestLanguage(value);
  const names =
    name === 'timeZone'
      ? timeZones()
      : new Map(listedValues(OPTION_SCHEMAS[name]).map((listed) => [listed, listed]));
  const found = nearest(value, names.keys());
  return found === undefined ? undefined : names.get(found);
};

const explainUnknown = (name: string): string => {
  const question = didYouMeanOneOf(name, OPTION_NAMES);
  return `There is no option ${show(name)}.${question || ` Allowed: ${OPTION_NAMES.join(', ')}.`}`;
};

const explain = (issue: z.core.$ZodIssue, given: unknown): string[] => {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(explainUnknown);
  const name = String(issue.path[0] ?? '') as keyof SyndicationOptions;
  if (!(name in OPTION_SCHEMAS)) return [`The options were ${kindOf(given)}. Allowed: an object.`];
  if (isExplained(issue)) {
    return [`The option "${name}": ${issue.message}`];
  }
  const value = (given as SyndicationOptions)[name];
  const { description } = OPTION_SCHEMAS[name];
  return [
    `The option "${name}" was ${name === 'push' ? kindOf(value) : show(value)}. Allowed: ${description}.${didYouMean(suggest(name, value))}`,
  ];
};

/**
 * Checks the options.
 *
 * @throws Error with a line for each wrong option, which shows what it was and says what is allowed
 */
export const validateOptions = (options: unknown): void => {
  const result = optionsSchema.safeParse(options);
  if (result.success) return;
  const wrong = [...new Set(result.error.issues.flatMap((issue) => explain(issue, options)))];
  throw startError(`Error regarding ${PLUGIN_ID} config:`, wrong);
};

// No defaults here: Strapi would merge them into the configuration, and what an editor may change
// is decided by what `config/plugins.ts` really gives (settings.ts completes the rest). No validator
// either: Strapi wraps what it throws in an error of its own, whose stack it prints. `register`
// checks the options.
export default { default: {} };
