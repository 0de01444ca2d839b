import { CACHE_TAGS, parseSeenFrom, seenFrom } from '../lib/cache-tags';
import { chunk } from '../lib/chunk';
import { tagsOfLists } from '../catalogue/span-tags';
import { markOf, PAGE_LIST, SITE_LIST, topicOfList, unmarked } from '../catalogue/catalogue-table';
import {
  addDates,
  earliest,
  isToCome,
  type ListDates,
  splitDates,
  type Catalogue,
} from '../catalogue/catalogue';
import type { Plan } from '../mapping/plan';
import { entryKey } from '../addresses/permalink-rows';
import { isTranslated, markIn } from '../mapping/plan-parts';
import { type Change, NAMED_AT_MOST, type Written, type WrittenEntry } from './change';
import type { EntryUpkeep } from './entry-upkeep';
import type { Index } from './indexer';
import type { RelatedChanges } from './related-changes';

/** Documents that one transaction indexes beside those that were written themselves. */
const FURTHER_AT_ONCE = 200;

interface IndexParts {
  upkeep: EntryUpkeep;
  catalogue: Pick<Catalogue, 'findOldest' | 'dropList'>;
  relatedChanges: RelatedChanges;
  /** Leaves something to later transactions. */
  postpone: (changes: Change[]) => Promise<void>;
  /** Notes what others have to be told of; undefined where nobody is told. */
  tellOutside?: TellOutside;
  plan: Plan;
}

/**
 * Looks what readers have of entries that were written and are not indexed yet; what it gives is called with
 * the scopes that changed, when they are.
 *
 * @param onlyChanged whether entries are left out of which readers have what they had
 */
export type TellOutside = (
  entries: readonly WrittenEntry[],
  options?: { onlyChanged?: boolean },
) => Promise<(scopes: readonly string[]) => Promise<void>>;

const allEntries = ({ entries }: Pick<Written, 'entries'>): WrittenEntry[] =>
  [...entries.values()].flatMap((documents) => [...documents.values()]);

/** Makes what is derived equal to what was written, and says which scopes changed. */
export const createIndex = ({
  upkeep,
  catalogue,
  relatedChanges,
  postpone,
  tellOutside,
  plan,
}: IndexParts): Index => {
  /** @returns lists that entries came into or left, with the dates of these */
  const indexEntries = async ({ entries, scopes }: Written): Promise<ListDates> => {
    const now = Date.now();
    /** Notes what readers see of something that is dated so: at once, or from its date on. */
    const note = (date: number, ...tags: string[]): void =>
      tags.forEach((tag) => scopes.add(isToCome(date, now) ? seenFrom(date, tag) : tag));
    const changed: ListDates = new Map();
    const spans: ListDates = new Map();
    for (const [contentType, documents] of entries) {
      const changes = await upkeep.refresh(contentType, [...documents.keys()], {
        mayBePublished: (documentId) => {
          const { locales, isMoved } = documents.get(documentId)!;
          return locales.length > 0 || isMoved === true;
        },
        isWritten: ({ documentId, locale }) => {
          const { isWritten, locales } = documents.get(documentId)!;
          return isWritten === true && locales.includes(locale);
        },
        republishing: ({ documentId }) => documents.get(documentId)!.republishing,
      });
      const { lists, moved, cacheTags: addresses, listedSince, relisted, regrouped } = changes;
      addresses.forEach((cacheTag) => scopes.add(cacheTag));
      const hidden = await relatedChanges.findHiddenLists([...lists.keys()]);
      const movedEntries = new Set(changes.moved.size > 0 ? [...documents.keys()] : []);
      for (const [list, dates] of moved) {
        // Where entries are is shown by lists of all of them, too.
        if (![SITE_LIST, PAGE_LIST].includes(unmarked(list))) continue;
        const ofType = CACHE_TAGS.entries(contentType, markOf(list));
        note(earliest(dates), ofType);
        addDates(spans, ofType, dates);
      }
      for (const [list, dates] of lists) {
        addDates(moved, list, dates);
        if (!hidden.has(list)) addDates(changed, list, dates);
        const { past, future } = splitDates(dates, now);
        for (const some of [past, future]) {
          if (some.size === 0) continue;
          const date = earliest(some);
          note(date, CACHE_TAGS.listing(list));
          // After a change of title, too: authors are spelt beside it as in the first entry of a date.
          if (!hidden.has(list)) note(date, CACHE_TAGS.counts(markOf(list)));
        }
      }
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
        if (since === undefined) scopes.add(ofPage);
        else note(since, ofPage, ofLists);
      };
      // Their pages name the topics that they have.
      for (const [key, own] of regrouped) {
        if ([...own].every((list) => hidden.has(list))) continue;
        const [documentId = '', locale = ''] = key.split(' ');
        if (documents.get(documentId)?.locales.includes(locale)) continue;
        const mark = markIn(plan, contentType, locale);
        const ofPage = CACHE_TAGS.entry(contentType, documentId, mark);
        noteEntry(documentId, locale, ofPage, CACHE_TAGS.entries(contentType, mark));
      }
      // Nobody sees a draft.
      for (const [documentId, { locales, isMoved }] of documents) {
        for (const locale of locales) {
          const key = entryKey(documentId, locale);
          const mark = markIn(plan, contentType, locale);
          const ofType = CACHE_TAGS.entries(contentType, mark);
          const since = listedSince.get(key);
          // Of one that is in no list, nobody knows where it was.
          const isElsewhere =
            isMoved === true ||
            since === undefined ||
            relisted.has(key) ||
            movedEntries.has(documentId);
          if (isTranslated(plan, contentType) && isElsewhere) {
            noteEntry(
              documentId,
              locale,
              CACHE_TAGS.place(contentType, documentId, mark),
              CACHE_TAGS.places(contentType, mark),
            );
          }
          noteEntry(documentId, locale, CACHE_TAGS.entry(contentType, documentId, mark), ofType);
          // Parts of a large sitemap are made anew for what they show alone.
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
    tagsOfLists(past).forEach((cacheTag) => scopes.add(cacheTag));
    const next = Math.min(...[...future.values()].map(earliest));
    note(next, ...tagsOfLists(future));
    return changed;
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

  /** Leaves entries that were only found, where there are very many, to transactions of their own. */
  const postponeMany = async (
    written: Written,
    known: ReadonlySet<WrittenEntry>,
  ): Promise<void> => {
    const found = allEntries(written).filter((entry) => !known.has(entry));
    if (found.length <= NAMED_AT_MOST) return;
    for (const { contentType, documentId } of found) {
      written.entries.get(contentType)!.delete(documentId);
    }
    await postpone(chunk(found, FURTHER_AT_ONCE).map((entries) => ({ entries })));
  };

  const drop = async ({ dropped, scopes }: Written): Promise<void> => {
    for (const list of dropped) {
      if (await catalogue.dropList(list)) await postpone([{ dropped: [list] }]);
      scopes.add(CACHE_TAGS.listing(list)).add(CACHE_TAGS.anySpan(list));
    }
  };

  return async (written) => {
    const known = new Set(allEntries(written));
    await relatedChanges.note(written);
    await postponeMany(written, known);
    const noteTold = await tellOutside?.(allEntries(written));
    const changed = await indexEntries(written);
    await drop(written);
    const told = toTell([...written.scopes]);
    if (!told.includes(CACHE_TAGS.everything)) told.push(...(await oldestTags(changed)));
    await noteTold?.(told);
    return told;
  };
};
