import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../constants';
import type { Tag } from '../content/article';
import { dependOn, expireAt, noteChange } from '../http/recording';
import { SCOPES } from '../http/scopes';
import { WHOLE_SITE } from '../models/listing';
import { firstSlug } from './first-slug';
import { getService } from './get-service';

type CountedTag = Tag & { articles: number };

interface TagRow extends Omit<Tag, 'updatedAt'> {
  updatedAt: string | Date;
}

const toTag = (row: TagRow): Tag => {
  const updatedAt = new Date(row.updatedAt);
  dependOn(SCOPES.tag(row.id));
  noteChange(updatedAt);
  return { ...row, updatedAt };
};

const createTags = ({ strapi }: { strapi: Core.Strapi }) => {
  /** Notes that the numbers of articles are shown, and when they change by themselves. */
  const noteCounts = async (now: Date): Promise<void> => {
    dependOn(SCOPES.listing(WHOLE_SITE));
    const next = await getService(strapi, 'articles').findNextDate({ now });
    if (next) expireAt(next);
  };

  return {
    async findBySlug(slug: string): Promise<Tag | null> {
      const row: TagRow | null = await strapi.db.query(TAG_UID).findOne({ where: { slug } });
      return row && toTag(row);
    },

    /** Slug of the first of these documents that still exists. */
    async findSlug(documentIds: string[]): Promise<string | undefined> {
      const rows: TagRow[] = await strapi.db
        .query(TAG_UID)
        .findMany({ where: { documentId: { $in: documentIds } } });
      return firstSlug(documentIds, rows);
    },

    /** All tags with the number of articles their listing shows. */
    async listCounted(now: Date): Promise<CountedTag[]> {
      dependOn(SCOPES.tags);
      await noteCounts(now);
      const tags: TagRow[] = await strapi.db.query(TAG_UID).findMany();
      const counts = await getService(strapi, 'counts').due(
        tags.map(({ id }) => id),
        now,
      );
      return tags.map((tag) => ({ ...toTag(tag), articles: counts.get(tag.id) ?? 0 }));
    },
  };
};

export default createTags;
