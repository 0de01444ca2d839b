import type { Core } from '@strapi/strapi';

import {
  CATALOGUE_TABLE,
  type CataloguedEntry,
  type CataloguedType,
  type EntryKey,
  entryKeyOf,
  KEY_COLUMNS,
  keyInType,
  listIn,
  type ListName,
  NOWHERE_LIST,
  PAGE_LIST,
  SITE_LIST,
  type SourceEntry,
  topicList,
  UNLISTED_LIST,
} from '../catalogue/catalogue-table';
import { type ColumnValue, type DatabaseClock, timeOf, toColumn } from '../lib/database';
import type { Transactions } from '../lib/transactions';
import { isOver, latest } from '../lib/dates';
import { findInParts } from '../lib/waiting';
import { isPublishedIn } from '../options/locales';
import { idOfValue, slugOfValue, topicsByValue } from '../mapping/value-topics';
import { addressKey, entryPath, type FieldPath } from '../mapping/address';
import type { SettingsStore } from '../options/settings';
import { isDay, toMoment } from '../mapping/values';
import type { EntryRow, EntryRows } from '../catalogue/entry-rows';
import { linksOf } from '../catalogue/links';
import {
  cataloguedPaths,
  isMarkedPublished,
  listedSources,
  markIn,
  type Plan,
  type SourcePlan,
} from '../mapping/plan';
import { findPermalinkRows, firstPublicationOf, lastToldOf } from '../addresses/permalink-rows';
import {
  addressOfKey,
  findKeepers,
  findAddressSharers,
  findTenures,
} from '../addresses/address-holders';
import { toWrittenEntry, type WrittenEntry } from './outbox';

/** Whether Strapi shows an entry as published, but readers find it nowhere. */
const isNowhere = ({ isPublished, title, path }: SourceEntry): boolean =>
  isPublished && (title === null || path === undefined);

/** A source whose entries are catalogued. */
export interface CataloguedSource extends CataloguedType {
  source: SourcePlan;
  /** All entries of some documents, drafts and published ones, in the open transaction. */
  readEntries: (documentIds: string[]) => Promise<SourceEntry[]>;
  /** Other documents that were ever published at an address of these. */
  findSharing: (documentIds: string[]) => Promise<string[]>;
  /** These entries as the catalogue should have them. */
  toCatalogued: (entries: SourceEntry[]) => Promise<CataloguedEntry[]>;
}

/** On MySQL, earlier dates are stored as this one: its driver returns another date than it got for years before 100. */
const EARLIEST = new Date('0101-01-01T00:00:00.000Z');

const toText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

/** Entries of a source as the catalogue lists them: for the whole site, by topic, and for their own type. */
export const createCataloguedEntries = (
  strapi: Core.Strapi,
  {
    transactions,
    entryRows,
    settings,
    source,
    plan,
    clock,
  }: {
    transactions: Pick<Transactions, 'rows'>;
    entryRows: EntryRows;
    settings: Pick<SettingsStore, 'get'>;
    source: SourcePlan;
    plan: Plan;
    clock: Pick<DatabaseClock, 'now'>;
  },
): CataloguedSource => {
  const { contentType, hasDrafts } = source;
  /** Of an only source the whole site's list has all entries. */
  const hasOwnList = listedSources(plan).length > 1;
  const paths = cataloguedPaths(source);
  const topicPaths = source.topics.map(({ field }): FieldPath => [field, 'documentId']);

  /** The lists of an entry's topics. Drafts of topics are left out for a published row (`catalogue/entry-rows.ts`). */
  const topicListsOf = ({ valuesOf }: EntryRow): ListName[] =>
    source.topics.flatMap((topic, place) =>
      valuesOf(topicPaths[place]!).map((id) => topicList(topic.contentType, id as string)),
    );

  /** The lists of the topics that are made from values of its fields. */
  const valueListsOf = ({ valuesOf }: EntryRow): ListName[] =>
    topicsByValue(source, valuesOf).map(({ contentType: type, name }) =>
      topicList(type, idOfValue(type, slugOfValue(name)!)),
    );

  /** The date of an entry as the catalogue stores it, for the order of lists. */
  const toStoredDate = (date: Date | undefined): Date | null =>
    (date && strapi.db.dialect.client === 'mysql' ? latest([date, EARLIEST]) : date) ?? null;

  const localeOf = ({ locale }: { locale: string }): string => (source.isLocalised ? locale : '');

  const isByDay = ({ valueOf }: EntryRow): boolean =>
    [source.date, source.until].some((path) => path !== undefined && isDay(valueOf(path)));

  /**
   * @param timeZone in which the row's days begin
   * @param wasDraft whether its own field said until now that it is not published
   */
  const toEntry = (row: EntryRow, timeZone: string, wasDraft: boolean): SourceEntry => {
    const { valueOf, published, created, updated } = row;
    const momentAt = (path: FieldPath | undefined): Date | undefined =>
      path && toMoment(valueOf(path), () => timeZone);
    const until = momentAt(source.until) ?? null;
    const isPublic = row.isPublic && isMarkedPublished(source, valueOf);
    const hasEnded = isPublic && isOver(until);
    // A clock that was ahead may have dated the creation.
    const isAhead =
      created !== null && updated !== null && created > latest([updated, new Date()])!;
    return {
      contentType,
      documentId: row.documentId,
      locale: row.locale,
      isPublished: isPublic && !hasEnded,
      hasEnded,
      isKeptOut: source.keepOut !== undefined && Boolean(valueOf(source.keepOut)),
      title: toText(valueOf(source.title)),
      path: entryPath(source.address, valueOf),
      date: toStoredDate(momentAt(source.date)),
      until,
      // Without drafts, Strapi sets `publishedAt` at every save.
      published:
        (hasDrafts ? published : wasDraft || isAhead ? updated : created) ?? created ?? new Date(),
      updated,
      topics: topicListsOf(row),
      valueLists: valueListsOf(row),
    };
  };

  /**
   * Entries of a type without drafts whose own field said until now that they are not published: their last save
   * publishes them, not their first one.
   */
  const findDrafts = async (documentIds: string[], read: EntryRow[]): Promise<Set<string>> => {
    if (hasDrafts || !source.published) return new Set();
    const rows: (Pick<EntryRow, 'documentId' | 'locale'> & { updated: ColumnValue | null })[] =
      await findInParts(documentIds, (some) =>
        transactions
          .rows(CATALOGUE_TABLE)
          .where({ content_type: contentType })
          .whereIn('state', ['waiting', 'nowhere'])
          .whereIn('document_id', some)
          .select('locale', 'updated', { documentId: 'document_id' }),
      );
    const noted = new Map(
      rows.map((row) => [keyInType(row.documentId, row.locale), timeOf(row.updated)]),
    );
    // An entry that another mapping publishes without a save is no draft.
    const saved = read.filter(({ documentId, locale, updated }) => {
      const before = noted.get(keyInType(documentId, locale));
      return before !== undefined && before !== timeOf(updated);
    });
    return new Set(saved.map(({ documentId, locale }) => keyInType(documentId, locale)));
  };

  const readEntries = async (documentIds: string[]): Promise<SourceEntry[]> => {
    const read = await entryRows.read(contentType, documentIds, [...paths, ...topicPaths]);
    const rows = read.filter(
      ({ locale, isPublic, valueOf }) =>
        isPublishedIn(plan.locales, source, locale) &&
        // The draft stands for what Strapi has published and the entry's own field withdraws.
        !(hasDrafts && isPublic && !isMarkedPublished(source, valueOf)),
    );
    const drafts = await findDrafts(documentIds, read);
    // Read it now: another node may have changed the time zone.
    const ofSite = rows.some(isByDay) ? (await settings.get()).timeZone : 'utc';
    // If a type is no longer localised, its rows keep their locale.
    return rows.map((row) =>
      toEntry(
        row,
        source.timeZoneIn?.(localeOf(row), ofSite) ?? ofSite,
        drafts.has(keyInType(row.documentId, row.locale)),
      ),
    );
  };

  const listsOf = ({ isKeptOut, topics, valueLists }: SourceEntry): ListName[] => {
    if (isKeptOut) return [UNLISTED_LIST];
    if (source.isPage) return [PAGE_LIST];
    return [
      ...new Set([SITE_LIST, ...(hasOwnList ? [contentType] : []), ...topics, ...valueLists]),
    ];
  };

  /** An entry as the catalogue should have it in these lists. */
  const toCataloguedEntry = (
    { documentId, locale, title, updated }: SourceEntry,
    lists: ListName[],
    others: Pick<CataloguedEntry, 'state' | 'date' | 'told' | 'until' | 'due'>,
  ): CataloguedEntry => ({
    contentType,
    documentId,
    locale,
    title: title ?? '',
    updated,
    lists: lists.map((list) => listIn(markIn(plan, contentType, locale), list)),
    ...others,
  });

  const keyOf = ({ documentId, locale }: SourceEntry): string => keyInType(documentId, locale);

  /** Key of an entry's permalinks and of its address. */
  const permalinkKey = (entry: SourceEntry): string => keyInType(entry.documentId, localeOf(entry));

  /** Published entries at an address that another published entry keeps, listed or not. */
  const findDisplaced = async (entries: SourceEntry[]): Promise<Set<SourceEntry>> => {
    /** The address of a published entry; undefined if it has no page. */
    const addressOf = (entry: SourceEntry): string | undefined =>
      entry.isPublished && entry.path !== undefined && entry.title !== null
        ? addressOfKey(addressKey(source.address, entry.path), localeOf(entry))
        : undefined;
    const placed = entries.filter((entry) => addressOf(entry) !== undefined);
    if (placed.length === 0) return new Set();
    const tenures = await findTenures(
      strapi,
      contentType,
      placed.map(({ path }) => addressKey(source.address, path!)),
    );
    const shared = placed.filter((entry) => {
      const holders = tenures.get(addressOf(entry)!);
      return holders?.has(permalinkKey(entry)) && holders.size > 1;
    });
    const keepers = await findKeepers(
      tenures,
      shared.map((entry) => addressOf(entry)!),
      async (documentIds) => {
        const dates = new Map<string, Date | null>();
        for (const entry of await readEntries(documentIds)) {
          const address = addressOf(entry);
          if (address !== undefined) dates.set(`${address} ${permalinkKey(entry)}`, entry.date);
        }
        return dates;
      },
    );
    const isDisplaced = (entry: SourceEntry): boolean => {
      const keeper = keepers.get(addressOf(entry)!);
      return keeper !== undefined && keeper !== permalinkKey(entry);
    };
    return new Set(shared.filter(isDisplaced));
  };

  const toCatalogued: CataloguedSource['toCatalogued'] = async (entries) => {
    const published = new Set(
      entries.filter((entry) => entry.isPublished || entry.hasEnded).map(keyOf),
    );
    const nowhere = entries.filter(isNowhere).map((entry) =>
      toCataloguedEntry(entry, [NOWHERE_LIST], {
        state: 'nowhere',
        date: entry.updated,
        told: null,
        until: null,
        due: null,
      }),
    );
    const shown = entries.filter(
      (entry) =>
        !entry.hasEnded &&
        (entry.isPublished || (!entry.isKeptOut && !published.has(keyOf(entry)))),
    );
    const rows = await findPermalinkRows(
      strapi,
      contentType,
      shown.flatMap(({ isPublished, documentId }) => (isPublished ? documentId : [])),
    );
    const displaced = await findDisplaced(shown);
    const listed = shown.flatMap((entry): CataloguedEntry[] => {
      const { isPublished, isKeptOut } = entry;
      const first = isPublished ? rows.get(permalinkKey(entry))?.[0] : undefined;
      // Without an editor's date, that of the first publication.
      const date = entry.date ?? firstPublicationOf(first) ?? null;
      // An entry without an address, a title or a date is never listed.
      if (isNowhere(entry) || (isPublished && date === null)) return [];
      const shownAs = isKeptOut ? 'unlisted' : 'listed';
      const state = !isPublished ? 'waiting' : displaced.has(entry) ? 'displaced' : shownAs;
      return [
        toCataloguedEntry(entry, listsOf(entry), {
          state,
          date,
          told: lastToldOf(first) ?? null,
          until: isPublished ? entry.until : null,
          due: isPublished && date!.getTime() > clock.now() ? date : null,
        }),
      ];
    });
    return [...listed, ...nowhere];
  };

  return {
    source,
    contentType,
    tableNames: () => [
      ...new Set([
        strapi.db.metadata.get(contentType).tableName,
        ...source.topics.flatMap(({ field }) =>
          linksOf(strapi, contentType, field).map(({ table }) => table),
        ),
      ]),
    ],
    readEntries,
    findSharing: (documentIds) =>
      findAddressSharers(strapi, transactions, contentType, documentIds),
    toCatalogued,
    read: async (documentIds) => toCatalogued(await readEntries(documentIds)),
  };
};

/** Most rows of each kind that are read at once: more than those of a failing row of the outbox, which stay due. */
const ROWS_AT_ONCE = 5_000;

/**
 * Finds entries whose date has come since they were indexed, and those that are still listed after the date until which
 * they are published: nobody writes anything at these dates. Indexing them tells consumers, and takes what has ended
 * out of the catalogue.
 *
 * Readers wait for none of this. An entry with a future date is in the catalogue from its publication on, and every
 * query asks for dates until now. Responses end at the next date of what they show (`expireAt`), and those in memory
 * that an entry to come will change end at its date (`scopeFrom`).
 */
export const findDueEntries = async (
  strapi: Core.Strapi,
  {
    transactions,
    plan,
    clock,
  }: {
    transactions: Pick<Transactions, 'rows'>;
    plan: Plan;
    clock: Pick<DatabaseClock, 'now'>;
  },
): Promise<WrittenEntry[]> => {
  const find = async (column: 'due' | 'until', now: number, sources: readonly SourcePlan[]) => {
    const types = sources.map(({ contentType }) => contentType);
    if (types.length === 0) return [];
    const rows = (await transactions
      .rows(CATALOGUE_TABLE)
      .where(column, '<=', toColumn(strapi, new Date(now)))
      .whereIn('content_type', types)
      .limit(ROWS_AT_ONCE)
      // An entry has a row for each of its lists. For `distinct`, SQLite would read the whole table.
      .select(KEY_COLUMNS)) as EntryKey[];
    return [...new Map(rows.map((row) => [entryKeyOf(row), row])).values()];
  };
  const found = [
    ...(await find('due', clock.now(), plan.sources)),
    // As this node counts an entry as ended when it indexes it.
    ...(await find(
      'until',
      Date.now(),
      plan.sources.filter(({ until }) => until),
    )),
  ];
  return found.map((entry) => toWrittenEntry({ ...entry, isPublic: true }));
};
