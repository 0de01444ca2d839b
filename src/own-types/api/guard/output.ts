import type { Core } from '@strapi/strapi';

import { chunk } from '../../../lib/chunk';
import { isGuarded, type GuardedUid, visible } from './visibility';
import { type GetModel, isMorph, isObject, type Model, targetOf } from './model';

type Row = Record<string, unknown>;

/** An article or tag in a response, and how to take it out. */
interface Found {
  uid: GuardedUid;
  row: Row;
}

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

/** What was found of rows within a request: a tag of many articles is looked up once. */
const known = new WeakMap<object, Map<string, boolean>>();

const knownTo = (strapi: Core.Strapi): Map<string, boolean> => {
  const request = strapi.requestContext.get();
  const rows = (request && known.get(request)) ?? new Map<string, boolean>();
  if (request) known.set(request, rows);
  return rows;
};

/**
 * Takes articles and tags that readers may not see out of what a response's entries are related to.
 *
 * A last look at what is about to be sent, since not every way of asking can be narrowed: "*" in a
 * dynamic zone, files and what they are used in, relations to several types at once.
 *
 * @param entry an entry of this request's own, which is changed
 */
export const guardOutput = async (
  strapi: Core.Strapi,
  model: Model,
  entry: unknown,
): Promise<void> => {
  const getModel: GetModel = (uid) => strapi.getModel(uid as never) as Model | undefined;
  const found: Found[] = [];
  mapRelated(getModel, model, entry, (uid, row) => {
    if (isGuarded(uid) && !isCount(row)) found.push({ uid, row });
    return row;
  });
  if (found.length === 0) return;
  const now = new Date();
  const isVisible = knownTo(strapi);
  const keyOf = (uid: string, { id }: Row): string => `${uid} ${String(id)}`;
  for (const uid of new Set(found.map((one) => one.uid))) {
    const unknown = found.filter((one) => one.uid === uid && !isVisible.has(keyOf(uid, one.row)));
    const ids = [...new Set(unknown.map(({ row }) => row.id))].filter(
      (id) => typeof id === 'number',
    );
    const rows = await findVisible(strapi, uid, ids, now);
    unknown.forEach(({ row }) => isVisible.set(keyOf(uid, row), rows.has(row.id as number)));
  }
  mapRelated(getModel, model, entry, (uid, row) =>
    !isGuarded(uid) || isCount(row) || isVisible.get(keyOf(uid, row)) ? row : null,
  );
};
