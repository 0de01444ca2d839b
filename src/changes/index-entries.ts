import { findPermalinkRows, lastToldOf } from '../addresses/permalink-rows';
import { recordEntries, recordValues } from '../addresses/record-addresses';
import {
  addDates,
  findUpdated,
  type ListChanges,
  type ListDates,
  noListChanges,
  refreshCatalogue,
} from '../catalogue/catalogue';
import { keyInType, type SourceEntry } from '../catalogue/catalogue-table';
import { findAddressSharers } from '../addresses/address-owners';
import { CACHE_TAGS } from '../lib/cache-tags';
import { PERMALINK_UID } from '../lib/constants';
import { latest } from '../lib/dates';
import { chunk } from '../lib/values';
import { addressKey } from '../mapping/address';
import type { SourcePlan } from '../mapping/plan';
import { type IndexingParts, readEntries, toCatalogued } from './catalogued-entries';
import type { WrittenEntry } from './outbox';

/** Milliseconds by which a moment may be ahead of this node's clock, and still be of another node's. */
const CREDIBLY_AHEAD = 60_000;

/** When readers got the present version of an entry. */
const momentOf = ({ hasDrafts }: SourcePlan, { published, updated }: SourceEntry): Date =>
  // Without drafts, readers get every change at once.
  hasDrafts ? latest([published, updated ?? published])! : (updated ?? published);

/**
 * The moment to store for a changed entry; undefined if there is nothing to store.
 *
 * @param changedBefore when the version that readers had was last changed; null if they had none
 * @param told when subscribers were last told of the entry, if that is stored
 */
const momentToNote = (
  source: SourcePlan,
  entry: SourceEntry,
  { changedBefore, told }: { changedBefore: Date | null; told: Date | undefined },
  isQuiet: boolean,
): Date | undefined => {
  // Store the former moment before this write overwrites it.
  if (isQuiet && changedBefore) return told ? undefined : changedBefore;
  const moment = momentOf(source, entry);
  // Without a stored moment, the date of the entry's last change counts.
  if (!changedBefore && !told && moment.getTime() === entry.updated?.getTime()) return undefined;
  // The moment must not go back by the difference of two nodes' clocks. One far ahead is an import's or a wrong
  // clock's.
  const isCredible = told !== undefined && told.getTime() <= Date.now() + CREDIBLY_AHEAD;
  return isCredible ? latest([told, moment]) : moment;
};

/**
 * Stores in the open transaction that subscribers are told of these entries, or are not: feeds give it as the date of
 * the last change. They are always told of an entry that readers did not have.
 *
 * @param entries published ones whose own rows were written
 * @param before when the versions that readers had were last changed, by document id and locale
 */
const recordTold = async (
  { strapi, settings }: IndexingParts,
  source: SourcePlan,
  entries: SourceEntry[],
  before: ReadonlyMap<string, Date | null>,
  written: ReadonlyMap<string, WrittenEntry> | undefined,
): Promise<void> => {
  const { contentType, isLocalised, isPage } = source;
  const documentIds = entries.map(({ documentId }) => documentId);
  const rows = await findPermalinkRows(strapi, contentType, documentIds);
  for (const entry of entries) {
    const { documentId, locale, updated } = entry;
    const permalink = rows.get(keyInType(documentId, isLocalised ? locale : ''))?.[0];
    const changedBefore = before.get(keyInType(documentId, locale)) ?? null;
    // If readers get the version that they had, a quiet correction stays quiet.
    if (!permalink || updated?.getTime() === changedBefore?.getTime()) continue;
    const chosen = written?.get(documentId)?.republishing;
    // Nobody subscribes to a page, so its date of the last change is always the true one.
    const isQuiet =
      !isPage && changedBefore !== null && (chosen ?? settings.republishing) === 'quietly';
    const told = lastToldOf(permalink);
    const toldAt = momentToNote(source, entry, { changedBefore, told }, isQuiet);
    if (!toldAt) continue;
    await strapi.db
      .query(PERMALINK_UID)
      .updateMany({ where: { id: permalink.id }, data: { toldAt } });
  }
};

/** Changes that indexing some entries made. */
export interface EntryChanges extends ListChanges {
  /** Dates, by list, of the entries that are published at another address. */
  moved: ListDates;
  /** Cache tags of addresses that now lead elsewhere. */
  cacheTags: string[];
}

/** Indexes entries that share an address with these documents: another one may keep the address now. */
const refreshSharing = async (
  parts: IndexingParts,
  source: SourcePlan,
  refreshed: string[],
  documentIds: string[],
  changes: EntryChanges,
): Promise<void> => {
  const { strapi } = parts;
  const { contentType, address } = source;
  const known = new Set(refreshed);
  const sharing = (await findAddressSharers(strapi, contentType, documentIds)).filter(
    (id) => !known.has(id),
  );
  for (const some of chunk(sharing)) {
    const entries = await readEntries(parts, source, some);
    const wanted = await toCatalogued(parts, source, entries);
    await refreshCatalogue(strapi, contentType, some, wanted, changes);
    for (const { documentId, locale, isPublished, isKeptOut, path } of entries) {
      if (!isPublished || path === undefined) continue;
      const key = addressKey(address, path);
      changes.cacheTags.push(CACHE_TAGS.address(contentType, key));
      const own = keyInType(documentId, locale);
      const since = changes.listedSince.get(own) ?? -Infinity;
      const isSeen = changes.relisted.has(own) && since <= Date.now();
      // No list tells whether an entry that is kept out of all lists has the address now.
      if (isKeptOut || isSeen) {
        changes.cacheTags.push(CACHE_TAGS.keeper(contentType, key));
      }
    }
  }
};

/**
 * Makes the permalinks and the catalogue equal to some documents of a source, in the open transaction.
 *
 * @param written what was written of them; without it (a rebuild), anything may have changed
 */
export const indexEntries = async (
  parts: IndexingParts,
  contentType: string,
  documentIds: string[],
  written?: ReadonlyMap<string, WrittenEntry>,
): Promise<EntryChanges> => {
  /** Whether a document's published version or its address may have changed; permalinks of others are not read. */
  const mayBePublished = (documentId: string): boolean => {
    const { locales, isMoved } = written?.get(documentId) ?? {};
    return !written || locales!.length > 0 || isMoved === true;
  };
  const isToldOf = ({ documentId, locale, isPublished }: SourceEntry): boolean => {
    const { isWritten, locales } = written?.get(documentId) ?? {};
    return isPublished && isWritten === true && locales!.includes(locale);
  };
  const changes: EntryChanges = { ...noListChanges(), moved: new Map(), cacheTags: [] };
  const source = parts.plan.sources.find((candidate) => candidate.contentType === contentType);
  // This node's configuration no longer publishes the type.
  if (!source) return changes;
  const { strapi } = parts;
  const named = new Set(
    [...(written ?? [])].flatMap(([id, { locales }]) => locales.map((code) => keyInType(id, code))),
  );
  for (const some of chunk(documentIds)) {
    const entries = await readEntries(parts, source, some);
    const concerned = some.filter(mayBePublished);
    await recordValues(parts, entries);
    let recorded: string[] = [];
    if (concerned.length > 0) {
      const ids = new Set(concerned);
      const theirs = entries.filter(({ documentId }) => ids.has(documentId));
      recorded = await recordEntries(parts, source, concerned, theirs);
      changes.cacheTags.push(...recorded);
      const before = await findUpdated(strapi, contentType, concerned);
      await recordTold(parts, source, theirs.filter(isToldOf), before, written);
    }
    // After the permalinks, which store the moments.
    const wanted = await toCatalogued(parts, source, entries);
    await refreshCatalogue(strapi, contentType, some, wanted, changes, named);
    if (concerned.length > 0) await refreshSharing(parts, source, some, concerned, changes);
    const addresses = new Set(recorded);
    const isMoved = ({ isPublished, path }: SourceEntry): boolean =>
      isPublished &&
      path !== undefined &&
      addresses.has(CACHE_TAGS.address(contentType, addressKey(source.address, path)));
    const moved = new Set(
      entries.filter(isMoved).map(({ documentId, locale }) => keyInType(documentId, locale)),
    );
    for (const { state, date, documentId, locale, lists } of wanted) {
      if (state !== 'listed' || !date || !moved.has(keyInType(documentId, locale))) continue;
      for (const list of lists) addDates(changes.moved, list, [date.getTime()]);
    }
  }
  return changes;
};
