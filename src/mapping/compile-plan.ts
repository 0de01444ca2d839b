import { PLUGIN_ID, ARTICLE_UID, TAG_UID } from '../lib/constants';
import { didYouMean, nearest, show, startError } from '../lib/messages';
import { joinValueTypes, compileTopic } from './compile-topics';
import type { Plan, SourcePlan, TopicPlan } from './plan';
import { findCollisions, findLocaleCollisions } from './collisions';
import { type CompiledSource, compileSource } from './compile-source';
import type { Reject } from './fields';
import {
  canBePages,
  isPublishable,
  type ContentTypeSchema,
  contentTypeOf,
  type Schemas,
  attributeOf,
  attributesOf,
} from './schemas';
import { type LocalesOption, publishedLocales } from '../options/locales';
import { groupTypes, planIn } from './plan-parts';
import type { FeedFiles } from '../feed/addresses';
import type { AnySource, PageMapping } from '../options/source';
import type { Topic } from '../options/topic';
import { guessAuthor, type KnownTypes } from './guesses';

type AnySources = Readonly<Record<string, AnySource>>;

/** Content types that fields lead to, of those that are relations. */
const targetsOf = (schemas: Schemas, uid: string, fields: readonly string[]): string[] => {
  const attributes = attributesOf(schemas, uid);
  return fields.flatMap((field) => attributeOf(attributes, field)?.target ?? []);
};

/** Content types that a source names among its topics. */
const findGroupingTypes = (schemas: Schemas, sources: AnySources): Set<string> =>
  new Set(
    Object.entries(sources).flatMap(([uid, { topics }]) =>
      targetsOf(
        schemas,
        uid,
        (topics || []).filter((one) => typeof one === 'string'),
      ),
    ),
  );

/**
 * Content types whose entries are authors with pages of their own, of any source: no other takes them
 * for topics then.
 */
const findAuthorTypes = (schemas: Schemas, sources: AnySources, known: KnownTypes): Set<string> =>
  new Set(
    Object.entries(sources).flatMap(([uid, { author }]) => {
      const fields = author ?? guessAuthor(schemas, uid, known);
      return targetsOf(schemas, uid, [fields || []].flat());
    }),
  );

/** How the plugin's own Article is mapped; what a site says of it goes before. */
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

/** How the plugin's own Tag is mapped; what a site says of it goes before. */
const BUILT_IN_TOPICS: Readonly<Record<string, Topic>> = {
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

/** What a site maps, as in `config/plugins.ts`. */
export interface Mappings {
  /** Without it, the plugin's own Article is published. */
  sources?: Readonly<Record<string, AnySource>>;
  pages?: Readonly<Record<string, PageMapping>>;
  topics?: Readonly<Record<string, Topic>>;
  home?: string | false;
  archive?: boolean;
  feedFiles?: Partial<FeedFiles>;
  locales?: LocalesOption;
}

type Option = 'sources' | 'pages' | 'topics';

/** The one content type that people call so: of `api::post.post` that is "post", "Posts" or "Post". */
const calledSo = (
  { contentTypes }: Schemas,
  written: string,
  uids: readonly string[],
): string | undefined => {
  const name = written.toLowerCase();
  const [found, ...others] = uids.filter((uid) => {
    const { singularName, pluralName, displayName } = contentTypes[uid]?.info ?? {};
    return [singularName, pluralName, displayName].some((own) => own?.toLowerCase() === name);
  });
  return others.length === 0 ? found : undefined;
};

const refuseType = (schemas: Schemas, option: Option, uid: string): string | undefined => {
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
  const meant = schema ? undefined : (nearest(uid, allowed) ?? calledSo(schemas, uid, allowed));
  return `${reason} Allowed: ${allowed.map(show).join(', ') || 'nothing'}.${didYouMean(meant)}`;
};

/** Of a page is neither guessed nor mapped what only feeds, listings and articles have. */
const NO_ARTICLE: AnySource = {
  date: false,
  author: false,
  enclosure: false,
  topics: false,
  keepOut: false,
  guid: false,
};

/** What a site says goes before what is built in; a key it gives no value is one it does not give. */
const withGiven = <Mapping extends AnySource | Topic>(
  builtIn: Mapping | undefined,
  given: Mapping | undefined,
): Mapping =>
  ({
    ...builtIn,
    ...Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)),
  }) as Mapping;

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
    feedFiles,
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
    const refusal = refuseType(schemas, option, uid);
    if (refusal === undefined) return contentTypeOf(schemas, uid);
    wrong.push(`The option "${option}": ${refusal}`);
    return undefined;
  };

  const mappings = Object.fromEntries(
    Object.entries(sources).map(([contentType, given]) => [
      contentType,
      withGiven(BUILT_IN_SOURCES[contentType], given),
    ]),
  );
  const topicTypes = Object.keys(topics);
  const known = {
    sources: [...Object.keys(sources), ...Object.keys(pages)],
    topicTypes,
    grouping: findGroupingTypes(schemas, mappings),
  };
  const authorTypes = findAuthorTypes(schemas, mappings, known);

  const topicPlans = new Map<string, TopicPlan | undefined>();
  const topicPlan = (contentType: string): TopicPlan | undefined => {
    if (!topicPlans.has(contentType)) {
      const schema = typeFor('topics', contentType);
      const topic = {
        contentType,
        mapping: withGiven(BUILT_IN_TOPICS[contentType], topics[contentType]),
        isOfAuthors: authorTypes.has(contentType),
        locales: codes,
        reject: rejecting('topics', contentType),
      };
      topicPlans.set(contentType, schema && compileTopic(schemas, { ...topic, schema }));
    }
    return topicPlans.get(contentType);
  };

  const surroundings = { ...known, locales: codes, authorTypes, topicPlan };
  const compileAll = (option: 'sources' | 'pages', mapped: AnySources): CompiledSource[] =>
    Object.entries(mapped).flatMap(([contentType, mapping]) => {
      const schema = typeFor(option, contentType);
      const source = { contentType, mapping, reject: rejecting(option, contentType) };
      return (schema && compileSource(schemas, { ...source, schema }, surroundings)) ?? [];
    });
  if (Object.keys(sources).length === 0) {
    wrong.push('The option "sources" names no content type. Allowed: one at least.');
  }
  const compiledSources = compileAll('sources', mappings);
  const ownPages = Object.entries(pages).flatMap(([contentType, given]): [string, AnySource][] => {
    if (!Object.hasOwn(sources, contentType)) {
      return [[contentType, { ...withGiven<AnySource>(undefined, given), ...NO_ARTICLE }]];
    }
    wrong.push(
      `The option "pages": ${show(contentType)} is among "sources" as well. Allowed: one of both.`,
    );
    return [];
  });
  const pagePlans = compileAll('pages', Object.fromEntries(ownPages));
  // An entry has one address, which is what it is known by for ever.
  for (const option of ['sources', 'pages'] as const) {
    const both = Object.keys({ sources, pages }[option]).filter((type) => topicPlans.has(type));
    for (const contentType of both) {
      wrong.push(
        `The option "${option}": entries of ${show(contentType)} are topics or authors of other entries, with an address of their own. Allowed: one of both.`,
      );
    }
  }
  for (const contentType of topicTypes.filter((type) => !topicPlans.has(type))) {
    if (typeFor('topics', contentType)) {
      wrong.push(
        `The option "topics": no source has a relation to ${show(contentType)} among its "topics" or as its "author".`,
      );
    }
  }

  const topicTypesFound = [...topicPlans.values()].filter((topic) => topic !== undefined);
  const valueTypes = compiledSources.flatMap((compiled) => compiled.valueTypes);
  const plan: Plan = {
    sources: [
      ...compiledSources.map(({ plan }) => plan),
      ...pagePlans.map(({ plan }): SourcePlan => ({
        ...plan,
        isPage: true,
        parts: plan.parts?.filter(({ key }) => !Object.hasOwn(NO_ARTICLE, key)),
      })),
    ],
    topicTypes: groupTypes({ topicTypes: topicTypesFound }),
    ...(valueTypes.length > 0 && { valueTypes: joinValueTypes(valueTypes) }),
    ...(published && { locales: published }),
  };
  if (wrong.length === 0) {
    // Each locale has addresses of its own.
    for (const one of codes.length === 0 ? [plan] : codes.map((code) => planIn(plan, code))) {
      wrong.push(...findCollisions(one, { home, archive, feedFiles }));
    }
    wrong.push(...findLocaleCollisions(plan, home));
  }
  if (wrong.length > 0) {
    throw startError(`Error regarding ${PLUGIN_ID} config:`, [...new Set(wrong)]);
  }
  return plan;
};
