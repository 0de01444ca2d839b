import { CACHE_TAGS, dependOn, expireAt, noteChange } from '../lib/cache-tags';
import { tagsOfSpan } from '../catalogue/span-tags';
import { type ListName, PAGE_LIST, SITE_LIST } from '../catalogue/catalogue-table';
import type { EntryQuery } from '../catalogue/published-rows';
import type { CatalogueQueries } from '../catalogue/queries';
import type { EntryWindow } from '../catalogue/windows';
import type { Article, Indexing } from '../content/article';
import type { Stretch } from '../feed/addresses';
import { type Dated, type EntryReader, picturedPlaceOf } from './entry-reader';
import type { Plan } from '../mapping/plan';
import { dateOf, pathOf } from './to-article';
import { dateAt, pictureAt } from '../mapping/values';

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
export const createEntryListings = (
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
        const updatedAt = entry.told ?? dateAt(row, ['updatedAt']) ?? date;
        return path === undefined || date > now
          ? undefined
          : {
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
