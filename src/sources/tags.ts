import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../constants';
import type { Cover, Tag } from '../content/article';
import { dependOn, expireAt, noteChange } from '../cache/dependency-tracking';
import { SCOPES } from '../cache/cache-tags';
import { WHOLE_SITE } from '../catalogue/listing-table';
import { getService } from '../get-service';

type CountedTag = Tag & { articles: number };

interface TagRow extends Omit<Tag, 'updatedAt' | 'image'> {
  updatedAt: string | Date;
  image?: (Cover & { id: number }) | null;
}

/** Null counts as no: rows may be older than the field. */
const VISIBLE = { $or: [{ hidden: false }, { hidden: { $null: true } }] };

const toTag = (row: TagRow): Tag => {
  const updatedAt = new Date(row.updatedAt);
  dependOn(SCOPES.tag(row.id));
  if (row.image) dependOn(SCOPES.file(row.image.id));
  noteChange(updatedAt);
  return { ...row, updatedAt };
};

const createTags = ({ strapi }: { strapi: Core.Strapi }) => {
  /** Notes that the numbers of articles are shown, and when they change by themselves. */
  const noteCounts = async (now: Date): Promise<void> => {
    dependOn(SCOPES.listing(WHOLE_SITE));
    const { last, next } = await getService(strapi, 'articles').findTurns({ now });
    if (last) noteChange(last);
    if (next) expireAt(next);
  };

  const findVisibleRows = (): Promise<TagRow[]> =>
    strapi.db.query(TAG_UID).findMany({ where: VISIBLE });

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
      dependOn(SCOPES.tags);
      await noteCounts(now);
      const rows = await findVisibleRows();
      const counts = await getService(strapi, 'counts').due(
        rows.map(({ id }) => id),
        now,
      );
      return rows.flatMap((row) => {
        const articles = counts.get(row.id) ?? 0;
        return articles > 0 ? [{ ...toTag(row), articles }] : [];
      });
    },
  };
};

export default createTags;
