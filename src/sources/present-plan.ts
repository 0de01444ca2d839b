import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';
import type { SyndicationOptions } from '../options';
import { compileSources, type Mappings } from './mapping/compile';
import { siteSchemas } from './mapping/site-schemas';
import type { Plan } from './plan';

/** Where the plan comes from. */
export const plans = {
  /**
   * What is published, by the configuration of a Strapi.
   *
   * @throws Error with a line for each thing that is wrong with the mappings
   */
  compile(strapi: Core.Strapi): Plan {
    const options = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
    return compileSources(options as Mappings, siteSchemas(strapi));
  },
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
