import type { Data, Public, Schema, UID } from '@strapi/strapi';

import type { LinkedEntry } from '../content/body-plan';

/** Keys that are written out: without index signatures such as `` `api::${string}` ``. */
type NamedKey<Registry> = keyof {
  [
    Key in keyof Registry as Record<never, never> extends Record<Key, unknown> ? never : Key
  ]: unknown;
} &
  string;

/** Content types the project has generated types of (`strapi ts:generate-types`); else none. */
export type KnownContentType = NamedKey<Public.ContentTypeSchemas> & UID.ContentType;

/** Components the project has generated types of; else none. */
export type KnownComponent = NamedKey<Public.ComponentSchemas> & UID.Component;

type KnownSchema = KnownContentType | KnownComponent;

type Kind = Schema.Attribute.Kind;

/** Fields of some kinds that front ends may see. */
type ShownField<U extends KnownSchema, K extends Kind> = Exclude<
  Schema.AttributeNamesByType<U, K>,
  Schema.AttributeNamesByType<U, K, { private: true }>
>;

type User = 'admin::user' | 'plugin::users-permissions.user';

/** Of a user, only names are shown. */
type FieldOf<U extends KnownSchema, K extends Kind> = U extends User
  ? Extract<ShownField<U, K>, `${string}${'name' | 'Name'}`>
  : ShownField<U, K>;

/** Fields that lead on: relations and components, of a user none. */
type Step<U extends KnownSchema> = U extends User ? never : ShownField<U, 'relation' | 'component'>;

type TargetOf<U extends KnownSchema, Name extends Step<U>> = Extract<
  Schema.Attribute.Target<Extract<Schema.AttributeByName<U, Name>, Schema.Attribute.Attribute>>,
  KnownSchema
>;

/** Fields of what a field leads to, as `author.name`. */
type FieldBehind<U extends KnownSchema, K extends Kind> = {
  [Name in Step<U>]: `${Name}.${FieldOf<TargetOf<U, Name>, K>}`;
}[Step<U>];

/** Fields two steps away, as `author.company.name`. */
type FieldFarther<U extends KnownSchema, K extends Kind> = {
  [Name in Step<U>]: `${Name}.${FieldBehind<TargetOf<U, Name>, K>}`;
}[Step<U>];

/** Fields three steps away, of which the first two are known here, and the rest is checked at start. */
type FieldFarthest<U extends KnownSchema> = {
  [Name in Step<U>]: `${Name}.${Step<TargetOf<U, Name>>}.${string}.${string}`;
}[Step<U>];

/** Own fields of some kinds; any text where the project has no generated types. */
export type OwnField<U extends string, K extends Kind> = U extends KnownContentType
  ? ShownField<U, K>
  : string;

/** Own fields of some kinds that are read and never shown: private ones as well. */
export type ReadField<U extends string, K extends Kind> = U extends KnownContentType
  ? Schema.AttributeNamesByType<U, K>
  : string;

/** Fields of some kinds, through relations and components too: `seo.metaDescription`. */
export type FieldThrough<U extends string, K extends Kind> = U extends KnownContentType
  ? ShownField<U, K> | FieldBehind<U, K> | FieldFarther<U, K> | FieldFarthest<U>
  : string;

/** An entry as `item` gets it. */
export type EntryOf<U extends string> = U extends KnownContentType
  ? Data.ContentType<U>
  : // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Nothing is known of its fields.
    Record<string, any>;

/** A component as a function gets it: what its relations lead to as public entries with title and address. */
type RenderedComponent<C extends KnownComponent> = Omit<
  Data.Component<C>,
  Schema.AttributeNamesByType<C, 'relation'>
> & { [Relation in Schema.AttributeNamesByType<C, 'relation'>]?: LinkedEntry[] };

/** Own HTML by component. */
export type ComponentRenderers = [KnownComponent] extends [never]
  ? // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Nothing is known of its fields.
    Record<string, (component: any) => string>
  : { [C in KnownComponent]?: (component: RenderedComponent<C>) => string };

/**
 * A path below `baseUrl` with names of fields in braces, with a final slash or without: listings, their
 * pages and feeds follow it.
 */
export type Address = `/${string}`;

/** One for each locale that is published, by its code. */
export type InLocales<Value> = Readonly<Record<string, Value>>;

export type OneOrMore<Value> = Value | readonly Value[];

export type Text = 'string' | 'text';
