import type { Core } from '@strapi/strapi';

import { CACHE_TAGS, dependOn, expireAt, isDue } from '../lib/cache-tags';
import { type EntryKey, type ListName, SITE_LIST } from '../catalogue/catalogue-table';
import type { CatalogueQueries } from '../catalogue/queries';
import { findInParts, waitForTurn } from '../lib/waiting';
import type { Article, SearchMeta } from '../content/article';
import { addressKey } from '../mapping/address';
import { type EntryReader, placeOf } from './entry-reader';
import { fieldsOf } from '../mapping/read-fields';
import { isMarkedPublished, type Plan, type SourcePlan } from '../mapping/plan';
import { type AddressHolders, sortByTenure } from '../addresses/address-holders';
import { findRowsAt } from '../addresses/permalink-rows';
import { isKeptOut, pathOf, publicPath, withoutValues } from './to-article';
import { dateOf, type ReadEntry, valueAt } from '../mapping/values';

/** Where the row of an entry is, if it has a date, and since when. */
export interface RowPlace {
  row: ReadEntry;
  documentId: string;
  isPublished: boolean;
  path?: string;
  date?: Date;
}

/** Where an entry is, and what search engines are told of it there. */
type PublicPlace = { path: string; searchMeta: SearchMeta };

/** Finds where entries are, and which entries are at some paths. */
export const createEntryPlaces = (
  strapi: Core.Strapi,
  reader: EntryReader,
  { plan, queries }: { plan: Plan; queries: Pick<CatalogueQueries, 'findDocuments'> },
) => {
  const { markOf, whereLocale, publishedHere, hasSearchFields, noteSearchMeta } = reader;
  const { findPublished, findMoments, hasEnded } = reader;

  /** Public rows of some documents that are at one of some paths. */
  const readAt = async (
    source: SourcePlan,
    documentIds: Iterable<string>,
    paths: ReadonlySet<string>,
  ): Promise<{ row: ReadEntry; documentId: string; path: string }[]> => {
    const rows: ReadEntry[] = await findInParts(documentIds, (some) =>
      strapi.db.query(source.contentType).findMany({
        ...placeOf(source),
        where: { documentId: { $in: some }, ...publishedHere(source) },
      }),
    );
    return rows.flatMap((row) => {
      const path = publicPath(source, row);
      // Of an event that comes back at one address, all earlier ones have ended.
      if (path === undefined || !paths.has(path) || hasEnded(source, row)) return [];
      return { row, documentId: String(row.documentId), path };
    });
  };

  /** Those of some documents that are public at a path, in the order in which readers could see them there. */
  const findInOrder = async (
    source: SourcePlan,
    path: string,
    now: Date,
    { tenures, seen }: AddressHolders,
  ): Promise<string[]> => {
    const rows = await readAt(source, tenures.keys(), new Set([path]));
    const places = new Map([...tenures.keys()].reverse().map((holder, place) => [holder, place]));
    const claims = rows.flatMap(({ row, documentId }) => {
      const own = dateOf(source, row);
      if (own && own > now) {
        expireAt(own);
        return [];
      }
      return { documentId, date: own ?? seen.get(documentId), since: tenures.get(documentId) };
    });
    const rank = ({ documentId }: { documentId: string }) => places.get(documentId)!;
    const inOrder = sortByTenure(claims.sort((one, other) => rank(one) - rank(other)));
    return [...new Set(inOrder.map(({ documentId }) => documentId))];
  };

  /** Where the rows of some documents of a source are, drafts and published ones, and since when. */
  const findPlaces = async (source: SourcePlan, documentIds: string[]): Promise<RowPlace[]> => {
    const rows: ReadEntry[] = await findInParts(documentIds, (some) =>
      strapi.db.query(source.contentType).findMany({
        ...placeOf(source),
        where: { documentId: { $in: some }, ...whereLocale(source) },
      }),
    );
    const places: RowPlace[] = [];
    for (const row of rows) {
      const isPublished =
        (!source.hasDrafts || (row.publishedAt ?? null) !== null) &&
        isMarkedPublished(source, (field) => valueAt(row, field)) &&
        !hasEnded(source, row);
      const date =
        dateOf(source, row) ?? (isPublished ? (await findMoments(source, row)).date : undefined);
      const path = date && publicPath(source, row);
      places.push({ row, documentId: String(row.documentId), isPublished, path, date });
    }
    return places;
  };

  /**
   * Where some listed entries are, and what search engines are told of them there. The caller notes that their places in
   * the lists are shown: those cache tags change when an entry goes, moves or gets another title.
   */
  const findPaths = async <Entry extends EntryKey>(
    listed: Entry[],
  ): Promise<(Entry & PublicPlace)[]> =>
    findPublished(listed, placeOf, (source, row, entry) => {
      const path = pathOf(source, row);
      return path === undefined
        ? undefined
        : { ...entry, path, searchMeta: noteSearchMeta(source, row) };
    });

  return {
    /** Where those of these documents are that `list` has in all, or that are pages. */
    async findListedPlaces(
      documents: Pick<Article, 'contentType' | 'documentId'>[],
      now: Date,
      list: ListName = SITE_LIST,
    ): Promise<(EntryKey & PublicPlace)[]> {
      const types = new Set(documents.map(({ contentType }) => contentType));
      const shown = plan.sources.filter((source) => types.has(source.contentType));
      dependOn(...shown.map((source) => CACHE_TAGS.places(source.contentType, markOf(source))));
      dependOn(
        ...shown
          .filter(hasSearchFields)
          .map((source) => CACHE_TAGS.entries(source.contentType, markOf(source))),
      );
      const ids = documents.map(({ documentId }) => documentId);
      const listed = await queries.findDocuments([...new Set(ids)], list);
      const due = listed.filter(
        ({ contentType, date }) => isDue(date, now) && types.has(contentType),
      );
      return findPaths(due);
    },

    findPaths,

    /**
     * The public entry of a source at a path, kept out of feeds or not.
     *
     * @param holders documents that were ever published there
     */
    async findAt(
      source: SourcePlan,
      path: string,
      now: Date,
      holders: AddressHolders,
    ): Promise<Article | null> {
      const toArticle = async (row: ReadEntry): Promise<Article | undefined> => {
        const moments = await findMoments(source, row);
        const { date } = moments;
        if (date && date > now) expireAt(date);
        if (!date || date > now || hasEnded(source, row)) return undefined;
        await reader.addLinked(source, [row]);
        const article = reader.show(source, row, moments);
        // No list has the entry, so topics that are its values may have no page.
        return article && isKeptOut(source, row)
          ? { ...article, topics: withoutValues(article.topics) }
          : article;
      };
      const documentIds = [...holders.tenures.keys()];
      // Drafts and imports may have one address by the thousand; hardly any of these is read.
      const inOrder =
        documentIds.length > 1 ? await findInOrder(source, path, now, holders) : documentIds;
      for (const documentId of inOrder) {
        const rows: ReadEntry[] = await strapi.db.query(source.contentType).findMany({
          ...fieldsOf(source),
          where: { documentId, ...publishedHere(source) },
        });
        for (const row of rows) {
          const article = pathOf(source, row) === path ? await toArticle(row) : undefined;
          if (article) return article;
        }
        await waitForTurn();
      }
      return null;
    },

    /** Which public entries of a source are at some paths, possibly several at one path. */
    async findAllAt(
      source: SourcePlan,
      paths: readonly string[],
      now: Date,
    ): Promise<{ documentId: string; path: string }[]> {
      const keys = paths.map((path) => addressKey(source.address, path));
      const known = await findRowsAt(strapi, [source.contentType], keys);
      const documentIds = known.map(({ entry }) => entry);
      const found = await readAt(source, documentIds, new Set(paths));
      return found.filter(({ row }) => {
        // An entry without a date of its own is public since it was published.
        const date = dateOf(source, row);
        return !date || date <= now;
      });
    },

    /**
     * Where an entry is that is public now, and what search engines are told of it. The caller notes that this is
     * shown.
     */
    async findPublicPlace(
      source: SourcePlan,
      documentId: string,
      now: Date,
    ): Promise<PublicPlace | undefined> {
      if (hasSearchFields(source)) {
        dependOn(CACHE_TAGS.entry(source.contentType, documentId, markOf(source)));
      }
      const places = await findPlaces(source, [documentId]);
      const { row, path, date } = places.find(({ isPublished }) => isPublished) ?? {};
      if (!row || path === undefined || !isDue(date, now)) return undefined;
      return { path, searchMeta: noteSearchMeta(source, row) };
    },

    findPlaces,
  };
};
