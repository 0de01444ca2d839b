import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../constants';
import type { Tag } from '../content/article';
import { dependOn, expireAt, noteChange } from '../http/recording';
import { SCOPES } from '../http/scopes';
import { LISTING_TABLE, WHOLE_SITE } from '../models/listing';
import { toColumn } from './column';
import { firstSlug } from './first-slug';

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
  /** Number of listed articles by tag id, for all tags in one query. */
  const countArticles = async (now: Date): Promise<Map<number, number>> => {
    dependOn(SCOPES.listing(WHOLE_SITE));
    const moment = toColumn(strapi, now);
    const listing = () => strapi.db.connection(LISTING_TABLE);
    const [rows, dates] = await Promise.all([
      listing()
        .where('tag_id', '>', WHOLE_SITE)
        .where('date', '<=', moment)
        .groupBy('tag_id')
        .select({ tag: 'tag_id' })
        .count<{ tag: number; articles: number | string }[]>({ articles: '*' }),
      listing()
        .where('tag_id', WHOLE_SITE)
        .where('date', '>', moment)
        .min<{ next: string | number | Date | null }[]>({ next: 'date' }),
    ]);
    const next = dates[0]?.next;
    if (next) expireAt(new Date(next));
    // PostgreSQL gives counts as strings.
    return new Map(rows.map(({ tag, articles }) => [tag, Number(articles)]));
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
      const [tags, counts] = await Promise.all([
        strapi.db.query(TAG_UID).findMany() as Promise<TagRow[]>,
        countArticles(now),
      ]);
      return tags.map((tag) => ({ ...toTag(tag), articles: counts.get(tag.id) ?? 0 }));
    },
  };
};

export default createTags;
