import { contentTypes } from '@strapi/utils';

import { ARTICLE_UID, TAG_UID } from '../../../lib/constants';
import type { Attribute } from '../../../mapping/schemas';
import {
  type GuardedUid,
  isOmitted,
  isQuery,
  type Model,
  namesIn,
  type Query,
  refuse,
} from './model';

/** Fields by which articles and tags may be filtered. */
const FILTER_FIELDS: Record<GuardedUid, string[]> = {
  [ARTICLE_UID]: ['documentId', 'slug', 'locale', 'date', 'tags'],
  [TAG_UID]: ['documentId', 'slug', 'locale', 'name'],
};

/** Fields by which what leads to them may be filtered. */
const RELATED_FIELDS: Record<GuardedUid, string[]> = {
  [ARTICLE_UID]: ['documentId', 'slug'],
  [TAG_UID]: ['documentId', 'slug', 'name'],
};

/** Fields by which they may be sorted. */
const SORT_FIELDS: Record<GuardedUid, string[]> = {
  [ARTICLE_UID]: ['date', 'title'],
  [TAG_UID]: ['name', 'title'],
};

/** Parameters of Strapi that are refused; others that it does not know are ignored, for example a preview token. */
const REFUSED = ['_q', 'publicationFilter', 'hasPublishedVersion'];

const PARAMETERS = ['filters', 'sort', 'fields', 'populate', 'pagination', 'locale'];

/** Most entries in a page, each with its whole text. */
const MAXIMUM_PAGE_SIZE = 50;

/** Most entries before a page: a database reads past each. */
const MAXIMUM_START = 5_000;

/** Most values of one condition. */
const MAXIMUM_VALUES = 20;

/** Fields that Strapi adds, which name users of the panel. */
const CREATOR_FIELDS = ['createdBy', 'updatedBy'];

/** Whether PostgreSQL would fail on a text. */
export const isImpossible = (text: unknown): boolean => String(text).includes('\0');

const readText = (value: unknown, path: string): string =>
  ['string', 'number', 'boolean'].includes(typeof value) && !isImpossible(value)
    ? String(value)
    : refuse(path, 'expected a text without the character U+0000.');

/** Reads the condition "equal to" a text, or to one of a list. */
const readEquality = (given: unknown, path: string): Query => {
  const condition = isQuery(given) ? given : { [Array.isArray(given) ? '$in' : '$eq']: given };
  const [[operator, value] = [], ...others] = Object.entries(condition);
  if ((operator !== '$eq' && operator !== '$in') || others.length > 0) {
    return refuse(path, `is compared with $eq, or $in and a list of at most ${MAXIMUM_VALUES}.`);
  }
  const values = [value].flat();
  if (values.length === 0 || values.length > MAXIMUM_VALUES) {
    return refuse(path, `expected a list of 1 to ${MAXIMUM_VALUES}.`);
  }
  const texts = values.map((one) => readText(one, path));
  return operator === '$eq' && texts.length === 1 ? { $eq: texts[0] } : { $in: texts };
};

const readDate = (value: unknown, path: string): string => {
  const date = value instanceof Date || typeof value === 'string' ? new Date(value) : new Date(NaN);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999
    ? date.toISOString()
    : refuse(path, 'expected a date, for example 2026-01-31T12:00:00Z.');
};

/** Reads the limits of a date. */
const readDateRange = (given: unknown, path: string): Query => {
  const limits = isQuery(given) ? Object.entries(given) : [];
  const isKnown = limits.every(([operator]) => ['$gt', '$gte', '$lt', '$lte'].includes(operator));
  if (!isKnown || limits.length === 0) refuse(path, 'is compared with $gt, $gte, $lt and $lte.');
  return Object.fromEntries(limits.map(([operator, value]) => [operator, readDate(value, path)]));
};

/** Reads a condition on related articles or tags: on one field. */
export const readRelated = (uid: GuardedUid, given: unknown, path: string): Query => {
  const [[name, value] = [''], ...others] = isQuery(given) ? Object.entries(given) : [];
  const names = RELATED_FIELDS[uid];
  return names.includes(name) && others.length === 0
    ? { [name]: readEquality(value, `${path}[${name}]`) }
    : refuse(path, `is asked for by one of ${names.join(', ')}, with $eq or $in.`);
};

const readCondition = (uid: GuardedUid, name: string, value: unknown, path: string): Query => {
  const names = FILTER_FIELDS[uid];
  if (!names.includes(name)) refuse(path, `cannot be filtered by. Use ${names.join(', ')}.`);
  if (name === 'date') return readDateRange(value, path);
  return name === 'tags' ? readRelated(TAG_UID, value, path) : readEquality(value, path);
};

/** Reads conditions that must all hold, each field once: a second condition on a relation would be a second join. */
const readFilters = (uid: GuardedUid, given: unknown): Query[] => {
  const found = new Map<string, Query>();
  const read = (part: unknown, path: string): void => {
    if (isOmitted(part)) return;
    if (Array.isArray(part)) return part.forEach((one, at) => read(one, `${path}[${at}]`));
    if (!isQuery(part)) return refuse(path, 'expected a filter, for example [slug][$eq]=my-slug.');
    for (const [name, value] of Object.entries(part)) {
      const here = `${path}[${name}]`;
      if (name === '$and' && Array.isArray(value)) {
        read(value, here);
        continue;
      }
      if (found.has(name)) refuse(here, 'is asked for twice. Use $in and a list.');
      found.set(name, { [name]: readCondition(uid, name, value, here) });
    }
  };
  read(given, 'filters');
  return [...found.values()];
};

/** The order: of one field, with the id to make it total. For articles, an index has it. */
const readSort = (uid: GuardedUid, given: unknown): Query[] => {
  const [asked = '', ...others] = namesIn(given) ?? [];
  const [name = '', order = 'asc'] = asked.split(':');
  const fields = SORT_FIELDS[uid];
  if (others.length > 0) refuse('sort', `expected one field: ${fields.join(' or ')}.`);
  return fields.includes(name) && ['asc', 'desc'].includes(order.toLowerCase())
    ? [{ [name]: order.toLowerCase() }, { id: order.toLowerCase() }]
    : refuse('sort', `cannot sort by "${name}". Use ${fields.join(', ')}, with :asc or :desc.`);
};

/** Whether an attribute leads anywhere. */
const isPopulatable = ({ type }: Attribute): boolean =>
  ['relation', 'media', 'component', 'dynamiczone'].includes(type);

/** Names of the public attributes that pass a test. */
const publicNames = (model: Model, test: (attribute: Attribute) => boolean): string[] =>
  Object.keys(model.attributes).filter(
    (name) =>
      !CREATOR_FIELDS.includes(name) &&
      !contentTypes.isPrivateAttribute(model as never, name) &&
      test(model.attributes[name]!),
  );

const readFields = (model: Model, given: unknown): string[] => {
  const fields = ['id', 'documentId', ...publicNames(model, (field) => !isPopulatable(field))];
  const names = namesIn(given) ?? refuse('fields', 'expected names.');
  const unknown = names.find((name) => !fields.includes(name));
  return unknown === undefined
    ? names
    : refuse('fields', `there is no field "${unknown}". Use ${fields.join(', ')}.`);
};

/**
 * Checks how a relation is populated: whole, or with some fields, which Strapi checks.
 *
 * @returns the options, without filters if they may be there: those of a query that was narrowed before
 */
export const readRelation = (given: unknown, path: string, mayHaveFilters = false): Query => {
  if (given === true || given === 'true') return {};
  if (!isQuery(given)) return refuse(path, 'expected true, or fields.');
  const { fields, filters, ...others } = given;
  if (!mayHaveFilters) others.filters = filters;
  const other = Object.keys(others).find((name) => !isOmitted(others[name]));
  if (other !== undefined) refuse(`${path}[${other}]`, 'cannot be used. Use true, or fields.');
  return isOmitted(fields) ? {} : { fields };
};

const readPopulate = (model: Model, given: unknown): Query => {
  const known = publicNames(model, isPopulatable);
  const named = namesIn(given)?.map((name) => [name, true] as const);
  const all =
    named ?? (isQuery(given) ? Object.entries(given) : refuse('populate', 'expected names.'));
  const asked = all.filter(([, value]) => value !== false && value !== 'false');
  return Object.fromEntries(
    asked.map(([name, value]) => {
      const path = `populate[${name}]`;
      if (!known.includes(name)) {
        refuse(path, `cannot be populated. Use ${known.join(', ')}, by name.`);
      }
      const options = readRelation(value, path);
      return [name, isOmitted(options) ? true : options];
    }),
  );
};

const readInteger = (value: unknown, path: string, least: number, most: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most
    ? number
    : refuse(path, `expected a whole number from ${least} to ${most}.`);
};

/** Page numbers and sizes among other keys; those not given are left out. */
const readPage = (given: Query, path: (name: string) => string): Query => {
  const size = isOmitted(given.pageSize) ? MAXIMUM_PAGE_SIZE : Number(given.pageSize);
  const limits: Record<string, [least: number, most: number]> = {
    pageSize: [1, MAXIMUM_PAGE_SIZE],
    limit: [1, MAXIMUM_PAGE_SIZE],
    start: [0, MAXIMUM_START],
    page: [1, Math.floor(MAXIMUM_START / size) + 1],
  };
  return Object.fromEntries(
    Object.entries(limits)
      .filter(([name]) => !isOmitted(given[name]))
      .map(([name, [least, most]]) => [name, readInteger(given[name], path(name), least, most)]),
  );
};

const readPagination = (given: unknown): Query => {
  if (!isQuery(given)) return refuse('pagination', 'expected pagination[page] and the like.');
  const { withCount } = given;
  const page = readPage(given, (name) => `pagination[${name}]`);
  return withCount === undefined ? page : { ...page, withCount };
};

/**
 * Reads a visitor's query of articles or tags. It accepts only what an index answers, so that no query can block a
 * server or reveal hidden entries.
 *
 * @throws ValidationError that names what is refused, and what may be requested
 */
export const readQuery = (model: Model, query: Query): Query => {
  const uid = model.uid as GuardedUid;
  const refused = REFUSED.find((name) => !isOmitted(query[name]));
  if (refused) refuse(refused, `cannot be used. Use ${PARAMETERS.join(', ')}.`);
  const read: Query = readPage(query, (name) => name);
  const set = (name: string, reader: (given: unknown) => unknown): void => {
    if (!isOmitted(query[name])) read[name] = reader(query[name]);
  };
  set('filters', (given) => ({ $and: readFilters(uid, given) }));
  set('sort', (given) => readSort(uid, given));
  set('fields', (given) => readFields(model, given));
  set('populate', (given) => readPopulate(model, given));
  set('pagination', readPagination);
  set('locale', (given) =>
    typeof given === 'string' && !isImpossible(given)
      ? given
      : refuse('locale', 'expected the code of a language.'),
  );
  return read;
};
