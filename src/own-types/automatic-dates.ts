import type { Core } from '@strapi/strapi';

import type { Permalinks } from '../addresses/permalinks';
import { ARTICLE_UID } from '../lib/constants';
import type { Plan } from '../mapping/plan';

interface Row {
  documentId: string;
  locale?: string | null;
  publishedAt?: string | Date | null;
  date?: string | Date | null;
}

/**
 * Gives articles a date at their first publication, for the editor to see. A site's own types and their
 * fields are the site's: there the first permalink has that date.
 *
 * A database lifecycle, since it sees each way a row is written: publishing from the panel or in a
 * release, `create` and `update` with `status: 'published'`, and queries past the document service.
 * It runs in the transaction of the change.
 */
export const fillDates = (
  strapi: Core.Strapi,
  { permalinks, plan }: { permalinks: Pick<Permalinks, 'findMoments'>; plan: Plan },
): void => {
  /**
   * An article published without a date gets the moment since when readers could see it first; this
   * one, where nobody could yet: it had a date in the future, which an editor has cleared.
   */
  const fillDate = async (data: Row): Promise<void> => {
    if (!data.publishedAt || data.date) return;
    const { documentId, locale } = data;
    const source = plan.sources.find(({ contentType }) => contentType === ARTICLE_UID);
    const ofLocale = source?.isLocalised ? (locale ?? '') : undefined;
    const { published } = await permalinks.findMoments(ARTICLE_UID, documentId, ofLocale);
    data.date = published ?? new Date(data.publishedAt);
    // The draft too, so that the editor sees the date and the next publication keeps it. The query
    // builder leaves `updatedAt` alone: the draft must not look modified.
    await strapi.db
      .queryBuilder(ARTICLE_UID)
      .where({
        documentId,
        publishedAt: null,
        date: null,
        ...(ofLocale !== undefined && { locale: locale ?? null }),
      })
      .update({ date: data.date })
      .execute();
  };

  strapi.db.lifecycles.subscribe({
    models: [ARTICLE_UID],
    beforeCreate: ({ params }) => fillDate(params.data as Row),
  });
};
