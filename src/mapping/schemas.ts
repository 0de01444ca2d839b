/** What is read of Strapi's schemas: objects as they are in `schema.json`, after Strapi completed them. */

/** A field of a content type or component. */
export interface Attribute {
  type: string;
  /** Content type a relation leads to; polymorphic relations have none. */
  target?: string;
  /** Kind of a relation, for example `manyToOne`. */
  relation?: string;
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
  /** Of a `uid`: the field it is made from. */
  targetField?: string;
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

export const hasDrafts = (schema: ContentTypeSchema): boolean =>
  schema.options?.draftAndPublish === true;

export const isLocalised = ({ pluginOptions }: ContentTypeSchema): boolean =>
  (pluginOptions as { i18n?: { localized?: boolean } } | undefined)?.i18n?.localized === true;

/** Whether a relation leads to several entries. */
export const isToMany = ({ relation }: Attribute): boolean => /Many$/.test(relation ?? '');

/** The attributes that may be shown to everybody. */
export const visibleAttributes = ({ attributes }: ComponentSchema): [string, Attribute][] =>
  Object.entries(attributes).filter(
    ([, attribute]) => attribute.private !== true && attribute.type !== 'password',
  );
