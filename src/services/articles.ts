import type { Core } from '@strapi/strapi';

import type { Article, ArticleTag, Attachment, Cover } from '../content/article';
import { ARTICLE_UID } from '../constants';
import { createOrder, type Ordered } from '../feed/order';
import { dependOn, expireAt, noteChange } from '../http/recording';
import { SCOPES } from '../http/scopes';
import { LISTING_TABLE, WHOLE_SITE } from '../models/listing';
import { toColumn } from './column';
import { narrowToCombination, type TagCombination } from './combined-articles';
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

/** What tells where an article stands in a list, and when it last changed. */
export interface ArticleKey extends Ordered {
  id: number;
  updated: Date;
}

/** What tells when a row that an article shows is another. */
interface Watched {
  id: number;
  updatedAt: string | Date;
}

interface KeyRow extends Omit<ArticleKey, 'date' | 'updated'> {
  date: string | number | Date;
  updated: string | number | Date;
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
const noteRow = ({ id, date, updatedAt, tags, cover, attachment }: Row): void => {
  const files = [cover, attachment].filter((file) => file !== null && file !== undefined);
  dependOn(
    SCOPES.article(id),
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
  const column = (date: Date) => toColumn(strapi, date);

  /** Rows of the index of listed articles, due or not. */
  const listing = ({ tagId = WHOLE_SITE, combination }: ArticleQuery) => {
    const rows = strapi.db.connection(LISTING_TABLE).where(`${LISTING_TABLE}.tag_id`, tagId);
    return combination ? narrowToCombination(strapi, rows, combination) : rows;
  };

  /** Its rows of a moment and before; of two upper bounds SQLite would take the wrong one. */
  const until = (asked: ArticleQuery, newest: Date) =>
    listing(asked).where(`${LISTING_TABLE}.date`, '<=', column(newest));

  const count = async (rows: ReturnType<typeof until>): Promise<number> => {
    const [found] = await rows.count<{ number: number | string }[]>({ number: '*' });
    return Number(found?.number);
  };

  /** When the next article is due. */
  const findNextDate = async (asked: ArticleQuery): Promise<Date | undefined> => {
    const next = await listing(asked)
      .where('date', '>', column(asked.now))
      .orderBy('date')
      .first<{ date: string | number | Date } | undefined>('date');
    return next && new Date(next.date);
  };

  /** Notes that the list asked for is shown, and when it changes by itself. */
  const noteListing = async (asked: ArticleQuery): Promise<void> => {
    const tags = asked.combination?.tagIds ?? [asked.tagId ?? WHOLE_SITE];
    dependOn(...tags.map(SCOPES.listing));
    const next = await findNextDate(asked);
    if (next) expireAt(next);
  };

  const countDue = async (asked: ArticleQuery): Promise<number> => {
    const { tagId = WHOLE_SITE, combination, now } = asked;
    if (combination) return count(until(asked, now));
    return (await getService(strapi, 'counts').due([tagId], now)).get(tagId) ?? 0;
  };

  /** Keys of the articles dated within a span, both ends included. */
  const findKeys = async (
    asked: ArticleQuery,
    newest: Date,
    oldest?: Date,
  ): Promise<ArticleKey[]> => {
    const { tableName } = strapi.db.metadata.get(ARTICLE_UID);
    const rows = until(asked, newest).join(
      tableName,
      `${tableName}.id`,
      `${LISTING_TABLE}.article_id`,
    );
    if (oldest) rows.where(`${LISTING_TABLE}.date`, '>=', column(oldest));
    const keys: KeyRow[] = await rows.select({
      id: `${tableName}.id`,
      documentId: `${tableName}.document_id`,
      title: `${tableName}.title`,
      date: `${LISTING_TABLE}.date`,
      updated: `${tableName}.updated_at`,
    });
    return keys.map((key) => ({
      ...key,
      date: new Date(key.date),
      updated: new Date(key.updated),
    }));
  };

  /** Dates of the first and the last article in a window, and how many articles are newer. */
  const findEdges = async ({ start = 0, limit, ...asked }: ArticleWindow) => {
    const dates = async (direction: 'asc' | 'desc', offset: number, length: number) => {
      const rows: (string | number | Date)[] = await until(asked, asked.now)
        .orderBy('date', direction)
        .offset(offset)
        .limit(length)
        .pluck('date');
      return rows.map((date) => new Date(date));
    };
    if (start === 0) {
      const found = await dates('desc', 0, limit);
      return { newest: found.at(0), oldest: found.at(-1), newer: 0 };
    }
    // An offset is walked row by row, so from the nearer end.
    const total = await countDue(asked);
    const length = Math.min(limit, total - start);
    if (length <= 0) return { newer: 0 };
    const fromEnd = total - start - length;
    if (start <= fromEnd) {
      const found = await dates('desc', start, length);
      const newest = found.at(0);
      if (!newest) return { newer: 0 };
      const newer = await count(until(asked, asked.now).where('date', '>', column(newest)));
      return { newest, oldest: found.at(-1), newer };
    }
    const found = await dates('asc', fromEnd, length);
    const newest = found.at(-1);
    if (!newest) return { newer: 0 };
    const older = await count(until(asked, newest));
    return { newest, oldest: found.at(0), newer: total - older };
  };

  /**
   * Keys of a window of the list in its full order. The database sorts by date alone, since no two
   * databases collate titles alike; so the articles that share the dates at the window's edges are
   * read whole and sorted here.
   */
  const findWindow = async ({
    start = 0,
    limit,
    ...asked
  }: ArticleWindow): Promise<ArticleKey[]> => {
    const { language } = await getService(strapi, 'settings').get();
    const compare = createOrder(language);
    if (limit === 0) return (await findKeys(asked, asked.now)).sort(compare).slice(start);
    const { newest, oldest, newer } = await findEdges({ start, limit, ...asked });
    if (newest === undefined || oldest === undefined) return [];
    const keys = await findKeys(asked, newest, oldest);
    return keys.sort(compare).slice(start - newer, start - newer + limit);
  };

  /** Most ids a query may name: databases limit a statement's parameters. */
  const IDS_AT_ONCE = 500;

  const findRows = async (ids: number[]): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
      const some = ids.slice(start, start + IDS_AT_ONCE);
      rows.push(...(await query().findMany({ ...SELECTION, where: { id: { $in: some } } })));
    }
    return rows;
  };

  return {
    findNextDate,

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

    /** What a sitemap says of the articles that `list` has in all. */
    async listAddressed(now: Date): Promise<Pick<Article, 'slug' | 'date' | 'updatedAt'>[]> {
      await noteListing({ now });
      const { tableName } = strapi.db.metadata.get(ARTICLE_UID);
      const rows: { slug: string; date: string | Date; updated: string | Date }[] = await until(
        { now },
        now,
      )
        .join(tableName, `${tableName}.id`, `${LISTING_TABLE}.article_id`)
        .select({
          slug: `${tableName}.slug`,
          date: `${LISTING_TABLE}.date`,
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
      return (await query().count({ where: { documentId: { $in: documentIds }, ...waits } })) > 0;
    },

    /** Those of these documents that are public now, in no order. */
    async findPublic(documentIds: string[], now: Date): Promise<Article[]> {
      const rows: Row[] = await query().findMany({
        where: { ...publicWhere(now), documentId: { $in: documentIds } },
        ...SELECTION,
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
