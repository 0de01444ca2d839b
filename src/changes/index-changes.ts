import { addDates, dropList, findOldestDate, type ListDates } from '../catalogue/catalogue';
import {
  keyInType,
  markOfList,
  PAGE_LIST,
  SITE_LIST,
  topicOfList,
  unmarked,
} from '../catalogue/catalogue-table';
import { findBeside, type ListMoment } from '../catalogue/neighbours';
import { createPublishedRows } from '../catalogue/published-rows';
import { CACHE_TAGS, parseScope, scopeFrom } from '../lib/cache-tags';
import { chunk } from '../lib/values';
import { markIn } from '../mapping/plan';
import type { IndexingParts } from './catalogued-entries';
import { type EntryChanges, indexEntries } from './index-entries';
import {
  type Change,
  ENTRIES_IN_ROW,
  MAXIMUM_IN_CHANGE,
  type GroupedChanges,
  type WrittenEntry,
} from './outbox';
import { addConcernedEntries, findHiddenLists } from './related-changes';

/** Whether there is too much to name one by one: entries, or addresses that lead elsewhere or are linked elsewhere. */
const isTooMuch = (cacheTags: string[]): boolean => {
  const count = (pattern: RegExp) => cacheTags.filter((tag) => pattern.test(tag)).length;
  return count(/^entry:/) > MAXIMUM_IN_CHANGE || count(/^(?:address|place):/) > MAXIMUM_IN_CHANGE;
};

/** The earliest date; Infinity if there is none. */
const earliest = (dates: Iterable<number>): number => {
  let first = Infinity;
  for (const date of dates) first = Math.min(first, date);
  return first;
};

/** The scopes, or everything if they name too much: at once, or from a moment on. */
const limitScopes = (scopes: string[]): string[] => {
  const parsed = scopes.map((scope) => ({ scope, ...parseScope(scope) }));
  const later = parsed.filter(({ moment }) => moment !== undefined);
  const present = parsed.filter(({ moment }) => moment === undefined).map(({ scope }) => scope);
  if (isTooMuch(present)) return [CACHE_TAGS.everything];
  if (!isTooMuch(later.map(({ cacheTag }) => cacheTag))) return scopes;
  const moment = earliest(later.map((one) => one.moment!));
  return [...present, scopeFrom(moment, CACHE_TAGS.everything)];
};

/** Most dates in lists for which the entries beside them are named one by one: one statement finds them. */
const BESIDE_AT_MOST = 33;

/** Whether a date is to come. An infinite date, which stands for none, is not. */
const isToCome = (date: number, now: number): boolean => date > now && Number.isFinite(date);

/** Splits dates into those that have come by a moment, and those that are to come. */
const splitDates = (
  dates: Iterable<number>,
  now: number,
): { past: Set<number>; future: Set<number> } => {
  const past = new Set<number>();
  const future = new Set<number>();
  for (const date of dates) (isToCome(date, now) ? future : past).add(date);
  return { past, future };
};

/**
 * Names what changes for readers once entries are indexed: at once, or from the date on at which the entries are due.
 *
 * @param scopes known already; others are added to it
 */
export const createChangedScopes = (parts: IndexingParts, scopes: Set<string>) => {
  const { strapi, plan, clock } = parts;
  // The database's clock says which dates have come: consumers would not be told of what this node's counts as to come.
  // Asked after the entries are indexed: a date that comes meanwhile would be named as to come, and not as due.
  const now = (): number => Math.max(Date.now(), clock.now());
  /** Whether pages link to those in other languages. */
  const isMultilingual = (plan.locales?.length ?? 0) > 1;
  /** Lists that readers may know of and that entries entered or left, with the dates of these entries. */
  const listed: ListDates = new Map();
  /** Lists that readers may know of, with the dates at which something changed that pages of entries near it show. */
  const beside: ListDates = new Map();

  /** Names what readers see of something with this date: from the date on, if it is to come. */
  const nameFrom = (date: number, ...cacheTags: string[]): void =>
    cacheTags.forEach((tag) => scopes.add(isToCome(date, now()) ? scopeFrom(date, tag) : tag));

  const nameLists = (
    contentType: string,
    { lists, moved }: Pick<EntryChanges, 'lists' | 'moved'>,
    hidden: ReadonlySet<string>,
  ): void => {
    for (const [list, dates] of moved) {
      // Responses that show all entries, such as sitemaps, show addresses, too.
      if (![SITE_LIST, PAGE_LIST].includes(unmarked(list))) continue;
      const ofType = CACHE_TAGS.entries(contentType, markOfList(list));
      nameFrom(earliest(dates), ofType);
    }
    for (const [list, dates] of lists) {
      if (!hidden.has(list)) addDates(listed, list, dates);
      const { past, future } = splitDates(dates, now());
      for (const some of [past, future]) {
        if (some.size === 0) continue;
        const date = earliest(some);
        nameFrom(date, CACHE_TAGS.listing(list));
        // Also after a change of title: beside the counts, authors are named as their newest entry spells them.
        if (!hidden.has(list)) nameFrom(date, CACHE_TAGS.counts(markOfList(list)));
      }
    }
    for (const [list, dates] of [...moved, ...lists]) {
      const isSites = unmarked(list) === SITE_LIST;
      if (!hidden.has(list) && (isSites || topicOfList(unmarked(list))))
        addDates(beside, list, dates);
    }
  };

  return {
    /**
     * Names what readers see of indexed entries of a type.
     *
     * @param documents what was written of them
     * @param changes what indexing changed
     */
    async nameEntries(
      contentType: string,
      documents: ReadonlyMap<string, WrittenEntry>,
      changes: EntryChanges,
    ): Promise<void> {
      const { lists, moved, listedSince, relisted, regrouped } = changes;
      const hidden = await findHiddenLists(parts, [...lists.keys(), ...moved.keys()]);
      changes.cacheTags.forEach((cacheTag) => scopes.add(cacheTag));
      nameLists(contentType, changes, hidden);

      /** Names what pages show of an entry, and what lists show that have or had it. */
      const nameEntry = (key: string, ofPage: string, ofLists: string): void => {
        const since = listedSince.get(key);
        // Only its own page and those of its translations show an entry that is in no list.
        if (since === undefined) scopes.add(ofPage);
        else nameFrom(since, ofPage, ofLists);
      };

      /** Names what pages in other languages show of an entry. */
      const namePlace = (key: string): void => {
        if (!isMultilingual) return;
        const [documentId = '', locale = ''] = key.split(' ');
        const mark = markIn(plan, contentType, locale);
        const place = CACHE_TAGS.place(contentType, documentId, mark);
        nameEntry(key, place, CACHE_TAGS.places(contentType, mark));
      };

      // Also of entries that nobody wrote: another one may have taken their address, or left it to them.
      for (const key of relisted) if (listedSince.has(key)) namePlace(key);
      // The topics of these entries changed, and their pages name them.
      for (const [key, own] of regrouped) {
        if ([...own].every((list) => hidden.has(list))) continue;
        const [documentId = '', locale = ''] = key.split(' ');
        if (documents.get(documentId)?.locales.includes(locale)) continue;
        const mark = markIn(plan, contentType, locale);
        const ofPage = CACHE_TAGS.entry(contentType, documentId, mark);
        nameEntry(key, ofPage, CACHE_TAGS.entries(contentType, mark));
      }
      // Only locales with a published version are named here: nobody sees a draft.
      for (const [documentId, { locales, isMoved }] of documents) {
        for (const locale of locales) {
          const key = keyInType(documentId, locale);
          const mark = markIn(plan, contentType, locale);
          const ofType = CACHE_TAGS.entries(contentType, mark);
          const since = listedSince.get(key);
          // The former address of an entry that is in no list is unknown.
          if (isMoved === true || since === undefined || moved.size > 0) namePlace(key);
          nameEntry(key, CACHE_TAGS.entry(contentType, documentId, mark), ofType);
        }
      }
    },

    /** Names what pages show of entries beside theirs. Call it once all entries are indexed. */
    async nameBeside(): Promise<void> {
      const moments = [...beside].flatMap(([list, dates]) =>
        [...dates].filter(Number.isFinite).map((date): ListMoment => ({ list, date })),
      );
      const isMuch = moments.length > BESIDE_AT_MOST;
      const found = isMuch
        ? []
        : await findBeside(createPublishedRows(strapi, { mark: '' }), moments);
      for (const [index, { list, date }] of moments.entries()) {
        const mark = markOfList(list);
        const entries = found[index];
        if (!entries) nameFrom(date, CACHE_TAGS.anyBeside(mark));
        for (const { contentType, documentId } of entries ?? [])
          nameFrom(date, CACHE_TAGS.beside(contentType, documentId, mark));
      }
    },

    /**
     * All scopes, with those of lists whose oldest entry may have changed: hreflang links depend on whether a list has
     * any entry.
     */
    async findAll(): Promise<string[]> {
      const found = limitScopes([...scopes]);
      if (found.includes(CACHE_TAGS.everything) || !isMultilingual) return found;
      for (const [list, dates] of listed) {
        const since = earliest(dates);
        const oldest = await findOldestDate(strapi, list);
        // A database may store whole seconds only.
        if (oldest && oldest.getTime() <= since - 1_000) continue;
        const cacheTags = [CACHE_TAGS.oldest(list)];
        // A list of topics that was made before this topic had entries does not depend on it.
        const topic = topicOfList(unmarked(list));
        if (topic) cacheTags.push(CACHE_TAGS.topics(topic.contentType, markOfList(list)));
        const isLater = isToCome(since, now());
        found.push(...cacheTags.map((tag) => (isLater ? scopeFrom(since, tag) : tag)));
      }
      return found;
    },
  };
};

/**
 * Notes who is to be told. Call it with the written entries before they are indexed, since it reads what readers have.
 * Call the returned function afterwards, with the scopes that changed.
 *
 * @param onlyChanged whether to leave out entries that are the same for readers as before
 */
export type NoteDeliveries = (
  entries: readonly WrittenEntry[],
  options?: { onlyChanged?: boolean },
) => Promise<(scopes: readonly string[]) => Promise<void>>;

const allEntries = ({ entries }: Pick<GroupedChanges, 'entries'>): WrittenEntry[] =>
  [...entries.values()].flatMap((documents) => [...documents.values()]);

interface IndexParts extends IndexingParts {
  /** Leaves changes to later transactions. */
  postpone: (changes: Change[]) => Promise<void>;
  /** Undefined if nobody is to be told. */
  noteDeliveries?: NoteDeliveries;
}

/** If very many entries were only found, and not written, leaves them to transactions of their own. */
const postponeMany = async (
  { postpone }: Pick<IndexParts, 'postpone'>,
  written: GroupedChanges,
  known: ReadonlySet<WrittenEntry>,
): Promise<void> => {
  const found = allEntries(written).filter((entry) => !known.has(entry));
  if (found.length <= MAXIMUM_IN_CHANGE) return;
  for (const { contentType, documentId } of found) {
    written.entries.get(contentType)!.delete(documentId);
  }
  await postpone(chunk(found, ENTRIES_IN_ROW).map((entries) => ({ entries })));
};

const drop = async (
  { strapi, postpone }: IndexParts,
  { dropped, scopes }: GroupedChanges,
): Promise<void> => {
  for (const list of dropped) {
    if (await dropList(strapi, list)) await postpone([{ dropped: [list] }]);
    scopes.add(CACHE_TAGS.listing(list));
  }
};

/** Makes what is derived equal to what was written. Resolves to the scopes that changed. */
export const indexChanges = async (
  parts: IndexParts,
  written: GroupedChanges,
): Promise<string[]> => {
  const known = new Set(allEntries(written));
  await addConcernedEntries(parts, written);
  await postponeMany(parts, written, known);
  const noteScopes = await parts.noteDeliveries?.(allEntries(written));
  const changedScopes = createChangedScopes(parts, written.scopes);
  for (const [contentType, documents] of written.entries) {
    const changes = await indexEntries(parts, contentType, [...documents.keys()], documents);
    await changedScopes.nameEntries(contentType, documents, changes);
  }
  await changedScopes.nameBeside();
  await drop(parts, written);
  const scopes = await changedScopes.findAll();
  await noteScopes?.(scopes);
  return scopes;
};
