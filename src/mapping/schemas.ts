import type { Core, UID } from '@strapi/strapi';

/** The API or plugin a content type is part of: `news` of `api::news.article`. */
const ownerOf = (uid: string): string => /::([^.]+)\./.exec(uid)?.[1] ?? uid;

/** A content type as people call it. */
export const nameOf = (schemas: Schemas, uid: string): string => {
  const info = contentTypeOf(schemas, uid)?.info;
  return info?.displayName ?? info?.singularName ?? uid;
};

/**
 * Content types as people call them. Types of one name are told apart by the API or plugin they are part
 * of: "Article (news)".
 */
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

/** Whether a content type holds people with accounts, of whom nothing but a name is shown. */
export const isUserType = (contentType: string): boolean => USERS.has(contentType);

/** Strapi's own; a site's and a plugin's types can be published. */
const isInternal = (uid: string): boolean => /^(?:admin|strapi)::|^plugin::upload\./.test(uid);

/** Whether entries of a content type can be pages: neither Strapi's own nor people. */
export const canBePages = (uid: string, { pluginOptions }: ContentTypeSchema): boolean => {
  const manager = (pluginOptions as { 'content-manager'?: { visible?: boolean } } | undefined)?.[
    'content-manager'
  ];
  return manager?.visible !== false && !isUserType(uid) && !isInternal(uid);
};

/** Whether entries of a content type can be in feeds, or be topics: the same, and several. */
export const isPublishable = (uid: string, schema: ContentTypeSchema): boolean =>
  schema.kind !== 'singleType' && canBePages(uid, schema);

/** Why the entries that a relation leads to cannot be topics, or authors; undefined when they can. */
export const refuseTopics = (
  { target, relation = '' }: Attribute,
  name: string,
): string | undefined => {
  if (target === undefined || relation.startsWith('morph')) {
    return `The field "${name}" leads to entries of any type.`;
  }
  return isUserType(target) ? `The field "${name}" leads to users.` : undefined;
};

/** What is read of Strapi's schemas: objects as they are in `schema.json`, after Strapi completed them. */

/** A field of a content type or component. */
export interface Attribute {
  type: string;
  /** Content type a relation leads to; polymorphic relations have none. */
  target?: string;
  /** Kind of a relation, for example `manyToOne`. */
  relation?: string;
  /** Field on the other side of a relation of both sides: the first where this side has the table, else the second. */
  inversedBy?: string;
  mappedBy?: string;
  /** Component of a field of the type `component`. */
  component?: string;
  repeatable?: boolean;
  /** Components of a dynamic zone. */
  components?: readonly string[];
  /** Whether a media field holds several files. */
  multiple?: boolean;
  /** Of a media field: `images`, `videos`, `audios`, `files`. */
  allowedTypes?: readonly string[] | null;
  private?: boolean;
  pluginOptions?: object;
  /** Of an enumeration: its values. */
  enum?: readonly string[];
  /** Of a `uid`: the field it is made from. */
  targetField?: string;
  /** Of a text: what it may be. */
  minLength?: number;
  maxLength?: number;
  regex?: RegExp | string;
  /** Which custom field it is, where a plugin of the site draws it. */
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

/** The value of an own key: names come from configuration, and `constructor` is no field. */
const ownValue = <Value>(
  object: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(object, key) ? object[key] : undefined);

export const contentTypeOf = (schemas: Schemas, uid: string): ContentTypeSchema | undefined =>
  ownValue(schemas.contentTypes, uid);

export const componentOf = (schemas: Schemas, uid: string): ComponentSchema | undefined =>
  ownValue(schemas.components, uid);

export const attributeOf = (attributes: Attributes, name: string): Attribute | undefined =>
  ownValue(attributes, name);

/** The fields of a content type; none of one that is not there. */
export const attributesOf = (schemas: Schemas, uid: string): Attributes =>
  contentTypeOf(schemas, uid)?.attributes ?? {};

/** The fields of what a relation or a component leads to; none of what is not there. */
export const attributesBehind = (
  schemas: Schemas,
  { type, component = '', target = '' }: Attribute,
): Attributes =>
  type === 'component'
    ? (componentOf(schemas, component)?.attributes ?? {})
    : attributesOf(schemas, target);

/** The schema of a content type; undefined of one that is not there. */
export const schemaOf = (strapi: Core.Strapi, uid: string): ContentTypeSchema | undefined =>
  // `contentTypes` makes an object of all of them each time.
  strapi.contentType(uid as UID.ContentType) as unknown as ContentTypeSchema | undefined;

/** Whether entries of a type have a draft beside what is published. */
export const hasDrafts = (schema: ContentTypeSchema | undefined): boolean =>
  schema?.options?.draftAndPublish === true;

export const isLocalised = ({ pluginOptions }: { pluginOptions?: object }): boolean =>
  (pluginOptions as { i18n?: { localized?: boolean } } | undefined)?.i18n?.localized === true;

/** Whether a relation leads to several entries. */
export const isToMany = ({ relation }: Attribute): boolean => /Many$/.test(relation ?? '');

/** The attributes that may be shown to everybody. */
export const visibleAttributes = ({ attributes }: ComponentSchema): [string, Attribute][] =>
  Object.entries(attributes).filter(
    ([, attribute]) => attribute.private !== true && attribute.type !== 'password',
  );

/** Whether the dates of some entries of sources are days without a time, or may be. */
export const hasDays = (
  strapi: Core.Strapi,
  sources: readonly { contentType: string; date?: readonly string[]; until?: readonly string[] }[],
): boolean =>
  sources.some(({ contentType, date, until }) => {
    const { attributes = {} } = schemaOf(strapi, contentType) ?? {};
    return [date, until].some(
      (path = []) => path.length > 1 || attributes[path[0] ?? '']?.type === 'date',
    );
  });
