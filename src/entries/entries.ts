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
import { tagsOfSpan } from '../catalogue/span-tags';
import type { EntryWindow } from '../catalogue/windows';
import type { Article, Indexing } from '../content/article';
import type { Stretch } from '../feed/addresses';
import { CACHE_TAGS, dependOn, expireAt, noteChange } from '../lib/cache-tags';
import { spanOfYear, yearOf } from '../lib/dates';
import type { Plan, SourcePlan } from '../mapping/plan';
import { fieldsOf, narrowFields } from '../mapping/read-fields';
import { namedTopics } from '../mapping/value-topics';
import { dateOf, dateAt, heldAt, pictureAt, type ReadEntry, untilOf } from '../mapping/values';
import { editionMark, type PublishedLocale } from '../options/locales';
import { type FindWithheld, readDraft } from './drafts';
import { createEntryPlaces } from './entry-places';
import {
  createEntryReader,
  type Dated,
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
  indexing: Indexing;
  /** Address of its picture, absolute or relative to the host. */ image?: string;
};

/** Whether a moment has come. Notes that it has, or when it will. */
const isDue = (moment: Date | undefined, now: Date): boolean => {
  if (!moment) return false;
  if (moment > now) expireAt(moment);
  else noteChange(moment);
  return moment <= now;
};

/** Lists of public entries: what is in them, how many, and when they change by themselves. */
const createEntryListings = (
  reader: EntryReader,
  { plan, catalogue }: { plan: Plan; catalogue: CatalogueQueries },
) => {
  const { markOf, noteIndexing, findPublished } = reader;

  /** Cache tags of which entries there are that are asked for. */
  const listingTags = (asked: EntryQuery): string[] =>
    catalogue
      .listsOf(asked)
      .flatMap((list) =>
        asked.span ? tagsOfSpan(list, asked.span.from, asked.span.to) : CACHE_TAGS.listing(list),
      );

  /** Notes that the list asked for is shown, and when it changes by itself. */
  const noteListing = async (asked: EntryQuery): Promise<void> => {
    dependOn(...listingTags(asked));
    const { last, next } = await catalogue.findTurns(asked);
    // An article that came by its date alone moves all others a place on.
    if (last) noteChange(last);
    if (next) expireAt(next);
  };

  /** How many entries `list` has in all, and whether there are no older ones. */
  const findExtent = async (asked: EntryQuery): Promise<{ count: number; isWhole: boolean }> => {
    await noteListing(asked);
    return catalogue.findExtent(asked);
  };

  // Between the two statements an editor may have dated one into the future.
  const findPublic = async (entries: Dated[], now: Date): Promise<Article[]> =>
    (await reader.findListed(entries)).filter(({ date }) => date <= now);

  /** Those of some lists that have a public entry, as `hasAny` tells of one. */
  const findFilled = async (lists: ListName[], now: Date): Promise<Set<ListName>> => {
    dependOn(...lists.map(CACHE_TAGS.oldest));
    const oldest = await catalogue.findOldestDates(lists);
    return new Set(lists.filter((list) => isDue(oldest.get(list), now)));
  };

  return {
    /** Those of some entries that are public now, in their order. */
    findPublic,

    /** Public entries that feeds and listings may show, in their order. */
    async list(window: EntryWindow): Promise<Article[]> {
      await noteListing(window);
      return findPublic(await catalogue.findWindow(window), window.now);
    },

    /**
     * What a sitemap says of a stretch of the entries that `list` has in all, the oldest first; or of pages.
     *
     * @param isWhole whether newer entries stand behind it, of which it shows nothing
     */
    async listAddressed(
      { now, start, limit, isWhole = false }: Stretch & { now: Date; isWhole?: boolean },
      list: typeof SITE_LIST | typeof PAGE_LIST = SITE_LIST,
    ): Promise<AddressedEntry[]> {
      const asked = { now, lists: list === SITE_LIST ? [] : [list] };
      if (!isWhole) await noteListing(asked);
      const listed = await catalogue.findFromOldest({ now, start, limit, list });
      const types = plan.sources
        .filter(({ isPage = false }) => isPage === (list === PAGE_LIST))
        .map((source) => CACHE_TAGS.entries(source.contentType, markOf(source)));
      const [oldest, newest] = [listed.at(0)?.date, listed.at(-1)?.date];
      // Of one that stays where it is in the list, another address and another date are shown.
      if (!isWhole) dependOn(...types);
      else {
        // An older entry that comes or goes moves all others a place on.
        const older = catalogue
          .listsOf(asked)
          .flatMap((each) => tagsOfSpan(each, undefined, newest));
        dependOn(...older, ...types.flatMap((type) => tagsOfSpan(type, oldest, newest)));
        if (newest) noteChange(newest);
      }
      return findPublished(listed, picturedPlaceOf, (source, row, entry) => {
        const path = pathOf(source, row);
        const date = dateOf(source, row) ?? entry.date;
        const until = untilOf(source, row);
        const updatedAt = entry.told ?? dateAt(row, ['updatedAt']) ?? date;
        if (path === undefined || date > now || (until && until <= now)) return undefined;
        if (until) expireAt(until);
        return {
          contentType: entry.contentType,
          documentId: entry.documentId,
          path,
          date,
          updatedAt,
          indexing: noteIndexing(source, row),
          image: (pictureAt(row, source.cover) as { url?: string } | undefined)?.url,
        };
      });
    },

    /**
     * Whether a list has a public entry. Its oldest one tells, so that what comes after it is no news to
     * who asks this alone.
     */
    async hasAny(asked: EntryQuery): Promise<boolean> {
      const { span, now } = asked;
      if (!span) return (await findFilled(catalogue.listsOf(asked), now)).size > 0;
      const oldest = await catalogue.findOldestDateIn(span);
      // What comes after it within the span is no news.
      dependOn(...listingTags({ ...asked, span: { ...span, to: oldest ?? span.to } }));
      return isDue(oldest, now);
    },

    findFilled,
    findExtent,
    noteListing,

    /** How many entries `list` has in all. */
    count: async (asked: EntryQuery): Promise<number> => (await findExtent(asked)).count,

    /** The same, where a response does not depend on the number itself: nothing is noted. */
    countUnnoted: async (asked: EntryQuery): Promise<number> =>
      (await catalogue.findExtent(asked)).count,
  };
};

/** Which of its versions an entry is asked for in. */
export interface VersionQuery {
  documentId: string;
  /** Null for a type that is not localised. */
  locale: string | null;
  status: 'draft' | 'published';
}

/** Reads public entries of all sources, and notes that they are shown. */
export const createEntries = (
  strapi: Core.Strapi,
  { catalogue, ...given }: EntryReaderParts & { catalogue: CatalogueQueries },
) => {
  const { plan } = given;
  const reader = createEntryReader(strapi, given);
  const { markOf, addLinked, findListed } = reader;

  return {
    markOf,
    ...createEntryListings(reader, { plan, catalogue }),
    ...createEntryPlaces(strapi, reader, { plan, catalogue }),

    /**
     * An entry as its draft or its published version has it, public, ended or not; null when there is none. For
     * previews: what a draft leads to is shown as it is published, since that is what readers will see.
     *
     * @param findWithheld tells what of that is not to be known; without, all of it is
     */
    async findVersion(
      source: SourcePlan,
      { documentId, locale, status }: VersionQuery,
      findWithheld?: FindWithheld,
    ): Promise<(EntryVersion & { isKeptOut: boolean }) | null> {
      const { contentType } = source;
      const fields = fieldsOf(source);
      const isDraft = source.hasDrafts && status === 'draft';
      const where = {
        documentId,
        ...(isDraft
          ? { publishedAt: null, ...reader.ofLocale(source) }
          : reader.isPublishedRow(source)),
        // Be it one that is not published.
        ...(source.isLocalised && locale !== null ? { locale } : {}),
      };
      const row: ReadEntry | null = isDraft
        ? await readDraft(strapi, { uid: contentType, where, fields }, findWithheld)
        : await strapi.db.query(contentType).findOne({ ...fields, where });
      if (!row) return null;
      const [grouped = row] = await reader.complete(source, [row]);
      const version = toVersion(source, plan, row, grouped);
      const { date, told } = await reader.findMoments(source, row);
      const isUnlisted = isKeptOut(source, row);
      return {
        ...version,
        ...(isUnlisted && { topics: withoutValues(version.topics) }),
        date,
        // Publishing a draft tells of it, as far as anybody knows.
        updatedAt: (isDraft ? undefined : told) ?? version.updatedAt,
        isKeptOut: isUnlisted,
        ...reader.toAdjustments(source, grouped),
      };
    },

    /** The values of one type that are topics of some entries of lists, as these entries write them. */
    findValues: async <Entry extends EntryKey>(
      type: string,
      listed: Entry[],
    ): Promise<(Entry & { values: string[] })[]> => {
      const fieldsWith = ({ values = [] }: SourcePlan) =>
        values.filter(({ contentType }) => contentType === type);
      return reader.findPublished(
        listed,
        (source) =>
          narrowFields(
            fieldsOf(source),
            fieldsWith(source).map(({ path }) => path),
          ),
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

/** Years that are listed at most, the newest: an import may date what it likes. */
const YEARS = 150;

/** The addresses of years have four digits. */
const FIRST_YEAR = 1_000;

/** Whether the year of an article may be in the archive. */
export const hasYear = (date: Date, timeZone: string): boolean =>
  yearOf(date, timeZone) >= FIRST_YEAR;

/**
 * The years that have public articles, the last one first. From one to the next: the last article before a year
 * tells which is the year before it. Notes that they are shown.
 */
export const listYears = async (
  {
    entries,
    queries,
    locale,
  }: {
    entries: Pick<Entries, 'noteListing'>;
    queries: Pick<CatalogueQueries, 'findNewest' | 'findExtent'>;
    locale?: PublishedLocale;
  },
  timeZone: string,
  now: Date,
): Promise<CountedYear[]> => {
  const list = listIn(editionMark(locale), SITE_LIST);
  const findNewest = async (before: Date): Promise<Date | undefined> =>
    (await queries.findNewest([list], before)).get(list);
  await entries.noteListing({ now });
  const years: CountedYear[] = [];
  for (let newest = await findNewest(now); newest && years.length < YEARS;) {
    const year = yearOf(newest, timeZone);
    if (year < FIRST_YEAR) break;
    const span = spanOfYear(year, timeZone);
    years.push({ year, articles: (await queries.findExtent({ now, span })).count });
    newest = await findNewest(new Date(span.from.getTime() - 1));
  }
  return years;
};
