import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { CORE_STORE_UID, FILE_UID, SETTINGS_KEY } from '../constants';
import type { EntryRows } from '../catalogue/entry-rows';
import type { Plan } from '../mapping/plan';
import { inverseFields, type RelatedType, type SourceRow } from '../catalogue/related-types';
import { relatedKey, type WrittenEntry, type WrittenRelated } from './change';
import type { RelatedChanges } from './related-changes';
import type { Writes } from './writes';
import {
  bringsComponents,
  findRowsById,
  relatedIds,
  rememberedRows,
  rowsAfter,
  rowsBefore,
  type WriteEvent,
  type WrittenRow,
} from './written-rows';

interface ChangeWatchParts {
  writes: Writes;
  relatedChanges: RelatedChanges;
  entryRows: EntryRows;
  plan: Plan;
}

/**
 * Names what is written.
 *
 * Database lifecycles, since they see each way a row is written. They only note what was touched: what
 * became of it is looked up after the commit.
 */
export const watchChanges = (
  strapi: Core.Strapi,
  { writes, relatedChanges, entryRows, plan }: ChangeWatchParts,
): void => {
  const remember = (event: WriteEvent): Promise<void> => rowsBefore(strapi, event);

  const isPublic = (contentType: string, { isPublished }: WrittenRow): boolean =>
    isPublished || !entryRows.hasDrafts(contentType);

  /** Rows that a write is about, before and after it. */
  const concerned = async (event: WriteEvent): Promise<WrittenRow[]> => [
    ...rememberedRows(event),
    ...(await rowsAfter(strapi, event)),
  ];

  const toEntry = (contentType: string, row: WrittenRow): WrittenEntry => ({
    contentType,
    documentId: row.documentId,
    locales: isPublic(contentType, row) ? [row.locale] : [],
  });

  /** Notes entries whose own rows were written. */
  const entriesWritten = async (event: WriteEvent): Promise<void> => {
    const rows = await concerned(event);
    await writes.entries(
      rows.map((row) => ({ ...toEntry(event.model.uid, row), isWritten: true })),
    );
  };

  writes.watch({
    models: plan.sources.map(({ contentType }) => contentType),
    beforeUpdate: remember,
    beforeUpdateMany: remember,
    beforeDelete: remember,
    beforeDeleteMany: remember,
    afterCreate: entriesWritten,
    afterCreateMany: entriesWritten,
    afterUpdate: entriesWritten,
    afterUpdateMany: entriesWritten,
    afterDelete: entriesWritten,
    afterDeleteMany: entriesWritten,
  });

  const watchRelated = (type: RelatedType): void => {
    const { contentType, paths } = type;
    const fields = inverseFields(strapi, type);

    /** Whether a write says which entries lead here. */
    const setsLeading = ({ params }: WriteEvent): boolean =>
      fields.some((field) => relatedIds(params.data?.[field]) !== undefined);

    const keyOf = (row: WrittenRow): string =>
      relatedKey({ ...row, isPublic: isPublic(contentType, row) });

    /**
     * Notes the entries that lead to rows which are about to go, or about to be led to by others: afterwards
     * nobody can tell. Those of a topic are on its lists, unless their addresses are made of it.
     */
    const noteLeading = async (rows: WrittenRow[]): Promise<void> => {
      if (type.isTopic && type.cataloguedIn.size === 0) return;
      const ids = rows.map(({ id }) => id);
      const leading = await relatedChanges.findLeadingRows(type, ids);
      for (const row of rows) {
        await writes.leading(type, keyOf(row), row.documentId, leading.get(row.id) ?? []);
      }
    };

    const before = async (event: WriteEvent, isRelinked: boolean): Promise<void> => {
      // Who writes by a query may ask for columns that do not tell which entry it was.
      await remember(event);
      const rows = rememberedRows(event);
      const values = new Map<number, string>();
      const hidden = new Map<number, boolean>();
      const read = [...paths, ...relatedChanges.hiddenPath(contentType)];
      // Without values of before, what leads here is taken for moved.
      if (read.length > 0 && !bringsComponents(strapi, event, read)) {
        const documentIds = [...new Set(rows.map(({ documentId }) => documentId))];
        for (const row of await entryRows.read(contentType, documentIds, read)) {
          if (paths.length > 0) values.set(row.id, relatedChanges.valuesOf(type, row));
          hidden.set(row.id, relatedChanges.isHiddenRow(contentType, row));
        }
      }
      if (isRelinked) await noteLeading(rows);
      event.state.before = new Map<string, WrittenRelated>(
        rows.map((row) => [
          keyOf(row),
          {
            contentType,
            documentId: row.documentId,
            locale: row.locale,
            isPublic: isPublic(contentType, row),
            existed: true,
            isHidden: hidden.get(row.id),
            values: values.get(row.id),
            isRelinked,
          },
        ]),
      );
    };

    /**
     * Notes entries that a write of the topic names: they may have been led elsewhere by it, and are not any more
     * at the end of the transaction.
     */
    const noteNamed = async ({ params }: WriteEvent): Promise<void> => {
      const { attributes } = strapi.db.metadata.get(contentType);
      for (const field of fields) {
        const { target = '' } = attributes[field] as { target?: string };
        const ids = relatedIds(params.data?.[field]);
        if (!ids || !plan.sources.some((source) => source.contentType === target)) continue;
        await writes.rows(
          ids.map((id) => ({ contentType: target, id })),
          { isMoved: type.cataloguedIn.has(target), isShown: !type.isTopic },
        );
      }
    };

    const after = async (event: WriteEvent): Promise<void> => {
      await noteNamed(event);
      const rows = new Map(event.state.before as Map<string, WrittenRelated> | undefined);
      for (const row of await rowsAfter(strapi, event)) {
        if (rows.has(keyOf(row))) continue;
        // What is new was led to by nobody.
        if (!type.isTopic || type.cataloguedIn.size > 0) {
          await writes.leading(type, keyOf(row), row.documentId, []);
        }
        rows.set(keyOf(row), {
          contentType,
          documentId: row.documentId,
          locale: row.locale,
          isPublic: isPublic(contentType, row),
          existed: false,
          isRelinked: true,
        });
      }
      await writes.related([...rows.values()]);
    };

    const beforeGone = (event: WriteEvent): Promise<void> => before(event, true);

    writes.watch({
      models: [contentType],
      beforeUpdate: (event) => before(event, setsLeading(event)),
      beforeUpdateMany: (event) => before(event, false),
      beforeDelete: beforeGone,
      beforeDeleteMany: beforeGone,
      afterCreate: after,
      afterCreateMany: after,
      afterUpdate: after,
      afterUpdateMany: after,
      afterDelete: after,
      afterDeleteMany: after,
    });
  };

  const watchFiles = (types: ReadonlyMap<string, RelatedType>): void => {
    const type = types.get(FILE_UID);
    const others = [...types.values()].filter(({ contentType }) => contentType !== FILE_UID);

    const noteFiles = (rows: WrittenRow[]): Promise<void> =>
      writes.scopes(rows.map(({ id }) => CACHE_TAGS.file(id)));

    /** Public rows of a type that a file was uploaded right into: they are not written themselves. */
    const rowsGiven = async (
      { params }: WriteEvent,
      contentType: string,
    ): Promise<WrittenRow[]> => {
      const ids = relatedIds(params.data?.related, contentType) ?? [];
      const rows = await findRowsById(strapi, contentType, ids);
      return rows.filter((row) => isPublic(contentType, row));
    };

    const filesWritten = async (event: WriteEvent): Promise<void> => {
      await noteFiles(await concerned(event));
      for (const { contentType } of plan.sources) {
        const rows = await rowsGiven(event, contentType);
        await writes.entries(rows.map((row) => toEntry(contentType, row)));
      }
      for (const { contentType } of others) {
        const rows = await rowsGiven(event, contentType);
        await writes.related(
          rows.map(({ documentId, locale }) => ({
            contentType,
            documentId,
            locale,
            isPublic: true,
            existed: true,
          })),
        );
      }
    };

    /** Remembers which entries show files that are about to go: they show something else afterwards. */
    const beforeGone = async (event: WriteEvent): Promise<void> => {
      await remember(event);
      if (!type) return;
      const ids = rememberedRows(event).map(({ id }) => id);
      const leading = await relatedChanges.findLeadingRows(type, ids);
      event.state.leading = [...leading.values()].flat();
    };

    const filesDeleted = async (event: WriteEvent): Promise<void> => {
      await noteFiles(rememberedRows(event));
      await writes.rows((event.state.leading as SourceRow[] | undefined) ?? []);
    };

    writes.watch({
      models: [FILE_UID],
      beforeUpdate: remember,
      beforeUpdateMany: remember,
      beforeDelete: beforeGone,
      beforeDeleteMany: beforeGone,
      afterCreate: filesWritten,
      afterUpdate: filesWritten,
      afterUpdateMany: filesWritten,
      afterDelete: filesDeleted,
      afterDeleteMany: filesDeleted,
    });
  };

  const types = relatedChanges.relatedTypes();
  for (const type of types.values()) if (type.contentType !== FILE_UID) watchRelated(type);
  watchFiles(types);

  const settingsChanged = async ({ result }: { result?: unknown }): Promise<void> => {
    const { key } = (result ?? {}) as { key?: unknown };
    if (key === SETTINGS_KEY) await writes.scopes([CACHE_TAGS.everything]);
  };
  writes.watch({
    models: [CORE_STORE_UID],
    afterCreate: settingsChanged,
    afterUpdate: settingsChanged,
    afterDelete: settingsChanged,
  });
};
