import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../lib/constants';
import type { SyndicationOptions } from '../options/options';
import { compilePlan, type Mappings } from './compile-plan';
import type { Plan } from './plan';
import type { Attribute, Attributes, Schemas } from './schemas';

/** What a custom field holds; it is known once the field's plugin is registered. */
const heldBy = (strapi: Core.Strapi, { customField = '' }: Attribute): string => {
  try {
    return strapi.get('custom-fields').get(customField).type;
  } catch {
    return 'customField';
  }
};

const resolved = <Schema extends { attributes: Attributes }>(
  strapi: Core.Strapi,
  schemas: Readonly<Record<string, Schema>>,
): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([uid, schema]) => {
      const attributes = Object.entries(schema.attributes).map(
        ([name, attribute]): [string, Attribute] => [
          name,
          attribute.type === 'customField'
            ? { ...attribute, type: heldBy(strapi, attribute) }
            : attribute,
        ],
      );
      return [uid, { ...schema, attributes: Object.fromEntries(attributes) }];
    }),
  );

/**
 * The schemas of a site, with custom fields as what they hold: Strapi replaces these itself, but after
 * all plugins are registered.
 */
export const siteSchemas = (strapi: Core.Strapi): Schemas => ({
  contentTypes: resolved(strapi, strapi.contentTypes as unknown as Schemas['contentTypes']),
  components: resolved(strapi, strapi.components as unknown as Schemas['components']),
});

/** Where the plan comes from: of an object, tests replace what it has. */
export const plans = {
  /**
   * What is published, by the configuration of a Strapi.
   *
   * @throws Error with a line for each thing that is wrong with the mappings
   */
  compile: (strapi: Core.Strapi): Plan =>
    compilePlan(
      strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {}) as Mappings,
      siteSchemas(strapi),
    ),
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
