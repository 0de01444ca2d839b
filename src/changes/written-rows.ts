import type { Core } from '@strapi/strapi';

import { hasDrafts, schemaOf } from '../mapping/schemas';
import { chunk } from '../lib/values';
import type { FieldPath } from '../mapping/address';

/** The part of a database lifecycle event that tells which rows are written. */
export interface WriteEvent {
  action: string;
  model: { uid: string };
  params: {
    data?: Record<string, unknown>;
    where?: unknown;
    filters?: unknown;
    select?: unknown;
    _q?: string;
  };
  result?: unknown;
  state: Record<string, unknown>;
}

/** A row that a write concerns. */
export interface WrittenRow {
  id: number;
  documentId: string;
  /** Code of the locale; empty where the type is not localised. */
  locale: string;
  /** Whether readers may see it: what is published, or has no drafts. */
  isPublic: boolean;
}

const isId = (id: unknown): id is number => typeof id === 'number';

/** A row's id, where Strapi takes texts too. */
const toId = (id: unknown): number | undefined =>
  isId(id) ? id : typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined;

interface Row {
  id: number;
  documentId?: string;
  locale?: string | null;
  publishedAt?: unknown;
}

const columnsOf = (strapi: Core.Strapi, uid: string): string[] => {
  const { attributes } = strapi.db.metadata.get(uid);
  return ['id', 'documentId', 'locale', 'publishedAt'].filter((name) => name in attributes);
};

const toWritten = (strapi: Core.Strapi, uid: string, rows: Row[]): WrittenRow[] => {
  const isDraftable = hasDrafts(schemaOf(strapi, uid));
  return rows.map(({ id, documentId = '', locale, publishedAt }) => ({
    id,
    documentId,
    locale: locale ?? '',
    isPublic: !isDraftable || Boolean(publishedAt),
  }));
};

const findRows = async (
  strapi: Core.Strapi,
  uid: string,
  query: Record<string, unknown>,
): Promise<WrittenRow[]> => {
  const select = columnsOf(strapi, uid);
  return toWritten(strapi, uid, await strapi.db.query(uid).findMany({ ...query, select }));
};

/** Rows of a type by their ids. Past the site's lifecycles, which may count on a request. */
export const findRowsById = async (
  strapi: Core.Strapi,
  uid: string,
  ids: number[],
): Promise<WrittenRow[]> => {
  const found: WrittenRow[] = [];
  for (const some of chunk(ids)) {
    const query = strapi.db.queryBuilder(uid).select(columnsOf(strapi, uid));
    const rows = await query.where({ id: { $in: some } }).execute<Row[]>();
    found.push(...toWritten(strapi, uid, rows));
  }
  return found;
};

/**
 * Remembers, before a write, which rows it is about to touch: afterwards they may not answer its
 * condition any more, or be gone.
 */
export const rowsBefore = async (strapi: Core.Strapi, event: WriteEvent): Promise<void> => {
  const { where, filters, _q } = event.params;
  event.state.rows = await findRows(strapi, event.model.uid, { where, filters, _q });
};

/** A condition that is made when it is asked for, of what it is asked of. */
type Condition = (asked: object) => unknown;

/** Whether a condition is that of the document service for drafts. One of the site's may ask for more than a type. */
const isConditionOfDrafts = (strapi: Core.Strapi, uid: string, condition: Condition): boolean => {
  try {
    const asked = condition({ meta: strapi.db.metadata.get(uid) }) as
      { publishedAt?: { $null?: unknown } } | undefined;
    return asked?.publishedAt?.$null === true;
  } catch {
    return false;
  }
};

/**
 * Whether the event after a write of one row tells all there is to tell of the row before it: what is deleted is its
 * result, and what the document service saves as a draft, which says so by its condition, was the draft of that
 * document.
 */
export const isToldAfter = (
  strapi: Core.Strapi,
  { action, model, params }: WriteEvent,
): boolean => {
  const { data, filters, select } = params;
  if (select !== undefined) return false;
  if (action === 'beforeDelete') return true;
  if (action !== 'beforeUpdate' || typeof filters !== 'function') return false;
  const isDraft =
    isConditionOfDrafts(strapi, model.uid, filters as Condition) && !data?.publishedAt;
  return isDraft && data?.documentId === undefined;
};

/** Ids of the rows that a write is about to touch. */
export const idsBefore = async (strapi: Core.Strapi, event: WriteEvent): Promise<number[]> => {
  const { where, filters, _q } = event.params;
  const { id: named, ...others } = (where ?? {}) as { id?: unknown };
  const id = toId(named);
  // Strapi itself names one row by its id.
  if (id !== undefined && Object.keys(others).length === 0 && !filters && !_q) return [id];
  await rowsBefore(strapi, event);
  return rememberedRows(event).map((row) => row.id);
};

/** The rows that `rowsBefore` remembered. */
export const rememberedRows = ({ state }: WriteEvent): WrittenRow[] =>
  (state.rows as WrittenRow[] | undefined) ?? [];

/**
 * Whether a write brings components that values at some paths are taken from. Strapi writes these before
 * it tells of the entry: nobody knows any more what they said.
 */
export const bringsComponents = (
  strapi: Core.Strapi,
  { model, params }: WriteEvent,
  paths: readonly FieldPath[],
): boolean => {
  const { data = {} } = params;
  const { attributes } = strapi.getModel(model.uid as never) as unknown as {
    attributes: Partial<Record<string, { type: string }>>;
  };
  return paths.some(
    ([field = '', ...rest]) =>
      rest.length > 0 && data[field] !== undefined && attributes[field]?.type === 'component',
  );
};

/** Ids of the rows that were created; where the database names the first alone (MySQL), undefined. */
const createdIds = ({ params, result }: WriteEvent): number[] | undefined => {
  const { ids } = (result ?? {}) as { ids?: unknown };
  const complete = Array.isArray(ids) && ids.length === (params.data as unknown as []).length;
  return complete && ids.every(isId) ? ids : undefined;
};

/** The rows a write has left as they are now: those it created or changed, none that it deleted. */
export const rowsAfter = async (strapi: Core.Strapi, event: WriteEvent): Promise<WrittenRow[]> => {
  const { action, model, result } = event;
  if (action.startsWith('afterDelete')) return [];
  if (action === 'afterCreateMany') {
    const ids = createdIds(event);
    if (ids) return findRowsById(strapi, model.uid, ids);
    const [first] = (result as { ids?: unknown[] } | undefined)?.ids ?? [];
    return isId(first) ? findRows(strapi, model.uid, { where: { id: { $gte: first } } }) : [];
  }
  const { id, documentId, locale, publishedAt } = (result ?? {}) as Record<string, unknown>;
  // An event of one row brings it along, unless who wrote it asked for less.
  const isWhole = publishedAt !== undefined && locale !== undefined;
  if (isId(id) && typeof documentId === 'string' && isWhole) {
    const row = { id, documentId, locale: locale as string | null, publishedAt };
    return toWritten(strapi, model.uid, [row]);
  }
  const ids = isId(id) ? [id] : rememberedRows(event).map((row) => row.id);
  return findRowsById(strapi, model.uid, ids);
};

/**
 * The row that was deleted, as an event brings it along. Hooks of the site may have taken fields from it; readers may
 * have seen it unless it says otherwise.
 */
const deletedRows = (strapi: Core.Strapi, { action, model, result }: WriteEvent): WrittenRow[] => {
  const row = (result ?? {}) as Partial<Row>;
  if (action !== 'afterDelete' || !isId(row.id) || typeof row.documentId !== 'string') return [];
  const { publishedAt = true } = row;
  return toWritten(strapi, model.uid, [{ ...(row as Row), publishedAt }]);
};

/** Rows that a write is about, before and after it, once it is done. */
export const concernedRows = async (
  strapi: Core.Strapi,
  event: WriteEvent,
): Promise<WrittenRow[]> => {
  const remembered = rememberedRows(event);
  const before = remembered.length > 0 ? remembered : deletedRows(strapi, event);
  return [...before, ...(await rowsAfter(strapi, event))];
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
    const isObject = typeof part === 'object' && part !== null;
    const named: { id?: unknown; __type?: unknown } = isObject ? part : { id: part, __type: uid };
    const id = toId(named.id);
    return id !== undefined && (uid === undefined || named.__type === uid) ? [id] : [];
  });
  // The panel sends empty lists for a relation nobody touched.
  return set === undefined && ids.length === 0 ? undefined : ids;
};
