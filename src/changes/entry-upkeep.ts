import { CACHE_TAGS } from '../lib/cache-tags';
import { chunk } from '../lib/chunk';
import {
  addDates,
  type Catalogue,
  type ListChanges,
  type ListDates,
  noListChanges,
} from '../catalogue/catalogue';
import type { Republishing } from '../options/options';
import type { EntryKey, SourceEntry } from '../catalogue/entry';
import type { CataloguedSource } from './catalogued-entries';
import { addressKey } from '../mapping/entry-path';
import { entryKey, type PermalinkRow } from '../addresses/permalink-rows';
import type { SourcePlan } from '../mapping/plan';
import type { Publications } from '../addresses/publications';
import type { LastTold } from './last-told';

/** What bringing entries up to date has changed. */
interface EntryChanges extends ListChanges {
  /** Dates in lists of the entries that are published at another address. */
  moved: ListDates;
  /** Cache tags of addresses that lead elsewhere now. */
  cacheTags: string[];
}

/** What is known of why some documents are brought up to date. */
interface Reason {
  /**
   * Whether what is published of a document may be another, or elsewhere; of the others no permalink is looked at.
   */
  mayBePublished: (documentId: string) => boolean;
  /** Whether an entry's own row was written. */
  isWritten: (entry: EntryKey) => boolean;
  /** What the user of the panel chose for what was published. */
  republishing: (entry: EntryKey) => Republishing | undefined;
}

/** A rebuild: nobody wrote anything, and anything may be otherwise. */
const REBUILT: Reason = {
  mayBePublished: () => true,
  isWritten: () => false,
  republishing: () => undefined,
};

interface EntryUpkeepParts {
  sources: CataloguedSource[];
  catalogue: Pick<Catalogue, 'refresh' | 'findUpdated'>;
  publications: Pick<Publications, 'record'>;
  told: LastTold;
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
      return cacheTags.has(cacheTag) ? [entryKey(documentId, locale)] : [];
    }),
  );
  return ({ documentId, locale }) => moved.has(entryKey(documentId, locale));
};

/** Keeps the permalinks and the catalogue of a source equal to its entries. */
export const createEntryUpkeep = ({ sources, catalogue, publications, told }: EntryUpkeepParts) => {
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

  return {
    /** Brings what is kept of some documents up to date, in the transaction under way. */
    async refresh(
      contentType: string,
      documentIds: string[],
      { mayBePublished, isWritten, republishing }: Reason = REBUILT,
    ): Promise<EntryChanges> {
      const changes: EntryChanges = { ...noListChanges(), moved: new Map(), cacheTags: [] };
      const kept = sources.find((candidate) => candidate.contentType === contentType);
      // A type that is published no more, by the configuration of this node.
      if (!kept) return changes;
      for (const some of chunk(documentIds)) {
        const entries = await kept.readEntries(some);
        const concerned = some.filter(mayBePublished);
        let permalinks: ReadonlyMap<string, PermalinkRow[]> | undefined;
        let recorded: string[] = [];
        if (concerned.length > 0) {
          const ids = new Set(concerned);
          const published = entries.filter(({ documentId }) => ids.has(documentId));
          recorded = await publications.record(kept.source, concerned, published);
          changes.cacheTags.push(...recorded);
          const before = await catalogue.findUpdated(contentType, concerned);
          const noted = await told.record(
            kept.source,
            published,
            (entry) =>
              isWritten(entry)
                ? (before.get(entryKey(entry.documentId, entry.locale)) ?? null)
                : undefined,
            republishing,
          );
          if (concerned.length === some.length) permalinks = noted;
        }
        // After the permalinks, which have the moments.
        const catalogued = await kept.toCatalogued(entries, permalinks);
        await catalogue.refresh(contentType, some, catalogued, changes);
        if (concerned.length > 0) await refreshSharing(kept, some, concerned, changes);
        if (recorded.length === 0) continue;
        const isMoved = movedBy(kept.source, entries, recorded);
        for (const entry of catalogued) {
          if (entry.state !== 'listed' || !entry.date || !isMoved(entry)) continue;
          for (const list of entry.lists) addDates(changes.moved, list, [entry.date.getTime()]);
        }
      }
      return changes;
    },
  };
};

export type EntryUpkeep = ReturnType<typeof createEntryUpkeep>;
