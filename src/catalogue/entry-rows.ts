import type { Core } from '@strapi/strapi';

import { type ColumnValue, fromColumn } from '../lib/database';
import { queryTable } from '../lib/transactions';
import { chunk } from '../lib/values';
import { followLink, linksOf } from './links';
import type { FieldPath } from '../mapping/address';
import { hasDrafts, schemaOf } from '../mapping/schemas';

/** Values of an entry and of what it leads to, by names of fields. */
type Values = Record<string, unknown>;

/** A row of an entry: its draft or its published version. Rows may come from an import, with anything missing. */
export interface EntryRow {
  id: number;
  documentId: string;
  /** Code of the locale; empty if the type is not localised. */
  locale: string;
  /** Whether readers may see it: it is published, or its type has no drafts. */
  isPublic: boolean;
  published: Date | null;
  created: Date | null;
  updated: Date | null;
  /** The value at a path; of several entries there, the first value that is not blank. */
  valueOf: (path: FieldPath) => unknown;
  /** All values at a path, of every entry there. */
  valuesOf: (path: FieldPath) => unknown[];
}

const isEmptyText = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const find = (values: Values, path: FieldPath): unknown => {
  const [field = '', ...rest] = path;
  const value = values[field];
  if (rest.length === 0) return value ?? undefined;
  for (const linked of (value as Values[] | undefined) ?? []) {
    const found = find(linked, rest);
    if (found !== undefined && !isEmptyText(found)) return found;
  }
  return undefined;
};

const findAll = (values: Values, [field = '', ...rest]: FieldPath): unknown[] =>
  rest.length === 0
    ? [values[field]]
    : ((values[field] as Values[] | undefined) ?? []).flatMap((linked) => findAll(linked, rest));

/** Columns that Strapi gives every content type. */
const SYSTEM = {
  id: 'id',
  documentId: 'document_id',
  locale: 'locale',
  published: 'published_at',
  created: 'created_at',
  updated: 'updated_at',
} as const;

/** Paths by their first field. */
const byField = (paths: readonly FieldPath[]): Map<string, FieldPath[]> => {
  const fields = new Map<string, FieldPath[]>();
  for (const [field, ...rest] of paths) {
    if (field !== undefined) fields.set(field, [...(fields.get(field) ?? []), rest]);
  }
  return fields;
};

/** Columns of the fields that hold a value; fields that the schema lacks are left out. */
const columnsOf = (
  strapi: Core.Strapi,
  uid: string,
  fields: Iterable<string>,
): Record<string, string> => {
  const { attributes } = strapi.db.metadata.get(uid);
  const columns: Record<string, string> = {};
  for (const field of fields) {
    const attribute = attributes[field] as { type: string; columnName?: string } | undefined;
    if (!attribute || attribute.type === 'relation') continue;
    columns[field] = attribute.columnName ?? field;
  }
  return columns;
};

/** Adds the entries that rows lead to, by field. Published rows get no drafts. */
const addLinked = async (
  strapi: Core.Strapi,
  uid: string,
  rows: Map<number, Values>,
  fields: Map<string, FieldPath[]>,
  drafts: ReadonlySet<number>,
): Promise<void> => {
  for (const [field, paths] of fields) {
    const further = paths.filter((path) => path.length > 0);
    if (further.length === 0) continue;
    const lists = new Map<number, Values[]>();
    for (const link of linksOf(strapi, uid, field)) {
      const joined = await followLink(strapi, link, [...rows.keys()]);
      const linked = await readLinked(strapi, link.target, joined, further, drafts);
      for (const { from, values } of linked) {
        lists.set(from, [...(lists.get(from) ?? []), values]);
      }
    }
    for (const [id, values] of rows) values[field] = lists.get(id) ?? [];
  }
};

const readLinked = async (
  strapi: Core.Strapi,
  uid: string,
  joined: { from: number; to: number }[],
  paths: FieldPath[],
  drafts: ReadonlySet<number>,
): Promise<{ from: number; values: Values }[]> => {
  if (joined.length === 0) return [];
  const fields = byField(paths);
  const columns = columnsOf(strapi, uid, fields.keys());
  const schema = schemaOf(strapi, uid);
  const draftable = hasDrafts(schema);
  const found = new Map<number, Values>();
  const unpublished = new Set<number>();
  for (const some of chunk([...new Set(joined.map(({ to }) => to))])) {
    const rows: (Values & { __id: number; __published?: ColumnValue | null })[] = await queryTable(
      strapi,
      strapi.db.metadata.get(uid).tableName,
    )
      .whereIn('id', some)
      .select({ ...columns, __id: 'id', ...(draftable && { __published: 'published_at' }) });
    for (const { __id: id, __published: published, ...values } of rows) {
      found.set(id, values);
      if (draftable && published === null) unpublished.add(id);
    }
  }
  // An entry without drafts is shared by drafts and published rows, so nothing behind it counts as part of a draft.
  const isShared = schema !== undefined && !draftable;
  const reached = isShared ? [] : joined.filter(({ from }) => drafts.has(from));
  const fromDrafts = new Set(reached.map(({ to }) => to));
  await addLinked(strapi, uid, found, fields, fromDrafts);
  return joined.flatMap(({ from, to }) => {
    const values = found.get(to);
    // A published row shows nothing of a draft.
    const isHidden = unpublished.has(to) && !drafts.has(from);
    return values && !isHidden ? [{ from, values }] : [];
  });
};

/**
 * All rows of some documents, with their values at some paths, in no particular order: in two statements for each step
 * to another type. For one statement that joins both tables, as Strapi populates, MariaDB reads all links of a topic
 * while its statistics are older than the entries.
 */
export const readEntryRows = async (
  strapi: Core.Strapi,
  contentType: string,
  documentIds: string[],
  paths: readonly FieldPath[],
): Promise<EntryRow[]> => {
  const fields = byField(paths);
  const columns = columnsOf(strapi, contentType, fields.keys());
  const prefixed = Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [`field_${field}`, column]),
  );
  const read: EntryRow[] = [];
  const rows = new Map<number, Values>();
  const drafts = new Set<number>();
  const draftable = hasDrafts(schemaOf(strapi, contentType));
  for (const some of chunk(documentIds)) {
    const found: (Values & Record<keyof typeof SYSTEM, ColumnValue | null>)[] = await queryTable(
      strapi,
      strapi.db.metadata.get(contentType).tableName,
    )
      .whereIn('document_id', some)
      .select({ ...SYSTEM, ...prefixed });
    for (const row of found) {
      const id = row.id as number;
      const values: Values = {};
      for (const field of Object.keys(columns)) values[field] = row[`field_${field}`];
      rows.set(id, values);
      const isPublic = !draftable || row.published !== null;
      if (!isPublic) drafts.add(id);
      read.push({
        id,
        documentId: row.documentId as string,
        locale: (row.locale as string | null) ?? '',
        isPublic,
        published: fromColumn(row.published),
        created: fromColumn(row.created),
        updated: fromColumn(row.updated),
        valueOf: (path) => find(values, path),
        valuesOf: (path) => findAll(values, path),
      });
    }
  }
  if (rows.size > 0) await addLinked(strapi, contentType, rows, fields, drafts);
  return read;
};
