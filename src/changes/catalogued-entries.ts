import type { Core } from '@strapi/strapi';

import { findOutdated } from '../catalogue/catalogue';
import {
  CATALOGUE_TABLE,
  type CataloguedEntry,
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
import { queryTable } from '../lib/transactions';
import { isOver, latest } from '../lib/dates';
import { findInParts } from '../lib/waiting';
import { isPublishedIn } from '../options/locales';
import { addressKey, entryPath, type FieldPath } from '../mapping/address';
import { toMoment, idOfValue, slugOfValue, topicsByValue } from '../mapping/values';
import { type EntryRow, readEntryRows } from '../catalogue/entry-rows';
import {
  cataloguedPaths,
  isMarkedPublished,
  listedSources,
  markIn,
  type Plan,
  type SourcePlan,
} from '../mapping/plan';
import type { SettingsStore } from '../options/settings';
import type { AddressParts } from '../addresses/record-addresses';
import { findPermalinkRows, firstPublicationOf, lastToldOf } from '../addresses/permalink-rows';
import { addressOfKey, findFirstOwners, findPublishedSince } from '../addresses/address-owners';
import { toWrittenEntry, type WrittenEntry } from './outbox';

/** Whether Strapi shows an entry as published, but readers find it nowhere. */
const isNowhere = ({ isPublished, title, path }: SourceEntry): boolean =>
  isPublished && (title === null || path === undefined);

/** What entries are indexed with. */
export interface IndexingParts extends AddressParts {
  clock: Pick<DatabaseClock, 'now'>;
}

/** The same without knowing the settings in force. */
export type Indexing = Omit<IndexingParts, 'settings'> & { settings: Pick<SettingsStore, 'get'> };

/** Reads the settings in force, once for all that is indexed together: another node may have changed the time zone. */
export const withSettings = async ({ settings, ...parts }: Indexing): Promise<IndexingParts> => ({
  ...parts,
  settings: await settings.get(),
});

/** On MySQL, earlier dates are stored as this one: its driver returns another date than it got for years before 100. */
const EARLIEST = new Date('0101-01-01T00:00:00.000Z');

const toText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

/** The lists of an entry's topics. Drafts of topics are left out for a published row (`catalogue/entry-rows.ts`). */
const topicListsOf = ({ topics }: SourcePlan, { valuesOf }: EntryRow): ListName[] =>
  topics.flatMap(({ contentType, field }) =>
    valuesOf([field, 'documentId']).map((id) => topicList(contentType, id as string)),
  );

/** The lists of the topics that are made from values of its fields. */
const valueListsOf = (source: SourcePlan, { valuesOf }: EntryRow): ListName[] =>
  topicsByValue(source, valuesOf).map(({ contentType: type, name }) =>
    topicList(type, idOfValue(type, slugOfValue(name)!)),
  );

/** The date of an entry as the catalogue stores it, for the order of lists. */
const toStoredDate = (strapi: Core.Strapi, date: Date | undefined): Date | null =>
  (date && strapi.db.dialect.client === 'mysql' ? latest([date, EARLIEST]) : date) ?? null;

const localeOf = ({ isLocalised }: SourcePlan, { locale }: { locale: string }): string =>
  isLocalised ? locale : '';

/**
 * @param timeZone in which the row's days begin
 * @param wasDraft whether its own field said until now that it is not published
 */
const toEntry = (
  strapi: Core.Strapi,
  source: SourcePlan,
  row: EntryRow,
  timeZone: string,
  wasDraft: boolean,
): SourceEntry => {
  const { valueOf, published, created, updated } = row;
  const momentAt = (path: FieldPath | undefined): Date | undefined =>
    path && toMoment(valueOf(path), () => timeZone);
  const until = momentAt(source.until) ?? null;
  const isPublic = row.isPublic && isMarkedPublished(source, valueOf);
  const hasEnded = isPublic && isOver(until);
  // A clock that was ahead may have dated the creation.
  const isAhead = created !== null && updated !== null && created > latest([updated, new Date()])!;
  return {
    contentType: source.contentType,
    documentId: row.documentId,
    locale: row.locale,
    isPublished: isPublic && !hasEnded,
    hasEnded,
    isKeptOut: source.keepOut !== undefined && Boolean(valueOf(source.keepOut)),
    title: toText(valueOf(source.title)),
    path: entryPath(source.address, valueOf),
    date: toStoredDate(strapi, momentAt(source.date)),
    until,
    // Without drafts, Strapi sets `publishedAt` at every save.
    published:
      (source.hasDrafts ? published : wasDraft || isAhead ? updated : created) ??
      created ??
      new Date(),
    updated,
    topics: topicListsOf(source, row),
    valueLists: valueListsOf(source, row),
  };
};

/**
 * Entries of a type without drafts whose own field said until now that they are not published: their last save
 * publishes them, not their first one.
 */
const findDrafts = async (
  strapi: Core.Strapi,
  { contentType, hasDrafts, published }: SourcePlan,
  documentIds: string[],
  read: EntryRow[],
): Promise<Set<string>> => {
  if (hasDrafts || !published) return new Set();
  const rows: (Pick<EntryRow, 'documentId' | 'locale'> & { updated: ColumnValue | null })[] =
    await findInParts(documentIds, (some) =>
      queryTable(strapi, CATALOGUE_TABLE)
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

/** Entries of some rows: those of published locales. */
export const toEntries = (
  { strapi, plan }: Pick<IndexingParts, 'strapi' | 'plan'>,
  source: SourcePlan,
  read: EntryRow[],
  { timeZone, drafts = new Set() }: { timeZone: string; drafts?: ReadonlySet<string> },
): SourceEntry[] =>
  read
    .filter(
      ({ locale, isPublic, valueOf }) =>
        isPublishedIn(plan.locales, source, locale) &&
        // The draft stands for what Strapi has published and the entry's own field withdraws.
        !(source.hasDrafts && isPublic && !isMarkedPublished(source, valueOf)),
    )
    .map((row) =>
      toEntry(
        strapi,
        source,
        row,
        // If a type is no longer localised, its rows keep their locale.
        source.timeZoneIn?.(localeOf(source, row), timeZone) ?? timeZone,
        drafts.has(keyInType(row.documentId, row.locale)),
      ),
    );

/** All entries of some documents of a source, drafts and published ones, in the open transaction. */
export const readEntries = async (
  parts: IndexingParts,
  source: SourcePlan,
  documentIds: string[],
): Promise<SourceEntry[]> => {
  const { strapi, settings } = parts;
  const topicPaths = source.topics.map(({ field }): FieldPath => [field, 'documentId']);
  const paths = [...cataloguedPaths(source), ...topicPaths];
  const read = await readEntryRows(strapi, source.contentType, documentIds, paths);
  const drafts = await findDrafts(strapi, source, documentIds, read);
  return toEntries(parts, source, read, { timeZone: settings.timeZone, drafts });
};

const listsOf = (
  plan: Plan,
  { contentType, isPage }: SourcePlan,
  { isKeptOut, topics, valueLists }: SourceEntry,
): ListName[] => {
  if (isKeptOut) return [UNLISTED_LIST];
  if (isPage) return [PAGE_LIST];
  // Of an only source the whole site's list has all entries.
  const hasOwnList = listedSources(plan).length > 1;
  return [...new Set([SITE_LIST, ...(hasOwnList ? [contentType] : []), ...topics, ...valueLists])];
};

/** An entry as the catalogue should have it in these lists. */
const toCataloguedEntry = (
  plan: Plan,
  { contentType, documentId, locale, title, updated }: SourceEntry,
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
const permalinkKey = (source: SourcePlan, entry: SourceEntry): string =>
  keyInType(entry.documentId, localeOf(source, entry));

/** Published entries at an address that another published entry keeps, listed or not. */
const findDisplaced = async (
  parts: IndexingParts,
  source: SourcePlan,
  entries: SourceEntry[],
): Promise<Set<SourceEntry>> => {
  const { contentType } = source;
  const ownKey = (entry: SourceEntry): string => permalinkKey(source, entry);
  /** The address of a published entry; undefined if it has no page. */
  const addressOf = (entry: SourceEntry): string | undefined =>
    entry.isPublished && entry.path !== undefined && entry.title !== null
      ? addressOfKey(addressKey(source.address, entry.path), localeOf(source, entry))
      : undefined;
  const placed = entries.filter((entry) => addressOf(entry) !== undefined);
  if (placed.length === 0) return new Set();
  const published = await findPublishedSince(
    parts.strapi,
    contentType,
    placed.map(({ path }) => addressKey(source.address, path!)),
  );
  const shared = placed.filter((entry) => {
    const owners = published.get(addressOf(entry)!);
    return owners?.has(ownKey(entry)) && owners.size > 1;
  });
  const firstOwners = await findFirstOwners(
    published,
    shared.map((entry) => addressOf(entry)!),
    async (documentIds) => {
      const dates = new Map<string, Date | null>();
      for (const entry of await readEntries(parts, source, documentIds)) {
        const address = addressOf(entry);
        if (address !== undefined) dates.set(`${address} ${ownKey(entry)}`, entry.date);
      }
      return dates;
    },
  );
  const isDisplaced = (entry: SourceEntry): boolean => {
    const owner = firstOwners.get(addressOf(entry)!);
    return owner !== undefined && owner !== ownKey(entry);
  };
  return new Set(shared.filter(isDisplaced));
};

/** Entries of a source as the catalogue should have them: for the whole site, by topic, and for their own type. */
export const toCatalogued = async (
  parts: IndexingParts,
  source: SourcePlan,
  entries: SourceEntry[],
): Promise<CataloguedEntry[]> => {
  const { strapi, plan, clock } = parts;
  const published = new Set(
    entries.filter((entry) => entry.isPublished || entry.hasEnded).map(keyOf),
  );
  const nowhere = entries.filter(isNowhere).map((entry) =>
    toCataloguedEntry(plan, entry, [NOWHERE_LIST], {
      state: 'nowhere',
      date: entry.updated,
      told: null,
      until: null,
      due: null,
    }),
  );
  const shown = entries.filter(
    (entry) =>
      !entry.hasEnded && (entry.isPublished || (!entry.isKeptOut && !published.has(keyOf(entry)))),
  );
  const rows = await findPermalinkRows(
    strapi,
    source.contentType,
    shown.flatMap(({ isPublished, documentId }) => (isPublished ? documentId : [])),
  );
  const displaced = await findDisplaced(parts, source, shown);
  const listed = shown.flatMap((entry): CataloguedEntry[] => {
    const { isPublished, isKeptOut } = entry;
    const first = isPublished ? rows.get(permalinkKey(source, entry))?.[0] : undefined;
    // Without an editor's date, that of the first publication.
    const date = entry.date ?? firstPublicationOf(first) ?? null;
    // An entry without an address, a title or a date is never listed.
    if (isNowhere(entry) || (isPublished && date === null)) return [];
    const shownAs = isKeptOut ? 'unlisted' : 'listed';
    const state = !isPublished ? 'waiting' : displaced.has(entry) ? 'displaced' : shownAs;
    return [
      toCataloguedEntry(plan, entry, listsOf(plan, source, entry), {
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

/** Which of these documents of a source the catalogue is wrong about. */
export const findOutdatedEntries = async (
  indexing: Indexing,
  contentType: string,
  documentIds: string[],
): Promise<string[]> => {
  const parts = await withSettings(indexing);
  const source = parts.plan.sources.find((one) => one.contentType === contentType)!;
  return findOutdated(parts.strapi, contentType, documentIds, async (some) =>
    toCatalogued(parts, source, await readEntries(parts, source, some)),
  );
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
  { plan, clock }: Pick<IndexingParts, 'plan' | 'clock'>,
): Promise<WrittenEntry[]> => {
  const find = async (column: 'due' | 'until', now: number, sources: readonly SourcePlan[]) => {
    const types = sources.map(({ contentType }) => contentType);
    if (types.length === 0) return [];
    const rows = (await queryTable(strapi, CATALOGUE_TABLE)
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
