import type { Core } from '@strapi/strapi';

import type { EntryRow } from '../catalogue/entry-rows';
import { hasDrafts, modelAttributes, schemaOf } from '../mapping/schemas';
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
export type WrittenRow = Pick<EntryRow, 'id' | 'documentId' | 'locale' | 'isPublic'>;

const isId = (id: unknown): id is number => typeof id === 'number';

/** A row's id. Strapi takes ids as text, too. */
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

/** Rows of a type by id. Runs none of the site's lifecycles, which may rely on a request. */
export const findRowsById = async (
  strapi: Core.Strapi,
  uid: string,
  ids: number[],
): Promise<WrittenRow[]> => {
  const found: WrittenRow[] = [];
  // Without `findInParts`, which waits: the editor's transaction holds locks meanwhile.
  for (const some of chunk(ids)) {
    const query = strapi.db.queryBuilder(uid).select(columnsOf(strapi, uid));
    const rows = await query.where({ id: { $in: some } }).execute<Row[]>();
    found.push(...toWritten(strapi, uid, rows));
  }
  return found;
};

/** Remembers before a write which rows it will touch: afterwards they may no longer match its condition, or be gone. */
export const rememberRows = async (strapi: Core.Strapi, event: WriteEvent): Promise<void> => {
  const { where, filters, _q } = event.params;
  event.state.rows = await findRows(strapi, event.model.uid, { where, filters, _q });
};

/** A condition as a function of the metadata of the queried model. */
type Condition = (asked: object) => unknown;

/** Whether a condition is the document service's for drafts. A site's may need more than the metadata, and throw. */
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
 * Whether the event after a write of one row tells everything about the row before it. A deleted row is the result of
 * its event. A row that the document service saves as a draft (its condition says so) was that document's draft before.
 */
export const isKnownAfterWrite = (
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

/** The rows that `rememberRows` remembered. */
export const rememberedRows = ({ state }: WriteEvent): WrittenRow[] =>
  (state.rows as WrittenRow[] | undefined) ?? [];

/**
 * Whether a write brings components that have values at some of these paths. Strapi writes the components before the
 * event of the entry, so their former values are lost.
 */
export const bringsComponents = (
  strapi: Core.Strapi,
  { model, params }: WriteEvent,
  paths: readonly FieldPath[],
): boolean => {
  const { data = {} } = params;
  const attributes = modelAttributes(strapi, model.uid);
  return paths.some(
    ([field = '', ...rest]) =>
      rest.length > 0 && data[field] !== undefined && attributes[field]?.type === 'component',
  );
};

/** Ids of the created rows; undefined if the database returns only the first (MySQL). */
const createdIds = ({ params, result }: WriteEvent): number[] | undefined => {
  const { ids } = (result ?? {}) as { ids?: unknown };
  const complete = Array.isArray(ids) && ids.length === (params.data as unknown as []).length;
  return complete && ids.every(isId) ? ids : undefined;
};

/** The rows of a write as they are now: those that it created or changed, none that it deleted. */
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
  // The event of one row contains the row, unless the query selected fewer columns.
  const isWhole = publishedAt !== undefined && locale !== undefined;
  if (isId(id) && typeof documentId === 'string' && isWhole) {
    const row = { id, documentId, locale: locale as string | null, publishedAt };
    return toWritten(strapi, model.uid, [row]);
  }
  const ids = isId(id) ? [id] : rememberedRows(event).map((row) => row.id);
  return findRowsById(strapi, model.uid, ids);
};

/**
 * The deleted row, as its event contains it. Hooks of the site may have removed fields. Without `publishedAt`, assume
 * that readers saw the row.
 */
const deletedRows = (strapi: Core.Strapi, { action, model, result }: WriteEvent): WrittenRow[] => {
  const row = (result ?? {}) as Partial<Row>;
  if (action !== 'afterDelete' || !isId(row.id) || typeof row.documentId !== 'string') return [];
  const { publishedAt = true } = row;
  return toWritten(strapi, model.uid, [{ ...(row as Row), publishedAt }]);
};

/** All rows that a finished write concerns, as they were before it and as they are after it. */
export const concernedRows = async (
  strapi: Core.Strapi,
  event: WriteEvent,
): Promise<WrittenRow[]> => {
  const remembered = rememberedRows(event);
  const before = remembered.length > 0 ? remembered : deletedRows(strapi, event);
  return [...before, ...(await rowsAfter(strapi, event))];
};

/** A relation as the panel and the document service write it. Short forms mean `set`. */
interface RelationInput {
  set?: unknown;
  connect?: unknown;
  disconnect?: unknown;
}

const isRelationInput = (relation: unknown): relation is RelationInput =>
  typeof relation === 'object' &&
  relation !== null &&
  ['set', 'connect', 'disconnect'].some((part) => part in relation);

/**
 * Ids that a write sets, connects or disconnects in a relation; undefined if the write leaves the relation alone.
 *
 * @param uid returns only ids of this content type, for relations to several types
 */
export const relatedIds = (relation: unknown, uid?: string): number[] | undefined => {
  if (relation === undefined) return undefined;
  const input: RelationInput = isRelationInput(relation) ? relation : { set: relation };
  const { set, connect, disconnect } = input;
  const ids = [set, connect, disconnect].flat().flatMap((part) => {
    const isObject = typeof part === 'object' && part !== null;
    const named: { id?: unknown; __type?: unknown } = isObject ? part : { id: part, __type: uid };
    const id = toId(named.id);
    return id !== undefined && (uid === undefined || named.__type === uid) ? [id] : [];
  });
  // The panel sends empty lists for relations that nobody touched.
  return set === undefined && ids.length === 0 ? undefined : ids;
};
