import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { FILE_UID, ARTICLE_UID, TAG_UID } from '../../../lib/constants';
import type { Attribute, Attributes } from '../../../mapping/schemas';

/** Content types with rows that readers may not see. */
export const GUARDED_UIDS = [ARTICLE_UID, TAG_UID] as const;

export type GuardedUid = (typeof GUARDED_UIDS)[number];

export const isGuarded = (uid: unknown): uid is GuardedUid =>
  uid === ARTICLE_UID || uid === TAG_UID;

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

/** Whether an attribute leads to entries of any type; each row then names its type. */
export const isMorph = ({ type, relation }: Attribute): boolean =>
  type === 'relation' && relation?.startsWith('morphTo') === true;

/** The type that an attribute leads to, if it is a single one. */
export const targetOf = ({ type, target, component }: Attribute): string | undefined => {
  if (type === 'relation') return target;
  if (type === 'media') return FILE_UID;
  return type === 'component' ? component : undefined;
};

/** Names separated by commas, in a list, or both; undefined for anything else. */
export const namesIn = (given: unknown): string[] | undefined => {
  const parts = [given].flat();
  return parts.every((part) => typeof part === 'string')
    ? parts.flatMap((part) => part.split(',').map((name) => name.trim())).filter(Boolean)
    : undefined;
};
