import { contentTypes, errors } from '@strapi/utils';

import { FILE_UID } from '../../../constants';
import { type GuardedUid, isGuarded } from './visibility';

/** The part of an attribute's schema that tells where it leads. */
export interface Attribute {
  type: string;
  relation?: string;
  target?: string;
  component?: string;
  components?: string[];
}

/** A content type or component, as Strapi keeps its schema. */
export interface Model {
  uid: string;
  attributes: Record<string, Attribute>;
}

export type GetModel = (uid: string) => Model | undefined;

/** A query or a part of one, with names as keys. */
export type Query = Record<string, unknown>;

/** Fields that Strapi adds, which name users of the panel. */
const CREATORS = ['createdBy', 'updatedBy'];

export const isObject = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The error of a query that is not answered, with what may be asked. */
export const refuse = (path: string, message: string): never => {
  throw new errors.ValidationError(`${path}: ${message}`, { path });
};

/** Whether a parameter was left out, or left empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0);

/** Names of the attributes that readers may know of, of those that pass a test. */
export const publicNames = (model: Model, test: (attribute: Attribute) => boolean): string[] =>
  Object.keys(model.attributes).filter(
    (name) =>
      !CREATORS.includes(name) &&
      !contentTypes.isPrivateAttribute(model as never, name) &&
      test(model.attributes[name]!),
  );

/** Whether an attribute leads to any type at all, which each row names. */
export const isMorph = ({ type, relation }: Attribute): boolean =>
  type === 'relation' && relation?.startsWith('morphTo') === true;

/** The one type an attribute leads to. */
export const targetOf = ({ type, target, component }: Attribute): string | undefined => {
  if (type === 'relation') return target;
  if (type === 'media') return FILE_UID;
  return type === 'component' ? component : undefined;
};

/** The guarded type an attribute leads to. */
export const guardedTarget = (attribute: Attribute | undefined): GuardedUid | undefined => {
  const target = attribute?.type === 'relation' ? attribute.target : undefined;
  return isGuarded(target) ? target : undefined;
};

/** Whether an attribute leads anywhere. */
export const isPopulatable = ({ type }: Attribute): boolean =>
  ['relation', 'media', 'component', 'dynamiczone'].includes(type);
