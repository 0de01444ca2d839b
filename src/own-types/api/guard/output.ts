import type { Core } from '@strapi/strapi';

import { chunk } from '../../../lib/values';
import {
  isGuarded,
  type GuardedUid,
  visible,
  type GetModel,
  isMorph,
  isObject,
  type Model,
  modelsOf,
  targetOf,
} from './model';

type Row = Record<string, unknown>;

/** A number of related entries, in the place of the entries. */
const isCount = (row: Row): boolean => 'count' in row && !('id' in row);

/** Calls with each related entry of a response and the type it has; what it returns takes its place. */
const mapRelated = (
  getModel: GetModel,
  model: Model | undefined,
  entry: unknown,
  change: (uid: string, row: Row) => Row | null,
): void => {
  if (!model || !isObject(entry)) return;
  for (const [name, value] of Object.entries(entry)) {
    const attribute = Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
    if (!attribute || typeof value !== 'object' || value === null) continue;
    const isZone = attribute.type === 'dynamiczone';
    if (!isZone && !isMorph(attribute) && targetOf(attribute) === undefined) continue;
    const one = (row: unknown): unknown => {
      if (!isObject(row)) return row;
      const uid = isZone ? row.__component : isMorph(attribute) ? row.__type : targetOf(attribute);
      if (typeof uid !== 'string') return row;
      const kept = change(uid, row);
      if (kept) mapRelated(getModel, getModel(uid), kept, change);
      return kept;
    };
    entry[name] = Array.isArray(value) ? value.map(one).filter((row) => row !== null) : one(value);
  }
};

/** Ids of the rows among some that readers may see now. */
const findVisible = async (
  { db }: Core.Strapi,
  uid: GuardedUid,
  ids: number[],
  now: Date,
): Promise<Set<number>> => {
  const found = new Set<number>();
  for (const some of chunk(ids)) {
    const rows: { id: number }[] = await db.query(uid).findMany({
      select: ['id'],
      where: {
        $and: [{ id: { $in: some } }, ...visible(uid, now)],
      },
    });
    rows.forEach(({ id }) => found.add(id));
  }
  return found;
};

/**
 * Takes articles and tags that readers may not see out of what a response's entries are related to.
 *
 * A last look at what is about to be sent, since not every way of asking can be narrowed: "*" in a
 * dynamic zone, files and what they are used in, relations to several types at once. One look for all
 * entries.
 *
 * @param data an entry or entries of this request's own, which are changed
 */
export const guardOutput = async (
  strapi: Core.Strapi,
  model: Model,
  data: unknown,
): Promise<void> => {
  const getModel = modelsOf(strapi);
  const entries = [data].flat();
  const mapAll = (change: (uid: string, row: Row) => Row | null): void =>
    entries.forEach((entry) => mapRelated(getModel, model, entry, change));
  const found = new Map<GuardedUid, Set<unknown>>();
  mapAll((uid, row) => {
    if (isGuarded(uid) && !isCount(row)) found.set(uid, (found.get(uid) ?? new Set()).add(row.id));
    return row;
  });
  if (found.size === 0) return;
  const now = new Date();
  const shown = new Map<string, Set<unknown>>();
  for (const [uid, rows] of found) {
    const ids = [...rows].filter((id) => typeof id === 'number');
    shown.set(uid, await findVisible(strapi, uid, ids, now));
  }
  mapAll((uid, row) =>
    !isGuarded(uid) || isCount(row) || shown.get(uid)?.has(row.id) ? row : null,
  );
};
