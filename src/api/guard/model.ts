import { contentTypes, errors } from '@strapi/utils';

import { FILE_UID } from '../../constants';
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

/** What reading a query needs to know. */
export interface Reading {
  getModel: (uid: string) => Model | undefined;
  /** Moment that decides what is public; none while a query is only checked. */
  now?: Date;
  /** What may still be asked for: every relation is a join, every condition a parameter. */
  left: { conditions: number; relations: number };
}

/** Strapi's own, and nobody's business. */
const CREATORS = ['createdBy', 'updatedBy'];

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The error of a query that cannot be answered, with what to do instead. */
export const refuse = (path: string, message: string): never => {
  throw new errors.ValidationError(`${path}: ${message}`, { path });
};

/** An attribute of a model that readers may know of. */
export const publicAttribute = (model: Model, name: string): Attribute | undefined => {
  if (!Object.hasOwn(model.attributes, name) || CREATORS.includes(name)) return undefined;
  const isPrivate = contentTypes.isPrivateAttribute(model as never, name);
  return isPrivate ? undefined : model.attributes[name];
};

/** Names of the attributes readers may know of, of those a test takes. */
export const publicNames = (model: Model, test: (attribute: Attribute) => boolean): string[] =>
  Object.keys(model.attributes).filter((name) => {
    const attribute = publicAttribute(model, name);
    return attribute !== undefined && test(attribute);
  });

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
export const guardedTarget = (attribute: Attribute): GuardedUid | undefined => {
  const target = attribute.type === 'relation' ? attribute.target : undefined;
  return isGuarded(target) ? target : undefined;
};

/** Whether an attribute leads anywhere. */
export const isPopulatable = ({ type }: Attribute): boolean =>
  ['relation', 'media', 'component', 'dynamiczone'].includes(type);
