import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, TAG_UID } from '../constants';
import type { Tag } from '../content/article';

type CountedTag = Tag & { articles: number };

interface TagRow extends Omit<Tag, 'updatedAt'> {
  updatedAt: string | Date;
}

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
}

/** Null counts as no: rows may be older than the field. */
const VISIBLE = { $or: [{ hidden: false }, { hidden: { $null: true } }] };

const toTag = (row: TagRow): Tag => ({ ...row, updatedAt: new Date(row.updatedAt) });

const createTags = ({ strapi }: { strapi: Core.Strapi }) => {
  /** Number of listed articles by tag id, for all tags in one query. */
  const countArticles = async (now: Date): Promise<Map<number, number>> => {
    const { tableName, attributes } = strapi.db.metadata.get(ARTICLE_UID);
    const { joinTable } = attributes.tags as unknown as { joinTable: JoinTable };
    const tagColumn = joinTable.inverseJoinColumn.name;
    const rows: { tag: number; articles: number | string }[] = await strapi.db
      .connection(joinTable.name)
      .join(tableName, `${tableName}.id`, `${joinTable.name}.${joinTable.joinColumn.name}`)
      .whereNotNull(`${tableName}.published_at`)
      .whereNotNull(`${tableName}.title`)
      .whereNotNull(`${tableName}.slug`)
      .where(`${tableName}.date`, '<=', toColumn(now))
      .where((where) =>
        where
          .where(`${tableName}.keep_out_of_feeds`, false)
          .orWhereNull(`${tableName}.keep_out_of_feeds`),
      )
      .groupBy(tagColumn)
      .select({ tag: tagColumn })
      .count({ articles: '*' });
    // PostgreSQL gives counts as strings.
    return new Map(rows.map(({ tag, articles }) => [tag, Number(articles)]));
  };

  /** SQLite keeps dates as milliseconds. */
  const toColumn = (date: Date): Date | number =>
    strapi.db.dialect.client === 'sqlite' ? date.getTime() : date;

  return {
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

    /** All tags that readers may know of, with the number of articles their listing shows. */
    async listCounted(now: Date): Promise<CountedTag[]> {
      const [tags, counts] = await Promise.all([
        strapi.db.query(TAG_UID).findMany({ where: VISIBLE }) as Promise<TagRow[]>,
        countArticles(now),
      ]);
      return tags.map((tag) => ({ ...toTag(tag), articles: counts.get(tag.id) ?? 0 }));
    },
  };
};

export default createTags;
