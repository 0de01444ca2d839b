import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, SITE_UID, TAG_UID } from '../constants';
import type { SettingsStore } from '../settings';
import type { Permalinks } from '../sources/permalinks';
import { rememberedRows, rowsBefore, type WriteEvent } from './written-rows';

interface Row {
  documentId: string;
  slug?: string | null;
  date?: string | Date | null;
  publishedAt?: string | Date | null;
}

/**
 * Keeps what must last from the first publication on: an article's date and every address an entry
 * is published at.
 *
 * Database lifecycles, since they see each way a row is written: publishing from the panel or in a
 * release, `create` and `update` with `status: 'published'`, and queries past the document service.
 * They run in the transaction of the change.
 */
export const watchPublication = (
  strapi: Core.Strapi,
  { settings, permalinks }: { settings: SettingsStore; permalinks: Permalinks },
): void => {
  const addresses = async () => (await settings.get()).addresses;

  /**
   * An article published without a date gets the moment since when readers could see it first; this
   * one, where nobody could yet: it had a date in the future, which an editor has cleared.
   */
  const setDate = async (data: Row): Promise<void> => {
    if (!data.publishedAt || data.date) return;
    const { documentId } = data;
    data.date =
      (await permalinks.findFirstPublication(ARTICLE_UID, documentId)) ??
      new Date(data.publishedAt);
    // The draft too, so that the editor sees the date and the next publication keeps it. The query
    // builder leaves `updatedAt` alone: the draft must not look modified.
    await strapi.db
      .queryBuilder(ARTICLE_UID)
      .where({ documentId, publishedAt: null, date: null })
      .update({ date: data.date })
      .execute();
  };

  const recordArticle = async ({ documentId, slug, date, publishedAt }: Row): Promise<void> => {
    if (!publishedAt || !slug) return;
    const { article, home } = await addresses();
    // The same moment an article without a date was given, for when the editor clears it later.
    const published = new Date(publishedAt);
    const visible = date && new Date(date) > published ? new Date(date) : published;
    await permalinks.record(
      { contentType: ARTICLE_UID, entry: documentId, slug, url: article(slug) },
      { published, visible },
    );
    // The first article is the first publication of the site's own feed, too.
    await permalinks.record({ contentType: SITE_UID, entry: SITE_UID, slug: '/', url: home() });
  };

  /** Each publication begins with it, too: what comes next says anew since when readers see the article. */
  const withdraw = async (event: WriteEvent): Promise<void> => {
    const published = rememberedRows(event).filter(({ isPublished }) => isPublished);
    await permalinks.withdraw(
      ARTICLE_UID,
      published.map(({ documentId }) => documentId),
    );
  };

  const recordTag = async ({ documentId, slug }: Row): Promise<void> => {
    if (!slug) return;
    const url = (await addresses()).tag(slug);
    await permalinks.record({ contentType: TAG_UID, entry: documentId, slug, url });
  };

  strapi.db.lifecycles.subscribe({
    models: [ARTICLE_UID],
    beforeCreate: ({ params }) => setDate(params.data as Row),
    afterCreate: ({ result }) => recordArticle(result as Row),
    afterUpdate: ({ result }) => recordArticle(result as Row),
    beforeDelete: (event) => rowsBefore(strapi, event),
    beforeDeleteMany: (event) => rowsBefore(strapi, event),
    afterDelete: withdraw,
    afterDeleteMany: withdraw,
  });

  strapi.db.lifecycles.subscribe({
    models: [TAG_UID],
    afterCreate: ({ result }) => recordTag(result as Row),
    afterUpdate: ({ result }) => recordTag(result as Row),
  });
};
