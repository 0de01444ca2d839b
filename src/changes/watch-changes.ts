import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { CORE_STORE_UID, FILE_UID, SETTINGS_KEY } from '../lib/constants';
import { readEntryRows } from '../catalogue/entry-rows';
import type { Plan } from '../mapping/plan';
import { findReferringRows, type RelatedType, relatedTypes, type SourceRow } from './related-types';
import { relatedKey, toWrittenEntry, type WrittenRelated } from './outbox';
import { hiddenPath, isHiddenRow, valuesOf } from './related-changes';
import type { Writes } from './writes';
import {
  bringsComponents,
  concernedRows,
  findRowsById,
  isKnownAfterWrite,
  relatedIds,
  rememberedRows,
  rowsAfter,
  rememberRows,
  type WriteEvent,
  type WrittenRow,
} from './written-rows';
import { linksOf } from '../catalogue/links';

interface ChangeWatchParts {
  writes: Writes;
  plan: Plan;
}

/** Fields of a type that set which entries lead to it: writing them changes other entries. */
const inverseFields = (
  strapi: Core.Strapi,
  { contentType, relationPaths }: RelatedType,
): string[] => {
  const tables = new Set(relationPaths.map(({ links }) => links.at(-1)!.table));
  const { attributes } = strapi.db.metadata.get(contentType);
  return Object.keys(attributes).filter((field) =>
    linksOf(strapi, contentType, field).some(({ table }) => tables.has(table)),
  );
};

/**
 * Notes which entries each write concerns, so that no feed or page goes on showing what was there before.
 *
 * Uses database lifecycles, since they see every way to write a row. They only note what was touched; the indexer looks
 * up what became of it after the commit.
 */
export const watchChanges = (strapi: Core.Strapi, { writes, plan }: ChangeWatchParts): void => {
  const toRelated = (contentType: string, { id: _id, ...row }: WrittenRow): WrittenRelated => ({
    contentType,
    ...row,
    existed: true,
  });

  writes.watch({
    models: plan.sources.map(({ contentType }) => contentType),
    before: async (event) => {
      if (!isKnownAfterWrite(strapi, event)) await rememberRows(strapi, event);
    },
    after: (event) => writes.noteWritten(event),
  });

  const watchRelated = (type: RelatedType): void => {
    const { contentType, paths } = type;
    const fields = inverseFields(strapi, type);

    /** Whether a write sets which entries lead to the row. */
    const setsReferringEntries = ({ params }: WriteEvent): boolean =>
      fields.some((field) => relatedIds(params.data?.[field]) !== undefined);

    /** Whether to note which entries led here: a topic's lists name its entries, but none whose address it is part of. */
    const notesReferring = !type.isTopic || type.cataloguedIn.size > 0;

    const before = async (event: WriteEvent): Promise<void> => {
      const { action } = event;
      const isRelinked =
        action.startsWith('beforeDelete') ||
        (action === 'beforeUpdate' && setsReferringEntries(event));
      // A query may select columns that do not identify the entry, so remember the rows.
      await rememberRows(strapi, event);
      const rows = rememberedRows(event);
      const known = new Map<number, Pick<WrittenRelated, 'values' | 'isHidden'>>();
      const read = [...paths, ...hiddenPath(plan, contentType)];
      // Without the values from before, the addresses of all entries that lead here count as changed.
      if (read.length > 0 && !bringsComponents(strapi, event, read)) {
        const documentIds = [...new Set(rows.map(({ documentId }) => documentId))];
        for (const row of await readEntryRows(strapi, contentType, documentIds, read)) {
          known.set(row.id, {
            ...(paths.length > 0 && { values: valuesOf(type, row) }),
            isHidden: isHiddenRow(plan, contentType, row),
          });
        }
      }
      // Once rows are deleted, or have other entries, nobody could tell which entries led to them.
      if (isRelinked && notesReferring) {
        const ids = rows.map(({ id }) => id);
        event.state.referring = await findReferringRows(strapi, type, ids);
      }
      event.state.before = new Map<string, WrittenRelated>(
        rows.map((row) => [
          relatedKey(row),
          { ...toRelated(contentType, row), ...known.get(row.id), isRelinked },
        ]),
      );
    };

    /**
     * Notes entries that a write of the related row names: this write may take them away from another row, and at the
     * end of the transaction they may have left this one again.
     */
    const noteNamed = async ({ params }: WriteEvent): Promise<void> => {
      const { attributes } = strapi.db.metadata.get(contentType);
      for (const field of fields) {
        const { target = '' } = attributes[field] as { target?: string };
        const ids = relatedIds(params.data?.[field]);
        if (!ids || !plan.sources.some((source) => source.contentType === target)) continue;
        await writes.noteRows(
          ids.map((id) => ({ contentType: target, id })),
          { isMoved: type.cataloguedIn.has(target), isShown: !type.isTopic },
        );
      }
    };

    const after = async (event: WriteEvent): Promise<void> => {
      const referring = event.state.referring as Map<number, SourceRow[]> | undefined;
      for (const row of referring ? rememberedRows(event) : []) {
        await writes.noteReferringRows(type, relatedKey(row), referring!.get(row.id) ?? []);
      }
      await noteNamed(event);
      const rows = new Map(event.state.before as Map<string, WrittenRelated> | undefined);
      for (const row of await rowsAfter(strapi, event)) {
        if (rows.has(relatedKey(row))) continue;
        // No entry led to a new row.
        if (notesReferring) await writes.noteReferringRows(type, relatedKey(row), []);
        rows.set(relatedKey(row), {
          ...toRelated(contentType, row),
          existed: false,
          isRelinked: true,
        });
      }
      await writes.note({ related: [...rows.values()] });
    };

    writes.watch({ models: [contentType], before, after });
  };

  const watchFiles = (types: ReadonlyMap<string, RelatedType>): void => {
    const type = types.get(FILE_UID);
    const others = [...types.values()].filter(({ contentType }) => contentType !== FILE_UID);

    /** Public rows of a type that an upload attaches a file to: they are not written themselves. */
    const rowsGiven = async (
      { params }: WriteEvent,
      contentType: string,
    ): Promise<WrittenRow[]> => {
      const ids = relatedIds(params.data?.related, contentType) ?? [];
      const rows = await findRowsById(strapi, contentType, ids);
      return rows.filter(({ isPublic }) => isPublic);
    };

    const before = async (event: WriteEvent): Promise<void> => {
      await rememberRows(strapi, event);
      if (!type || !event.action.startsWith('beforeDelete')) return;
      // Once the files are gone, entries show something else, and nobody could tell which entries.
      const ids = rememberedRows(event).map(({ id }) => id);
      const referring = await findReferringRows(strapi, type, ids);
      event.state.referring = [...referring.values()].flat();
    };

    const after = async (event: WriteEvent): Promise<void> => {
      const rows = await concernedRows(strapi, event);
      await writes.note({ scopes: rows.map(({ id }) => CACHE_TAGS.file(id)) });
      await writes.noteRows((event.state.referring as SourceRow[] | undefined) ?? []);
      for (const { contentType } of plan.sources) {
        const given = await rowsGiven(event, contentType);
        await writes.note({ entries: given.map((row) => toWrittenEntry({ contentType, ...row })) });
      }
      for (const { contentType } of others) {
        const given = await rowsGiven(event, contentType);
        await writes.note({ related: given.map((row) => toRelated(contentType, row)) });
      }
    };

    writes.watch({ models: [FILE_UID], before, after });
  };

  const types = relatedTypes(strapi, plan);
  for (const type of types.values()) if (type.contentType !== FILE_UID) watchRelated(type);
  watchFiles(types);

  const settingsChanged = async ({ result }: { result?: unknown }): Promise<void> => {
    const { key } = (result ?? {}) as { key?: unknown };
    if (key === SETTINGS_KEY) await writes.note({ scopes: [CACHE_TAGS.everything] });
  };
  writes.watch({
    models: [CORE_STORE_UID],
    after: settingsChanged,
  });
};
