import type { Attribute, Attributes, Schemas } from '../../src/mapping/schemas';
import { LOCALISED, siteComponent, siteTypes } from './site-types';

/** A field as Strapi starts with it, without the plugins that a project has installed. */
const installed = (attribute: Attribute): Attribute => {
  if (attribute.type === 'enumeration') return { enum: ['one', 'two'], ...attribute };
  return attribute.type === 'customField' ? { type: 'richtext' } : attribute;
};

/** Of a localised type each field says something of its own in each locale. */
const attributesOf = (attributes: Attributes, isLocalised = false): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      { ...installed(attribute), ...(isLocalised && { pluginOptions: LOCALISED }) },
    ]),
  );

const isLocalised = (pluginOptions: unknown): boolean =>
  (pluginOptions as { i18n?: { localized?: boolean } } | undefined)?.i18n?.localized === true;

/** Files of the content types and components of a project that is written down, for `startApp`. */
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
