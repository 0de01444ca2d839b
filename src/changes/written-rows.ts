import type { Core } from '@strapi/strapi';

/** The part of a database lifecycle event that tells which rows are written. */
export interface WriteEvent {
  action: string;
  model: { uid: string };
  params: { data?: Record<string, unknown>; where?: unknown; filters?: unknown; _q?: string };
  result?: unknown;
  state: Record<string, unknown>;
}

const isId = (id: unknown): id is number => typeof id === 'number';

/**
 * Remembers, before a write, which rows it is about to touch: afterwards they may not answer its
 * condition any more, or be gone.
 */
export const rowsBefore = async (strapi: Core.Strapi, event: WriteEvent): Promise<void> => {
  const { where, filters, _q } = event.params;
  const { uid } = event.model;
  const columns = ['id', 'documentId', 'publishedAt'];
  const { attributes } = strapi.db.metadata.get(uid);
  const rows: { id: number; documentId: string; publishedAt?: unknown }[] = await strapi.db
    .query(uid)
    .findMany({ select: columns.filter((name) => name in attributes), where, filters, _q });
  event.state.ids = rows.map(({ id }) => id);
  event.state.documents = rows.map(({ documentId }) => documentId);
  event.state.published = rows
    .filter(({ publishedAt }) => Boolean(publishedAt))
    .map(({ documentId }) => documentId);
};

/** Document ids of the rows that `rowsBefore` remembered. */
export interface DocumentsBefore {
  documents: string[];
  /** Those that were published. */
  published: string[];
}

export const documentsBefore = ({ state }: WriteEvent): DocumentsBefore => ({
  documents: (state.documents as string[] | undefined) ?? [],
  published: (state.published as string[] | undefined) ?? [],
});

/** Ids of the rows an event wrote; undefined when the database does not say. */
export const rowIds = ({ action, params, result, state }: WriteEvent): number[] | undefined => {
  if (Array.isArray(state.ids)) return state.ids.filter(isId);
  const { id, ids } = (result ?? {}) as { id?: unknown; ids?: unknown };
  if (action === 'afterCreateMany') {
    // MySQL returns the first id alone.
    const complete = Array.isArray(ids) && ids.length === (params.data as unknown as []).length;
    return complete && ids.every(isId) ? ids : undefined;
  }
  return isId(id) ? [id] : [];
};

/** Ids of the rows from the first one on that an event created, where the database names no other. */
export const rowsSince = async (
  strapi: Core.Strapi,
  { model, result }: WriteEvent,
): Promise<number[]> => {
  const [first] = (result as { ids?: unknown[] } | undefined)?.ids ?? [];
  if (!isId(first)) return [];
  const rows: { id: number }[] = await strapi.db
    .query(model.uid)
    .findMany({ select: ['id'], where: { id: { $gte: first } } });
  return rows.map(({ id }) => id);
};

/** A relation as the panel and the document service write it; the short forms name what it is set to. */
interface RelationPlan {
  set?: unknown;
  connect?: unknown;
  disconnect?: unknown;
}

const isPlan = (relation: unknown): relation is RelationPlan =>
  typeof relation === 'object' &&
  relation !== null &&
  ['set', 'connect', 'disconnect'].some((part) => part in relation);

const toPlan = (relation: unknown): RelationPlan =>
  isPlan(relation) ? relation : { set: relation };

/**
 * Ids a relation is set to, gains or loses in a write; undefined when the write leaves it alone.
 *
 * @param uid only those of this content type, for relations to several
 */
export const relatedIds = (relation: unknown, uid?: string): number[] | undefined => {
  if (relation === undefined) return undefined;
  const { set, connect, disconnect } = toPlan(relation);
  const ids = [set, connect, disconnect].flat().flatMap((part) => {
    if (isId(part)) return [part];
    const { id, __type } = (part ?? {}) as { id?: unknown; __type?: unknown };
    return isId(id) && (uid === undefined || __type === uid) ? [id] : [];
  });
  // The panel sends empty lists for a relation nobody touched.
  return set === undefined && ids.length === 0 ? undefined : ids;
};
