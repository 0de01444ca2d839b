import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import type { MergedTag } from './admin-api';
import { TAG_UID } from '../constants';
import { articleTagLinks } from '../catalogue/combinations';
import { getService } from '../get-service';

interface TagRow {
  id: number;
  documentId: string;
  name: string;
  slug: string;
}

/** Relations to write in one statement: databases limit a statement's parameters. */
const LINKS_AT_ONCE = 200;

const createTagMerge = ({ strapi }: { strapi: Core.Strapi }) => {
  const find = async (documentId: string): Promise<TagRow> => {
    const row: TagRow | null = await strapi.db.query(TAG_UID).findOne({ where: { documentId } });
    if (!row) throw new errors.NotFoundError(`There is no tag with the id "${documentId}".`);
    return row;
  };

  /** Rows of articles, drafts and published ones, that carry a tag. */
  const articleIds = ({ id }: TagRow): Promise<number[]> =>
    strapi.db.transaction(({ trx }) => {
      const { table, article, tag } = articleTagLinks(strapi);
      return trx(table).where(tag, id).orderBy(article).pluck(article);
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
        const present = new Set(await articleIds(into));
        const moved = (await articleIds(from)).filter((id) => !present.has(id));
        // Linked from the tag's side, past the document service: no article was edited, so none of
        // their dates moves.
        for (let start = 0; start < moved.length; start += LINKS_AT_ONCE) {
          const connect = moved.slice(start, start + LINKS_AT_ONCE).map((id) => ({ id }));
          await strapi.db
            .query(TAG_UID)
            .update({ where: { id: into.id }, data: { articles: { connect } } });
        }
        const url = (await getService(strapi, 'settings').get()).addresses.tag(into.slug);
        await getService(strapi, 'permalinks').inherit(fromId, {
          contentType: TAG_UID,
          entry: intoId,
          slug: into.slug,
          url,
        });
        await strapi.documents(TAG_UID).delete({ documentId: fromId });
        const { documentId, name, slug } = into;
        return { documentId, name, slug, movedArticles: moved.length };
      });
    },
  };
};

export default createTagMerge;
