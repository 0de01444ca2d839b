import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';
import { publishedLocales } from '../options/locales';
import type { SyndicationOptions } from '../options/options';
import { compileSources, type Mappings } from './compile';
import { findLocaleCollisions } from './locale-paths';
import { siteSchemas } from './site-schemas';
import { startError } from '../lib/start-error';
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
    const locales = publishedLocales(options.locales);
    const plan: Plan = {
      ...compileSources(options as Mappings, siteSchemas(strapi)),
      ...(locales && { locales }),
    };
    const wrong = findLocaleCollisions(plan, options.home);
    if (wrong.length > 0) throw startError(`Error regarding ${PLUGIN_ID} config:`, wrong);
    return plan;
  },
};

/** A plan without the types that are no more: these may be renamed or deleted in the Content-Type Builder. */
export const presentPlan = (
  strapi: Core.Strapi,
  { sources, topicTypes, ...others }: Plan,
): Plan => {
  const exists = ({ contentType }: { contentType: string }): boolean =>
    contentType in strapi.contentTypes;
  return {
    ...others,
    sources: sources
      .filter(exists)
      .map((source) => ({ ...source, topics: source.topics.filter(exists) })),
    topicTypes: topicTypes.filter(exists),
  };
};
