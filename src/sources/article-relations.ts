import type { Core } from '@strapi/strapi';

import { chunk } from '../chunk';
import { ARTICLE_UID, FILE_UID } from '../constants';
import type { Transactions } from '../transactions';
import { articleTagLinks } from './article-tags';

/** Table that links entries of any type to their files, as far as it is asked here. */
interface MorphTable {
  name: string;
  joinColumn: { name: string };
  morphColumn: { idColumn: { name: string }; typeColumn: { name: string } };
}

/** A row of an article that shows something. */
export interface ShowingRow {
  id: number;
  documentId: string;
  isPublished: boolean;
}

/** Tells which articles show a tag or a file, drafts and published ones. */
export const createArticleRelations = (
  strapi: Core.Strapi,
  { transactions: { rows } }: { transactions: Pick<Transactions, 'rows'> },
) => {
  /** Ids that rows point to, each once. */
  const gather = async (
    ids: number[],
    find: (some: number[]) => PromiseLike<number[]>,
  ): Promise<number[]> => {
    const found = new Set<number>();
    for (const some of chunk(ids)) (await find(some)).forEach((id) => found.add(id));
    return [...found];
  };

  return {
    /** Rows of the articles that carry any of these tags, by the tags' rows. */
    findTagged(tags: number[]): Promise<number[]> {
      const { table, article, tag } = articleTagLinks(strapi);
      return gather(tags, (some) => rows(table).whereIn(tag, some).pluck(article));
    },

    /** Rows of the articles that show any of these files. */
    findIllustrated(files: number[]): Promise<number[]> {
      const { related } = strapi.db.metadata.get(FILE_UID).attributes;
      const { name, joinColumn, morphColumn } = (related as unknown as { joinTable: MorphTable })
        .joinTable;
      return gather(files, (some) =>
        rows(name)
          .whereIn(joinColumn.name, some)
          .where(morphColumn.typeColumn.name, ARTICLE_UID)
          .pluck(morphColumn.idColumn.name),
      );
    },

    /** What some rows are of. */
    async findRows(ids: number[]): Promise<ShowingRow[]> {
      const { tableName } = strapi.db.metadata.get(ARTICLE_UID);
      const found: ShowingRow[] = [];
      for (const some of chunk(ids)) {
        const part: { id: number; document_id: string; published_at: unknown }[] = await rows(
          tableName,
        )
          .whereIn('id', some)
          .select('id', 'document_id', 'published_at');
        found.push(
          ...part.map((row) => ({
            id: row.id,
            documentId: row.document_id,
            isPublished: row.published_at !== null,
          })),
        );
      }
      return found;
    },
  };
};

export type ArticleRelations = ReturnType<typeof createArticleRelations>;
