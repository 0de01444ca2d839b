import type { Core } from '@strapi/strapi';

import { findPermalinkRows } from '../addresses/permalink-rows';
import { absoluteAddress } from '../addresses/record-addresses';
import {
  CATALOGUE_TABLE,
  type EntryKey,
  entryKeyOf,
  KEY_COLUMNS,
  keyInType,
  listIn,
  type ListName,
  PAGE_LIST,
  SITE_LIST,
  UNLISTED_LIST,
} from '../catalogue/catalogue-table';
import type { CataloguedSource } from '../changes/catalogued-entries';
import type { WrittenEntry } from '../changes/outbox';
import { type ColumnValue, fromColumn, timeOf, toColumn } from '../lib/database';
import { isOver } from '../lib/dates';
import type { Transactions } from '../lib/transactions';
import { groupBy } from '../lib/values';
import { findInParts } from '../lib/waiting';
import { marksOf, type Plan } from '../mapping/plan';
import type { SettingsStore } from '../options/settings';
import type { Delivery, EntryEvent, EntryPayload, FormerEntry } from './consumer';

/** An entry as readers have it. */
export interface PublicEntry extends EntryKey {
  /** Lists that contain it, or will from its date on, by name. */
  lists: string[];
  /** When it was last changed, in milliseconds since 1970. */
  updated: number | null;
  /** Null if readers have nothing. */
  present: FormerEntry | null;
  /** When it becomes public by its date, in milliseconds since 1970; undefined if no such date lies ahead. */
  from?: number;
}

/** A row of the catalogue: an entry in one of its lists. */
interface CatalogueRow extends Pick<EntryKey, 'documentId' | 'locale'> {
  list: ListName;
  state: string;
  date: ColumnValue | null;
  until: ColumnValue | null;
  updated: ColumnValue | null;
}

/** Finds what readers have of entries, by the catalogue and the permalinks, in the current transaction. */
export const createPublicEntries = (
  strapi: Core.Strapi,
  {
    plan,
    sources,
    settings,
    transactions,
  }: {
    plan: Pick<Plan, 'locales'>;
    sources: readonly CataloguedSource[];
    settings: Pick<SettingsStore, 'get'>;
    transactions: Pick<Transactions, 'rows'>;
  },
) => {
  const siteLists = marksOf(plan).flatMap((mark) =>
    [SITE_LIST, PAGE_LIST, UNLISTED_LIST].map((list) => listIn(mark, list)),
  );

  const readCatalogue = async (
    contentType: string,
    documentIds: string[],
  ): Promise<CatalogueRow[][]> => {
    const rows: CatalogueRow[] = await transactions
      .rows(CATALOGUE_TABLE)
      .whereIn('document_id', documentIds)
      .where('content_type', contentType)
      .select('locale', 'list', 'state', 'date', 'until', 'updated', { documentId: 'document_id' });
    return [...groupBy(rows, ({ documentId, locale }) => keyInType(documentId, locale)).values()];
  };

  /** What readers have of documents of a source, in all locales. */
  const findOfSource = async (
    { source, contentType }: CataloguedSource,
    documentIds: string[],
    now: number,
    isWritten: boolean,
  ): Promise<PublicEntry[]> => {
    const present = await settings.get();
    const permalinks = await findPermalinkRows(strapi, contentType, documentIds);
    const toEntry = (
      entry: Pick<PublicEntry, 'documentId' | 'locale' | 'lists' | 'updated'>,
      date: number | null,
      isPublished: boolean,
    ): PublicEntry => {
      const { documentId, locale, lists } = entry;
      const slug = permalinks
        .get(keyInType(documentId, source.isLocalised ? locale : ''))
        ?.at(-1)?.slug;
      const isPublic = isPublished && slug !== undefined && (date ?? 0) <= now;
      return {
        contentType,
        ...entry,
        present: isPublic
          ? {
              url: absoluteAddress(present, plan.locales, source, { key: slug, locale }),
              date,
              lists,
            }
          : null,
        ...(isPublished && date !== null && date > now && { from: date }),
      };
    };
    return (await readCatalogue(contentType, documentIds)).map((rows) => {
      const [{ documentId, locale, state, date, until, updated }] = rows as [CatalogueRow];
      const hasEnded = isOver(fromColumn(until), new Date(now));
      const lists = rows.map(({ list }) => list).sort();
      // Readers had a written entry until it is indexed, even if it has just ended.
      const isPublished = ['listed', 'unlisted'].includes(state) && (isWritten || !hasEnded);
      const entry = { documentId, locale, lists, updated: timeOf(updated) };
      return toEntry(entry, timeOf(date), isPublished);
    });
  };

  /**
   * What readers have of documents in all locales, by `entryKeyOf`.
   *
   * @param now milliseconds since 1970
   * @param isWritten whether the documents are written but not indexed yet: their own rows then do not show what
   * readers had
   */
  const find = async (
    documents: readonly Pick<EntryKey, 'contentType' | 'documentId'>[],
    now: number,
    isWritten = false,
  ): Promise<Map<string, PublicEntry>> => {
    const found = new Map<string, PublicEntry>();
    for (const source of sources) {
      const own = documents.filter(({ contentType }) => contentType === source.contentType);
      const entries = await findInParts(
        own.map(({ documentId }) => documentId),
        (some) => findOfSource(source, some, now, isWritten),
      );
      for (const entry of entries) found.set(entryKeyOf(entry), entry);
    }
    return found;
  };

  /** Entries with a date in the future, each with the locales for which that is so; the next ones first. */
  const findScheduled = async (now: number, limit: number): Promise<WrittenEntry[]> => {
    const rows: EntryKey[] = await transactions
      .rows(CATALOGUE_TABLE)
      .whereIn('state', ['listed', 'unlisted'])
      .whereIn('list', siteLists)
      .where('date', '>', toColumn(strapi, new Date(now)))
      .orderBy('date')
      .limit(limit)
      .select(KEY_COLUMNS);
    const found = new Map<string, WrittenEntry>();
    for (const { contentType, documentId, locale } of rows) {
      const key = `${contentType} ${documentId}`;
      const { locales = [] } = found.get(key) ?? {};
      found.set(key, { contentType, documentId, locales: [...locales, locale] });
    }
    return [...found.values()];
  };

  return { find, findScheduled };
};

export type PublicEntries = ReturnType<typeof createPublicEntries>;

const eventType = (
  former: FormerEntry | null,
  present: FormerEntry | null,
): EntryEvent['type'] | undefined => {
  if (!former) return present ? 'published' : undefined;
  if (!present) return 'withdrawn';
  return former.url === present.url ? 'updated' : 'moved';
};

/**
 * Compares what consumers know of an entry with what readers find now: its event, and when it becomes public by its
 * date.
 *
 * @param now milliseconds since 1970
 */
export const findEntryEvent = async (
  publicEntries: PublicEntries,
  { contentType, documentId, locale, former }: EntryPayload,
  now: number,
): Promise<Pick<Delivery, 'event' | 'from'>> => {
  const key = { contentType, documentId, locale };
  const found = await publicEntries.find([key], now);
  const { present = null, from } = found.get(entryKeyOf(key)) ?? {};
  const type = eventType(former, present);
  return {
    ...(type && { event: { type, ...key, former, present } }),
    from,
  };
};
