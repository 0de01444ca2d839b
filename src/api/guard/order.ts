import { comparableFields, readInteger, readText } from './conditions';
import {
  guardedTarget,
  isObject,
  isPopulatable,
  type Model,
  publicNames,
  type Reading,
  refuse,
  targetOf,
} from './model';

/** Fields to sort by at most. */
const MOST_FIELDS = 20;

type Direction = 'asc' | 'desc';

const readDirection = (given: unknown, path: string): Direction => {
  const direction = typeof given === 'string' ? given.trim().toLowerCase() : '';
  return direction === 'asc' || direction === 'desc'
    ? direction
    : refuse(path, 'sorts by "asc" or "desc".');
};

/** Each path a sort names, with what is said of its direction, in any of the forms Strapi takes. */
const sortedPaths = (given: unknown, path: string): [string[], unknown][] => {
  if (typeof given === 'string') {
    return given
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        const [names = '', direction = 'asc'] = part.split(':');
        // As lodash reads a path, and so does Strapi.
        return [names.split(/[.[\]'"\s]+/).filter((name) => name !== ''), direction];
      });
  }
  if (Array.isArray(given)) return given.flatMap((part) => sortedPaths(part, path));
  if (!isObject(given)) return refuse(path, 'expected fields, for example sort=date:desc.');
  return Object.entries(given).flatMap(([name, value]): [string[], unknown][] => {
    // A long list, which a query string gives with its positions as keys.
    if (/^\d+$/.test(name)) return sortedPaths(value, path);
    if (!isObject(value)) return [[[name], value]];
    return sortedPaths(value, path).map(([names, direction]) => [[name, ...names], direction]);
  });
};

/** A sort of a guarded type: by its own fields, since a related entry may be hidden. */
export const readSort = (
  model: Model,
  given: unknown,
  path: string,
): Record<string, Direction>[] | undefined => {
  if (given === undefined || given === null || given === '') return undefined;
  const paths = sortedPaths(given, path);
  if (paths.length > MOST_FIELDS) return refuse(path, `names more than ${MOST_FIELDS} fields.`);
  const fields = comparableFields(model);
  const sorts = paths.map(([names, direction]) => {
    const name = names.join('.');
    return fields.includes(name)
      ? { [name]: readDirection(direction, path) }
      : refuse(path, `cannot sort by "${name}". Use ${fields.join(', ')}.`);
  });
  return sorts.length > 0 ? sorts : undefined;
};

/** Refuses a sort of another type that goes by articles or tags: a hidden one would have its place. */
export const guardSort = (
  reading: Reading,
  root: Model | undefined,
  given: unknown,
  path: string,
): void => {
  if (typeof given !== 'string' && typeof given !== 'object') return;
  if (given === null) return;
  for (const [names] of sortedPaths(given, path)) {
    let model = root;
    for (const name of names) {
      const attribute = model?.attributes[name];
      if (attribute && guardedTarget(attribute)) {
        refuse(
          path,
          `cannot sort by "${names.join('.')}", since hidden entries would have a place.`,
        );
      }
      const target = attribute && targetOf(attribute);
      model = target === undefined ? undefined : reading.getModel(target);
    }
  }
};

/** Fields of a guarded type to answer with; undefined for all. */
export const readFields = (model: Model, given: unknown, path: string): string[] | undefined => {
  if (given === undefined || given === null || given === '') return undefined;
  const list = isObject(given) ? Object.values(given) : [given].flat();
  const names = list.flatMap((field) =>
    readText(field, path)
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  if (names.includes('*')) return undefined;
  const fields = ['id', 'documentId', ...publicNames(model, (field) => !isPopulatable(field))];
  const unknown = names.find((name) => !fields.includes(name));
  return unknown === undefined
    ? [...new Set(names)]
    : refuse(path, `there is no field "${unknown}". Use ${fields.join(', ')}.`);
};

/** Where a page may start; multiplied by its size it stays within what databases count. */
const LAST = 1_000_000_000;

const LIMITS: Record<string, [number, number]> = {
  page: [1, LAST],
  pageSize: [1, LAST],
  start: [0, LAST],
  limit: [-1, LAST],
};

/** Numbers of a page among other keys, each undefined where it is not given. */
export const readPage = (given: Record<string, unknown>, path: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(LIMITS)
      .filter(([name]) => given[name] !== undefined && given[name] !== null && given[name] !== '')
      .map(([name, limits]) => [name, readInteger(given[name], `${path}[${name}]`, limits)]),
  );
