import { changedSince, CACHE_TAGS, ORDER_ALONE, parseSeenFrom, seenFrom } from '../lib/cache-tags';
import { tagsOfLists } from '../catalogue/span-tags';
import { markOf, PAGE_LIST, SITE_LIST, topicOfList, unmarked } from '../catalogue/catalogue-table';
import { addDates, earliest, isToCome, type ListDates, splitDates } from '../catalogue/list-dates';
import type { Catalogue } from '../catalogue/catalogue';
import type { Plan } from '../mapping/plan';
import type { IdRivals } from '../addresses/id-rivals';
import { entryKey } from '../addresses/permalink-rows';
import { isTranslated, markIn } from '../mapping/plan-parts';
import type { EntryUpkeep } from './entry-upkeep';
import { difference, type SourceRow } from '../catalogue/related-types';
import type { Collector, Transactions } from '../lib/transactions';
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
  /** @returns lists that entries came into or left, with the dates of these */
  const settleEntries = async ({
    entries,
    moved: movers,
    dropped,
    cacheTags,
  }: Written): Promise<ListDates> => {
    const now = Date.now();
    /** Notes what readers see of something that is dated so: at once, or from its date on. */
    const note = (date: number, ...tags: string[]): void =>
      tags.forEach((tag) => cacheTags.add(isToCome(date, now) ? seenFrom(date, tag) : tag));
    const changed: ListDates = new Map();
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
        listedSince,
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
      const hidden = await relatedWrites.findHiddenLists([...lists.keys(), ...retitled.keys()]);
      const noteChanged = (
        list: string,
        dates: Set<number>,
        sinceOf: (some: Set<number>) => number,
      ): void => {
        addDates(moved, list, dates);
        const { past, future } = splitDates(dates, now);
        for (const some of [past, future]) {
          if (some.size === 0) continue;
          const date = earliest(some);
          note(date, CACHE_TAGS.listing(list), changedSince(list, sinceOf(some)));
          // After a change of title, too: authors are spelt beside it as in the first entry of a date.
          if (!hidden.has(list)) note(date, CACHE_TAGS.counts(markOf(list)));
        }
      };
      for (const [list, dates] of moved) {
        // Where entries are is shown by lists of all of them, too.
        if (![SITE_LIST, PAGE_LIST].includes(unmarked(list))) continue;
        const ofType = CACHE_TAGS.entries(contentType, markOf(list));
        note(earliest(dates), ofType);
        addDates(spans, ofType, dates);
      }
      for (const [list, dates] of lists) {
        noteChanged(list, dates, earliest);
        if (!hidden.has(list)) addDates(changed, list, dates);
      }
      retitled.forEach((dates, list) => noteChanged(list, dates, () => ORDER_ALONE));
      for (const [list, dates] of moved) {
        // No response shows a span of a type's own list.
        if (plan.sources.some((source) => source.contentType === unmarked(list))) continue;
        addDates(spans, list, dates);
      }
      /** Notes what pages show of an entry, and what lists do that have it or had it. */
      const noteEntry = (
        documentId: string,
        locale: string,
        ofPage: string,
        ofLists: string,
      ): void => {
        const since = listedSince.get(entryKey(documentId, locale));
        // Of one that is in no list, nobody but its own page and its translations tells.
        if (since === undefined) cacheTags.add(ofPage);
        else note(since, ofPage, ofLists);
      };
      // Nobody sees a draft.
      for (const [documentId, { locales, places: before }] of documents) {
        for (const [locale, place] of isTranslated(plan, contentType) ? before : []) {
          if (place !== undefined && place === (places.get(entryKey(documentId, locale)) ?? null)) {
            continue;
          }
          const mark = markIn(plan, contentType, locale);
          noteEntry(
            documentId,
            locale,
            CACHE_TAGS.place(contentType, documentId, mark),
            CACHE_TAGS.places(contentType, mark),
          );
        }
        for (const locale of locales) {
          const mark = markIn(plan, contentType, locale);
          const ofType = CACHE_TAGS.entries(contentType, mark);
          noteEntry(documentId, locale, CACHE_TAGS.entry(contentType, documentId, mark), ofType);
          // Parts of a large sitemap are made anew for what they show alone.
          const since = listedSince.get(entryKey(documentId, locale));
          if (since !== undefined) addDates(spans, ofType, [since]);
        }
      }
    }
    const past: ListDates = new Map();
    const future: ListDates = new Map();
    for (const [list, dates] of spans) {
      const split = splitDates(dates, now);
      if (split.past.size > 0) past.set(list, split.past);
      if (split.future.size > 0) future.set(list, split.future);
    }
    tagsOfLists(past).forEach((cacheTag) => cacheTags.add(cacheTag));
    const next = Math.min(...[...future.values()].map(earliest));
    note(next, ...tagsOfLists(future));
    found.newIds = await idRivals.findNoted();
    await secondLook.after(found, noteEntries);
    return changed;
  };

  /** Notes entries of sources that were written. */
  const noteEntries = async (notes: EntryNote[]): Promise<void> => {
    if (notes.length === 0) return;
    await transactions.collect(collector, (written) =>
      notes.forEach((note) => noteEntry(written, note)),
    );
  };

  /** Of lists whose oldest entry may be another. Who is in other languages as well is linked by that. */
  const oldestTags = async (changed: ListDates): Promise<string[]> => {
    if ((plan.locales?.length ?? 0) < 2) return [];
    const found: string[] = [];
    for (const [list, dates] of changed) {
      const since = earliest(dates);
      const oldest = await catalogue.findOldest(list);
      // A database may keep seconds alone.
      if (oldest && oldest.getTime() <= since - 1_000) continue;
      const cacheTags = [CACHE_TAGS.oldest(list)];
      // Who made a list of topics before this one was there does not know of it.
      const topic = topicOfList(unmarked(list));
      if (topic) cacheTags.push(CACHE_TAGS.topics(topic.contentType, markOf(list)));
      const isLater = isToCome(since, Date.now());
      found.push(...cacheTags.map((tag) => (isLater ? seenFrom(since, tag) : tag)));
    }
    return found;
  };

  /** More than a change may name: entries, or addresses that lead elsewhere or are linked elsewhere. */
  const isTooMuch = (cacheTags: string[]): boolean => {
    const count = (pattern: RegExp) => cacheTags.filter((tag) => pattern.test(tag)).length;
    return count(/^entry:/) > NAMED_AT_MOST || count(/^(?:address|place):/) > NAMED_AT_MOST;
  };

  /** What a change is told as, where it names too much everything: at once, or from a moment on. */
  const toTell = (cacheTags: string[]): string[] => {
    const told = cacheTags.map((tag) => ({ tag, ...parseSeenFrom(tag) }));
    const later = told.filter(({ moment }) => moment !== undefined);
    const present = told.filter(({ moment }) => moment === undefined).map(({ tag }) => tag);
    if (isTooMuch(present)) return [CACHE_TAGS.everything];
    if (!isTooMuch(later.map(({ cacheTag }) => cacheTag))) return cacheTags;
    const moment = earliest(later.map((one) => one.moment!));
    return [...present, seenFrom(moment, CACHE_TAGS.everything)];
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
      const changed = await settleEntries(written);
      const { cacheTags } = written;
      const told = toTell([...cacheTags]);
      if (!told.includes(CACHE_TAGS.everything)) told.push(...(await oldestTags(changed)));
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
