import { PLUGIN_ID } from '../../constants';
import { didYouMeanOneOf, show } from '../../show';
import { startError } from '../../start-error';
import type { Plan, TopicPlan } from '../plan';
import { findAuthorTypes, findGroupingTypes } from './author-types';
import { BUILT_IN_SOURCES, BUILT_IN_TOPICS } from './built-in';
import { findCollisions } from './collisions';
import { compileSource } from './compile-source';
import { compileTopic } from './compile-topic';
import type { Reject } from './mapped-fields';
import { isPublishable } from './publishable';
import { type ContentTypeSchema, contentTypeOf, type Schemas } from './schemas';
import type { AnySource, AnyTopic } from './source';

/** What a site maps, as in `config/plugins.ts`. */
export interface Mappings {
  /** Without it, the plugin's own Article is published. */
  sources?: Readonly<Record<string, AnySource>>;
  topics?: Readonly<Record<string, AnyTopic>>;
  home?: string | false;
  archive?: boolean;
}

type Option = 'sources' | 'topics';

const refuseType = (schemas: Schemas, uid: string): string | undefined => {
  const schema = contentTypeOf(schemas, uid);
  if (schema && isPublishable(uid, schema)) return undefined;
  const allowed = Object.entries(schemas.contentTypes)
    .filter(([name, other]) => isPublishable(name, other))
    .map(([name]) => name);
  const reason = schema
    ? schema.kind === 'singleType'
      ? `${show(uid)} has one entry alone.`
      : `${show(uid)} is internal.`
    : `There is no content type ${show(uid)}.`;
  return `${reason} Allowed: ${allowed.map(show).join(', ') || 'nothing'}.${schema ? '' : didYouMeanOneOf(uid, allowed)}`;
};

/** What a site says goes before what is built in; a key it gives no value is one it does not give. */
const withGiven = <Mapping extends AnySource | AnyTopic>(
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
export const compileSources = (
  { sources = BUILT_IN_SOURCES, topics = {}, home, archive }: Mappings,
  schemas: Schemas,
): Plan => {
  const wrong: string[] = [];
  const rejecting =
    (option: Option, uid: string): Reject =>
    (key, value, reason) => {
      wrong.push(
        `The option "${option}", ${show(uid)}: ${show(key)} was ${value === undefined ? 'not given' : show(value)}. ${reason}`,
      );
    };
  const typeFor = (option: Option, uid: string): ContentTypeSchema | undefined => {
    const refusal = refuseType(schemas, uid);
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
    sources: Object.keys(sources),
    topicTypes,
    grouping: findGroupingTypes(schemas, mappings),
  };
  const authorTypes = findAuthorTypes(schemas, mappings, known);

  const topicPlans = new Map<string, TopicPlan | undefined>();
  const topicPlan = (contentType: string): TopicPlan | undefined => {
    if (!topicPlans.has(contentType)) {
      const schema = typeFor('topics', contentType);
      const mapping = withGiven(BUILT_IN_TOPICS[contentType], topics[contentType]);
      const reject = rejecting('topics', contentType);
      const isOfAuthors = authorTypes.has(contentType);
      const plan =
        schema && compileTopic(schemas, { contentType, schema, mapping, isOfAuthors, reject });
      topicPlans.set(contentType, plan);
    }
    return topicPlans.get(contentType);
  };

  const surroundings = { ...known, authorTypes, topicPlan };
  if (surroundings.sources.length === 0) {
    wrong.push('The option "sources" names no content type. Allowed: one at least.');
  }
  const sourcePlans = Object.entries(mappings).flatMap(([contentType, mapping]) => {
    const schema = typeFor('sources', contentType);
    if (!schema) return [];
    const reject = rejecting('sources', contentType);
    return compileSource(schemas, { contentType, schema, mapping, reject }, surroundings) ?? [];
  });
  for (const contentType of topicTypes.filter((type) => !topicPlans.has(type))) {
    if (typeFor('topics', contentType)) {
      wrong.push(
        `The option "topics": no source has a relation to ${show(contentType)} among its "topics" or as its "author".`,
      );
    }
  }

  const compiled = [...topicPlans.values()].filter((topic) => topic !== undefined);
  const plan: Plan = {
    sources: sourcePlans,
    topicTypes: [
      ...compiled.filter(({ isOfAuthors }) => !isOfAuthors),
      ...compiled.filter(({ isOfAuthors }) => isOfAuthors),
    ],
  };
  if (wrong.length === 0) {
    wrong.push(...findCollisions(plan, { home, archive }));
  }
  if (wrong.length > 0) {
    throw startError(`Error regarding ${PLUGIN_ID} config:`, [...new Set(wrong)]);
  }
  return plan;
};
