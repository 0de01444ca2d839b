import { readText } from './conditions';
import { guardFilters, readFilters } from './filters';
import { guardedTarget, type Model, type Reading, refuse, targetOf } from './model';
import { guardSort, readFields, readPage, readSort } from './order';
import { guardPopulate, readPopulate } from './populate';
import { isGuarded, visible } from './visibility';

type Query = Record<string, unknown>;
type GetModel = Reading['getModel'];

/** What one query may ask for; databases limit the joins and the parameters of a statement. */
const MOST = { conditions: 200, relations: 10 };

const start = (getModel: GetModel, now?: Date): Reading => ({ getModel, now, left: { ...MOST } });

const isRecord = (value: unknown): value is Query => typeof value === 'object' && value !== null;

const has = (query: Query, name: string): boolean => {
  const value = query[name];
  if (isRecord(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '';
};

/** Ways to ask for published rows by what their drafts are like. */
const BY_DRAFT = ['publicationFilter', 'hasPublishedVersion'];

const readGuarded = (reading: Reading, model: Model, query: Query): Query => {
  const read: Query = { ...query };
  refuseByDraft(reading.getModel, model, query);
  const place = { path: 'filters', negated: false };
  const filters = has(query, 'filters') ? [readFilters(reading, model, query.filters, place)] : [];
  if (reading.now && isGuarded(model.uid)) filters.push(...visible(model.uid, reading.now));
  read.filters = filters.length > 0 ? { $and: filters } : undefined;
  read.sort = readSort(model, query.sort, 'sort');
  read.fields = readFields(model, query.fields, 'fields');
  read.populate = has(query, 'populate')
    ? readPopulate(reading, model, query.populate, 'populate')
    : undefined;
  if (has(query, '_q')) read._q = readText(query._q, '_q');
  Object.assign(read, readPage(query, ''));
  if (has(query, 'pagination')) {
    const { pagination } = query;
    if (!isRecord(pagination))
      return refuse('pagination', 'expected pagination[page] and the like.');
    read.pagination = { ...pagination, ...readPage(pagination, 'pagination') };
  }
  Object.keys(read).forEach((name) => read[name] === undefined && delete read[name]);
  return read;
};

/** Whether entries of a type lead to articles or tags, through components and other types as well. */
const leadsToGuarded = (getModel: GetModel, uid: string, seen = new Set<string>()): boolean => {
  const model = getModel(uid);
  if (!model || seen.has(uid)) return false;
  seen.add(uid);
  return Object.values(model.attributes).some((attribute) => {
    if (guardedTarget(attribute)) return true;
    if (attribute.type === 'media') return false;
    const targets = [targetOf(attribute), ...(attribute.components ?? [])];
    return targets.some((target) => target !== undefined && leadsToGuarded(getModel, target, seen));
  });
};

/**
 * Refuses to ask for entries by what their drafts are like, where articles come along: Strapi asks
 * the same of what is related.
 */
export const refuseByDraft = (getModel: GetModel, model: Model, query: Query): void => {
  const byDraft = BY_DRAFT.find((name) => has(query, name));
  if (byDraft && leadsToGuarded(getModel, model.uid)) {
    refuse(byDraft, 'is not answered together with articles, since it tells of their drafts.');
  }
};

const guardForeign = (reading: Reading, model: Model, query: Query): Query => {
  const guarded: Query = { ...query };
  if (has(query, 'sort')) guardSort(reading, model, query.sort, 'sort');
  if (has(query, 'filters')) {
    const place = { path: 'filters', negated: false };
    guarded.filters = guardFilters(reading, model, query.filters, place);
  }
  if (has(query, 'populate')) {
    refuseByDraft(reading.getModel, model, query);
    guarded.populate = guardPopulate(reading, model, query.populate, 'populate');
  }
  return guarded;
};

/**
 * A visitor's query as it may be asked: what would tell of hidden articles or tags is refused.
 *
 * @param now moment that decides what is public; without one the query is only checked, and what it
 *   asks for is left to Strapi to check for permissions
 * @throws ValidationError that names what is refused, and what to ask instead
 */
export const guardQuery = (getModel: GetModel, model: Model, query: Query, now?: Date): Query => {
  const reading = start(getModel, now);
  return isGuarded(model.uid)
    ? readGuarded(reading, model, query)
    : guardForeign(reading, model, query);
};
