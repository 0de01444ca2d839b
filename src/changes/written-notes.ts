import { changedSince, CACHE_TAGS, findChangedSince, ORDER_ALONE } from '../cache/cache-tags';
import { tagsOfLists } from '../cache/span-tags';
import { markOf, unmarked } from '../catalogue/catalogue-table';
import { addDates, earliest, type ListDates } from '../catalogue/list-dates';
import type { Catalogue } from '../catalogue/catalogue';
import type { Plan } from '../sources/plan';
import type { IdRivals } from '../sources/id-rivals';
import { entryKey } from '../sources/permalink-rows';
import { isTranslated, markIn } from '../sources/plan-parts';
import type { EntryUpkeep } from '../sources/entry-upkeep';
import { difference, type SourceRow } from '../sources/related-types';
import type { Collector, Transactions } from '../transactions';
import type { ComponentWrites } from './component-writes';
import type { Log } from './log';
import type { RelatedWrites } from './related-writes';
import type { SecondLook, Settled } from './second-look';
import {
  type EntryNote,
  NAMED_AT_MOST,
  noteEntry,
  type RelatedBefore,
  type Written,
} from './transaction-notes';

/** What is noted of a row that is written once more in a transaction. */
const withLater = (first: RelatedBefore, { existed, leading }: RelatedBefore): RelatedBefore => {
  // Who leads here may not have been asked for before.
  if (!first.leading || !leading) return { ...first, leading: first.leading ?? leading };
  // A publication deletes the row and makes it anew, with all that led to it.
  if (!existed) return first;
  const passing = difference(first.leading, leading);
  return { ...first, passing: [...(first.passing ?? []), ...passing] };
};

interface WrittenNoteParts {
  transactions: Pick<Transactions, 'collect'>;
  upkeep: EntryUpkeep;
  catalogue: Pick<Catalogue, 'findOldest'>;
  relatedWrites: RelatedWrites;
  componentWrites: Pick<ComponentWrites, 'settle'>;
  secondLook: Pick<SecondLook, 'after' | 'mayMove'>;
  idRivals: Pick<IdRivals, 'findNoted'>;
  log: Pick<Log, 'announce'>;
  plan: Plan;
}

/**
 * Gathers what a transaction writes; at its end, brings permalinks and catalogue up to date with it and
 * tells all nodes, in one row of the log.
 */
export const createWrittenNotes = ({
  transactions,
  upkeep,
  catalogue,
  relatedWrites,
  componentWrites,
  secondLook,
  idRivals,
  log,
  plan,
}: WrittenNoteParts) => {
  const settleEntries = async ({
    entries,
    moved: movers,
    dropped,
    cacheTags,
  }: Written): Promise<void> => {
    const found: Settled = {
      documents: new Map(),
      dropped,
      places: new Map(),
      moved: movers,
      newIds: new Map(),
    };
    const spans: ListDates = new Map();
    for (const [contentType, documents] of entries) {
      const {
        lists,
        retitled,
        moved,
        cacheTags: addresses,
        places,
      } = await upkeep.refresh(
        contentType,
        [...documents.keys()],
        (documentId) => {
          const { isPublic, isMoved } = documents.get(documentId)!;
          return isPublic || isMoved;
        },
        ({ documentId, locale }) => documents.get(documentId)!.changedBefore.get(locale),
      );
      if (plan.sources.some((source) => source.contentType === contentType)) {
        found.documents.set(contentType, [...documents.keys()]);
      }
      if (secondLook.mayMove(contentType)) {
        found.places.set(contentType, { documentIds: [...documents.keys()], places });
      }
      addresses.forEach((cacheTag) => cacheTags.add(cacheTag));
      const noteChanged = (list: string, dates: Set<number>, since: number): void => {
        cacheTags.add(CACHE_TAGS.listing(list)).add(changedSince(list, since));
        // After a change of title, too: authors are spelt beside it as in the first entry of a date.
        cacheTags.add(CACHE_TAGS.counts(markOf(list)));
        addDates(moved, list, dates);
      };
      lists.forEach((dates, list) => noteChanged(list, dates, earliest(dates)));
      retitled.forEach((dates, list) => noteChanged(list, dates, ORDER_ALONE));
      for (const [list, dates] of moved) {
        // No response shows a span of a type's own list.
        if (plan.sources.some((source) => source.contentType === unmarked(list))) continue;
        addDates(spans, list, dates);
      }
      // Nobody sees a draft.
      for (const [documentId, { locales, places: before }] of documents) {
        for (const [locale, place] of isTranslated(plan, contentType) ? before : []) {
          if (place !== undefined && place === (places.get(entryKey(documentId, locale)) ?? null)) {
            continue;
          }
          const mark = markIn(plan, contentType, locale);
          cacheTags.add(CACHE_TAGS.place(contentType, documentId, mark));
          cacheTags.add(CACHE_TAGS.places(contentType, mark));
        }
        for (const locale of locales) {
          const mark = markIn(plan, contentType, locale);
          cacheTags.add(CACHE_TAGS.entries(contentType, mark));
          cacheTags.add(CACHE_TAGS.entry(contentType, documentId, mark));
        }
      }
    }
    tagsOfLists(spans).forEach((cacheTag) => cacheTags.add(cacheTag));
    found.newIds = await idRivals.findNoted();
    await secondLook.after(found, noteEntries);
  };

  /** Notes entries of sources that were written. */
  const noteEntries = async (notes: EntryNote[]): Promise<void> => {
    if (notes.length === 0) return;
    await transactions.collect(collector, (written) =>
      notes.forEach((note) => noteEntry(written, note)),
    );
  };

  /** Of lists whose oldest entry may be another. Who is in other languages as well is linked by that. */
  const oldestTags = async (cacheTags: Set<string>): Promise<string[]> => {
    if ((plan.locales?.length ?? 0) < 2) return [];
    const found: string[] = [];
    for (const [list, since] of findChangedSince([...cacheTags])) {
      if (since === ORDER_ALONE) continue;
      const oldest = await catalogue.findOldest(list);
      // A database may keep seconds alone.
      if (!oldest || oldest.getTime() > since - 1_000) found.push(CACHE_TAGS.oldest(list));
    }
    return found;
  };

  /** More than a change may name: entries, or addresses that lead elsewhere or are linked elsewhere. */
  const isTooMuch = (written: Written): boolean => {
    const entries = [...written.entries.values()].flatMap((documents) => [...documents.values()]);
    const shown = entries.filter(({ isPublic }) => isPublic).length;
    const moved = [...written.cacheTags].filter((tag) => /^(?:address|place):/.test(tag)).length;
    return shown > NAMED_AT_MOST || moved > NAMED_AT_MOST;
  };

  const collector: Collector<Written> = {
    create: () => ({
      entries: new Map(),
      related: new Map(),
      showing: [],
      components: new Map(),
      holders: new Map(),
      moved: [],
      dropped: [],
      cacheTags: new Set(),
    }),

    async finish(written) {
      // They say of further entries that these show something else, or are elsewhere.
      await componentWrites.settle(written);
      await relatedWrites.settle(written);
      await settleEntries(written);
      const { cacheTags } = written;
      if (isTooMuch(written)) return log.announce([CACHE_TAGS.everything]);
      const told = [...cacheTags, ...(await oldestTags(cacheTags))];
      if (told.length > 0) await log.announce(told);
    },
  };

  return {
    entries: noteEntries,

    /**
     * Notes rows of what entries show or are grouped by.
     *
     * @param rows by key, as they were before the first write of the transaction
     */
    async related(contentType: string, rows: Map<string, RelatedBefore>): Promise<void> {
      if (rows.size === 0) return;
      await transactions.collect(collector, ({ related }) => {
        const known = related.get(contentType) ?? new Map<string, RelatedBefore>();
        related.set(contentType, known);
        for (const [key, before] of rows) {
          const first = known.get(key);
          known.set(key, first ? withLater(first, before) : before);
        }
      });
    },

    /** Notes rows of sources that showed something that is gone. */
    async showing(rows: SourceRow[]): Promise<void> {
      if (rows.length === 0) return;
      await transactions.collect(collector, ({ showing }) =>
        // As arguments, the files of a large library would be too many.
        rows.forEach((row) => showing.push(row)),
      );
    },

    /** Notes rows of a component that were written. */
    async components(component: string, ids: number[]): Promise<void> {
      if (ids.length === 0) return;
      await transactions.collect(collector, ({ components }) => {
        const known = components.get(component) ?? new Set<number>();
        components.set(component, known);
        ids.forEach((id) => known.add(id));
      });
    },

    /** Notes which rows that are written have which components, within a transaction. */
    async holders(held: ReadonlyMap<string, string | null>): Promise<void> {
      if (held.size === 0) return;
      await transactions.collect(collector, ({ holders }) =>
        held.forEach((holder, component) => holders.set(component, holder)),
      );
    },

    /** Notes what else changed. */
    async cacheTags(cacheTags: string[]): Promise<void> {
      if (cacheTags.length === 0) return;
      await transactions.collect(collector, (written) =>
        cacheTags.forEach((cacheTag) => written.cacheTags.add(cacheTag)),
      );
    },
  };
};

/** Where what a transaction writes is noted. */
export type WrittenNotes = ReturnType<typeof createWrittenNotes>;
