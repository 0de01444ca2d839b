import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';
import { publishedLocales } from '../options/locales';
import type { SyndicationOptions } from '../options/options';
import { compileSources, type Mappings } from './compile';
import { siteSchemas } from './site-schemas';
import { startError } from '../lib/start-error';
import type { Plan } from './plan';
import { homePath } from '../feed/addresses';
import { show } from '../lib/show';
import { groupTypes } from './plan-parts';
import { startOf } from './address';

/** Whether a path is a directory's, or one of both is below the other; the root is above all. */
const isNear = (path: string, directory: string): boolean => {
  const [one, other] = [`${path}/`.toLowerCase(), directory.toLowerCase()];
  return other !== '/' && (one.startsWith(other) || other.startsWith(one));
};

/**
 * What is wrong with paths of locales that other addresses of the plan are at: a line for each.
 *
 * @param home the option of that name
 */
export const findLocaleCollisions = (plan: Plan, home: string | false = '/'): string[] => {
  const { sources, locales = [] } = plan;
  const directories = [
    homePath(home),
    ...[...sources, ...groupTypes(plan)].map(({ address }) => startOf(address)),
  ];
  return locales.flatMap(({ code, path }) => {
    const taken =
      path === '' ? undefined : directories.find((directory) => isNear(path, directory));
    return taken === undefined
      ? []
      : [
          `The option "locales": ${show(code)}: "path" was ${show(path)}, where the addresses below ${show(taken)} are. Allowed: another path.`,
        ];
  });
};

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
