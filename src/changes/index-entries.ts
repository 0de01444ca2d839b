import { CACHE_TAGS } from '../lib/cache-tags';
import { chunk } from '../lib/values';
import {
  addDates,
  type Catalogue,
  type ListChanges,
  type ListDates,
  noListChanges,
} from '../catalogue/catalogue';
import { type EntryKey, keyInType, type SourceEntry } from '../catalogue/catalogue-table';
import type { CataloguedSource } from './catalogued-entries';
import type { WrittenEntry } from './change';
import { addressKey } from '../mapping/entry-path';
import { type PermalinkRow } from '../addresses/permalink-rows';
import type { SourcePlan } from '../mapping/plan';
import type { RecordAddresses } from '../addresses/record-addresses';
import type { LastTold } from './last-told';

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
