import type { Core } from '@strapi/strapi';
import { contentTypes, errors } from '@strapi/utils';
import type { Knex } from 'knex';

import { FILE_UID, ARTICLE_UID, TAG_UID } from '../../../lib/constants';
import type { Attribute, Attributes } from '../../../mapping/schemas';

/** A condition on entries, as Strapi's queries take it. */
type Filters = Record<string, unknown>;

/** Content types with rows that readers may not see. */
export type GuardedUid = typeof ARTICLE_UID | typeof TAG_UID;

export const isGuarded = (uid: unknown): uid is GuardedUid =>
  uid === ARTICLE_UID || uid === TAG_UID;

/** Null counts as false: rows may be older than the field. */
const falseOrNull = (field: string): Filters => ({
  $or: [{ [field]: { $eq: false } }, { [field]: { $null: true } }],
});

/** Condition for articles that lists show: those kept out of feeds only have their own page. */
export const LISTED_CONDITION = falseOrNull('keepOutOfFeeds');

/**
 * Conditions for rows that readers may see now.
 *
 * `id` is among them because Strapi joins relations from the left: without a related row every column is null, and "not
 * hidden" would be true of a missing row.
 */
export const visibleConditions = (model: Model, now: Date): Filters[] =>
  model.uid === TAG_UID
    ? [{ id: { $notNull: true } }, falseOrNull('hidden')]
    : [
        { id: { $notNull: true } },
        { publishedAt: { $notNull: true } },
        { date: { $lte: now } },
        // Imported rows may lack these, and could not be shown.
        { title: { $notNull: true } },
        { slug: { $notNull: true } },
      ];

/** A content type or component, as Strapi keeps its schema. */
export interface Model {
  uid: string;
  attributes: Attributes;
}

export type GetModel = (uid: string) => Model | undefined;

export const modelsOf =
  (strapi: Core.Strapi): GetModel =>
  (uid) =>
    strapi.getModel(uid as never) as Model | undefined;

/** A query or a part of one, by names. */
export type Query = Record<string, unknown>;

/** The part of Strapi's query builder that makes subqueries. */
export interface QueryBuilder {
  /** Name of the table in the statement. */
  alias: string;
  select: (column: string) => QueryBuilder;
  where: (where: Query) => QueryBuilder;
  getKnexQuery: () => Knex.QueryBuilder;
}

/** Fields that Strapi adds, which name users of the panel. */
const CREATOR_FIELDS = ['createdBy', 'updatedBy'];

/** Whether a value is a part of a query with parts of its own. A date is a value. */
export const isQuery = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Throws the error for a refused query, which says what may be requested. */
export const refuse = (path: string, message: string): never => {
  throw new errors.ValidationError(`${path}: ${message}`, { path });
};

/** Whether a parameter is missing or empty. */
export const isOmitted = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0);

/** Names of the public attributes that pass a test. */
export const publicNames = (model: Model, test: (attribute: Attribute) => boolean): string[] =>
  Object.keys(model.attributes).filter(
    (name) =>
      !CREATOR_FIELDS.includes(name) &&
      !contentTypes.isPrivateAttribute(model as never, name) &&
      test(model.attributes[name]!),
  );

/** Whether an attribute leads to entries of any type; each row then names its type. */
export const isMorph = ({ type, relation }: Attribute): boolean =>
  type === 'relation' && relation?.startsWith('morphTo') === true;

/** The type that an attribute leads to, if it is a single one. */
export const targetOf = ({ type, target, component }: Attribute): string | undefined => {
  if (type === 'relation') return target;
  if (type === 'media') return FILE_UID;
  return type === 'component' ? component : undefined;
};

/** The guarded type that an attribute leads to, if any. */
export const guardedTarget = (attribute: Attribute | undefined): GuardedUid | undefined => {
  const target = attribute?.type === 'relation' ? attribute.target : undefined;
  return isGuarded(target) ? target : undefined;
};

/** Whether an attribute leads anywhere. */
export const isPopulatable = ({ type }: Attribute): boolean =>
  ['relation', 'media', 'component', 'dynamiczone'].includes(type);
