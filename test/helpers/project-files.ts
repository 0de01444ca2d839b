import type { Attribute, Attributes, Schemas } from '../../src/mapping/schemas';
import { LOCALISED, siteComponent, siteTypes } from './site-types';

/** A field that Strapi can load without the project's plugins. */
const installed = (attribute: Attribute): Attribute => {
  if (attribute.type === 'enumeration') return { enum: ['one', 'two'], ...attribute };
  return attribute.type === 'customField' ? { type: 'richtext' } : attribute;
};

/** Attributes of a type; each field of a localised type has its own value in each locale. */
const attributesOf = (attributes: Attributes, isLocalised = false): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      { ...installed(attribute), ...(isLocalised && { pluginOptions: LOCALISED }) },
    ]),
  );

const isLocalised = (pluginOptions: unknown): boolean =>
  (pluginOptions as { i18n?: { localized?: boolean } } | undefined)?.i18n?.localized === true;

/** Files of a project's content types and components, for `startApp`. */
export const projectFiles = ({ contentTypes, components }: Schemas): Record<string, string> => ({
  ...siteTypes(
    Object.fromEntries(
      Object.entries(contentTypes).flatMap(
        ([uid, { info, kind, options, pluginOptions, attributes }]) =>
          uid.startsWith('api::')
            ? [
                [
                  info.singularName,
                  {
                    pluralName: info.pluralName,
                    isSingle: kind === 'singleType',
                    draftAndPublish: options?.draftAndPublish,
                    isLocalised: isLocalised(pluginOptions),
                    attributes: attributesOf(attributes, isLocalised(pluginOptions)),
                  },
                ],
              ]
            : [],
      ),
    ),
  ),
  ...Object.assign(
    {},
    ...Object.entries(components).map(([uid, { attributes }]) =>
      siteComponent(uid, attributesOf(attributes)),
    ),
  ),
});
