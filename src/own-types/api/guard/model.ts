import type { Core } from '@strapi/strapi';
import { contentTypes, errors } from '@strapi/utils';
import { DateTime } from 'luxon';

import { FILE_UID, ARTICLE_UID, PLUGIN_ID, TAG_UID } from '../../../lib/constants';
import type { Attribute, Attributes } from '../../../mapping/schemas';

/** A condition on entries, as Strapi's queries take it. */
type Filters = Record<string, unknown>;

/** Content types of which not every row is for readers. */
export type GuardedUid = typeof ARTICLE_UID | typeof TAG_UID;

export const isGuarded = (uid: unknown): uid is GuardedUid =>
  uid === ARTICLE_UID || uid === TAG_UID;

/** Of a field of our own Article that a mapping takes for a date, how it compares with now in what is public. */
export interface SpanOption {
  comparedWithNow?: '$lte' | '$gt';
  /** In which time zone its days begin, of rows of the locales named, and of all others. */
  timeZones?: () => { locale?: string; timeZone: string }[];
}

const spanOf = ({ pluginOptions }: { pluginOptions?: object }): SpanOption =>
  (pluginOptions as Record<string, SpanOption> | undefined)?.[PLUGIN_ID] ?? {};

/** How a field compares with now; undefined of one that is no such date. */
export const comparedWithNow = (attribute: { pluginOptions?: object }) =>
  spanOf(attribute).comparedWithNow;

/** Null counts as no: rows may be older than the field. */
const isNot = (field: string): Filters => ({
  $or: [{ [field]: { $eq: false } }, { [field]: { $null: true } }],
});

/** Leaves articles that lists show: those kept out of feeds have only their own page. */
export const LISTED = isNot('keepOutOfFeeds');

/**
 * What further dates have to say, of which a mapping tells: that an article comes, or that it has ended. Without one,
 * neither is so.
 */
const spanned = ({ attributes }: Model, now: Date): Filters[] =>
  Object.entries(attributes).flatMap(([name, attribute]) => {
    const { comparedWithNow: operator, timeZones } = spanOf(attribute);
    if (!operator) return [];
    if (attribute.type !== 'date' || !timeZones) {
      return { $or: [{ [name]: { $null: true } }, { [name]: { [operator]: now } }] };
    }
    const zones = timeZones();
    const codes = zones.flatMap(({ locale }) => locale ?? []);
    const days = zones.map(({ locale, timeZone }): Filters => {
      const day = {
        [name]: { [operator]: DateTime.fromJSDate(now, { zone: timeZone }).toISODate() },
      };
      if (locale !== undefined) return { $and: [{ locale }, day] };
      if (codes.length === 0) return day;
      return { $and: [{ $or: [{ locale: { $notIn: codes } }, { locale: { $null: true } }] }, day] };
    });
    return { $or: [{ [name]: { $null: true } }, ...days] };
  });

/**
 * What the rows that readers may see now fulfil.
 *
 * `id` is among it since Strapi joins relations from the left: where nothing is related, every column
 * is null, and "not hidden" would be true of nothing at all.
 */
export const visible = (model: Model, now: Date): Filters[] =>
  model.uid === TAG_UID
    ? [{ id: { $notNull: true } }, isNot('hidden')]
    : [
        { id: { $notNull: true } },
        { publishedAt: { $notNull: true } },
        { date: { $lte: now } },
        // Rows of an import may lack them, and could not be shown.
        { title: { $notNull: true } },
        { slug: { $notNull: true } },
        ...spanned(model, now),
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
