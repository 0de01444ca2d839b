import type { Core } from '@strapi/strapi';

import { chunk } from '../chunk';
import type { Article, ArticleTag, Attachment, Cover } from '../content/article';
import { ARTICLE_UID } from '../constants';
import type { Stretch } from '../feed/history';
import { dependOn, expireAt, noteChange } from '../cache/dependency-tracking';
import { CACHE_TAGS } from '../cache/cache-tags';
import type { EntryKey } from '../catalogue/entry';
import {
  type CatalogueQueries,
  type EntryQuery,
  type EntryWindow,
  listsOf,
} from '../catalogue/queries';
import { SLUG_PATTERN } from '../feed/addresses';

/** What tells when a row that an article shows is another. */
interface Watched {
  id: number;
  updatedAt: string | Date;
}

/** An article as its draft or its published version has it, public or not. */
export interface ArticleVersion extends Omit<Article, 'date' | 'slug'> {
  slug?: string | null;
  date?: Date;
  keepOutOfFeeds: boolean;
}

/** Columns of an article; the dates as the database client gives them. */
interface Row extends Omit<Article, 'date' | 'updatedAt' | 'tags' | 'cover' | 'attachment'> {
  locale?: string | null;
  date: string | Date;
  updatedAt: string | Date;
  tags: (ArticleTag & Watched & { documentId: string })[];
  cover?: (Cover & Watched) | null;
  attachment?: (Attachment & Watched) | null;
}

/** Notes what a response made from a row shows. */
const noteRow = ({ documentId, date, updatedAt, tags, cover, attachment }: Row): void => {
  const files = [cover, attachment].filter((file) => file !== null && file !== undefined);
  dependOn(
    CACHE_TAGS.article(documentId),
    ...tags.map((tag) => CACHE_TAGS.tag(tag.documentId)),
    ...files.map((file) => CACHE_TAGS.file(file.id)),
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
    // What has no address here is linked nowhere: rows may come from an import.
    tags: row.tags.filter((tag) => !tag.hidden && SLUG_PATTERN.test(tag.slug)),
  };
};

/** The columns that are shown, and no more. */
const SELECTION = {
  select: ['id', 'documentId', 'title', 'slug', 'date', 'updatedAt', 'summary', 'body', 'author'],
  populate: {
    tags: { select: ['id', 'documentId', 'name', 'slug', 'title', 'hidden', 'updatedAt'] },
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

/** What an entry is found by among rows of all locales. */
const keyOf = ({ documentId, locale }: { documentId: string; locale?: string | null }): string =>
  `${documentId} ${locale ?? ''}`;

export const createArticles = (
  strapi: Core.Strapi,
  { catalogue }: { catalogue: CatalogueQueries },
) => {
  const query = () => strapi.db.query(ARTICLE_UID);

  /** Notes that the list asked for is shown, and when it changes by itself. */
  const noteListing = async (asked: EntryQuery): Promise<void> => {
    dependOn(...listsOf(asked).map(CACHE_TAGS.listing));
    const { last, next } = await catalogue.findTurns(asked);
    // An article that came by its date alone moves all others a place on.
    if (last) noteChange(last);
    if (next) expireAt(next);
  };

  /** What a query finds for each part of a list of ids. */
  const inParts = async <Found>(
    ids: string[],
    find: (some: string[]) => Promise<Found[]>,
  ): Promise<Found[]> => {
    const found: Found[] = [];
    for (const some of chunk(ids)) found.push(...(await find(some)));
    return found;
  };

  /** Published rows of some entries, in their order. */
  const findPublished = async <Found extends { documentId: string; locale?: string | null }>(
    entries: Pick<EntryKey, 'documentId' | 'locale'>[],
    selection: { select: string[]; populate?: object },
  ): Promise<Found[]> => {
    const { select, populate } = selection;
    const rows: Found[] = await inParts(
      entries.map(({ documentId }) => documentId),
      (some) =>
        query().findMany({
          select: [...select, 'locale'],
          populate,
          where: { documentId: { $in: some }, publishedAt: { $notNull: true } },
        }),
    );
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    return entries.flatMap((entry) => byKey.get(keyOf(entry)) ?? []);
  };

  return {
    findTurns: catalogue.findTurns,

    /** Public articles that feeds and listings may show, in their order. */
    async list(window: EntryWindow): Promise<Article[]> {
      await noteListing(window);
      const listed = await catalogue.findWindow(window);
      return (await findPublished<Row>(listed, SELECTION)).map(toArticle);
    },

    /** What a sitemap says of a stretch of the articles that `list` has in all, the oldest first. */
    async listAddressed({
      now,
      start,
      limit,
    }: Stretch & { now: Date }): Promise<Pick<Article, 'slug' | 'date' | 'updatedAt'>[]> {
      await noteListing({ now });
      // Of one that stays where it is in the list, another address and another date are shown.
      dependOn(CACHE_TAGS.articles);
      const listed = await catalogue.findOldest({ now, start, limit });
      const rows = await findPublished<Row>(listed, {
        select: ['documentId', 'slug', 'date', 'updatedAt'],
      });
      return rows.map(({ slug, date, updatedAt }) => ({
        slug,
        date: new Date(date),
        updatedAt: new Date(updatedAt),
      }));
    },

    /** How many articles `list` has in all. */
    async count(asked: EntryQuery): Promise<number> {
      await noteListing(asked);
      return catalogue.count(asked);
    },

    /** The public article with this slug, kept out of feeds or not. */
    async findBySlug(slug: string, now: Date): Promise<Article | null> {
      const row: Row | null = await query().findOne({
        where: { ...publicWhere(now), slug },
        ...SELECTION,
      });
      return row && toArticle(row);
    },

    /** A version of an article, public or not; null when there is none. For previews. */
    async findVersion(
      { documentId, locale }: { documentId: string; locale: string | null },
      status: 'draft' | 'published',
    ): Promise<ArticleVersion | null> {
      const row: (Row & { keepOutOfFeeds?: boolean | null }) | null = await query().findOne({
        select: [...SELECTION.select, 'keepOutOfFeeds'],
        populate: SELECTION.populate,
        where: {
          documentId,
          ...(locale === null ? {} : { locale }),
          publishedAt: status === 'published' ? { $notNull: true } : null,
        },
      });
      if (!row) return null;
      // Of a draft, anything may still be missing.
      const { date, slug, title, keepOutOfFeeds } = row as Partial<typeof row>;
      return {
        ...toArticle({ ...row, date: date ?? row.updatedAt }),
        title: title ?? '',
        slug,
        date: date ? new Date(date) : undefined,
        keepOutOfFeeds: keepOutOfFeeds === true,
      };
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
  };
};

export type Articles = ReturnType<typeof createArticles>;
