import type { Core } from '@strapi/strapi';

import { findPermalinkRows, lastToldOf, type PermalinkRow } from '../addresses/permalink-rows';
import type { RecordAddresses } from '../addresses/record-addresses';
import {
  addDates,
  type Catalogue,
  type ListChanges,
  type ListDates,
  noListChanges,
} from '../catalogue/catalogue';
import { type EntryKey, keyInType, type SourceEntry } from '../catalogue/catalogue-table';
import { CACHE_TAGS } from '../lib/cache-tags';
import { PERMALINK_UID } from '../lib/constants';
import { chunk } from '../lib/values';
import { addressKey } from '../mapping/address';
import type { SourcePlan } from '../mapping/plan';
import type { Republishing } from '../options/options';
import type { SettingsStore } from '../options/settings';
import type { CataloguedSource } from './catalogued-entries';
import type { WrittenEntry } from './outbox';

/** An entry whose own row was written, and what readers had of it. */
interface WrittenVersion {
  entry: SourceEntry;
  /** The row that keeps when subscribers were told. */
  first: PermalinkRow;
  /** Null where readers had nothing. */
  changedBefore: Date | null;
}

/** Milliseconds by which the clocks of nodes may differ. */
const CLOCK_SKEW = 60_000;

/** The later of two moments. */
const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** The moment at which readers got an entry as it is. */
const momentOf = ({ hasDrafts }: SourcePlan, { published, updated }: SourceEntry): Date =>
  // Without drafts, that is the moment of the last change.
  hasDrafts ? later(published, updated ?? published) : (updated ?? published);

/** Whether readers get something else than they had: what was corrected quietly stays so. */
const isChanged = ({ entry: { updated }, changedBefore }: Omit<WrittenVersion, 'first'>): boolean =>
  updated?.getTime() !== changedBefore?.getTime();

/** What is to be noted of an entry that was changed; undefined where all is noted. */
const momentToNote = (
  source: SourcePlan,
  { entry, changedBefore, first }: WrittenVersion,
  isQuiet: boolean,
): Date | undefined => {
  const told = lastToldOf(first);
  // What was never noted is noted before nobody can tell any more.
  if (isQuiet && changedBefore) return told ? undefined : changedBefore;
  const moment = momentOf(source, entry);
  // Without a note, it is when the entry was changed.
  if (!changedBefore && !told && moment.getTime() === entry.updated?.getTime()) return undefined;
  // Not backwards by what clocks of nodes differ; one that is far ahead came by an import or a wrong clock.
  const isCredible = told !== undefined && told.getTime() <= Date.now() + CLOCK_SKEW;
  return isCredible ? later(told, moment) : moment;
};

/** Keeps when subscribers were last told of entries: what feeds give as the moment of the last change. */
export const createLastTold = (
  strapi: Core.Strapi,
  { settings }: { settings: Pick<SettingsStore, 'get'> },
) => {
  const write = async (moments: Map<number, Date>): Promise<void> => {
    const ids = new Map<number, number[]>();
    for (const [id, moment] of moments) {
      ids.set(moment.getTime(), [...(ids.get(moment.getTime()) ?? []), id]);
    }
    for (const [time, alike] of ids) {
      for (const some of chunk(alike)) {
        const where = { id: { $in: some } };
        await strapi.db
          .query(PERMALINK_UID)
          .updateMany({ where, data: { toldAt: new Date(time) } });
      }
    }
  };

  const isQuiet = async (chosen: Republishing | undefined): Promise<boolean> =>
    (chosen ?? (await settings.get()).republishing) === 'quietly';

  return {
    /**
     * Notes that subscribers are told of some entries, or that they are not, in the transaction under
     * way. What readers did not have, they are always told of.
     *
     * @param changedBefore when what readers had of an entry was last changed before; null where they had
     * nothing, undefined for one that was not written
     * @param chosenFor what the user of the panel chose for a document
     * @returns permalinks of the entries that were written, with these notes; undefined where none was
     */
    async record(
      source: SourcePlan,
      entries: SourceEntry[],
      changedBefore: (entry: SourceEntry) => Date | null | undefined,
      chosenFor: (entry: SourceEntry) => Republishing | undefined,
    ): Promise<Map<string, PermalinkRow[]> | undefined> {
      const { contentType, isLocalised, isPage } = source;
      const written = entries.flatMap((entry) => {
        const before = entry.isPublished ? changedBefore(entry) : undefined;
        return before === undefined ? [] : [{ entry, changedBefore: before }];
      });
      if (written.length === 0) return undefined;
      const documentIds = entries.map(({ documentId }) => documentId);
      const rows = await findPermalinkRows(strapi, contentType, documentIds);
      const moments = new Map<number, Date>();
      for (const one of written) {
        const { documentId, locale } = one.entry;
        const first = rows.get(keyInType(documentId, isLocalised ? locale : ''))?.[0];
        if (!first || !isChanged(one)) continue;
        // Nobody subscribes to a page: what it says of its last change is always so.
        const mayBeQuiet = !isPage && one.changedBefore !== null;
        const quiet = mayBeQuiet && (await isQuiet(chosenFor(one.entry)));
        const moment = momentToNote(source, { ...one, first }, quiet);
        if (!moment) continue;
        moments.set(first.id, moment);
        first.toldAt = moment;
      }
      await write(moments);
      return rows;
    },
  };
};

type LastTold = ReturnType<typeof createLastTold>;

/** What bringing entries up to date has changed. */
export interface EntryChanges extends ListChanges {
  /** Dates in lists of the entries that are published at another address. */
  moved: ListDates;
  /** Cache tags of addresses that lead elsewhere now. */
  cacheTags: string[];
}

interface IndexEntriesParts {
  sources: CataloguedSource[];
  catalogue: Pick<Catalogue, 'refresh' | 'findUpdated'>;
  recordAddresses: Pick<RecordAddresses, 'ofEntries'>;
  lastTold: LastTold;
}

/** Tells those of some entries whose address was recorded just now. */
const movedBy = (
  { contentType, address }: SourcePlan,
  entries: SourceEntry[],
  recorded: string[],
): ((entry: EntryKey) => boolean) => {
  const cacheTags = new Set(recorded);
  const moved = new Set(
    entries.flatMap((entry) => {
      const { isPublished, path, documentId, locale } = entry;
      if (!isPublished || path === undefined) return [];
      const cacheTag = CACHE_TAGS.address(contentType, addressKey(address, path));
      return cacheTags.has(cacheTag) ? [keyInType(documentId, locale)] : [];
    }),
  );
  return ({ documentId, locale }) => moved.has(keyInType(documentId, locale));
};

/** Makes the permalinks and the catalogue of sources equal to their entries. */
export const createIndexEntries = ({
  sources,
  catalogue,
  recordAddresses,
  lastTold,
}: IndexEntriesParts) => {
  /**
   * Lists the entries that share an address with some documents, or lists them no more: who keeps it may
   * be another one now.
   */
  const refreshSharing = async (
    { contentType, source, findSharing, readEntries, toCatalogued }: CataloguedSource,
    refreshed: string[],
    documentIds: string[],
    changes: EntryChanges,
  ): Promise<void> => {
    const known = new Set(refreshed);
    const sharing = (await findSharing(documentIds)).filter((id) => !known.has(id));
    for (const some of chunk(sharing)) {
      const entries = await readEntries(some);
      await catalogue.refresh(contentType, some, await toCatalogued(entries), changes);
      for (const { isPublished, isKeptOut, path } of entries) {
        if (!isPublished || path === undefined) continue;
        const key = addressKey(source.address, path);
        changes.cacheTags.push(CACHE_TAGS.address(contentType, key));
        // No list tells whether an entry that is kept out of all has the address now.
        if (changes.lists.size > 0 || isKeptOut) {
          changes.cacheTags.push(CACHE_TAGS.keeper(contentType, key));
        }
      }
    }
  };

  /**
   * Brings what is derived from some documents up to date, in the transaction under way.
   *
   * @param written what was written of them; without it, anything of them may be otherwise: a rebuild
   */
  return async (
    contentType: string,
    documentIds: string[],
    written?: ReadonlyMap<string, WrittenEntry>,
  ): Promise<EntryChanges> => {
    /** Whether what is published of a document may be another, or elsewhere; of the others no permalink is looked at. */
    const mayBePublished = (documentId: string): boolean => {
      const { locales, isMoved } = written?.get(documentId) ?? {};
      return !written || locales!.length > 0 || isMoved === true;
    };
    const wasWritten = ({ documentId, locale }: EntryKey): boolean => {
      const { isWritten, locales } = written?.get(documentId) ?? {};
      return isWritten === true && locales!.includes(locale);
    };
    const changes: EntryChanges = { ...noListChanges(), moved: new Map(), cacheTags: [] };
    const catalogued = sources.find((candidate) => candidate.contentType === contentType);
    // A type that is published no more, by the configuration of this node.
    if (!catalogued) return changes;
    const { source, readEntries, toCatalogued } = catalogued;
    for (const some of chunk(documentIds)) {
      const entries = await readEntries(some);
      const concerned = some.filter(mayBePublished);
      let permalinks: ReadonlyMap<string, PermalinkRow[]> | undefined;
      let recorded: string[] = [];
      if (concerned.length > 0) {
        const ids = new Set(concerned);
        const theirs = entries.filter(({ documentId }) => ids.has(documentId));
        recorded = await recordAddresses.ofEntries(source, concerned, theirs);
        changes.cacheTags.push(...recorded);
        const before = await catalogue.findUpdated(contentType, concerned);
        const noted = await lastTold.record(
          source,
          theirs,
          (entry) =>
            wasWritten(entry)
              ? (before.get(keyInType(entry.documentId, entry.locale)) ?? null)
              : undefined,
          ({ documentId }) => written?.get(documentId)?.republishing,
        );
        if (concerned.length === some.length) permalinks = noted;
      }
      // After the permalinks, which have the moments.
      const wanted = await toCatalogued(entries, permalinks);
      await catalogue.refresh(contentType, some, wanted, changes);
      if (concerned.length > 0) await refreshSharing(catalogued, some, concerned, changes);
      if (recorded.length === 0) continue;
      const isMoved = movedBy(source, entries, recorded);
      for (const entry of wanted) {
        if (entry.state !== 'listed' || !entry.date || !isMoved(entry)) continue;
        for (const list of entry.lists) addDates(changes.moved, list, [entry.date.getTime()]);
      }
    }
    return changes;
  };
};

export type IndexEntries = ReturnType<typeof createIndexEntries>;
