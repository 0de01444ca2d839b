import type { Core, UID } from '@strapi/strapi';

import type { QueryFields } from '../../mapping/public-fields';

type Attribute = { type: string; component?: string } | undefined;

const namesOf = (
  strapi: Core.Strapi,
  uid: string,
  { select = [], populate = {} }: QueryFields,
): string[] => [
  ...select,
  ...Object.entries(populate).flatMap(([name, inner]) => {
    const attribute = strapi.getModel(uid as UID.Schema).attributes[name] as Attribute;
    if (attribute?.type !== 'component') return [name];
    const names = namesOf(strapi, attribute.component ?? '', inner as object);
    return names.map((field) => `${name}.${field}`);
  }),
];

/**
 * Fields that a page or an item shows of an entry, or of what the entry leads to: those of a component one
 * by one, a relation as a whole, as roles have them.
 */
export const shownFields = (
  strapi: Core.Strapi,
  { contentType, fields }: { contentType: string; fields: QueryFields },
): string[] => namesOf(strapi, contentType, fields);
