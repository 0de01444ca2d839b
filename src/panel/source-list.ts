import type { Core } from '@strapi/strapi';

import type { SourceType, SourceTypes } from './admin-api';
import { PLUGIN_ID } from '../constants';
import type { SyndicationOptions } from '../options/options';
import { BUILT_IN_SOURCES, compileSources } from '../mapping/compile';
import { configurationText, type DescribedType, describePlan } from '../mapping/describe';
import {
  isPublishable,
  contentTypeOf,
  hasDrafts,
  isLocalised,
  type Schemas,
  typeNames,
} from '../mapping/schemas';
import type { Plan } from '../mapping/plan';

interface SourceListParts {
  plan: Plan;
  /** As they are when mappings are compiled: other plugins add relations of their own later. */
  schemas: Schemas;
}

/** A content type as it would be published, or why it would not. */
export type Proposal = { plan: Plan } | { refusals: string[] };

/** The lines of an error of the compilation, without what it is about. */
const reasonsOf = (error: unknown): string[] =>
  (error as Error).message
    .replace(`Error regarding ${PLUGIN_ID} config:`, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:- )?(?:The option "sources", "[^"]*": )?/, ''))
    .filter((line) => line !== '');

/** What is published and what could be, each with where its parts come from. */
export const createSourceList = (strapi: Core.Strapi, { plan, schemas }: SourceListParts) => {
  const mapped = [...plan.sources, ...plan.topicTypes].map(({ contentType }) => contentType);

  /** The site's own types that are neither sources nor topics. */
  const unmapped = (): string[] =>
    Object.entries(schemas.contentTypes).flatMap(([uid, schema]) =>
      uid.startsWith('api::') &&
      uid in strapi.contentTypes &&
      isPublishable(uid, schema) &&
      !mapped.includes(uid)
        ? [uid]
        : [],
    );

  const proposals = new Map<string, Proposal>();
  const propose = (uid: string): Proposal => {
    const known = proposals.get(uid);
    if (known) return known;
    let proposal: Proposal;
    try {
      proposal = { plan: compileSources({ sources: { [uid]: {} } }, schemas) };
    } catch (error) {
      proposal = { refusals: reasonsOf(error) };
    }
    proposals.set(uid, proposal);
    return proposal;
  };

  /** The plugin's own types, where they are published without being named. */
  const unnamed = (): string[] => {
    const { sources } = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
    return sources === undefined ? Object.keys(BUILT_IN_SOURCES) : [];
  };

  const toType = (described: DescribedType): SourceType => {
    const schema = contentTypeOf(schemas, described.contentType)!;
    return {
      ...described,
      parts: described.parts.map((part) => ({ ...part, from: [...part.from] })),
      hasDrafts: hasDrafts(schema),
      isLocalised: isLocalised(schema),
      refusals: [],
    };
  };

  const toProposedType = (uid: string): SourceType => {
    const proposal = propose(uid);
    if ('refusals' in proposal) {
      const described = { role: 'source', contentType: uid, name: uid, parts: [] } as const;
      return { ...toType({ ...described, parts: [] }), refusals: proposal.refusals };
    }
    const [described] = describePlan(proposal.plan, schemas);
    return {
      ...toType(described!),
      configuration: configurationText(described!, unnamed()),
    };
  };

  return {
    /**
     * @param mayRead whether the user may read entries of a content type: others are not proposed
     */
    find(mayRead: (uid: string) => boolean): SourceTypes {
      const proposed = unmapped().filter(mayRead);
      const names = typeNames(schemas, [...new Set([...mapped, ...proposed])]);
      const named = (type: SourceType): SourceType => ({
        ...type,
        name: names.get(type.contentType) ?? type.name,
      });
      return {
        mapped: describePlan(plan, schemas).map((described) => named(toType(described))),
        proposed: proposed.map((uid) => named(toProposedType(uid))),
      };
    },

    /** How entries of a content type are published, or would be; undefined for one that cannot be. */
    planFor(uid: string): Plan | undefined {
      if (plan.sources.some(({ contentType }) => contentType === uid)) return plan;
      if (!unmapped().includes(uid)) return undefined;
      const proposal = propose(uid);
      return 'plan' in proposal ? proposal.plan : undefined;
    },
  };
};

export type SourceList = ReturnType<typeof createSourceList>;
