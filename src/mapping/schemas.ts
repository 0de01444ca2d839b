import type { Core, UID } from '@strapi/strapi';
import { contentTypes } from '@strapi/utils';

import { PLUGIN_ID } from '../lib/constants';

/** The API or plugin that a content type belongs to: `news` for `api::news.article`. */
const ownerOf = (uid: string): string => /::([^.]+)\./.exec(uid)?.[1] ?? uid;

/** The name of a content type for people. */
export const nameOf = (schemas: Schemas, uid: string): string => {
  const info = contentTypeOf(schemas, uid)?.info;
  return info?.displayName ?? info?.singularName ?? uid;
};

/** Names of content types for people; equal names get the API or plugin of the type: "Article (news)". */
export const typeNames = (schemas: Schemas, uids: readonly string[]): Map<string, string> => {
  const isShared = (name: string): boolean =>
    uids.filter((uid) => nameOf(schemas, uid) === name).length > 1;
  return new Map(
    uids.map((uid) => {
      const name = nameOf(schemas, uid);
      return [uid, isShared(name) ? `${name} (${ownerOf(uid)})` : name];
    }),
  );
};

const USERS = new Set(['admin::user', 'plugin::users-permissions.user']);

/** Whether a content type holds users with accounts, of whom only a name is shown. */
export const isUserType = (contentType: string): boolean => USERS.has(contentType);

/** Strapi's own types and the media library's; types of a site or another plugin can be published. */
const isInternal = (uid: string): boolean => /^(?:admin|strapi)::|^plugin::upload\./.test(uid);

/** Whether entries of a content type can be pages: not if it is Strapi's own, hidden in the panel, or of users. */
export const canBePages = (uid: string, { pluginOptions }: ContentTypeSchema): boolean => {
  const manager = (pluginOptions as { 'content-manager'?: { visible?: boolean } } | undefined)?.[
    'content-manager'
  ];
  return manager?.visible !== false && !isUserType(uid) && !isInternal(uid);
};

/** Whether entries of a content type can be in feeds or be topics: the same, except single types. */
export const isPublishable = (uid: string, schema: ContentTypeSchema): boolean =>
  schema.kind !== 'singleType' && canBePages(uid, schema);

/** Why the entries behind a relation cannot be topics or authors; undefined if they can. */
export const refuseTopics = (
  { target, relation = '' }: Attribute,
  name: string,
): string | undefined => {
  if (target === undefined || relation.startsWith('morph')) {
    return `The field "${name}" leads to entries of any type.`;
  }
  return isUserType(target) ? `The field "${name}" leads to users.` : undefined;
};

/** The parts of Strapi's schemas that are read: objects as in `schema.json`, completed by Strapi. */

/** A field of a content type or component. */
export interface Attribute {
  type: string;
  /** Content type that a relation leads to; undefined for polymorphic relations. */
  target?: string;
  /** Kind of a relation, for example `manyToOne`. */
  relation?: string;
  /** Field at the other end of a two-sided relation: `inversedBy` if this side owns the table, else `mappedBy`. */
  inversedBy?: string;
  mappedBy?: string;
  /** Component of a field of the type `component`. */
  component?: string;
  repeatable?: boolean;
  /** Components of a dynamic zone. */
  components?: readonly string[];
  /** Whether a media field holds several files. */
  multiple?: boolean;
  /** Kinds that a media field accepts: `images`, `videos`, `audios`, `files`. */
  allowedTypes?: readonly string[] | null;
  private?: boolean;
  default?: unknown;
  pluginOptions?: object;
  /** Values of an enumeration. */
  enum?: readonly string[];
  /** Field that a `uid` is made from. */
  targetField?: string;
  /** Limits of a text. */
  minLength?: number;
  maxLength?: number;
  regex?: RegExp | string;
  /** UID of the custom field, if another plugin provides it. */
  customField?: string;
  options?: unknown;
}

export type Attributes = Readonly<Record<string, Attribute>>;

export interface ComponentSchema {
  info?: { displayName?: string };
  attributes: Attributes;
}

export interface ContentTypeSchema {
  kind?: string;
  info: { singularName: string; pluralName: string; displayName?: string };
  options?: { draftAndPublish?: boolean };
  pluginOptions?: object;
  attributes: Attributes;
}

/** All schemas of a site, by unique identifier. */
export interface Schemas {
  contentTypes: Readonly<Record<string, ContentTypeSchema>>;
  components: Readonly<Record<string, ComponentSchema>>;
}

/** The value of an own key: names come from configuration, and `constructor` must not be found. */
export const ownValue = <Value>(
  object: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(object, key) ? object[key] : undefined);

export const contentTypeOf = (schemas: Schemas, uid: string): ContentTypeSchema | undefined =>
  ownValue(schemas.contentTypes, uid);

export const componentOf = (schemas: Schemas, uid: string): ComponentSchema | undefined =>
  ownValue(schemas.components, uid);

export const attributeOf = (attributes: Attributes, name: string): Attribute | undefined =>
  ownValue(attributes, name);

/** The fields of a content type or component; empty if it does not exist. */
export const attributesOf = (schemas: Schemas, uid: string): Attributes =>
  (contentTypeOf(schemas, uid) ?? componentOf(schemas, uid))?.attributes ?? {};

/** The content type or component that a field leads to; empty if there is none, or there are several. */
export const uidBehind = ({ type, component, target }: Attribute): string =>
  (type === 'component' ? component : target) ?? '';

/** The schema of a content type; undefined if it does not exist. */
export const schemaOf = (strapi: Core.Strapi, uid: string): ContentTypeSchema | undefined =>
  // `strapi.contentTypes` builds an object of all types at each access.
  strapi.contentType(uid as UID.ContentType) as unknown as ContentTypeSchema | undefined;

/** The fields of a content type or component as Strapi has them now; empty if it does not exist. */
export const modelAttributes = (strapi: Core.Strapi, uid: string): Attributes =>
  (strapi.getModel(uid as UID.Schema) as { attributes: Attributes } | undefined)?.attributes ?? {};

/** Whether entries of a type have a draft beside the published row. */
export const hasDrafts = (schema: ContentTypeSchema | undefined): boolean =>
  schema?.options?.draftAndPublish === true;

export const isLocalised = ({ pluginOptions }: { pluginOptions?: object }): boolean =>
  (pluginOptions as { i18n?: { localized?: boolean } } | undefined)?.i18n?.localized === true;

/** Whether a relation leads to several entries. */
export const isToMany = ({ relation }: Attribute): boolean => /Many$/.test(relation ?? '');

/** The attributes that everybody may see. */
export const visibleAttributes = ({ attributes }: ComponentSchema): [string, Attribute][] =>
  Object.entries(attributes).filter(
    ([, attribute]) => attribute.private !== true && attribute.type !== 'password',
  );

/** Whether dates of these sources are days without a time. Dates are in fields of the entries' own. */
export const hasDays = (
  strapi: Core.Strapi,
  sources: readonly { contentType: string; date?: readonly string[]; until?: readonly string[] }[],
): boolean =>
  sources.some(({ contentType, date = [], until = [] }) => {
    const { attributes = {} } = schemaOf(strapi, contentType) ?? {};
    return [...date, ...until].some((field) => attributes[field]?.type === 'date');
  });

/** Whether entries of a type exist in several locales. */
const isTypeLocalised = (strapi: Core.Strapi, uid: string): boolean =>
  isLocalised(schemaOf(strapi, uid) ?? {});

/** Whether a field of a localised type has a value of its own in each locale. */
export const isFieldLocalised = (strapi: Core.Strapi, uid: string, field = ''): boolean =>
  isLocalised(schemaOf(strapi, uid)?.attributes[field] ?? {});

/** The parts of Strapi's plugin "i18n" that are used here. */
export interface Internationalisation {
  service(name: 'locales'): {
    find: () => Promise<{ code: string }[]>;
    getDefaultLocale: () => Promise<string | null>;
  };
  service(name: 'iso-locales'): { getIsoLocales: () => { code: string }[] };
}

export const internationalisation = (strapi: Core.Strapi): Internationalisation | undefined =>
  strapi.plugin('i18n') as Internationalisation | undefined;

/** Code of Strapi's default locale; undefined without the plugin "i18n". */
export const defaultLocale = async (strapi: Core.Strapi): Promise<string | undefined> =>
  (await internationalisation(strapi)?.service('locales').getDefaultLocale()) ?? undefined;

/**
 * Code of the locale that the document service uses; undefined for types that are not localised.
 *
 * @param locale the requested locale; if there is none, Strapi uses its default locale
 */
export const documentLocale = async (
  strapi: Core.Strapi,
  uid: string,
  locale: unknown,
): Promise<string | undefined> => {
  if (!isTypeLocalised(strapi, uid)) return undefined;
  return typeof locale === 'string' && locale !== '' ? locale : defaultLocale(strapi);
};

/** Codes of the locales that a publication covers, possibly several; undefined for all locales. */
export const documentLocales = async (
  strapi: Core.Strapi,
  uid: string,
  locale: unknown,
): Promise<string[] | undefined> => {
  if (locale === '*' || !isTypeLocalised(strapi, uid)) return undefined;
  if (Array.isArray(locale)) return locale.map(String);
  return [(await documentLocale(strapi, uid, locale))!];
};

/** The type of a custom field; `customField` until the field's plugin is registered. */
const typeOfCustomField = (strapi: Core.Strapi, { customField = '' }: Attribute): string => {
  try {
    return strapi.get('custom-fields').get(customField).type;
  } catch {
    return 'customField';
  }
};

/**
 * Fields named in `privateAttributes` of a type or of the whole API. Fields that Strapi adds to every entry, and fields
 * of the plugin's own types, do not count: there the option only says what Strapi's API returns, and not what readers
 * may see.
 */
const privateNames = (uid: string, schema: { attributes: Attributes }): string[] => {
  if (uid.startsWith(`plugin::${PLUGIN_ID}.`)) return [];
  // Use a copy: Strapi caches the result for a schema, and a site may still change its schema in `register`.
  const copy = { ...schema } as never;
  const added = contentTypes.getNonVisibleAttributes(copy);
  return contentTypes.getPrivateAttributes(copy).filter((name) => !added.includes(name));
};

const resolveSchemas = <Schema extends { attributes: Attributes }>(
  strapi: Core.Strapi,
  schemas: Readonly<Record<string, Schema>>,
): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([uid, schema]) => {
      const hidden = privateNames(uid, schema);
      const attributes = Object.entries(schema.attributes).map(
        ([name, attribute]): [string, Attribute] => [
          name,
          {
            ...attribute,
            ...(attribute.type === 'customField' && { type: typeOfCustomField(strapi, attribute) }),
            ...(hidden.includes(name) && { private: true }),
          },
        ],
      );
      return [uid, { ...schema, attributes: Object.fromEntries(attributes) }];
    }),
  );

/**
 * The schemas of a site, with each custom field as the type it stores: Strapi replaces these types itself, but only
 * after all plugins are registered. Fields that are private by any setting are marked as private.
 */
export const siteSchemas = (strapi: Core.Strapi): Schemas => ({
  contentTypes: resolveSchemas(strapi, strapi.contentTypes as unknown as Schemas['contentTypes']),
  components: resolveSchemas(strapi, strapi.components as unknown as Schemas['components']),
});
