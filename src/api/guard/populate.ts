import { readBoolean } from './conditions';
import { guardFilters, readFilters } from './filters';
import {
  guardedTarget,
  isMorph,
  isObject,
  isPopulatable,
  type Model,
  publicAttribute,
  publicNames,
  type Reading,
  refuse,
  targetOf,
} from './model';
import { guardSort, readFields, readPage, readSort } from './order';
import { isGuarded, visible } from './visibility';

/** Relations to populate by their names, each with how. */
type Populate = Record<string, unknown>;

const ROOT = { negated: false };

const isYes = (value: unknown): boolean =>
  value === true || value === '*' || (typeof value === 'string' && /^(?:true|t|1)$/i.test(value));

const isNo = (value: unknown): boolean =>
  value === false ||
  value === undefined ||
  value === null ||
  (typeof value === 'string' && /^(?:false|f|0|)$/i.test(value));

/** Steps of a path at most; brackets of a query string nest no deeper. */
const MOST_STEPS = 20;

/** `a`, `a.b,c` and lists of them as an object. */
const fromPaths = (paths: string[], place: string): Populate => {
  const populate: Populate = {};
  for (const path of paths) {
    const [name = '', ...rest] = path.trim().split('.');
    if (rest.length >= MOST_STEPS) refuse(place, `goes further than ${MOST_STEPS} relations.`);
    const known = isObject(populate[name]) ? (populate[name].populate as string[]) : [];
    if (name === '') continue;
    populate[name] =
      rest.length > 0
        ? { populate: [...known, rest.join('.')] }
        : known.length > 0
          ? populate[name]
          : true;
  }
  return populate;
};

/** A populate in any of Strapi's forms as an object; "*" as it is. */
const normalise = (given: unknown, path: string): Populate | '*' => {
  if (isNo(given)) return {};
  if (given === '*' || given === true) return '*';
  if (typeof given === 'string') return fromPaths(given.split(','), path);
  if (Array.isArray(given)) {
    const paths = given.map((part: unknown) =>
      typeof part === 'string' ? part : refuse(path, 'expected names of relations.'),
    );
    return fromPaths(
      paths.flatMap((part) => part.split(',')),
      path,
    );
  }
  if (!isObject(given)) return refuse(path, 'expected names of relations.');
  return Object.keys(given).every((key) => /^\d+$/.test(key))
    ? normalise(Object.values(given), path)
    : given;
};

const PARTS = [
  'filters',
  'sort',
  'fields',
  'populate',
  'count',
  'page',
  'pageSize',
  'start',
  'limit',
];

/** How related articles or tags are populated: those that readers may see. */
const readRelated = (
  reading: Reading,
  model: Model,
  given: unknown,
  path: string,
): Record<string, unknown> => {
  const asked = isObject(given) ? given : isYes(given) ? {} : refuse(path, 'expected true.');
  const unknown = Object.keys(asked).find((key) => !PARTS.includes(key));
  if (unknown !== undefined) refuse(`${path}[${unknown}]`, `use ${PARTS.join(', ')}.`);
  const counts = !isNo(asked.count) && readBoolean(asked.count, `${path}[count]`);
  const joins = reading.left.relations;
  const filters = isNo(asked.filters)
    ? []
    : [readFilters(reading, model, asked.filters, { ...ROOT, path: `${path}[filters]` })];
  const conditions = [
    ...filters,
    ...(reading.now && isGuarded(model.uid) ? visible(model.uid, reading.now) : []),
  ];
  const narrowed = conditions.length > 0 && { filters: { $and: conditions } };
  if (counts) {
    if (reading.left.relations < joins) {
      refuse(`${path}[count]`, 'does not go together with filters on relations.');
    }
    // PostgreSQL fails at a count with a sort or fields.
    return { ...narrowed, count: true };
  }
  const sort = readSort(model, asked.sort, `${path}[sort]`);
  const fields = readFields(model, asked.fields, `${path}[fields]`);
  const populate = isNo(asked.populate)
    ? undefined
    : readPopulate(reading, model, asked.populate, `${path}[populate]`);
  return {
    ...narrowed,
    ...(sort && { sort }),
    ...(fields && { fields }),
    ...(populate && { populate }),
    ...readPage(asked, path),
  };
};

/** A file, without what it is used in. */
const readMedia = (model: Model, given: unknown, path: string): unknown => {
  if (isYes(given)) return true;
  const { fields, ...rest } = isObject(given) ? given : refuse(path, 'expected true.');
  const [other] = Object.keys(rest);
  if (other !== undefined) refuse(`${path}[${other}]`, 'of a file, only fields can be chosen.');
  const names = readFields(model, fields, `${path}[fields]`);
  return names ? { fields: names } : true;
};

/** A populate of a guarded type, of which only what is known to be harmless is taken. */
export const readPopulate = (
  reading: Reading,
  model: Model,
  given: unknown,
  path: string,
): Populate => {
  const asked = normalise(given, path);
  const names = publicNames(model, isPopulatable);
  const entries =
    asked === '*'
      ? names.map((name): [string, unknown] => [name, true])
      : Object.entries(asked).filter(([, value]) => !isNo(value));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const here = `${path}[${name}]`;
      const attribute = publicAttribute(model, name);
      if (!attribute || !isPopulatable(attribute)) {
        return refuse(here, `cannot be populated. Use ${names.join(', ')}.`);
      }
      if (attribute.type === 'media') {
        return [name, readMedia(reading.getModel(targetOf(attribute)!)!, value, here)];
      }
      return [name, guardOne(reading, model, name, value, here)];
    }),
  );
};

const guardParts = (
  reading: Reading,
  target: Model | undefined,
  given: Record<string, unknown>,
  path: string,
): Record<string, unknown> => {
  const guarded = { ...given };
  if (given.sort !== undefined) guardSort(reading, target, given.sort, `${path}[sort]`);
  if (given.filters !== undefined) {
    const place = { ...ROOT, path: `${path}[filters]` };
    guarded.filters = guardFilters(reading, target, given.filters, place);
  }
  if (given.populate !== undefined && target) {
    guarded.populate = guardPopulate(reading, target, given.populate, `${path}[populate]`);
  }
  return guarded;
};

/** What a relation to several types, or a dynamic zone, is populated with, by type. */
const guardOn = (reading: Reading, on: Record<string, unknown>, path: string): Populate =>
  Object.fromEntries(
    Object.entries(on).map(([uid, value]) => {
      const model = reading.getModel(uid);
      const here = `${path}[${uid}]`;
      if (model && isGuarded(uid)) return [uid, readRelated(reading, model, value, here)];
      return [uid, isObject(value) ? guardParts(reading, model, value, here) : value];
    }),
  );

const guardOne = (
  reading: Reading,
  model: Model,
  name: string,
  given: unknown,
  path: string,
): unknown => {
  const attribute = model.attributes[name];
  if (!attribute || isNo(given)) return given;
  const guarded = guardedTarget(attribute);
  if (guarded) return readRelated(reading, reading.getModel(guarded)!, given, path);
  if (!isObject(given)) return given;
  if (isMorph(attribute) && !isNo(given.count)) {
    return refuse(`${path}[count]`, 'cannot be counted, since hidden entries would count.');
  }
  const target = targetOf(attribute);
  return {
    ...guardParts(
      reading,
      target === undefined ? undefined : reading.getModel(target),
      given,
      path,
    ),
    ...(isObject(given.on) && { on: guardOn(reading, given.on, `${path}[on]`) }),
  };
};

/**
 * A populate of another type, with articles and tags narrowed to those that readers may see. What a
 * "*" stands for is left to Strapi, and what it finds to the guard of responses.
 */
export const guardPopulate = (
  reading: Reading,
  model: Model,
  given: unknown,
  path: string,
): unknown => {
  const asked = normalise(given, path);
  if (asked === '*') return given;
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [
      name,
      guardOne(reading, model, name, value, `${path}[${name}]`),
    ]),
  );
};
