import { chunk } from '../chunk';
import type { ListName } from '../catalogue/catalogue-table';
import type { Catalogue } from '../catalogue/upkeep';
import type { EntryKey } from '../catalogue/entry';
import {
  type CataloguedSource,
  type Places,
  placesOf,
  type SourceEntry,
} from './catalogued-entries';
import type { Publications } from './publications';
import type { Told } from './told';

/** What bringing entries up to date has changed. */
export interface EntryChanges {
  /** Lists whose published entries, or their order, changed, each with the earliest date concerned. */
  lists: Map<ListName, number>;
  /** Cache tags of addresses that lead elsewhere now. */
  cacheTags: string[];
  /** Where those that are public are now. */
  places: Places;
}

interface Dependencies {
  sources: CataloguedSource[];
  catalogue: Pick<Catalogue, 'refresh'>;
  publications: Pick<Publications, 'record'>;
  told: Told;
}

/** Keeps the permalinks and the catalogue of a source equal to its entries. */
export const createEntryUpkeep = ({ sources, catalogue, publications, told }: Dependencies) => ({
  /**
   * Brings what is kept of some documents up to date, in the transaction under way.
   *
   * @param mayBePublished whether what is published of a document may be another, or elsewhere; of the
   * others no permalink is looked at
   * @param changedBefore when what readers had of an entry was last changed before the transaction wrote
   * it; null where they had nothing, and undefined for one it did not write
   */
  async refresh(
    contentType: string,
    documentIds: string[],
    mayBePublished: (documentId: string) => boolean = () => true,
    changedBefore: (entry: EntryKey) => Date | null | undefined = () => undefined,
  ): Promise<EntryChanges> {
    const lists = new Map<ListName, number>();
    const cacheTags: string[] = [];
    const places: Places = new Map();
    const kept = sources.find((candidate) => candidate.contentType === contentType);
    // A type that is published no more, by the configuration of this node.
    if (!kept) return { lists, cacheTags, places };
    for (const some of chunk(documentIds)) {
      const entries = await kept.readEntries(some);
      placesOf(entries).forEach((place, key) => places.set(key, place));
      const concerned = some.filter(mayBePublished);
      let moments: ReadonlyMap<SourceEntry, Date> = new Map();
      if (concerned.length > 0) {
        const ids = new Set(concerned);
        const published = entries.filter(({ documentId }) => ids.has(documentId));
        cacheTags.push(...(await publications.record(kept.source, concerned, published)));
        moments = await told.record(kept.source, published, changedBefore);
      }
      // After the permalinks, which have the moments.
      const catalogued = await kept.toCatalogued(entries, moments);
      for (const [list, since] of await catalogue.refresh(contentType, some, catalogued)) {
        lists.set(list, Math.min(lists.get(list) ?? Infinity, since));
      }
    }
    return { lists, cacheTags, places };
  },
});

export type EntryUpkeep = ReturnType<typeof createEntryUpkeep>;
