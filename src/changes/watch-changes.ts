import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { CORE_STORE_UID, FILE_UID, SETTINGS_KEY } from '../constants';
import type { EntryRows } from '../catalogue/entry-rows';
import type { Plan } from '../mapping/plan';
import type { CataloguedSource, Places } from './catalogued-entries';
import { cataloguedPaths, isTranslated } from '../mapping/plan-parts';
import { entryKey } from '../addresses/permalink-rows';
import { inverseFields, type RelatedType, type SourceRow } from '../catalogue/related-types';
import { relatedKey, type RelatedWrites } from './related-writes';
import { type EntryNote, NAMED_AT_MOST, type RelatedBefore } from './transaction-notes';
import type { WrittenNotes } from './written-notes';
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

/** Of a row that says not when it was changed: rows may come from an import. */
const NEVER = new Date(0);

interface ChangeWatchParts {
  written: WrittenNotes;
  relatedWrites: RelatedWrites;
  entryRows: EntryRows;
  sources: Pick<CataloguedSource, 'contentType' | 'source' | 'readPlaces'>[];
  plan: Plan;
}

/**
 * Keeps permalinks and catalogue, and tells all nodes what changed.
 *
 * Database lifecycles, since they see each way a row is written. They only note what was touched: what
 * became of it is looked up at the end of the transaction.
 */
export const watchChanges = (
  strapi: Core.Strapi,
  { written, relatedWrites, entryRows, sources, plan }: ChangeWatchParts,
): void => {
  const remember = (event: WriteEvent): Promise<void> => rowsBefore(strapi, event);

  const isPublic = (contentType: string, { isPublished }: WrittenRow): boolean =>
    isPublished || !entryRows.hasDrafts(contentType);

  /** Rows that a write is about, before and after it. */
  const concerned = async (event: WriteEvent): Promise<WrittenRow[]> => [
    ...rememberedRows(event),
    ...(await rowsAfter(strapi, event)),
  ];

  /** Remembers, besides, where entries are that other languages link. */
  const rememberEntries = async (event: WriteEvent): Promise<void> => {
    await remember(event);
    const { uid } = event.model;
    const source = sources.find(({ contentType }) => contentType === uid);
    const published = rememberedRows(event).filter((row) => isPublic(uid, row));
    // Of more, everything is taken for changed; of what was elsewhere nobody knows where, for moved.
    if (!source || !isTranslated(plan, uid) || published.length > NAMED_AT_MOST) return;
    if (bringsComponents(strapi, event, cataloguedPaths(source.source))) return;
    const ids = [...new Set(published.map(({ documentId }) => documentId))];
    event.state.places = ids.length > 0 ? await source.readPlaces(ids) : new Map();
  };

  const toNote = (contentType: string, row: WrittenRow): EntryNote => ({
    contentType,
    documentId: row.documentId,
    locale: row.locale,
    isPublic: isPublic(contentType, row),
  });

  /** Notes entries whose own rows were written, with what readers had of them before. */
  const entriesWritten = async (event: WriteEvent): Promise<void> => {
    const { uid } = event.model;
    const keyOf = ({ documentId, locale }: WrittenRow): string => entryKey(documentId, locale);
    const isCreated = event.action.startsWith('afterCreate');
    const places = isCreated ? new Map() : (event.state.places as Places | undefined);
    const changed = new Map(
      rememberedRows(event).flatMap((row) =>
        isPublic(uid, row) ? [[keyOf(row), row.updated ?? NEVER]] : [],
      ),
    );
    await written.entries(
      (await concerned(event)).map((row) => {
        const note = { ...toNote(uid, row), changedBefore: changed.get(keyOf(row)) ?? null };
        return places
          ? { ...note, place: places.get(keyOf(row)) ?? null }
          : { ...note, isMoved: isTranslated(plan, uid) && note.isPublic };
      }),
    );
  };

  strapi.db.lifecycles.subscribe({
    models: plan.sources.map(({ contentType }) => contentType),
    beforeUpdate: rememberEntries,
    beforeUpdateMany: rememberEntries,
    beforeDelete: rememberEntries,
    beforeDeleteMany: rememberEntries,
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

    /** What tells at the end what a write has changed. */
    const before = async (event: WriteEvent, isLeadingChanged: boolean): Promise<void> => {
      // Who writes by a query may ask for columns that do not tell which entry it was.
      await remember(event);
      const rows = rememberedRows(event);
      const values = new Map<number, string>();
      const hidden = new Map<number, boolean>();
      const read = [...paths, ...relatedWrites.hiddenPath(contentType)];
      // Without values of before, what leads here is taken for moved.
      if (read.length > 0 && !bringsComponents(strapi, event, read)) {
        const documentIds = [...new Set(rows.map(({ documentId }) => documentId))];
        for (const row of await entryRows.read(contentType, documentIds, read)) {
          if (paths.length > 0) values.set(row.id, relatedWrites.valuesOf(type, row));
          hidden.set(row.id, relatedWrites.isHiddenRow(contentType, row));
        }
      }
      const leading = isLeadingChanged
        ? await relatedWrites.findLeading(
            type,
            rows.map(({ id }) => id),
          )
        : undefined;
      event.state.before = new Map<string, RelatedBefore>(
        rows.map((row) => [
          keyOf(row),
          {
            documentId: row.documentId,
            locale: row.locale,
            isPublic: isPublic(contentType, row),
            existed: true,
            isHidden: hidden.get(row.id),
            values: values.get(row.id),
            leading: leading && (leading.get(row.id) ?? []),
          },
        ]),
      );
    };

    const after = async (event: WriteEvent): Promise<void> => {
      const rows = new Map(event.state.before as Map<string, RelatedBefore> | undefined);
      for (const row of await rowsAfter(strapi, event)) {
        if (rows.has(keyOf(row))) continue;
        rows.set(keyOf(row), {
          documentId: row.documentId,
          locale: row.locale,
          isPublic: isPublic(contentType, row),
          existed: false,
          leading: [],
        });
      }
      await written.related(contentType, rows);
    };

    const beforeGone = (event: WriteEvent): Promise<void> => before(event, true);

    strapi.db.lifecycles.subscribe({
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
      written.cacheTags(rows.map(({ id }) => CACHE_TAGS.file(id)));

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
        await written.entries(rows.map((row) => toNote(contentType, row)));
      }
      for (const other of others) {
        const rows = await rowsGiven(event, other.contentType);
        await written.cacheTags(await relatedWrites.cacheTagsOf(other, rows));
      }
    };

    /** Remembers which entries show files that are about to go: they show something else afterwards. */
    const beforeGone = async (event: WriteEvent): Promise<void> => {
      await remember(event);
      if (!type) return;
      const ids = rememberedRows(event).map(({ id }) => id);
      const leading = await relatedWrites.findLeading(type, ids);
      event.state.leading = [...leading.values()].flat();
    };

    const filesDeleted = async (event: WriteEvent): Promise<void> => {
      await noteFiles(rememberedRows(event));
      await written.showing((event.state.leading as SourceRow[] | undefined) ?? []);
    };

    strapi.db.lifecycles.subscribe({
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

  const types = relatedWrites.relatedTypes();
  for (const type of types.values()) if (type.contentType !== FILE_UID) watchRelated(type);
  watchFiles(types);

  const settingsChanged = async ({ result }: { result?: unknown }): Promise<void> => {
    const { key } = (result ?? {}) as { key?: unknown };
    if (key === SETTINGS_KEY) await written.cacheTags([CACHE_TAGS.everything]);
  };
  strapi.db.lifecycles.subscribe({
    models: [CORE_STORE_UID],
    afterCreate: settingsChanged,
    afterUpdate: settingsChanged,
    afterDelete: settingsChanged,
  });
};
