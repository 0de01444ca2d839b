import type { Core } from '@strapi/strapi';

import { chunk } from '../lib/chunk';
import type { Transactions } from '../lib/transactions';
import { articleTagLinks } from './article-tags';

/** Tells which articles carry a tag, drafts and published ones. */
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
  };
};

export type ArticleRelations = ReturnType<typeof createArticleRelations>;
