import type { Core } from '@strapi/strapi';

import { findPermalinkRows } from '../addresses/permalink-rows';
import { absoluteAddress } from '../addresses/record-addresses';
import {
  CATALOGUE_TABLE,
  type EntryKey,
  entryKeyOf,
  keyInType,
  type ListName,
} from '../catalogue/catalogue-table';
import { type ColumnValue, timeOf } from '../lib/database';
import { queryTable } from '../lib/transactions';
import { groupBy } from '../lib/values';
import { findInParts } from '../lib/waiting';
import type { Plan, SourcePlan } from '../mapping/plan';
import type { Settings } from '../options/settings';
import type { EntryEvent, EntryPayload, FormerEntry } from './consumer';

/** An entry as readers have it. */
export interface PublicEntry extends EntryKey {
  /** When it was last changed, in milliseconds since 1970. */
  updated: number | null;
  /** Null if readers have nothing. */
  present: FormerEntry | null;
}

/** A row of the catalogue: an entry in one of its lists. */
interface CatalogueRow extends Pick<EntryKey, 'documentId' | 'locale'> {
  list: ListName;
  date: ColumnValue | null;
  due: ColumnValue | null;
  updated: ColumnValue | null;
}

/** Where entries are found, in the current transaction if there is one. */
export interface EntryTables {
  strapi: Core.Strapi;
  plan: Pick<Plan, 'locales' | 'sources'>;
}

/** What readers have of documents of a source, in all locales. */
const findOfSource = async (
  { strapi, plan }: EntryTables,
  settings: Settings,
  source: SourcePlan,
  documentIds: string[],
): Promise<PublicEntry[]> => {
  const { contentType, isLocalised } = source;
  const permalinks = await findPermalinkRows(strapi, contentType, documentIds);
  const found: CatalogueRow[] = await queryTable(strapi, CATALOGUE_TABLE)
    .whereIn('document_id', documentIds)
    .where('content_type', contentType)
    .whereIn('state', ['listed', 'unlisted'])
    .select('locale', 'list', 'date', 'due', 'updated', { documentId: 'document_id' });
  const byEntry = groupBy(found, ({ documentId, locale }) => keyInType(documentId, locale));
  return [...byEntry.values()].map((rows) => {
    const [{ documentId, locale, date, updated }] = rows as [CatalogueRow];
    const slug = permalinks.get(keyInType(documentId, isLocalised ? locale : ''))?.at(-1)?.slug;
    const isPublic = slug !== undefined && rows.every(({ due }) => due === null);
    return {
      ...{ contentType, documentId, locale, updated: timeOf(updated) },
      present: isPublic
        ? {
            url: absoluteAddress(settings, plan.locales, source, { key: slug, locale }),
            date: timeOf(date),
            lists: rows.map(({ list }) => list).sort(),
          }
        : null,
    };
  });
};

/**
 * Finds what readers have of documents in all locales, by the catalogue and the permalinks. An entry comes at its date
 * and goes at its end when the sweep has found it, so that consumers are told of that once.
 *
 * @returns by `entryKeyOf`
 */
export const findPublicEntries = async (
  tables: EntryTables,
  settings: Settings,
  documents: readonly Pick<EntryKey, 'contentType' | 'documentId'>[],
): Promise<Map<string, PublicEntry>> => {
  const found = new Map<string, PublicEntry>();
  for (const source of tables.plan.sources) {
    const own = documents.filter(({ contentType }) => contentType === source.contentType);
    const entries = await findInParts(
      own.map(({ documentId }) => documentId),
      (some) => findOfSource(tables, settings, source, some),
    );
    for (const entry of entries) found.set(entryKeyOf(entry), entry);
  }
  return found;
};

const eventType = (
  former: FormerEntry | null,
  present: FormerEntry | null,
): EntryEvent['type'] | undefined => {
  if (!former) return present ? 'published' : undefined;
  if (!present) return 'withdrawn';
  return former.url === present.url ? 'updated' : 'moved';
};

/** Compares what consumers know of an entry with what readers find now; undefined if both find nothing. */
export const findEntryEvent = async (
  tables: EntryTables,
  settings: Settings,
  { contentType, documentId, locale, former }: EntryPayload,
): Promise<EntryEvent | undefined> => {
  const key = { contentType, documentId, locale };
  const found = await findPublicEntries(tables, settings, [key]);
  const present = found.get(entryKeyOf(key))?.present ?? null;
  const type = eventType(former, present);
  return type && { type, ...key, former, present };
};
