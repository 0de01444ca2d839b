import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, TAG_UID } from '../../../lib/constants';
import { linksOf } from '../../../catalogue/links';
import {
  type GetModel,
  guardedTarget,
  type GuardedUid,
  isOmitted,
  isQuery,
  isPopulatable,
  type Model,
  modelsOf,
  publicNames,
  type Query,
  type QueryBuilder,
  refuse,
  visibleConditions,
} from './model';
import {
  populatedNames,
  readBoolean,
  readDateRange,
  readEquality,
  readInteger,
  readNames,
  readText,
} from './values';

/** Narrows a query to what readers may see. */
export interface Narrowing {
  /** Moment that decides what is public. */
  now: Date;
  strapi: Core.Strapi;
  /** Makes the condition for what lists show, given the others; undefined if the query is not for a list. */
  listed?: (others: Query[]) => Query;
}

/**
 * Wraps a condition so that no database uses its index to walk a table: SQLite keeps no statistics, and would sort all
 * articles rather than skip some in the order of an index.
 */
const withoutIndex = (condition: Query): Query => ({
  $or: [condition, { id: { $in: [] } }],
});

/**
 * The condition that an entry is related to one that meets another condition.
 *
 * It is written as ids of entries, which are found once. SQLite would walk Strapi's left join for each entry: counting
 * the entries of a tag took a tenth of a second with 30,000.
 */
const relatedTo = (
  { strapi }: Narrowing,
  { uid }: Model,
  relation: string,
  where: Query,
): Query => {
  const [link] = linksOf(strapi, uid, relation);
  // The link is a column in the row of the related entry.
  if (!link) return { [relation]: where };
  const { db } = strapi;
  const targets = (db.queryBuilder(link.target) as unknown as QueryBuilder)
    .select('id')
    .where(where);
  const ids = db
    .getConnection(link.table)
    .select(link.from)
    .where(link.where)
    .whereIn(link.to, targets.getKnexQuery());
  // Strapi accepts subqueries here, as in its own filters by publication.
  return withoutIndex({ id: { $in: ids } });
};

/** Fields by which articles and tags may be filtered. */
const FILTER_FIELDS: Record<GuardedUid, string[]> = {
  [ARTICLE_UID]: ['documentId', 'slug', 'locale'],
  [TAG_UID]: ['documentId', 'slug', 'name', 'locale'],
};

/** Fields by which they may be sorted. */
const SORT_FIELDS: Record<GuardedUid, string[]> = {
  [ARTICLE_UID]: ['date', 'title'],
  [TAG_UID]: ['name', 'title'],
};

/** Most entries in a page, each with its whole text. */
const MAXIMUM_PAGE_SIZE = 50;

/** Most entries before a page: a database reads past each. */
const MAXIMUM_START = 5_000;

/** Most names of fields in a parameter. */
const MAXIMUM_NAMES = 100;

/** Most groups and conditions in a filter: GraphQL puts each condition into a group of its own. */
const MAXIMUM_FILTER_PARTS = 20;

/** Reads a condition on related articles or tags. */
export const readRelatedFilter = (
  model: Model,
  relation: string,
  given: unknown,
  path: string,
  narrowing?: Narrowing,
): Query => {
  const uid = guardedTarget(model.attributes[relation])!;
  const names = FILTER_FIELDS[uid].filter((name) => name !== 'locale');
  const entries = isQuery(given) ? Object.entries(given) : [];
  const [[name, value] = ['', undefined], ...others] = entries;
  if (!names.includes(name) || others.length > 0) {
    return refuse(path, `is asked for by one of ${names.join(', ')}, with $eq or $in.`);
  }
  const asked = { [name]: readEquality(value, `${path}[${name}]`) };
  return narrowing
    ? relatedTo(narrowing, model, relation, {
        $and: [asked, ...visibleConditions(modelsOf(narrowing.strapi)(uid)!, narrowing.now)],
      })
    : { [relation]: asked };
};

const readCondition = (
  model: Model,
  name: string,
  value: unknown,
  path: string,
  narrowing?: Narrowing,
): Query => {
  const uid = model.uid as GuardedUid;
  const isArticle = uid === ARTICLE_UID;
  if (FILTER_FIELDS[uid].includes(name)) return { [name]: readEquality(value, path) };
  if (isArticle && name === 'date') return { date: readDateRange(value, path) };
  if (isArticle && name === 'tags') return readRelatedFilter(model, name, value, path, narrowing);
  const names = [...FILTER_FIELDS[uid], ...(isArticle ? ['date', 'tags'] : [])];
  return refuse(path, `cannot be filtered by. Use ${names.join(', ')}.`);
};

/** Reads conditions that must all hold, each field once: a second condition on a relation would be a second join. */
const readFilters = (
  model: Model,
  given: unknown,
  path: string,
  narrowing?: Narrowing,
): Query[] => {
  const found = new Map<string, Query>();
  let parts = 0;
  const read = (part: unknown, place: string): void => {
    parts += 1;
    if (parts > MAXIMUM_FILTER_PARTS)
      refuse(place, `a filter has at most ${MAXIMUM_FILTER_PARTS} parts.`);
    if (isOmitted(part)) return;
    if (Array.isArray(part)) return part.forEach((one, at) => read(one, `${place}[${at}]`));
    if (!isQuery(part)) refuse(place, `expected a filter, for example ${path}[slug][$eq]=my-slug.`);
    for (const [name, value] of Object.entries(part as Query)) {
      const here = `${place}[${name}]`;
      if (name === '$and' && typeof value === 'object') {
        read(isQuery(value) ? Object.values(value) : value, here);
        continue;
      }
      if (found.has(name)) refuse(here, 'is asked for twice. Use $in and a list.');
      found.set(name, readCondition(model, name, value, here, narrowing));
    }
  };
  read(given, path);
  return [...found.values()];
};

/** The sort fields with their directions, in any form that Strapi accepts. */
export const sortedFields = (given: unknown, path: string): [name: string, order: string][] => {
  if (Array.isArray(given)) {
    if (given.length > MAXIMUM_FILTER_PARTS)
      return refuse(path, `expected at most ${MAXIMUM_FILTER_PARTS} fields.`);
    return given.flatMap((part: unknown) => sortedFields(part, path));
  }
  if (isQuery(given)) {
    const isList = Object.keys(given).every((key) => /^\d+$/.test(key));
    if (isList) return sortedFields(Object.values(given), path);
    return Object.entries(given).flatMap(([name, value]): [string, string][] =>
      isQuery(value)
        ? sortedFields(value, path).map(([rest, order]) => [`${name}.${rest}`, order])
        : [[name, readText(value, path)]],
    );
  }
  return readNames(given, path, MAXIMUM_FILTER_PARTS).map((part) => {
    const [name = '', order = 'asc'] = part.split(':');
    return [name, order];
  });
};

const readSort = (uid: GuardedUid, given: unknown, path: string): Query[] =>
  sortedFields(given, path).map(([name, order]) => {
    const isKnown = SORT_FIELDS[uid].includes(name) && /^(?:asc|desc)$/i.test(order);
    return isKnown
      ? { [name]: order.toLowerCase() }
      : refuse(
          path,
          `cannot sort by "${name}". Use ${SORT_FIELDS[uid].join(', ')}, :asc or :desc.`,
        );
  });

/** Fields to return; undefined for all. */
const readFields = (model: Model, given: unknown, path: string): string[] | undefined => {
  if (isOmitted(given)) return undefined;
  const names = readNames(given, path, MAXIMUM_NAMES);
  if (names.includes('*')) return undefined;
  const fields = ['id', 'documentId', ...publicNames(model, (field) => !isPopulatable(field))];
  const unknown = names.find((name) => !fields.includes(name));
  return unknown === undefined
    ? [...new Set(names)]
    : refuse(path, `there is no field "${unknown}". Use ${fields.join(', ')}.`);
};

/** A condition as text, the same whether or not it came in a query string, and without the moment it compares with. */
const conditionText = (condition: unknown): string =>
  JSON.stringify(condition, (name, value: unknown) => {
    if (name === '$lte' || name === '$gt') return '';
    return typeof value === 'boolean' ? String(value) : value;
  });

/**
 * Removes the narrowing from filters: a controller of the site may pass an already sanitised query to Strapi's actions,
 * which narrow it again.
 */
const withoutNarrowing = (model: Model, filters: unknown): unknown => {
  const parts = isQuery(filters) ? Object.values({ ...(filters.$and as object | undefined) }) : [];
  const narrowing = visibleConditions(model, new Date(0)).map(conditionText);
  const start = parts.length - narrowing.length;
  const isNarrowed = narrowing.every((text, at) => text === conditionText(parts[start + at]));
  return isNarrowed ? { ...(filters as Query), $and: parts.slice(0, start) } : filters;
};

const isTrue = (value: unknown): boolean =>
  value === true || value === '*' || value === 'true' || (isQuery(value) && isOmitted(value));

/** Reads how a relation is populated: with which fields; for articles and tags also which entries, in which order. */
export const readPopulateOptions = (
  uid: GuardedUid | undefined,
  model: Model | undefined,
  given: unknown,
  path: string,
  narrowing?: Narrowing,
): unknown => {
  const asked: Query = isQuery(given) ? given : {};
  const known = ['fields', ...(uid ? ['sort', 'filters'] : [])];
  const other = Object.keys(asked).find((name) => !known.includes(name) && !isOmitted(asked[name]));
  if (other !== undefined) refuse(`${path}[${other}]`, `cannot be used. Use ${known.join(', ')}.`);
  if (!isQuery(given) && !isTrue(given)) refuse(path, 'expected true, or fields.');
  const { fields, sort } = asked;
  const named = model && readFields(model, fields, `${path}[fields]`);
  const filters = uid && model && withoutNarrowing(model, asked.filters);
  const conditions =
    model && !isOmitted(filters) ? readFilters(model, filters, `${path}[filters]`, narrowing) : [];
  if (uid && model && narrowing) conditions.push(...visibleConditions(model, narrowing.now));
  const read = {
    ...(named && { fields: named }),
    ...(uid && !isOmitted(sort) && { sort: readSort(uid, sort, `${path}[sort]`) }),
    ...(conditions.length > 0 && { filters: { $and: conditions } }),
  };
  return Object.keys(read).length > 0 ? read : true;
};

const readPopulate = (
  getModel: GetModel,
  model: Model,
  given: unknown,
  narrowing?: Narrowing,
): Query => {
  const names = publicNames(model, isPopulatable);
  const asked = populatedNames(given, 'populate') ?? { '*': true };
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]): [string, unknown][] => {
      const path = `populate[${name}]`;
      if (value === false || value === 'false') return [];
      if (!names.includes(name)) {
        return refuse(path, `cannot be populated. Use ${names.join(', ')}, by name.`);
      }
      const attribute = model.attributes[name]!;
      const target = attribute.target ?? (attribute.type === 'media' ? 'plugin::upload.file' : '');
      const read = readPopulateOptions(
        guardedTarget(attribute),
        getModel(target),
        value,
        path,
        narrowing,
      );
      return [[name, read]];
    }),
  );
};

/** Page numbers and sizes among other keys; those not given are left out. */
const readPage = (given: Query, path: string): Query => {
  const read = (name: string, least: number, most: number): Query =>
    isOmitted(given[name])
      ? {}
      : { [name]: readInteger(given[name], path ? `${path}[${name}]` : name, least, most) };
  const page = {
    ...read('pageSize', 1, MAXIMUM_PAGE_SIZE),
    ...read('limit', 1, MAXIMUM_PAGE_SIZE),
    ...read('start', 0, MAXIMUM_START),
  } as { pageSize?: number; limit?: number; start?: number };
  const most = Math.floor(MAXIMUM_START / (page.pageSize ?? MAXIMUM_PAGE_SIZE)) + 1;
  return { ...page, ...read('page', 1, most) };
};

const readPagination = (given: unknown): Query => {
  if (!isQuery(given)) return refuse('pagination', 'expected pagination[page] and the like.');
  const { withCount } = given;
  return {
    ...readPage(given, 'pagination'),
    ...(isOmitted(withCount) ? {} : { withCount: readBoolean(withCount, 'pagination[withCount]') }),
  };
};

/** The order of a query. For articles it is one that an index has, with the id to make it total. */
const readOrder = (uid: GuardedUid, given: unknown, narrowing?: Narrowing): Query[] => {
  // The newest first: unlike Strapi's order by id, an index has it.
  const byDefault = uid === ARTICLE_UID && narrowing?.listed ? [{ date: 'desc' }] : [];
  const sort = isOmitted(given) ? byDefault : readSort(uid, given, 'sort');
  if (uid !== ARTICLE_UID || sort.length === 0) return sort;
  const [first] = sort;
  if (sort.length > 1) refuse('sort', `expected one field: ${SORT_FIELDS[uid].join(' or ')}.`);
  return narrowing ? [first!, { id: Object.values(first!)[0] }] : sort;
};

/** Whether filters ask for one article by its slug. Those kept out of lists have their own page, so they are found. */
const isForOneArticle = (uid: GuardedUid, filters: Query[]): boolean =>
  uid === ARTICLE_UID && filters.some(({ slug }) => isQuery(slug) && slug.$eq !== undefined);

/**
 * Reads a visitor's query of articles or tags. It accepts only what an index answers, so that no query can block a
 * server or reveal hidden entries.
 *
 * @param narrowing what the query is narrowed by; without it the query is only checked
 * @throws ValidationError that names what is refused, and what may be requested
 */
export const readQuery = (
  getModel: GetModel,
  model: Model,
  query: Query,
  narrowing?: Narrowing,
): Query => {
  const uid = model.uid as GuardedUid;
  if (!isOmitted(query._q))
    refuse('_q', `cannot be asked for. Use filters on ${FILTER_FIELDS[uid].join(', ')}.`);
  const read: Query = { ...query, ...readPage(query, '') };
  const sort = readOrder(uid, query.sort, narrowing);
  const filters = isOmitted(query.filters)
    ? []
    : readFilters(model, query.filters, 'filters', narrowing);
  if (narrowing) filters.push(...visibleConditions(model, narrowing.now));
  if (narrowing?.listed && !isForOneArticle(uid, filters)) filters.push(narrowing.listed(filters));
  const isByTitle = narrowing !== undefined && sort[0]?.title !== undefined;
  const $and = filters.map((one) => (isByTitle && one.date ? withoutIndex(one) : one));
  read.filters = $and.length > 0 ? { $and } : undefined;
  read.sort = sort.length > 0 ? sort : undefined;
  read.fields = readFields(model, query.fields, 'fields');
  read.populate = isOmitted(query.populate)
    ? undefined
    : readPopulate(getModel, model, query.populate, narrowing);
  read.pagination = isOmitted(query.pagination) ? undefined : readPagination(query.pagination);
  for (const name of Object.keys(read)) if (read[name] === undefined) delete read[name];
  return read;
};
