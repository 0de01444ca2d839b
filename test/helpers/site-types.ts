import path from 'node:path';

/** A content type of a site, with Strapi's default routes. */
export interface SiteType {
  attributes: Record<string, unknown>;
  draftAndPublish?: boolean;
  /** Defaults to the singular name and an "s". */
  pluralName?: string;
  /** Whether it is a single type. */
  isSingle?: boolean;
  /** Whether entries have a version for each locale. */
  isLocalised?: boolean;
}

const STRAPI = path.resolve(__dirname, '../../node_modules/@strapi/strapi');

const factory = (make: string, name: string): string =>
  `module.exports = require(${JSON.stringify(STRAPI)}).factories.${make}('api::${name}.${name}');`;

/** `pluginOptions` of a localised type, and of each localised field. */
export const LOCALISED = { i18n: { localized: true } };

/** Files of a site's content types, by singular name, for `startApp`. */
export const siteTypes = (types: Record<string, SiteType>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(types).flatMap(
      ([
        name,
        {
          attributes,
          draftAndPublish = false,
          pluralName = `${name}s`,
          isLocalised = false,
          isSingle = false,
        },
      ]) => {
        const folder = `src/api/${name}`;
        const schema = {
          kind: isSingle ? 'singleType' : 'collectionType',
          collectionName: `site_${name}s`,
          info: { singularName: name, pluralName, displayName: name },
          options: { draftAndPublish },
          ...(isLocalised && { pluginOptions: LOCALISED }),
          attributes,
        };
        return [
          [`${folder}/content-types/${name}/schema.json`, JSON.stringify(schema)],
          [`${folder}/controllers/${name}.js`, factory('createCoreController', name)],
          [`${folder}/routes/${name}.js`, factory('createCoreRouter', name)],
          [`${folder}/services/${name}.js`, factory('createCoreService', name)],
        ];
      },
    ),
  );

/** File of a site's component, for `startApp`. */
export const siteComponent = (
  uid: string,
  attributes: Record<string, unknown>,
): Record<string, string> => {
  const [category, name] = uid.split('.');
  const schema = {
    collectionName: `components_${category}_${name}s`,
    info: { displayName: name },
    attributes,
  };
  return { [`src/components/${category}/${name}.json`]: JSON.stringify(schema) };
};
