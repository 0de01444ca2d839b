import type { Core } from '@strapi/strapi';
import { traverse } from '@strapi/utils';

import { ARTICLE_UID } from '../../../lib/constants';
import type { Attribute } from '../../../mapping/schemas';
import {
  type GetModel,
  isGuarded,
  isMorph,
  isOmitted,
  isQuery,
  type Model,
  modelsOf,
  namesIn,
  type Query,
  refuse,
  targetOf,
} from './model';
import { visibleConditions } from './narrowing';
import { readRelated, readRelation } from './query';

/** What is known of a visitor's request from its queries so far. */
export interface Asked {
  /** Whether a query was narrowed before, which a controller of the site may pass on to Strapi's. */
  isNarrowed?: boolean;
  /** The parameter of a query that selects entries by their drafts. */
  byDraft?: string;
}

/** State while a query is read. */
interface ReadState extends Asked {
  strapi: Core.Strapi;
  getModel: GetModel;
  /** Conditions on articles and tags so far. */
  conditions: number;
}

/** Refuses articles in a query that selects entries by their drafts: Strapi applies the same condition to relations. */
export const refuseDraftParameter = (byDraft: string): never =>
  refuse(byDraft, 'is not answered together with articles, since it tells of their drafts.');

const refuseWay = (path: string): never =>
  refuse(path, 'cannot be filtered or sorted by, since hidden entries would count.');

/** Most conditions on articles and tags in one query: each is a join. */
const MAXIMUM_CONDITIONS = 2;

/**
 * Narrows conditions on articles and tags to public ones, in each form that Strapi or the database layer reads. None is
 * negated, or compared but with texts: the answer would tell of hidden entries.
 */
const narrowFilters = (
  reading: ReadState,
  model: Model | undefined,
  given: unknown,
  path: string,
): unknown => {
  if (Array.isArray(given)) {
    return given.map((one: unknown, place) =>
      narrowFilters(reading, model, one, `${path}[${place}]`),
    );
  }
  if (!isQuery(given)) return given;
  const narrow = ([name, value]: [string, unknown]): [string, unknown] => {
    const attribute = model?.attributes[name];
    const target = attribute && targetOf(attribute);
    const here = `${path}[${name}]`;
    if (attribute && isMorph(attribute)) return refuseWay(here);
    if (!isGuarded(target)) {
      const next = target === undefined ? model : reading.getModel(target);
      return [name, narrowFilters(reading, next, value, here)];
    }
    reading.conditions += 1;
    if (reading.conditions > MAXIMUM_CONDITIONS) {
      refuse(here, `a query has at most ${MAXIMUM_CONDITIONS} conditions on articles and tags.`);
    }
    if (path.includes('[$not]')) refuseWay(here);
    // A controller of the site may pass on what was narrowed before.
    if (target === ARTICLE_UID && reading.byDraft) refuseDraftParameter(reading.byDraft);
    const { $and }: Query = isQuery(value) ? value : {};
    const conditions = visibleConditions(reading.strapi, target);
    const isPassedOn =
      reading.isNarrowed && Array.isArray($and) && $and.length === 1 + conditions.length;
    const asked = isPassedOn ? ($and[0] as unknown) : value;
    return [name, { $and: [readRelated(target, asked, here), ...conditions] }];
  };
  return Object.fromEntries(Object.entries(given).map(narrow));
};

/** Refuses to sort by articles and tags. */
const checkSort = ({ attribute }: { attribute?: unknown }): void => {
  const { type, target } = (attribute ?? {}) as Partial<Attribute>;
  if (type === 'relation' && isGuarded(target)) refuseWay('sort');
};

/** What to populate by name, each with its options. */
const populatedByName = (given: unknown): Query => {
  const paths = namesIn(given);
  if (!paths) return isQuery(given) ? given : {};
  const further = new Map<string, string[]>();
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.');
    further.set(name, [...(further.get(name) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])]);
  }
  return Object.fromEntries(
    [...further].map(([name, populate]) => [name, populate.length > 0 ? { populate } : true]),
  );
};

const narrowTarget = async (
  reading: ReadState,
  uid: string,
  given: unknown,
  path: string,
): Promise<unknown> => {
  if (!isGuarded(uid)) {
    return isQuery(given) ? narrowParts(reading, reading.getModel(uid), given, path) : given;
  }
  if (uid === ARTICLE_UID && reading.byDraft) refuseDraftParameter(reading.byDraft);
  const options = readRelation(given, path, reading.isNarrowed);
  return { ...options, filters: { $and: visibleConditions(reading.strapi, uid) } };
};

const narrowRelation = async (
  reading: ReadState,
  attribute: Attribute,
  given: unknown,
  path: string,
): Promise<unknown> => {
  const target = targetOf(attribute);
  if (target !== undefined && !isMorph(attribute)) {
    return narrowTarget(reading, target, given, path);
  }
  const { on, count }: Query = isQuery(given) ? given : {};
  if (isMorph(attribute) && !isOmitted(count)) {
    refuse(`${path}[count]`, 'cannot be counted, since hidden entries would count.');
  }
  if (!isQuery(on)) return given;
  const types: Query = {};
  for (const [uid, value] of Object.entries(on)) {
    types[uid] = await narrowTarget(reading, uid, value, `${path}[on][${uid}]`);
  }
  return { ...(given as Query), on: types };
};

const narrowParts = async (
  reading: ReadState,
  model: Model | undefined,
  given: Query,
  path: string,
): Promise<Query> => {
  if (!model) return given;
  const narrowed = { ...given };
  const { getModel } = reading;
  const at = (name: string): string => (path === '' ? name : `${path}[${name}]`);
  const { filters, sort, populate } = given;
  if (!isGuarded(model.uid)) {
    if (!isOmitted(filters))
      narrowed.filters = narrowFilters(reading, model, filters, at('filters'));
    await traverse.traverseQuerySort(checkSort, { schema: model, getModel } as never, sort);
  }
  if (isOmitted(populate)) return narrowed;
  const relations: Query = {};
  for (const [name, value] of Object.entries(populatedByName(populate))) {
    const here = `${at('populate')}[${name}]`;
    const attribute = Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
    const isAsked = attribute && !isOmitted(value) && value !== false && value !== 'false';
    relations[name] = isAsked ? await narrowRelation(reading, attribute, value, here) : value;
  }
  narrowed.populate = relations;
  return narrowed;
};

/**
 * Narrows a visitor's query to public articles and tags in relations and in conditions on these, and refuses to sort by
 * them. What Strapi would not ask for anyway is gone from the query.
 *
 * Without it a controller of the site that sanitises the query, but not its response, would show drafts, as it does in
 * dynamic zones and relations to several types.
 *
 * @throws ValidationError that names what is refused
 */
export const narrowRelations = (
  strapi: Core.Strapi,
  model: Model,
  query: Query,
  { byDraft, isNarrowed = false }: Asked,
): Promise<Query> =>
  narrowParts(
    { strapi, getModel: modelsOf(strapi), byDraft, isNarrowed, conditions: 0 },
    model,
    query,
    '',
  );
