import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../constants';
import type { Cover, Tag } from '../content/article';
import { dependOn, expireAt, noteChange } from '../cache/dependency-tracking';
import { CACHE_TAGS } from '../cache/cache-tags';
import { topicList } from '../catalogue/catalogue-table';
import type { Counts } from '../catalogue/counts';
import { SLUG_PATTERN } from '../feed/addresses';
import type { Articles } from './articles';

type CountedTag = Tag & { articles: number };

interface TagRow extends Omit<Tag, 'updatedAt' | 'image'> {
  updatedAt: string | Date;
  image?: (Cover & { id: number }) | null;
}

/** Null counts as no: rows may be older than the field. */
const VISIBLE = { $or: [{ hidden: false }, { hidden: { $null: true } }] };

const toTag = (row: TagRow): Tag => {
  const updatedAt = new Date(row.updatedAt);
  dependOn(CACHE_TAGS.tag(row.documentId));
  if (row.image) dependOn(CACHE_TAGS.file(row.image.id));
  noteChange(updatedAt);
  return { ...row, updatedAt };
};

/** Finds tags, and notes that they are shown. */
export const createTags = (
  strapi: Core.Strapi,
  { counts, articles }: { counts: Counts; articles: Pick<Articles, 'findTurns'> },
) => {
  /** Notes that the numbers of articles are shown, and when they change by themselves. */
  const noteCounts = async (now: Date): Promise<void> => {
    dependOn(CACHE_TAGS.counts);
    const { last, next } = await articles.findTurns({ now });
    if (last) noteChange(last);
    if (next) expireAt(next);
  };

  const findVisibleRows = async (): Promise<TagRow[]> => {
    const rows: TagRow[] = await strapi.db.query(TAG_UID).findMany({ where: VISIBLE });
    // What has no address here is linked nowhere: rows may come from an import.
    return rows.filter(({ slug }) => SLUG_PATTERN.test(slug));
  };

  return {
    /** All tags that are not hidden, published under or not, in no order. */
    async listVisible(): Promise<Tag[]> {
      return (await findVisibleRows()).map(toTag);
    },

    async findBySlug(slug: string): Promise<Tag | null> {
      const row: TagRow | null = await strapi.db
        .query(TAG_UID)
        .findOne({ where: { slug }, populate: { image: true } });
      return row && toTag(row);
    },

    /** The first of these documents that still exists. */
    async findFirst(documentIds: string[]): Promise<Tag | undefined> {
      const rows: TagRow[] = await strapi.db
        .query(TAG_UID)
        .findMany({ where: { documentId: { $in: documentIds } }, populate: { image: true } });
      const first = documentIds
        .map((documentId) => rows.find((row) => row.documentId === documentId))
        .find((row) => row !== undefined);
      return first && toTag(first);
    },

    /** The tags of these documents that readers may know of, with their images. */
    async findVisible(documentIds: string[]): Promise<Tag[]> {
      const rows: TagRow[] = await strapi.db.query(TAG_UID).findMany({
        where: { ...VISIBLE, documentId: { $in: documentIds } },
        populate: { image: true },
      });
      return rows.map(toTag);
    },

    /**
     * The tags that lists have, each with the number of articles its listing shows. A tag nobody has
     * published under is in no list: whoever may name a tag could else write on public pages.
     */
    async listCounted(now: Date): Promise<CountedTag[]> {
      dependOn(CACHE_TAGS.tags);
      await noteCounts(now);
      const rows = await findVisibleRows();
      const listOf = ({ documentId }: TagRow) => topicList(TAG_UID, documentId);
      const numbers = await counts.due(rows.map(listOf), now);
      return rows.flatMap((row) => {
        const number = numbers.get(listOf(row)) ?? 0;
        return number > 0 ? [{ ...toTag(row), articles: number }] : [];
      });
    },
  };
};

export type Tags = ReturnType<typeof createTags>;
