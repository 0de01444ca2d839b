import type { Core } from '@strapi/strapi';

import { CACHE_TAGS, dependOn, expireAt, isDue } from '../lib/cache-tags';
import { type EntryKey, type ListName, SITE_LIST } from '../catalogue/catalogue-table';
import type { CatalogueQueries } from '../catalogue/queries';
import { findByTexts } from '../lib/database';
import { chunk } from '../lib/values';
import { findInParts, waitForTurn } from '../lib/waiting';
import type { Article, SearchMeta } from '../content/article';
import { addressFieldNames, matchPath, spellingsOfPart } from '../mapping/address';
import { type EntryReader, placeOf } from './entry-reader';
import { fieldsOf } from '../mapping/fields';
import { isMarkedPublished, type Plan, type SourcePlan } from '../mapping/plan';
import { type AddressHolders, sortByTenure } from '../addresses/address-holders';
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

/**
 * Conditions for entries whose address is one of some paths, on the fields that make the address: `{ category: { slug:
 * 'news' } }`. Each field has one condition, because every further one would join the tables of its relation again; so
 * some entries at other paths are found as well.
 */
const wherePaths = ({ address }: SourcePlan, paths: readonly string[]): object[] => {
  const values = paths.map((path) => matchPath(address, path)).filter((one) => one !== undefined);
  const fields = [...new Set(addressFieldNames(address))];
  return chunk(values).map((some) => ({
    $and: fields.map((field) => {
      const $in = [...new Set(some.flatMap((one) => spellingsOfPart(address, one[field]!)))];
      const held = $in.length === 1 ? $in[0] : { $in };
      return field.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), held);
    }),
  }));
};

/** Finds where entries are, and which entries are at some paths. */
export const createEntryPlaces = (
  strapi: Core.Strapi,
  reader: EntryReader,
  { plan, queries }: { plan: Plan; queries: Pick<CatalogueQueries, 'findDocuments'> },
) => {
  const { markOf, whereLocale, publishedHere, hasSearchFields, noteSearchMeta } = reader;
  const { findPublished, findMoments, hasEnded } = reader;

  /**
   * Published documents of a source at an address whose own date has come and that have not ended, in the order in
   * which readers could see them.
   */
  const findDocumentsInOrder = async (
    source: SourcePlan,
    where: object[],
    now: Date,
    { tenures, seen }: Pick<AddressHolders, 'tenures' | 'seen'>,
  ): Promise<string[]> => {
    const rows: ReadEntry[] = await strapi.db.query(source.contentType).findMany({
      select: [
        'id',
        'documentId',
        // Days begin by the time zone of the locale.
        ...(source.isLocalised ? ['locale'] : []),
        ...(source.date ?? []),
        ...(source.until ?? []),
      ],
      where: { $and: where },
      orderBy: { id: 'asc' },
    });
    const places = new Map([...tenures.keys()].reverse().map((holder, place) => [holder, place]));
    const claims = rows.flatMap((row) => {
      const documentId = String(row.documentId);
      const own = dateOf(source, row);
      if (own && own > now) {
        expireAt(own);
        return [];
      }
      // Of an event that comes back at one address, all earlier ones have ended.
      if (hasEnded(source, row)) return [];
      return { documentId, date: own ?? seen.get(documentId), since: tenures.get(documentId) };
    });
    const rank = ({ documentId }: { documentId: string }) => places.get(documentId) ?? places.size;
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
      holders: Pick<AddressHolders, 'tenures' | 'seen'>,
    ): Promise<Article | null> {
      const [atPath] = wherePaths(source, [path]);
      if (!atPath) return null;
      const where = [atPath, publishedHere(source)];
      const read = (more: object = {}, limit?: number): Promise<ReadEntry[]> =>
        strapi.db
          .query(source.contentType)
          .findMany({ ...fieldsOf(source), where: { $and: [...where, more] }, limit });
      const toArticle = async (row: ReadEntry): Promise<Article | undefined> => {
        const moments = await findMoments(source, row);
        const { date } = moments;
        if (date && date > now) expireAt(date);
        if (!date || date > now || hasEnded(source, row)) return undefined;
        const [grouped] = await reader.addRelated(source, [row]);
        const article = reader.show(source, { row, grouped }, moments);
        if (article?.path !== path) return undefined;
        // No list has the entry, so topics that are its values may have no page.
        return isKeptOut(source, row)
          ? { ...article, topics: withoutValues(article.topics) }
          : article;
      };
      const some = await findByTexts([path], () => read({}, 2));
      if (some.length < 2) return (some[0] && (await toArticle(some[0]))) ?? null;
      // Drafts and imports may have one address by the thousand; hardly any of these is read.
      for (const documentId of await findDocumentsInOrder(source, where, now, holders)) {
        await waitForTurn();
        for (const row of await read({ documentId })) {
          const article = await toArticle(row);
          if (article) return article;
        }
      }
      return null;
    },

    /**
     * Which public entries of a source are at some paths, possibly several at one path. Takes one statement, and those
     * of its fields, for each part of the paths.
     */
    async findAllAt(
      source: SourcePlan,
      paths: readonly string[],
      now: Date,
    ): Promise<{ documentId: string; path: string }[]> {
      const asked = new Set(paths);
      const readAt = async (some: readonly string[]): Promise<ReadEntry[]> => {
        const [where] = wherePaths(source, some);
        if (!where) return [];
        return strapi.db.query(source.contentType).findMany({
          ...placeOf(source),
          where: { $and: [where, publishedHere(source)] },
        });
      };
      const rows = await findInParts(asked, (some) => findByTexts(some, readAt));
      return rows.flatMap((row) => {
        const path = publicPath(source, row);
        if (path === undefined || !asked.has(path) || hasEnded(source, row)) return [];
        // An entry without a date of its own is public since it was published.
        const date = dateOf(source, row);
        return date && date > now ? [] : { documentId: String(row.documentId), path };
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
