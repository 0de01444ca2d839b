import type { Core } from '@strapi/strapi';

import { CACHE_TAGS, dependOn, expireAt, isDue } from '../lib/cache-tags';
import { type EntryKey, keyInType, type ListName, SITE_LIST } from '../catalogue/catalogue-table';
import type { CatalogueQueries } from '../catalogue/queries';
import { groupBy } from '../lib/values';
import { findInParts, waitForTurn } from '../lib/waiting';
import type { Article, SearchMeta } from '../content/article';
import { addressKey } from '../mapping/address';
import { type EntryReader, placeOf } from './entry-reader';
import { fieldsOf } from '../mapping/fields';
import { isMarkedPublished, type Plan, type SourcePlan } from '../mapping/plan';
import { findOwners, type Owners, sortByMoment } from '../addresses/address-owners';
import { findPermalinkRows, findRowsAt, firstPublicationOf } from '../addresses/permalink-rows';
import { isKeptOut, pathOf, publicPath, withoutValues } from './to-article';
import { dateOf, type ReadEntry, valueAt } from '../mapping/values';
import type { PublishedLocale } from '../options/locales';

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

  /** Where the rows of some documents of a source are, drafts and published ones, and since when. */
  const findPlaces = async (source: SourcePlan, documentIds: string[]): Promise<RowPlace[]> => {
    const rows: ReadEntry[] = await findInParts(documentIds, (some) =>
      strapi.db.query(source.contentType).findMany({
        ...placeOf(source),
        where: { documentId: { $in: some }, ...whereLocale(source) },
      }),
    );
    const isPublished = (row: ReadEntry): boolean =>
      (!source.hasDrafts || (row.publishedAt ?? null) !== null) &&
      isMarkedPublished(source, (field) => valueAt(row, field)) &&
      !hasEnded(source, row);
    const all = rows.map((row) => ({
      row,
      documentId: String(row.documentId),
      isPublished: isPublished(row),
      date: dateOf(source, row),
    }));
    const undated = all.filter((place) => place.isPublished && !place.date);
    const permalinks = await findPermalinkRows(
      strapi,
      source.contentType,
      undated.map(({ documentId }) => documentId),
    );
    for (const place of undated) {
      const locale = source.isLocalised ? (place.row.locale as string | null) : '';
      place.date = firstPublicationOf(permalinks.get(keyInType(place.documentId, locale))?.[0]);
    }
    return all.map((place) => ({ ...place, path: place.date && publicPath(source, place.row) }));
  };

  /** Those of some documents that are public at a path, in the order in which readers could see them there. */
  const findInOrder = async (
    source: SourcePlan,
    path: string,
    now: Date,
    owners: Owners,
  ): Promise<string[]> => {
    const documentIds = [...owners.keys()].reverse();
    const places = groupBy(await findPlaces(source, documentIds), (place) => place.documentId);
    const claims = documentIds.flatMap((documentId) => {
      const { since } = owners.get(documentId)!;
      return (places.get(documentId) ?? []).flatMap((place) => {
        const { date } = place;
        if (!place.isPublished || place.path !== path || !date) return [];
        if (date <= now) return { documentId, date, since };
        expireAt(date);
        return [];
      });
    });
    return [...new Set(sortByMoment(claims).map(({ documentId }) => documentId))];
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
     * @param owners documents that were ever published there
     */
    async findAt(
      source: SourcePlan,
      path: string,
      now: Date,
      owners: Owners,
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
      const documentIds = [...owners.keys()];
      // Drafts and imports may have one address by the thousand; hardly any of these is read.
      const inOrder =
        documentIds.length > 1 ? await findInOrder(source, path, now, owners) : documentIds;
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
      const places = await findPlaces(source, [...new Set(known.map(({ entry }) => entry))]);
      const asked = new Set(paths);
      return places.flatMap(({ documentId, isPublished, path, date }) =>
        isPublished && path !== undefined && asked.has(path) && date! <= now
          ? [{ documentId, path }]
          : [],
      );
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

/** Where the address of an entry leads. */
type FoundAddress =
  | { kind: 'article'; article: Article }
  /** The entry is at another path now. */
  | { kind: 'moved'; path: string }
  /** The entry was deleted or withdrawn. */
  | { kind: 'gone' }
  | { kind: 'unknown' };

/** How long a withdrawn entry is known to be gone, in milliseconds: changes of its draft are not announced. */
const GONE_FOR = 1_000;

/** Finds where addresses of entries lead. */
export const createEntryAddresses = (
  strapi: Core.Strapi,
  {
    entries,
    locale,
  }: {
    entries: Pick<ReturnType<typeof createEntryPlaces>, 'findAt' | 'findPlaces'> &
      Pick<EntryReader, 'markOf'>;
    locale?: PublishedLocale;
  },
) => {
  /**
   * What became of the entries that had an address.
   */
  const findFormer = async (
    source: SourcePlan,
    owners: Owners,
    now: Date,
  ): Promise<FoundAddress> => {
    const documentIds = [...owners.keys()];
    const mark = entries.markOf(source);
    dependOn(...documentIds.map((id) => CACHE_TAGS.entry(source.contentType, id, mark)));
    const places = await entries.findPlaces(source, documentIds);
    const isLater = (date: Date | undefined): boolean => date !== undefined && date > now;
    const published = places.filter(({ isPublished }) => isPublished);
    for (const { date } of published) if (date && isLater(date)) expireAt(date);
    const present = published.filter(({ path, date }) => path !== undefined && !isLater(date));
    const first = documentIds
      .map((id) => present.find(({ documentId }) => documentId === id)?.path)
      .find((path) => path !== undefined);
    if (first !== undefined) return { kind: 'moved', path: first };
    // Nobody may learn of an entry that waits for its date, nor that it was there before.
    const waiting = new Set(
      places
        .filter(({ isPublished, date }) => isPublished || isLater(date))
        .map(({ documentId }) => documentId),
    );
    const isGone = (id: string): boolean => owners.get(id)!.seen <= now && !waiting.has(id);
    if (!documentIds.some(isGone)) return { kind: 'unknown' };
    if (places.length > 0) expireAt(new Date(now.getTime() + GONE_FOR));
    return { kind: 'gone' };
  };

  /** Present and former owners of an entry's address. Notes that they are shown. */
  const findOwnersOf = async (source: SourcePlan, path: string): Promise<Owners> => {
    const key = addressKey(source.address, path);
    const { contentType } = source;
    dependOn(CACHE_TAGS.address(contentType, key), CACHE_TAGS.keeper(contentType, key));
    const asked = { part: source, locale };
    return (await findOwners(strapi, asked, [key])).get(key)!;
  };

  /** If another entry took over an address, the address belongs to that one; only otherwise former owners count. */
  const find = async (
    source: SourcePlan,
    path: string,
    now: Date,
    known?: Owners,
  ): Promise<FoundAddress> => {
    known ??= await findOwnersOf(source, path);
    if (known.size === 0) return { kind: 'unknown' };
    const article = await entries.findAt(source, path, now, known);
    if (article) return { kind: 'article', article };
    const former = await findFormer(source, known, now);
    // An entry was published between the two queries.
    return former.kind === 'moved' && former.path === path ? { kind: 'unknown' } : former;
  };

  return {
    findFormer,

    /** Whether readers find an entry at its path: of several that are published at one address, the first keeps it. */
    async isFound(
      source: SourcePlan,
      { documentId, path }: { documentId: string; path: string },
      now: Date,
    ): Promise<boolean> {
      const known = await findOwnersOf(source, path);
      if ([...known.keys()].every((id) => id === documentId)) return true;
      const found = await find(source, path, now, known);
      return found.kind === 'article' && found.article.documentId === documentId;
    },

    find,
  };
};
