import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../lib/constants';
import { BUILT_IN_SOURCES, compilePlan } from '../mapping/compile-plan';
import { type DescribedType, describePlan } from '../mapping/describe';
import type { Plan } from '../mapping/plan';
import {
  contentTypeOf,
  hasDrafts,
  isPublishable,
  type Schemas,
  typeNames,
} from '../mapping/schemas';
import type { SyndicationOptions } from '../options/options';
import type { SourceType, SourceTypes } from './admin-api';
import { answerWith, noParameters, type Panel } from './panel';

/** The reasons in an error of `compilePlan`, without the names of the plugin and the option. */
const reasonsOf = (error: unknown): string[] =>
  (error as Error).message
    .replace(`Error regarding ${PLUGIN_ID} config:`, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:- )?(?:The option "sources", "[^"]*": )?/, ''))
    .filter((line) => line !== '');

type ListParts = Pick<Panel, 'strapi' | 'plan' | 'schemas'>;

const mappedTypes = (plan: Plan): string[] =>
  [...plan.sources, ...plan.topicTypes].map(({ contentType }) => contentType);

/** The site's own content types that are neither sources nor topics. */
const findUnmappedTypes = ({ strapi, plan, schemas }: ListParts): string[] =>
  Object.entries(schemas.contentTypes).flatMap(([uid, schema]) =>
    uid.startsWith('api::') &&
    uid in strapi.contentTypes &&
    isPublishable(uid, schema) &&
    !mappedTypes(plan).includes(uid)
      ? [uid]
      : [],
  );

/** The configuration that publishes a type. Once `sources` is given, the plugin's own types have to be named as well. */
const configurationOf = (strapi: Core.Strapi, uid: string): string => {
  const { sources } = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  const types = sources === undefined ? [...Object.keys(BUILT_IN_SOURCES), uid] : [uid];
  return `sources: {\n${types.map((type) => `  '${type}': {},\n`).join('')}},\n`;
};

const toType = (schemas: Schemas, described: DescribedType): SourceType => ({
  ...described,
  hasDrafts:
    hasDrafts(contentTypeOf(schemas, described.contentType)!) ||
    described.parts.some(({ key, from }) => key === 'published' && from.length > 0),
  refusals: [],
});

const toProposedType = ({ strapi, schemas }: ListParts, uid: string): SourceType => {
  let plan: Plan;
  try {
    plan = compilePlan({ sources: { [uid]: {} } }, schemas);
  } catch (error) {
    const named = { role: 'source', contentType: uid, name: uid } as const;
    return { ...toType(schemas, { ...named, parts: [], unread: [] }), refusals: reasonsOf(error) };
  }
  const [described] = describePlan(plan, schemas);
  return { ...toType(schemas, described!), configuration: configurationOf(strapi, uid) };
};

/** Lists the types that are published and those that could be, each with the fields that its parts come from. */
const listSourceTypes = (parts: ListParts): SourceTypes => {
  const { plan, schemas } = parts;
  const proposed = findUnmappedTypes(parts);
  const names = typeNames(schemas, [...new Set([...mappedTypes(plan), ...proposed])]);
  const named = (type: SourceType): SourceType => ({
    ...type,
    name: names.get(type.contentType) ?? type.name,
  });
  return {
    mapped: describePlan(plan, schemas).map((described) => named(toType(schemas, described))),
    proposed: proposed.map((uid) => named(toProposedType(parts, uid))),
  };
};

export const sources = { find: answerWith(noParameters, async (panel) => listSourceTypes(panel)) };
