import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { chunk } from '../chunk';
import type { MergedTag } from './admin-api';
import { TAG_UID } from '../constants';
import { SCOPES } from '../cache/cache-tags';
import { articleTagLinks } from '../catalogue/article-tags';
import { getService } from '../get-service';

interface TagRow {
  id: number;
  documentId: string;
  name: string;
  slug: string;
}

const createTagMerge = ({ strapi }: { strapi: Core.Strapi }) => {
  const find = async (documentId: string): Promise<TagRow> => {
    const row: TagRow | null = await strapi.db.query(TAG_UID).findOne({ where: { documentId } });
    if (!row) throw new errors.NotFoundError(`There is no tag with the id "${documentId}".`);
    return row;
  };

  /**
   * Gives the articles of a tag, drafts and published ones, another tag in its place; returns how
   * many did not carry it before. Past the document service: no article is edited, so none of their
   * dates moves.
   */
  const moveArticles = async (from: TagRow, into: TagRow): Promise<number> =>
    strapi.db.transaction(async ({ trx }) => {
      const { table, article, tag } = articleTagLinks(strapi);
      const rowsOf = (id: number): Promise<number[]> =>
        trx(table).where(tag, id).orderBy(article).pluck(article);
      const present = new Set(await rowsOf(into.id));
      const moved = (await rowsOf(from.id)).filter((id) => !present.has(id));
      for (const some of chunk(moved)) {
        await trx(table)
          .where(tag, from.id)
          .whereIn(article, some)
          .update({ [tag]: into.id });
        await getService(strapi, 'listings').refresh(trx, some);
      }
      return moved.length;
    });

  return {
    /**
     * Merges a tag into another: its articles carry the other, its addresses lead to the other's,
     * and the tag is gone. All of it or nothing.
     *
     * @throws NotFoundError when one of the tags does not exist; ValidationError when both are one
     */
    async merge(fromId: string, intoId: string): Promise<MergedTag> {
      return strapi.db.transaction(async () => {
        if (fromId === intoId) {
          throw new errors.ValidationError('A tag cannot be merged into itself: choose another.');
        }
        const from = await find(fromId);
        const into = await find(intoId);
        const movedArticles = await moveArticles(from, into);
        const url = (await getService(strapi, 'settings').get()).addresses.tag(into.slug);
        await getService(strapi, 'permalinks').inherit(fromId, {
          contentType: TAG_UID,
          entry: intoId,
          slug: into.slug,
          url,
        });
        await strapi.documents(TAG_UID).delete({ documentId: fromId });
        // Their pages and feeds show another tag, and there may be more of them than can be named.
        if (movedArticles > 0) await getService(strapi, 'changes').announce([SCOPES.everything]);
        const { documentId, name, slug } = into;
        return { documentId, name, slug, movedArticles };
      });
    },
  };
};

export default createTagMerge;
