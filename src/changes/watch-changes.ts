import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../cache/cache-tags';
import { topicList } from '../catalogue/catalogue-table';
import type { Catalogue } from '../catalogue/upkeep';
import { ARTICLE_UID, CORE_STORE_UID, FILE_UID, PLUGIN_ID, TAG_UID } from '../constants';
import type { ArticleRelations } from '../sources/article-relations';
import { NAMED_AT_MOST, type WrittenNotes } from './written';
import { relatedIds, rememberedRows, rowsAfter, rowsBefore, type WriteEvent } from './written-rows';

/** Key under which what editors set is kept. */
const SETTINGS_KEY = `plugin_${PLUGIN_ID}_settings`;

interface Dependencies {
  written: WrittenNotes;
  catalogue: Catalogue;
  relations: ArticleRelations;
}

/**
 * Keeps the catalogue, and tells all nodes what changed.
 *
 * Database lifecycles, since they see each way a row is written. They only note what was touched: what
 * became of it is looked up at the end of the transaction.
 */
export const watchChanges = (
  strapi: Core.Strapi,
  { written, catalogue, relations }: Dependencies,
): void => {
  const { articles: noteArticles, cacheTags: noteTags } = written;

  const remember = (event: WriteEvent): Promise<void> => rowsBefore(strapi, event);

  const articlesWritten = async (event: WriteEvent): Promise<void> =>
    noteArticles([...rememberedRows(event), ...(await rowsAfter(strapi, event))]);

  strapi.db.lifecycles.subscribe({
    models: [ARTICLE_UID],
    beforeUpdate: remember,
    beforeUpdateMany: remember,
    beforeDelete: remember,
    beforeDeleteMany: remember,
    afterCreate: articlesWritten,
    afterCreateMany: articlesWritten,
    afterUpdate: articlesWritten,
    afterUpdateMany: articlesWritten,
    afterDelete: articlesWritten,
    afterDeleteMany: articlesWritten,
  });

  /** Whether a write of a tag says which articles have it. */
  const setsArticles = ({ params }: WriteEvent): boolean =>
    relatedIds(params.data?.articles) !== undefined;

  const tagsWritten = async (event: WriteEvent): Promise<void> => {
    const rows = [...rememberedRows(event), ...(await rowsAfter(strapi, event))];
    await noteTags(...rows.map(({ documentId }) => CACHE_TAGS.tag(documentId)), CACHE_TAGS.tags);
    if (!setsArticles(event)) return;
    const before = new Set((event.state.articles as number[] | undefined) ?? []);
    const after = new Set(await relations.findTagged(rows.map(({ id }) => id)));
    const changed = [...before, ...after].filter((id) => before.has(id) !== after.has(id));
    await noteArticles(await relations.findRows(changed));
  };

  /**
   * Remembers which articles show rows that are about to go: they show something else afterwards, and
   * are dated by what is left.
   */
  const beforeGone =
    (findShowing: (ids: number[]) => Promise<number[]>) =>
    async (event: WriteEvent): Promise<void> => {
      await remember(event);
      event.state.articles = await findShowing(rememberedRows(event).map(({ id }) => id));
    };

  /** Articles that showed what is gone. */
  const noteShowing = async ({ state }: WriteEvent): Promise<void> => {
    const showing = (state.articles as number[] | undefined) ?? [];
    if (showing.length > NAMED_AT_MOST) return noteTags(CACHE_TAGS.everything);
    return noteArticles(await relations.findRows(showing));
  };

  const tagsDeleted = async (event: WriteEvent): Promise<void> => {
    const documentIds = [...new Set(rememberedRows(event).map(({ documentId }) => documentId))];
    const lists = documentIds.map((documentId) => topicList(TAG_UID, documentId));
    await noteTags(
      ...documentIds.map(CACHE_TAGS.tag),
      ...lists.map(CACHE_TAGS.listing),
      CACHE_TAGS.tags,
    );
    await strapi.db.transaction(async () => {
      for (const list of lists) await catalogue.dropList(list);
      await noteShowing(event);
    });
  };

  strapi.db.lifecycles.subscribe({
    models: [TAG_UID],
    async beforeUpdate(event) {
      // Who writes by a query may ask for columns that do not tell which tag it was.
      await remember(event);
      if (!setsArticles(event)) return;
      event.state.articles = await relations.findTagged(rememberedRows(event).map(({ id }) => id));
    },
    beforeUpdateMany: remember,
    beforeDelete: beforeGone(relations.findTagged),
    beforeDeleteMany: beforeGone(relations.findTagged),
    afterCreate: tagsWritten,
    afterCreateMany: () => noteTags(CACHE_TAGS.everything),
    afterUpdate: tagsWritten,
    afterUpdateMany: tagsWritten,
    afterDelete: tagsDeleted,
    afterDeleteMany: tagsDeleted,
  });

  const filesWritten = async (event: WriteEvent): Promise<void> => {
    const rows = [...rememberedRows(event), ...(await rowsAfter(strapi, event))];
    await noteTags(...rows.map(({ id }) => CACHE_TAGS.file(id)));
    // Uploaded right into an article's field: the article itself is not written.
    const articles = await relations.findRows(
      relatedIds(event.params.data?.related, ARTICLE_UID) ?? [],
    );
    const published = articles.filter(({ isPublished }) => isPublished);
    await noteTags(...published.map(({ documentId }) => CACHE_TAGS.article(documentId)));
  };

  const filesDeleted = async (event: WriteEvent): Promise<void> => {
    await noteTags(...rememberedRows(event).map(({ id }) => CACHE_TAGS.file(id)));
    await noteShowing(event);
  };

  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    beforeUpdate: remember,
    beforeUpdateMany: remember,
    beforeDelete: beforeGone(relations.findIllustrated),
    beforeDeleteMany: beforeGone(relations.findIllustrated),
    afterCreate: filesWritten,
    afterUpdate: filesWritten,
    afterUpdateMany: filesWritten,
    afterDelete: filesDeleted,
    afterDeleteMany: filesDeleted,
  });

  const settingsChanged = async ({ result }: { result?: unknown }): Promise<void> => {
    const { key } = (result ?? {}) as { key?: unknown };
    if (key === SETTINGS_KEY) await noteTags(CACHE_TAGS.everything);
  };
  strapi.db.lifecycles.subscribe({
    models: [CORE_STORE_UID],
    afterCreate: settingsChanged,
    afterUpdate: settingsChanged,
    afterDelete: settingsChanged,
  });
};
