import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { dependOn, expireAt, noteChange } from '../lib/dependency-tracking';
import { type ListName, SITE_LIST } from '../catalogue/catalogue-table';
import type { EntryKey } from '../catalogue/entry';
import type { CatalogueQueries } from '../catalogue/queries';
import { chunk } from '../lib/chunk';
import { ownTurn } from '../lib/waiting';
import type { Article } from '../content/article';
import { addressFieldNames, matchPath, spellingsOf } from '../mapping/entry-path';
import { type EntryReader, indexedPlaceOf, type Indexing, placeOf } from './entry-reader';
import { fieldsOf } from '../mapping/read-fields';
import type { Plan, SourcePlan } from '../mapping/plan';
import { byTenure, startOf, type Tenure } from '../addresses/shared-addresses';
import {
  dateOf,
  type KeptMoments,
  pathOf,
  publicPath,
  toIndexing,
  untilOf,
  withoutValues,
} from './to-article';
import type { ReadEntry } from '../mapping/values';

/** Where an entry is, and what search engines are told of it there. */
type PublicPlace = { path: string; indexing: Indexing };

/** Entries that are read together when several have one address: drafts and imports may. */
const SAME_ADDRESS = 20;

/** A condition on the field at a path: `{ category: { slug: 'news' } }`. */
const whereAt = (values: Record<string, string[]>): object[] =>
  Object.entries(values).map(([name, $in]) =>
    name
      .split('.')
      .reduceRight<unknown>(
        (inner, field) => ({ [field]: inner }),
        $in.length === 1 ? $in[0] : { $in },
      ),
  ) as object[];

/**
 * Conditions on what the fields hold whose address is one of some paths. Each field is asked for once, as
 * each question joins the tables of its relation anew: some entries at other paths are found as well.
 */
const wherePaths = ({ address }: SourcePlan, paths: readonly string[]): object[] => {
  const values = paths.map((path) => matchPath(address, path)).filter((one) => one !== undefined);
  const fields = [...new Set(addressFieldNames(address))];
  return chunk(values).map((some) => ({
    $and: fields.flatMap((field) =>
      whereAt({
        [field]: [...new Set(some.flatMap((one) => spellingsOf(address, one[field]!)))],
      }),
    ),
  }));
};

/** Where entries are, and which are at some paths. */
export const createEntryPlaces = (
  strapi: Core.Strapi,
  reader: EntryReader,
  { plan, catalogue }: { plan: Plan; catalogue: Pick<CatalogueQueries, 'findDocuments'> },
) => {
  const { markOf, ofLocale, isPublishedOnly, isIndexedByField, noteIndexing } = reader;
  const { findPublished, findMoments } = reader;

  /**
   * Entries of a source at an address, the one that was published there first before the others. Where there
   * are more than are read together, they come in parts, so that of thousands hardly any is read.
   *
   * @param tenures when those were published there that had the address, the last one first
   * @returns parts, each with when the first entry of the next one was published there
   */
  async function* findInOrder(
    source: SourcePlan,
    where: object[],
    tenures: ReadonlyMap<string, Date>,
  ): AsyncGenerator<{ rows: ReadEntry[]; next?: Date }> {
    const query = strapi.db.query(source.contentType);
    const among = (documentIds: readonly string[]) => ({
      $and: [...where, { documentId: { $in: documentIds } }],
    });
    const holders = [...tenures.keys()].reverse();
    const places = new Map(holders.map((documentId, place) => [documentId, place]));
    const rank = ({ documentId }: ReadEntry): number => places.get(String(documentId)) ?? Infinity;
    const inOrder = (rows: ReadEntry[]): ReadEntry[] => rows.sort((a, b) => rank(a) - rank(b));
    const first: ReadEntry[] = await query.findMany({
      ...fieldsOf(source),
      where: { $and: where },
      orderBy: { id: 'asc' },
      limit: SAME_ADDRESS + 1,
    });
    if (first.length <= SAME_ADDRESS) return yield { rows: inOrder(first) };
    const present: string[] = [];
    for (const some of chunk(holders)) {
      await ownTurn();
      const rows: ReadEntry[] = await query.findMany({
        select: ['documentId'],
        where: among(some),
      });
      const there = new Set(rows.map(({ documentId }) => String(documentId)));
      present.push(...some.filter((documentId) => there.has(documentId)));
      while (present.length > SAME_ADDRESS) {
        const part = present.splice(0, SAME_ADDRESS);
        const rows = await query.findMany({ ...fieldsOf(source), where: among(part) });
        yield { rows: inOrder(rows), next: tenures.get(present[0]!) };
      }
    }
    const rows = await query.findMany({ ...fieldsOf(source), where: among(present) });
    yield { rows: inOrder([...rows, ...first.filter((row) => rank(row) === Infinity)]) };
  }

  return {
    /** Where those of some documents are that `list` has in all; or those that are pages. */
    async findListedPlaces(
      documents: Pick<Article, 'contentType' | 'documentId'>[],
      now: Date,
      list: ListName = SITE_LIST,
    ): Promise<(Pick<Article, 'contentType' | 'documentId'> & PublicPlace)[]> {
      const types = new Set(documents.map(({ contentType }) => contentType));
      const shown = plan.sources.filter((source) => types.has(source.contentType));
      dependOn(...shown.map((source) => CACHE_TAGS.places(source.contentType, markOf(source))));
      dependOn(
        ...shown
          .filter(isIndexedByField)
          .map((source) => CACHE_TAGS.entries(source.contentType, markOf(source))),
      );
      const ids = documents.map(({ documentId }) => documentId);
      const listed = await catalogue.findDocuments([...new Set(ids)], list);
      for (const { date } of listed) {
        if (date > now) expireAt(date);
        else noteChange(date);
      }
      const due = listed.filter(({ contentType, date }) => date <= now && types.has(contentType));
      return findPublished(due, indexedPlaceOf, (source, row, { contentType, documentId }) => {
        const path = pathOf(source, row);
        const indexing = noteIndexing(source, row);
        return path === undefined ? undefined : { contentType, documentId, path, indexing };
      });
    },

    /**
     * Where some entries of lists are. Whoever asks notes that their places in these are shown: they are
     * told of when an entry goes, moves or is called otherwise.
     */
    findPaths: async <Entry extends EntryKey>(
      listed: Entry[],
    ): Promise<(Entry & { path: string })[]> =>
      findPublished(listed, placeOf, (source, row, entry) => {
        const path = pathOf(source, row);
        return path === undefined ? undefined : { ...entry, path };
      }),

    /**
     * The public entry of a source at a path, kept out of feeds or not.
     *
     * @param tenures when those were published there that had the address, the last one first
     */
    async findAt(
      source: SourcePlan,
      path: string,
      { now, tenures }: { now: Date; tenures: ReadonlyMap<string, Date> },
    ): Promise<Article | null> {
      const values = matchPath(source.address, path);
      if (!values) return null;
      const held = Object.entries(values).map(([name, value]) => [
        name,
        spellingsOf(source.address, value),
      ]);
      const where = [...whereAt(Object.fromEntries(held)), isPublishedOnly(source)];
      const claims: (Tenure & { row: ReadEntry; moments: KeptMoments })[] = [];
      const looked = new Set<ReadEntry>();
      for await (const { rows, next } of findInOrder(source, where, tenures)) {
        for (const row of rows) {
          const moments = await findMoments(source, row);
          const since = tenures.get(String(row.documentId));
          claims.push({ row, moments, since, date: moments.date });
        }
        for (const claim of byTenure(claims)) {
          const { row, moments, date } = claim;
          // One that is read later may have been there before.
          if (next && startOf(claim) > next.getTime()) break;
          if (looked.has(row)) continue;
          looked.add(row);
          if (date && date > now) expireAt(date);
          if (!date || date > now) continue;
          const [grouped] = await reader.complete(source, [row]);
          const article = reader.show(source, { row, grouped }, moments);
          if (article?.path !== path) continue;
          // Nothing lists it under its values, which may have no page.
          const isUnlisted = source.values !== undefined && (await reader.isKeptOut(source, row));
          return isUnlisted ? { ...article, topics: withoutValues(article.topics) } : article;
        }
      }
      return null;
    },

    /**
     * Which public entries of a source are at some paths, of several at one path each: a statement and
     * those of its fields for each part of the paths.
     */
    async findAllAt(
      source: SourcePlan,
      paths: readonly string[],
      now: Date,
    ): Promise<{ documentId: string; path: string }[]> {
      const asked = new Set(paths);
      const found: { documentId: string; path: string }[] = [];
      for (const where of wherePaths(source, [...asked])) {
        const rows: ReadEntry[] = await strapi.db.query(source.contentType).findMany({
          ...placeOf(source),
          where: { $and: [where, isPublishedOnly(source)] },
        });
        for (const row of rows) {
          const path = publicPath(source, row);
          if (path === undefined || !asked.has(path)) continue;
          // One without a date is public since it was published.
          const date = dateOf(source, row);
          if (!date || date <= now) found.push({ documentId: String(row.documentId), path });
        }
      }
      return found;
    },

    /** What search engines are told of some entries, as they are published. */
    findIndexing: <Entry extends EntryKey>(
      asked: Entry[],
    ): Promise<(Entry & { indexing: Indexing })[]> =>
      findPublished(asked, indexedPlaceOf, (source, row, entry) => ({
        ...entry,
        indexing: toIndexing(source, row),
      })),

    /**
     * Where an entry is that is public now, and what search engines are told of it there. Whoever asks
     * notes that its place is shown.
     */
    async findPublicPlace(
      source: SourcePlan,
      documentId: string,
      now: Date,
    ): Promise<PublicPlace | undefined> {
      if (isIndexedByField(source)) {
        dependOn(CACHE_TAGS.entry(source.contentType, documentId, markOf(source)));
      }
      const row: ReadEntry | null = await strapi.db.query(source.contentType).findOne({
        ...indexedPlaceOf(source),
        where: { documentId, ...isPublishedOnly(source) },
      } as never);
      const path = row && publicPath(source, row);
      if (!row || !path) return undefined;
      const { date } = await findMoments(source, row);
      if (!date) return undefined;
      if (date > now) {
        expireAt(date);
        return undefined;
      }
      noteChange(date);
      const until = untilOf(source, row);
      if (until) expireAt(until);
      return { path, indexing: noteIndexing(source, row) };
    },

    /**
     * Where some documents of a source are and since when: of each row, draft or published.
     */
    async findPlaces(
      source: SourcePlan,
      documentIds: string[],
    ): Promise<{ documentId: string; isPublished: boolean; path?: string; date?: Date }[]> {
      const rows: ReadEntry[] = [];
      for (const some of chunk(documentIds)) {
        rows.push(
          ...(await strapi.db.query(source.contentType).findMany({
            ...placeOf(source),
            where: { documentId: { $in: some }, ...ofLocale(source) },
          })),
        );
      }
      return Promise.all(
        rows.map(async (row) => {
          const until = untilOf(source, row);
          const hasEnded = until !== undefined && until <= new Date();
          const isPublished =
            !hasEnded && (!source.hasDrafts || (row.publishedAt ?? null) !== null);
          const date =
            dateOf(source, row) ??
            (isPublished ? (await findMoments(source, row)).date : undefined);
          return {
            documentId: String(row.documentId),
            isPublished,
            path: date && publicPath(source, row),
            date,
          };
        }),
      );
    },
  };
};
