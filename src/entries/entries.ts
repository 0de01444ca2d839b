import type { Core } from '@strapi/strapi';

import {
  type EntryKey,
  listIn,
  type ListName,
  PAGE_LIST,
  SITE_LIST,
} from '../catalogue/catalogue-table';
import type { EntryQuery } from '../catalogue/published-rows';
import type { CatalogueQueries } from '../catalogue/queries';
import type { EntryWindow, ListExtent } from '../catalogue/windows';
import type { Article, SearchMeta } from '../content/article';
import type { ItemRange } from '../feed/model';
import { CACHE_TAGS, dependOn, isDue, noteDue } from '../lib/cache-tags';
import { spanOfYear, yearOf } from '../lib/dates';
import { isMarkedPublished, markIn, type Plan, type SourcePlan } from '../mapping/plan';
import { fieldsOf, narrowFields } from '../mapping/fields';
import {
  dateOf,
  dateAt,
  heldAt,
  pictureAt,
  type ReadEntry,
  valueAt,
  namedTopics,
} from '../mapping/values';
import { editionMark, type PublishedLocale } from '../options/locales';
import { findDraft, readForm } from './drafts';
import { createEntryPlaces } from './entry-addresses';
import {
  createEntryReader,
  type EntryWithMoments,
  type EntryReader,
  type EntryReaderParts,
  picturedPlaceOf,
} from './entry-reader';
import { type EntryVersion, isKeptOut, pathOf, toVersion, withoutValues } from './to-article';

/** Where a public entry is, and when it last changed. */
type AddressedEntry = Pick<
  Article,
  'contentType' | 'documentId' | 'path' | 'date' | 'updatedAt'
> & {
  searchMeta: SearchMeta;
  /** Address of its picture, absolute or relative to the host. */ image?: string;
};

/** Lists of public entries: which entries are in them, how many, and when that changes by itself. */
const createEntryListings = (
  reader: EntryReader,
  { plan, queries }: { plan: Plan; queries: CatalogueQueries },
) => {
  const { markOf, noteSearchMeta, findPublished } = reader;

  /** Cache tags of which entries a query finds. */
  const listingTags = (asked: EntryQuery): string[] =>
    queries.listsOf(asked).map(CACHE_TAGS.listing);

  /** Notes that the queried list is shown, and when it changes by itself: whether an entry is to come. */
  const noteListing = async (asked: EntryQuery): Promise<boolean> => {
    dependOn(...listingTags(asked));
    return noteDue(await queries.findDueDates(asked));
  };

  /** How many entries a list has in all. Notes that it is shown. */
  const findExtent = async (asked: EntryQuery): Promise<ListExtent> =>
    queries.findExtent({ ...asked, isComing: await noteListing(asked) });

  // An editor may have moved an entry's date into the future between the two statements.
  const findPublic = async (entries: EntryWithMoments[], now: Date): Promise<Article[]> =>
    (await reader.findListed(entries)).filter(({ date }) => date <= now);

  /** Which of these lists have a public entry; notes the same as `hasAny`. */
  const findFilled = async (lists: ListName[], now: Date): Promise<Set<ListName>> => {
    dependOn(...lists.map(CACHE_TAGS.oldest));
    const oldest = await queries.findOldestDates(lists);
    return new Set(lists.filter((list) => isDue(oldest.get(list), now)));
  };

  /**
   * The entries of a part of a list, in their order, and what finds its extent: unasked if the first ones are all. Notes
   * that the list is shown, and when it changes by itself, as `findExtent` has for what is behind the first ones.
   */
  const findWindow = async (window: EntryWindow) => {
    if (window.start) {
      return { entries: await queries.findWindow(window), countAll: () => findExtent(window) };
    }
    dependOn(...listingTags(window));
    const { entries, next, extent } = await queries.findFirst(window);
    const isComing = noteDue({ last: entries[0]?.date, next });
    return { entries, countAll: async () => extent ?? queries.findExtent({ ...window, isComing }) };
  };

  return {
    /** The entries among these that are public now, in their order. */
    findPublic,

    /** Public entries that feeds and listings may show, in their order. */
    async list(window: EntryWindow) {
      const { entries, countAll } = await findWindow(window);
      return { articles: await findPublic(entries, window.now), countAll };
    },

    /** A part of all entries of `list`, or of all pages, for a sitemap, the oldest first. */
    async listAddressed(
      { now, start, limit }: ItemRange & { now: Date },
      list: typeof SITE_LIST | typeof PAGE_LIST,
    ): Promise<AddressedEntry[]> {
      const asked = { now, lists: list === SITE_LIST ? [] : [list] };
      await noteListing(asked);
      const listed = await queries.findFromOldest({ now, start, limit, list });
      const types = plan.sources
        .filter(({ isPage = false }) => isPage === (list === PAGE_LIST))
        .map((source) => CACHE_TAGS.entries(source.contentType, markOf(source)));
      // An entry may get another address or date without changing its place in the list.
      dependOn(...types);
      return findPublished(listed, picturedPlaceOf, (source, row, entry) => {
        const path = pathOf(source, row);
        const date = dateOf(source, row) ?? entry.date;
        const updatedAt = entry.told ?? dateAt(row, ['updatedAt']) ?? date;
        if (path === undefined || date > now) return undefined;
        return {
          contentType: entry.contentType,
          documentId: entry.documentId,
          path,
          date,
          updatedAt,
          searchMeta: noteSearchMeta(source, row),
          image: (pictureAt(row, source.cover) as { url?: string } | undefined)?.url,
        };
      });
    },

    /**
     * Whether a list has a public entry. The oldest one decides: a response that shows only this does not depend on
     * others.
     */
    async hasAny(asked: EntryQuery): Promise<boolean> {
      const { span, now } = asked;
      if (!span) return (await findFilled(queries.listsOf(asked), now)).size > 0;
      const oldest = await queries.findOldestIn(span);
      if (!oldest || !isDue(oldest.date, now)) {
        dependOn(...listingTags(asked));
        return false;
      }
      const { contentType, documentId, locale } = oldest;
      dependOn(CACHE_TAGS.place(contentType, documentId, markIn(plan, contentType, locale)));
      return true;
    },

    findFilled,
    findWindow,
    findExtent,
    noteListing,

    /** How many entries a list has in all. */
    count: async (asked: EntryQuery): Promise<number> => (await findExtent(asked)).count,
  };
};

/** Which version of an entry is asked for. */
export interface VersionQuery {
  documentId: string;
  /** Null for a type that is not localised. */
  locale: string | null;
  status: 'draft' | 'published';
}

/** Reads public entries of all sources, and notes that they are shown. */
export const createEntries = (
  strapi: Core.Strapi,
  { queries, ...given }: EntryReaderParts & { queries: CatalogueQueries },
) => {
  const { plan } = given;
  const reader = createEntryReader(strapi, given);
  const { markOf, addLinked, findListed } = reader;

  return {
    markOf,
    ...createEntryListings(reader, { plan, queries }),
    ...createEntryPlaces(strapi, reader, { plan, queries }),

    /**
     * The draft or the published version of an entry, public, ended or not; null if there is none. For previews:
     * entries that a draft leads to are shown in their published version, since readers will see that.
     *
     * @param findReadable tells which of these entries the user may read; by default, all
     * @returns also whether it stays out of lists, and whether its own field says that it is not published
     */
    async findVersion(
      source: SourcePlan,
      { documentId, locale, status }: VersionQuery,
    ): Promise<(EntryVersion & { isKeptOut: boolean; isWithdrawn: boolean }) | null> {
      const { contentType } = source;
      const fields = fieldsOf(source);
      const isDraft = source.hasDrafts && status === 'draft';
      const where = {
        documentId,
        ...(status === 'draft' ? reader.whereLocale(source) : reader.publishedHere(source)),
        ...(isDraft && { publishedAt: null }),
        // Also a locale that is not published.
        ...(source.isLocalised && locale !== null ? { locale } : {}),
      };
      const saved: ReadEntry | null = isDraft
        ? await findDraft(strapi, contentType, where, fields)
        : await strapi.db.query(contentType).findOne({ ...fields, where });
      if (!saved) return null;
      const form = { source, values: saved, saved };
      const { row } = isDraft ? await readForm(strapi, form) : { row: saved };
      await addLinked(source, [row]);
      const version = toVersion(source, plan, row);
      const { date, told } = await reader.findMoments(source, row);
      const isUnlisted = isKeptOut(source, row);
      return {
        ...version,
        ...(isUnlisted && { topics: withoutValues(version.topics) }),
        date,
        // Publishing a draft is expected to tell subscribers of it.
        updatedAt: (isDraft ? undefined : told) ?? version.updatedAt,
        isKeptOut: isUnlisted,
        isWithdrawn: !isMarkedPublished(source, (field) => valueAt(row, field)),
        ...reader.toAdjustments(source, row),
      };
    },

    /**
     * Whether the draft of an entry is not what is published, or nothing is. Strapi's Content Manager compares the
     * dates of the last changes in the same way.
     */
    async hasUnpublishedChanges(
      source: SourcePlan,
      { documentId, locale }: Pick<VersionQuery, 'documentId' | 'locale'>,
    ): Promise<boolean> {
      const rows: { publishedAt: unknown; updatedAt: string }[] = await strapi.db
        .query(source.contentType)
        .findMany({
          select: ['publishedAt', 'updatedAt'],
          where: {
            documentId,
            ...reader.whereLocale(source),
            ...(source.isLocalised && locale !== null ? { locale } : {}),
          },
        });
      const [draft, published] = [false, true].map((isPublished) =>
        rows.find(({ publishedAt }) => (publishedAt !== null) === isPublished),
      );
      if (!draft || !published) return true;
      return new Date(draft.updatedAt) > new Date(published.updatedAt);
    },

    /** The values of one type that are topics of some listed entries, as these entries write them. */
    findValues: async <Entry extends EntryKey>(
      type: string,
      listed: Entry[],
    ): Promise<(Entry & { values: string[] })[]> => {
      const fieldsWith = ({ values = [] }: SourcePlan) =>
        values.filter(({ contentType }) => contentType === type);
      return reader.findPublished(
        listed,
        (source) =>
          narrowFields(fieldsOf(source), [
            ...fieldsWith(source).map(({ path }) => path),
            source.until ?? [],
          ]),
        (source, row, entry) => {
          const values = fieldsWith(source).flatMap((one) =>
            namedTopics(one, heldAt(row, one.path)),
          );
          dependOn(CACHE_TAGS.entry(source.contentType, entry.documentId, markOf(source)));
          reader.noteShown(source, row);
          return { ...entry, values };
        },
      );
    },

    addLinked,
    findListed,
  };
};

export type Entries = ReturnType<typeof createEntries>;

/** A year, and how many articles it has. */
interface CountedYear {
  year: number;
  articles: number;
}

/** Most years that are listed, the newest first: an import may contain any date. */
const MAXIMUM_YEARS = 150;

/** Years in addresses have four digits. */
const FIRST_YEAR = 1_000;

/** Whether the year of an article may be in the archive. */
export const hasYear = (date: Date, timeZone: string): boolean =>
  yearOf(date, timeZone) >= FIRST_YEAR;

/**
 * The years that have public articles, the last one first. The newest article before a year tells which year is next,
 * so the query skips empty years. Notes that the years are shown.
 */
export const listYears = async (
  {
    entries,
    queries,
    locale,
  }: {
    entries: Pick<Entries, 'noteListing'>;
    queries: Pick<CatalogueQueries, 'findNewestEntries' | 'findExtent'>;
    locale?: PublishedLocale;
  },
  timeZone: string,
  now: Date,
): Promise<CountedYear[]> => {
  const list = listIn(editionMark(locale), SITE_LIST);
  const findNewest = async (before: Date): Promise<Date | undefined> =>
    (await queries.findNewestEntries([list], before)).get(list)?.date;
  await entries.noteListing({ now });
  const years: CountedYear[] = [];
  for (let newest = await findNewest(now); newest && years.length < MAXIMUM_YEARS;) {
    const year = yearOf(newest, timeZone);
    if (year < FIRST_YEAR) break;
    const span = spanOfYear(year, timeZone);
    years.push({ year, articles: (await queries.findExtent({ now, span })).count });
    newest = await findNewest(new Date(span.from.getTime() - 1));
  }
  return years;
};
