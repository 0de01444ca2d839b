import { isObject } from '../lib/is-object';
import type { FieldPath } from './plan';

/** What Strapi read of an entry. */
export type ReadEntry = Readonly<Record<string, unknown>>;

const flatten = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== undefined);

/** What is at a path of an entry, through relations and components; of repeated ones, each. */
const valuesAt = (row: unknown, path: FieldPath): unknown[] =>
  path.reduce<unknown[]>(
    (values, name) => values.filter(isObject).flatMap((value) => flatten(value[name])),
    flatten(row),
  );

/** The first value at a path; undefined when there is none. */
export const valueAt = (row: unknown, path: FieldPath): unknown => {
  const [name = ''] = path;
  // Most fields are the entry's own: to look for more than one value would take most of the time.
  const own = path.length === 1 && isObject(row) ? row[name] : [];
  return Array.isArray(own) ? valuesAt(row, path)[0] : (own ?? undefined);
};

/** The rows at a path: of relations, components and files. */
export const rowsAt = (row: unknown, path: FieldPath): ReadEntry[] =>
  valuesAt(row, path).filter(isObject);

/** The text at a path, be it empty; undefined when there is none. */
export const textAt = (row: unknown, path: FieldPath): string | undefined => {
  const value = valueAt(row, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** The first text that is filled. */
export const firstText = (row: unknown, paths: readonly FieldPath[]): string | undefined =>
  paths
    .flatMap((path) => valuesAt(row, path))
    .find((value): value is string => typeof value === 'string' && value.trim() !== '');

/** The moment at a path; undefined where there is none. */
export const dateAt = (row: unknown, path: FieldPath): Date | undefined => {
  const value = valueAt(row, path);
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date)) return;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
};
