import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, PLUGIN_ID, TAG_UID } from '../lib/constants';
import { didYouMean, nearest, show, startError, didYouMeanOneOf } from '../lib/messages';
import { publishedLocales } from '../options/locales';
import type { SyndicationOptions } from '../options/options';
import { withoutUndefined } from '../lib/values';
import type { AnySource, PageMapping } from '../options/source';
import type { TopicMapping } from '../options/mapping-types';
import { findCollisions, withReserved } from './compile-addresses';
import { type CompiledSource, compileSource, ARTICLE_KEYS_OFF } from './compile-source';
import { compileTopic, joinValueTypes } from './compile-topics';
import type { Reject } from './fields';
import { guessAuthor, type KnownTypes } from './guesses';
import { groupTypes, type Plan, type SourcePlan, type TopicPlan } from './plan';
import {
  attributeOf,
  attributesOf,
  canBePages,
  contentTypeOf,
  type ContentTypeSchema,
  isPublishable,
  type Schemas,
  type Internationalisation,
  internationalisation,
  defaultLocale,
} from './schemas';

/** Content types that these fields lead to, as far as they are relations. */
const targetsOf = (schemas: Schemas, uid: string, fields: readonly string[]): string[] => {
  const attributes = attributesOf(schemas, uid);
  return fields.flatMap((field) => attributeOf(attributes, field)?.target ?? []);
};

interface MappedContentType {
  contentType: string;
  mapping: AnySource;
}

/** Content types that a source names among its topics. */
const findGroupingTypes = (schemas: Schemas, mapped: readonly MappedContentType[]): Set<string> =>
  new Set(
    mapped.flatMap(({ contentType, mapping: { topics } }) => {
      const fields = (topics || []).filter((one) => typeof one === 'string');
      return targetsOf(schemas, contentType, fields);
    }),
  );

/** Content types whose entries are authors with pages, in any source: no source then takes them for topics. */
const findAuthorTypes = (
  schemas: Schemas,
  mapped: readonly MappedContentType[],
  known: KnownTypes,
): Set<string> =>
  new Set(
    mapped.flatMap(({ contentType, mapping: { author } }) => {
      const fields = author ?? guessAuthor(schemas, contentType, known);
      return targetsOf(schemas, contentType, [fields || []].flat());
    }),
  );

/** Mapping of the plugin's own Article; the site's mapping takes precedence. */
export const BUILT_IN_SOURCES: Readonly<Record<string, AnySource>> = {
  [ARTICLE_UID]: {
    address: '/posts/{slug}/',
    title: 'title',
    summary: 'summary',
    body: 'body',
    bodyFormat: 'markdown',
    date: 'date',
    author: 'author',
    cover: 'cover',
    enclosure: 'attachment',
    topics: ['tags'],
    keepOut: 'keepOutOfFeeds',
    guid: false,
  },
};

/** Mapping of the plugin's own Tag; the site's mapping takes precedence. */
const BUILT_IN_TOPICS: Readonly<Record<string, TopicMapping>> = {
  [TAG_UID]: {
    address: '/tags/{slug}/',
    name: 'name',
    title: 'title',
    description: 'description',
    image: 'image',
    hidden: 'hidden',
    itemsPerFeed: 'itemsPerFeed',
    content: 'content',
  },
};

/** The site's mappings, as in `config/plugins.ts`. */
export interface Mappings extends Pick<
  SyndicationOptions,
  'home' | 'archive' | 'htmlPages' | 'locales'
> {
  /** Without it, the plugin's own Article is published. */
  sources?: Readonly<Record<string, AnySource>>;
  pages?: Readonly<Record<string, PageMapping>>;
  topics?: Readonly<Record<string, TopicMapping>>;
}

type Option = 'sources' | 'pages' | 'topics';

const whyTypeRefused = (schemas: Schemas, option: Option, uid: string): string | undefined => {
  const isAllowed = option === 'pages' ? canBePages : isPublishable;
  const schema = contentTypeOf(schemas, uid);
  if (schema && isAllowed(uid, schema)) return undefined;
  const allowed = Object.entries(schemas.contentTypes)
    .filter(([name, other]) => isAllowed(name, other))
    .map(([name]) => name);
  const reason = schema
    ? canBePages(uid, schema)
      ? `${show(uid)} has one entry alone, which can be a page (the option "pages").`
      : `${show(uid)} is internal.`
    : `There is no content type ${show(uid)}.`;
  const meant = schema ? undefined : nearest(uid, allowed);
  return `${reason} Allowed: ${allowed.map(show).join(', ') || 'nothing'}.${didYouMean(meant)}`;
};

/** The built-in mapping with the keys that a site gives; a key with the value `undefined` counts as not given. */
const mergeMapping = <Mapping extends AnySource | TopicMapping>(
  builtIn: Mapping | undefined,
  mapping: Mapping | undefined,
): Mapping => ({ ...builtIn, ...withoutUndefined(mapping) }) as Mapping;

/**
 * Completes and checks mappings against the schemas of the site's content types, once at start.
 *
 * @throws Error with a line for each thing that is wrong
 */
export const compilePlan = (
  {
    sources = BUILT_IN_SOURCES,
    pages = {},
    topics = {},
    home,
    archive,
    htmlPages = true,
    locales,
  }: Mappings,
  schemas: Schemas,
): Plan => {
  const wrong: string[] = [];
  const published = publishedLocales(locales);
  const codes = (published ?? []).map(({ code }) => code);
  const rejecting =
    (option: Option, uid: string): Reject =>
    (key, value, reason) => {
      wrong.push(
        `The option "${option}", ${show(uid)}: ${show(key)} was ${value === undefined ? 'not given' : show(value)}. ${reason}`,
      );
    };
  const typeFor = (option: Option, uid: string): ContentTypeSchema | undefined => {
    const refusal = whyTypeRefused(schemas, option, uid);
    if (refusal === undefined) return contentTypeOf(schemas, uid);
    wrong.push(`The option "${option}": ${refusal}`);
    return undefined;
  };

  const mapped = [
    ...Object.entries(sources).map(([contentType, mapping]) => ({
      option: 'sources' as const,
      contentType,
      mapping: mergeMapping(BUILT_IN_SOURCES[contentType], mapping),
    })),
    ...Object.entries(pages).map(([contentType, mapping]) => ({
      option: 'pages' as const,
      contentType,
      mapping: { ...withoutUndefined<AnySource>(mapping), ...ARTICLE_KEYS_OFF },
    })),
  ];
  const topicTypes = Object.keys(topics);
  const known = {
    sources: mapped.map(({ contentType }) => contentType),
    topicTypes,
    grouping: findGroupingTypes(schemas, mapped),
  };
  const authorTypes = findAuthorTypes(schemas, mapped, known);

  const topicPlans = new Map<string, TopicPlan | undefined>();
  const topicPlan = (contentType: string): TopicPlan | undefined => {
    if (!topicPlans.has(contentType)) {
      const schema = typeFor('topics', contentType);
      const topic = {
        contentType,
        mapping: mergeMapping(BUILT_IN_TOPICS[contentType], topics[contentType]),
        isOfAuthors: authorTypes.has(contentType),
        locales: codes,
        reject: rejecting('topics', contentType),
      };
      topicPlans.set(contentType, schema && compileTopic(schemas, { ...topic, schema }));
    }
    return topicPlans.get(contentType);
  };

  const surroundings = { ...known, locales: codes, authorTypes, topicPlan };
  if (Object.keys(sources).length === 0) {
    wrong.push('The option "sources" names no content type. Allowed: one at least.');
  }
  const compiled = mapped.flatMap(({ option, contentType, mapping }): CompiledSource[] => {
    const isPage = option === 'pages';
    if (isPage && Object.hasOwn(sources, contentType)) {
      wrong.push(
        `The option "pages": ${show(contentType)} is among "sources" as well. Allowed: one of both.`,
      );
      return [];
    }
    const schema = typeFor(option, contentType);
    const source = { contentType, mapping, isPage, reject: rejecting(option, contentType) };
    return [(schema && compileSource(schemas, { ...source, schema }, surroundings)) ?? []].flat();
  });
  // An entry has one address, which is its id for ever.
  for (const { option, contentType } of mapped.filter((one) => topicPlans.has(one.contentType))) {
    wrong.push(
      `The option "${option}": entries of ${show(contentType)} are topics or authors of other entries, with an address of their own. Allowed: one of both.`,
    );
  }
  for (const contentType of topicTypes.filter((type) => !topicPlans.has(type))) {
    if (typeFor('topics', contentType)) {
      wrong.push(
        `The option "topics": no source has a relation to ${show(contentType)} among its "topics" or as its "author".`,
      );
    }
  }

  const topicTypesFound = [...topicPlans.values()].filter((topic) => topic !== undefined);
  const valueTypes = compiled.flatMap((one) => one.valueTypes);
  const plan: Plan = {
    sources: compiled.map((one) => one.plan),
    topicTypes: groupTypes({ topicTypes: topicTypesFound }),
    ...(valueTypes.length > 0 && { valueTypes: joinValueTypes(valueTypes) }),
    ...(published && { locales: published }),
  };
  if (wrong.length === 0) wrong.push(...findCollisions(plan, { home, archive }));
  if (wrong.length > 0) {
    throw startError(`Error regarding ${PLUGIN_ID} config:`, [...new Set(wrong)]);
  }
  return htmlPages ? withReserved(plan, { home, archive }) : plan;
};

/** Where the plan comes from. An object, so that tests can replace its function. */
export const plans = {
  /**
   * Compiles the plan from the configuration of a Strapi.
   *
   * @throws Error with a line for each thing that is wrong with the mappings
   */
  compile: (strapi: Core.Strapi, schemas: Schemas): Plan =>
    compilePlan(
      strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {}) as Mappings,
      schemas,
    ),
};

/**
 * The plan with the time zones of its sources.
 *
 * @param timeZoneIn called with the main locale for entries without a locale
 */
export const withTimeZones = (
  plan: Plan,
  timeZoneIn: NonNullable<SourcePlan['timeZoneIn']>,
): Plan => {
  const main = plan.locales?.find(({ isMain }) => isMain)?.code ?? '';
  const inLocale: typeof timeZoneIn = (locale, ofSite) => timeZoneIn(locale || main, ofSite);
  return { ...plan, sources: plan.sources.map((one) => ({ ...one, timeZoneIn: inLocale })) };
};

/** The codes of Strapi's locales, the default one first. */
const findCodes = async (strapi: Core.Strapi, i18n: Internationalisation): Promise<string[]> => {
  const codes = (await i18n.service('locales').find()).map(({ code }) => code).sort();
  const main = await defaultLocale(strapi);
  return [...codes.filter((code) => code === main), ...codes.filter((code) => code !== main)];
};

/**
 * Checks that Strapi has the locales of the option. They are rows of its database, which the plugin cannot read before
 * it starts. A missing locale that can be added in the panel only gives a warning: on a new database nobody could add
 * it otherwise. Without the option, a warning proposes it for localised sources: only the site can choose addresses of
 * languages, which last.
 *
 * @throws Error with a line for each locale that Strapi does not know
 */
export const checkLocales = async (
  strapi: Core.Strapi,
  { locales, sources }: Pick<Plan, 'locales' | 'sources'>,
): Promise<void> => {
  const heading = `Error regarding ${PLUGIN_ID} config:`;
  const i18n = internationalisation(strapi);
  if (!i18n) {
    if (!locales) return;
    throw startError(heading, ['The option "locales" needs Strapi\'s plugin "i18n".']);
  }
  const localised = sources.filter(({ isLocalised }) => isLocalised);
  if (!locales && localised.length === 0) return;
  const codes = await findCodes(strapi, i18n);
  if (!locales) {
    if (codes.length > 1) {
      strapi.log.warn(
        `Syndication: ${localised.map(({ contentType }) => contentType).join(', ')}: all languages are in the same feeds, since the option "locales" does not name them: locales: { ${codes.map((code) => `${/^\w+$/.test(code) ? code : `'${code}'`}: {}`).join(', ')} }.`,
      );
    }
    return;
  }
  const missing = locales.filter(({ code }) => !codes.includes(code));
  const offered = i18n.service('iso-locales').getIsoLocales();
  const isOffered = (code: string): boolean => offered.some((locale) => locale.code === code);
  for (const { code } of missing.filter((locale) => isOffered(locale.code))) {
    strapi.log.warn(
      `Syndication: the option "locales" names ${show(code)}, which Strapi does not have yet. Nothing is published in it until it is added in Settings > Internationalization.`,
    );
  }
  const unknown = missing.filter(({ code }) => !isOffered(code));
  if (unknown.length === 0) return;
  throw startError(
    heading,
    unknown.map(
      ({ code }) =>
        `The option "locales": Strapi has no locale ${show(code)}. Allowed: ${codes.map(show).join(', ')}.${didYouMeanOneOf(code, codes)}`,
    ),
  );
};
