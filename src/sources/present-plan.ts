import type { Core } from '@strapi/strapi';

import { BUILT_IN_PLAN } from './built-in-plan';
import type { Plan } from './plan';

/** Where the plan comes from. */
export const plans = {
  /** What is published, by the configuration of a Strapi. */
  compile: (_strapi: Core.Strapi): Plan => BUILT_IN_PLAN,
};

/** A plan without the types that are no more: these may be renamed or deleted in the Content-Type Builder. */
export const presentPlan = (strapi: Core.Strapi, { sources, topicTypes }: Plan): Plan => {
  const exists = ({ contentType }: { contentType: string }): boolean =>
    contentType in strapi.contentTypes;
  return {
    sources: sources
      .filter(exists)
      .map((source) => ({ ...source, topics: source.topics.filter(exists) })),
    topicTypes: topicTypes.filter(exists),
  };
};
