import type { Core } from '@strapi/strapi';

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
