import type { Core } from '@strapi/strapi';

import type { Article, ArticleTag } from '../content/article';
import { ARTICLE_UID } from '../constants';
import { createOrder, type Ordered } from '../feed/order';
import { type TagCombination, whereCombined } from './combined-articles';
import { firstSlug } from './first-slug';
import { getService } from './get-service';

/** Which public articles are asked for. */
export interface ArticleQuery {
  /** Database id of a tag; all articles without one. */
  tagId?: number;
  /** Several tags, instead of `tagId`. */
  combination?: TagCombination;
  /** Articles dated after this moment are not public yet. */
  now: Date;
}

/** A stretch of the list of public articles. */
export interface ArticleWindow extends ArticleQuery {
  /** Articles to pass over. */
  start?: number;
  /** Articles to return at most; 0 for all. */
  limit: number;
}

interface Key extends Ordered {
  id: number;
}

/** Columns of an article; the dates as the database client gives them. */
interface Row extends Omit<Article, 'date' | 'updatedAt' | 'tags'> {
  id: number;
  date: string | Date;
  updatedAt: string | Date;
  tags: ArticleTag[];
}

const toArticle = (row: Row): Article => ({
  ...row,
  date: new Date(row.date),
  updatedAt: new Date(row.updatedAt),
  tags: row.tags.filter((tag) => !tag.hidden),
});

const POPULATE = { tags: true, cover: true, attachment: true };

/** Only rows that readers may see, and that can be shown: rows may come from an import. */
const publicWhere = (now: Date) => ({
  publishedAt: { $notNull: true },
  title: { $notNull: true },
  slug: { $notNull: true },
  date: { $lte: now },
});

const createArticles = ({ strapi }: { strapi: Core.Strapi }) => {
  const listedWhere = ({ tagId, combination, now }: ArticleQuery) => ({
    ...publicWhere(now),
    // An import may leave the switch null, which counts as no.
    $or: [{ keepOutOfFeeds: false }, { keepOutOfFeeds: { $null: true } }],
    ...(tagId === undefined ? {} : { tags: { id: tagId } }),
    ...(combination ? whereCombined(strapi, combination) : {}),
  });

  const query = () => strapi.db.query(ARTICLE_UID);
  const dated = (rows: Row[]) => rows.map((row) => ({ ...row, date: new Date(row.date) }));

  /** Keys of the articles dated within a span, both ends included. */
  const findKeys = async (asked: ArticleQuery, span: { $gte?: Date; $lte: Date }): Promise<Key[]> =>
    dated(
      await query().findMany({
        select: ['id', 'documentId', 'title', 'date'],
        where: { ...listedWhere(asked), date: span },
      }),
    );

  /**
   * Keys of a window of the list in its full order. The database sorts by date alone, since no two
   * databases collate titles alike; so the articles that share the dates at the window's edges are
   * read whole and sorted here.
   */
  const findWindow = async ({ start = 0, limit, ...asked }: ArticleWindow): Promise<Key[]> => {
    const { language } = await getService(strapi, 'settings').get();
    const compare = createOrder(language);
    if (limit === 0) {
      return (await findKeys(asked, { $lte: asked.now })).sort(compare).slice(start);
    }
    const edges = dated(
      await query().findMany({
        select: ['date'],
        where: listedWhere(asked),
        orderBy: { date: 'desc' },
        offset: start,
        limit,
      }),
    );
    const newest = edges.at(0)?.date;
    const oldest = edges.at(-1)?.date;
    if (newest === undefined || oldest === undefined) return [];
    const [keys, before] = await Promise.all([
      findKeys(asked, { $gte: oldest, $lte: newest }),
      start === 0
        ? 0
        : query().count({
            where: { $and: [listedWhere(asked), { date: { $gt: newest } }] },
          }),
    ]);
    return keys.sort(compare).slice(start - before, start - before + limit);
  };

  return {
    /** Public articles that feeds and listings may show, in their order. */
    async list(window: ArticleWindow): Promise<Article[]> {
      const keys = await findWindow(window);
      const rows: Row[] = await query().findMany({
        where: { id: { $in: keys.map((key) => key.id) } },
        populate: POPULATE,
      });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return keys.flatMap((key) => byId.get(key.id) ?? []).map(toArticle);
    },

    /** What a sitemap says of the articles that `list` has in all. */
    async listAddressed(now: Date): Promise<Pick<Article, 'slug' | 'date' | 'updatedAt'>[]> {
      const rows: Row[] = await query().findMany({
        select: ['slug', 'date', 'updatedAt'],
        where: listedWhere({ now }),
      });
      return rows.map(({ slug, date, updatedAt }) => ({
        slug,
        date: new Date(date),
        updatedAt: new Date(updatedAt),
      }));
    },

    /** How many articles `list` has in all. */
    count(asked: ArticleQuery): Promise<number> {
      return query().count({ where: listedWhere(asked) });
    },

    /** The public article with this slug, kept out of feeds or not. */
    async findBySlug(slug: string, now: Date): Promise<Article | null> {
      const row: Row | null = await query().findOne({
        where: { ...publicWhere(now), slug },
        populate: POPULATE,
      });
      return row && toArticle(row);
    },

    /** Whether any of these documents waits: dated in the future, or published though not public. */
    async isWaiting(documentIds: string[], now: Date): Promise<boolean> {
      const waits = { $or: [{ date: { $gt: now } }, { publishedAt: { $notNull: true } }] };
      return (await query().count({ where: { documentId: { $in: documentIds }, ...waits } })) > 0;
    },

    /** Those of these documents that are public now, in no order. */
    async findPublic(documentIds: string[], now: Date): Promise<Article[]> {
      const rows: Row[] = await query().findMany({
        where: { ...publicWhere(now), documentId: { $in: documentIds } },
        populate: POPULATE,
      });
      return rows.map(toArticle);
    },

    /** Slug of the first of these documents that is public now. */
    async findPublicSlug(documentIds: string[], now: Date): Promise<string | undefined> {
      const rows: Row[] = await query().findMany({
        select: ['documentId', 'slug'],
        where: { ...publicWhere(now), documentId: { $in: documentIds } },
      });
      return firstSlug(documentIds, rows);
    },
  };
};

export default createArticles;
