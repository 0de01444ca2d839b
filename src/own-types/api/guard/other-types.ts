import { ARTICLE_UID } from '../../../lib/constants';
import { type Narrowing, readPopulateOptions, readRelatedFilter, sortedFields } from './query';
import {
  type GetModel,
  guardedTarget,
  isOmitted,
  isMorph,
  isQuery,
  isPopulatable,
  type Model,
  publicNames,
  type Query,
  refuse,
  targetOf,
  isGuarded,
} from './model';
import { populatedNames } from './values';

/** Most conditions on articles and tags in one query: each is a join. */
const MAXIMUM_CONDITIONS = 2;

/** State while a query is read. */
interface ReadState {
  getModel: GetModel;
  /** Undefined while a query is only checked. */
  narrowing?: Narrowing;
  /** Conditions on articles and tags so far. */
  conditions: number;
  /** The parameter that selects entries by their drafts. */
  byDraft?: string;
}

/** The parameter of a query that selects entries by their drafts. */
export const draftParameterOf = (query: Query): string | undefined =>
  ['publicationFilter', 'hasPublishedVersion'].find((name) => !isOmitted(query[name]));

/** Refuses articles in a query that selects entries by their drafts: Strapi applies the same condition to relations. */
export const refuseDraftParameter = (byDraft: string): never =>
  refuse(byDraft, 'is not answered together with articles, since it tells of their drafts.');

const modelOf = (reading: ReadState, model: Model | undefined, name: string): Model | undefined => {
  const attribute = model?.attributes[name];
  const target = attribute && targetOf(attribute);
  return target === undefined ? undefined : reading.getModel(target);
};

/** Returns the filters, with conditions on articles and tags restricted to public ones. */
const guardFilters = (
  reading: ReadState,
  model: Model | undefined,
  given: unknown,
  path: string,
  isNegated = false,
): unknown => {
  if (Array.isArray(given)) {
    return given.map((one: unknown, at) =>
      guardFilters(reading, model, one, `${path}[${at}]`, isNegated),
    );
  }
  if (!isQuery(given)) return given;
  const others: Query = {};
  const related: Query[] = [];
  for (const [name, value] of Object.entries(given)) {
    const here = `${path}[${name}]`;
    if (!model || !guardedTarget(model.attributes[name])) {
      const next = name.startsWith('$') ? model : modelOf(reading, model, name);
      const isGroup = !name.startsWith('$') || name === '$and' || name === '$or';
      others[name] = guardFilters(reading, next, value, here, isNegated || !isGroup);
      continue;
    }
    if (isNegated) refuse(here, 'cannot stand below $not, since hidden entries would count.');
    reading.conditions += 1;
    if (reading.conditions > MAXIMUM_CONDITIONS) {
      refuse(here, `a query has at most ${MAXIMUM_CONDITIONS} conditions on articles and tags.`);
    }
    related.push(readRelatedFilter(model, name, value, here, reading.narrowing));
  }
  return related.length > 0 ? { $and: [others, ...related] } : others;
};

/** Refuses to sort by articles or tags: the order would reveal hidden ones. */
const checkSort = (reading: ReadState, root: Model, given: unknown, path: string): void => {
  if (isOmitted(given)) return;
  for (const [name] of sortedFields(given, path)) {
    let model: Model | undefined = root;
    // Split as lodash does, and so Strapi.
    const steps = name.split(/[.[\]'"\s]+/).filter(Boolean);
    for (const step of steps) {
      if (guardedTarget(model?.attributes[step])) {
        refuse(
          path,
          `cannot sort by "${steps.join('.')}", since hidden entries would have a place.`,
        );
      }
      model = modelOf(reading, model, step);
    }
  }
};

const guardParts = (
  reading: ReadState,
  model: Model | undefined,
  given: Query,
  path: string,
): Query => {
  const guarded = { ...given };
  const at = (name: string): string => (path === '' ? name : `${path}[${name}]`);
  if (model) checkSort(reading, model, given.sort, at('sort'));
  if (!isOmitted(given.filters)) {
    guarded.filters = guardFilters(reading, model, given.filters, at('filters'));
  }
  if (model && !isOmitted(given.populate)) {
    guarded.populate = guardPopulate(reading, model, given.populate, at('populate'));
  }
  return guarded;
};

const guardTarget = (reading: ReadState, uid: string, given: unknown, path: string): unknown => {
  const model = reading.getModel(uid);
  if (uid === ARTICLE_UID && reading.byDraft) refuseDraftParameter(reading.byDraft);
  if (isGuarded(uid)) return readPopulateOptions(uid, model, given, path, reading.narrowing);
  return isQuery(given) ? guardParts(reading, model, given, path) : given;
};

const guardAttribute = (
  reading: ReadState,
  model: Model,
  name: string,
  given: unknown,
  path: string,
) => {
  const attribute = model.attributes[name];
  const target = attribute && targetOf(attribute);
  if (!attribute || isOmitted(given) || given === false || given === 'false') return given;
  if (target !== undefined && !isMorph(attribute)) return guardTarget(reading, target, given, path);
  if (reading.byDraft && !(isQuery(given) && isQuery(given.on))) {
    if (isMorph(attribute)) refuseDraftParameter(reading.byDraft);
    attribute.components?.forEach((uid) => guardTarget(reading, uid, given, path));
  }
  if (!isQuery(given)) return given;
  if (isMorph(attribute) && !isOmitted(given.count)) {
    refuse(`${path}[count]`, 'cannot be counted, since hidden entries would count.');
  }
  const { on } = given;
  if (!isQuery(on)) return guardParts(reading, undefined, given, path);
  const types = Object.entries(on).map(([uid, value]) => [
    uid,
    guardTarget(reading, uid, value, `${path}[on][${uid}]`),
  ]);
  return { ...given, on: Object.fromEntries(types) };
};

const guardPopulate = (reading: ReadState, model: Model, given: unknown, path: string): unknown => {
  const asked = populatedNames(given, path);
  if (!asked) {
    const all = reading.byDraft ? publicNames(model, isPopulatable) : [];
    all.forEach((name) => guardAttribute(reading, model, name, true, path));
    return given;
  }
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [
      name,
      guardAttribute(reading, model, name, value, `${path}[${name}]`),
    ]),
  );
};

/**
 * Reads a visitor's query of another type. Its conditions on articles and tags are read by the same list as a query of
 * these; everything else is left to Strapi.
 *
 * @param narrowing what the query is narrowed by; without it the query is only checked
 * @throws ValidationError that names what is refused, and what may be requested
 */
export const guardOtherType = (
  getModel: GetModel,
  model: Model,
  query: Query,
  narrowing?: Narrowing,
): Query =>
  guardParts(
    { getModel, narrowing, conditions: 0, byDraft: draftParameterOf(query) },
    model,
    query,
    '',
  );
