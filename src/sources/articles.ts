import type { Core } from '@strapi/strapi';

import { chunk } from '../chunk';
import type { Article, ArticleTag, Attachment, Cover } from '../content/article';
import { ARTICLE_UID } from '../constants';
import type { Stretch } from '../feed/history';
import { dependOn, expireAt, noteChange } from '../cache/dependency-tracking';
import { SCOPES } from '../cache/cache-tags';
import { WHOLE_SITE } from '../catalogue/listing-table';
import { type ArticleQuery, type ArticleWindow, createArticleIndex } from '../catalogue/queries';
import { firstSlug } from './first-slug';

/** What tells when a row that an article shows is another. */
interface Watched {
  id: number;
  updatedAt: string | Date;
}

/** Columns of an article; the dates as the database client gives them. */
interface Row extends Omit<Article, 'date' | 'updatedAt' | 'tags' | 'cover' | 'attachment'> {
  id: number;
  date: string | Date;
  updatedAt: string | Date;
  tags: (ArticleTag & Watched)[];
  cover?: (Cover & Watched) | null;
  attachment?: (Attachment & Watched) | null;
}

/** Notes what an answer made from a row shows. */
const noteRow = ({ documentId, date, updatedAt, tags, cover, attachment }: Row): void => {
  const files = [cover, attachment].filter((file) => file !== null && file !== undefined);
  dependOn(
    SCOPES.article(documentId),
    ...tags.map((tag) => SCOPES.tag(tag.id)),
    ...files.map((file) => SCOPES.file(file.id)),
  );
  [date, updatedAt, ...[...files, ...tags].map((shown) => shown.updatedAt)].forEach((moment) =>
    noteChange(new Date(moment)),
  );
};

const toArticle = (row: Row): Article => {
  noteRow(row);
  return {
    ...row,
    date: new Date(row.date),
    updatedAt: new Date(row.updatedAt),
    tags: row.tags.filter((tag) => !tag.hidden),
  };
};

/** The columns that are shown, and no more. */
const SELECTION = {
  select: ['id', 'documentId', 'title', 'slug', 'date', 'updatedAt', 'summary', 'body', 'author'],
  populate: {
    tags: { select: ['id', 'name', 'slug', 'title', 'hidden', 'updatedAt'] },
    cover: { select: ['id', 'url', 'mime', 'alternativeText', 'width', 'height', 'updatedAt'] },
    attachment: { select: ['id', 'url', 'mime', 'size', 'sizeInBytes', 'updatedAt'] },
  },
};

/** Only rows that readers may see, and that can be shown: rows may come from an import. */
const publicWhere = (now: Date) => ({
  publishedAt: { $notNull: true },
  title: { $notNull: true },
  slug: { $notNull: true },
  date: { $lte: now },
});

const createArticles = ({ strapi }: { strapi: Core.Strapi }) => {
  const query = () => strapi.db.query(ARTICLE_UID);
  const { listedUntil, findTurns, countDue, findWindow } = createArticleIndex(strapi);

  /** Notes that the list asked for is shown, and when it changes by itself. */
  const noteListing = async (asked: ArticleQuery): Promise<void> => {
    const tags = asked.combination?.tagIds ?? [asked.tagId ?? WHOLE_SITE];
    dependOn(...tags.map(SCOPES.listing));
    const { last, next } = await findTurns(asked);
    // An article that came by its date alone moves all others a place on.
    if (last) noteChange(last);
    if (next) expireAt(next);
  };

  /** What a query finds for each part of a list of ids. */
  const inParts = async <Id, Found>(
    ids: Id[],
    find: (some: Id[]) => Promise<Found[]>,
  ): Promise<Found[]> => {
    const found: Found[] = [];
    for (const some of chunk(ids)) found.push(...(await find(some)));
    return found;
  };

  const findRows = (ids: number[]): Promise<Row[]> =>
    inParts(ids, (some) => query().findMany({ ...SELECTION, where: { id: { $in: some } } }));

  return {
    findTurns,

    /** The articles of `list` without what only their rendering needs. */
    listKeys: findWindow,

    /** Public articles that feeds and listings may show, in their order. */
    async list(window: ArticleWindow): Promise<Article[]> {
      await noteListing(window);
      const keys = await findWindow(window);
      const rows = await findRows(keys.map(({ id }) => id));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return keys.flatMap((key) => byId.get(key.id) ?? []).map(toArticle);
    },

    /** What a sitemap says of a stretch of the articles that `list` has in all, the oldest first. */
    async listAddressed({
      now,
      start,
      limit,
    }: Stretch & { now: Date }): Promise<Pick<Article, 'slug' | 'date' | 'updatedAt'>[]> {
      await noteListing({ now });
      const { tableName } = strapi.db.metadata.get(ARTICLE_UID);
      const listed = await listedUntil({ now }, now);
      // The index alone says which ones: only those are looked up.
      const stretch = listed.rows
        .select('article_id', 'date')
        .orderBy([{ column: 'date' }, { column: 'article_id' }])
        .offset(start)
        .limit(limit);
      const rows: { slug: string; date: string | Date; updated: string | Date }[] =
        await strapi.db.connection
          .from(stretch.as('listed'))
          .join(tableName, `${tableName}.id`, 'listed.article_id')
          .select({
            slug: `${tableName}.slug`,
            date: 'listed.date',
            updated: `${tableName}.updated_at`,
          });
      return rows.map(({ slug, date, updated }) => ({
        slug,
        date: new Date(date),
        updatedAt: new Date(updated),
      }));
    },

    /** How many articles `list` has in all. */
    async count(asked: ArticleQuery): Promise<number> {
      await noteListing(asked);
      return countDue(asked);
    },

    /** The public article with this slug, kept out of feeds or not. */
    async findBySlug(slug: string, now: Date): Promise<Article | null> {
      const row: Row | null = await query().findOne({
        where: { ...publicWhere(now), slug },
        ...SELECTION,
      });
      return row && toArticle(row);
    },

    /** Whether any of these documents waits: dated in the future, or published though not public. */
    async isWaiting(documentIds: string[], now: Date): Promise<boolean> {
      const waits = { $or: [{ date: { $gt: now } }, { publishedAt: { $notNull: true } }] };
      const waiting = await inParts(documentIds, async (some) => [
        await query().count({ where: { documentId: { $in: some }, ...waits } }),
      ]);
      return waiting.some((count) => count > 0);
    },

    /** Those of these documents that are public now, in no order. */
    async findPublic(documentIds: string[], now: Date): Promise<Article[]> {
      const rows: Row[] = await inParts(documentIds, (some) =>
        query().findMany({
          where: { ...publicWhere(now), documentId: { $in: some } },
          ...SELECTION,
        }),
      );
      return rows.map(toArticle);
    },

    /** Slug of the first of these documents that is public now. */
    async findPublicSlug(documentIds: string[], now: Date): Promise<string | undefined> {
      const rows: Row[] = await inParts(documentIds, (some) =>
        query().findMany({
          select: ['documentId', 'slug'],
          where: { ...publicWhere(now), documentId: { $in: some } },
        }),
      );
      return firstSlug(documentIds, rows);
    },
  };
};

export default createArticles;
