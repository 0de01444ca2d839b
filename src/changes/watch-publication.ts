import type { Core } from '@strapi/strapi';

import type { Plan } from '../mapping/plan';
import type { Permalinks } from '../addresses/permalinks';
import { SLUGGED_TYPES } from '../constants';

interface Row {
  documentId: string;
  locale?: string | null;
  publishedAt?: string | Date | null;
  [field: string]: unknown;
}

/**
 * Gives entries of the plugin's own types a date at their first publication, for the editor to see. A
 * site's own fields are the site's: there the first permalink has that date.
 *
 * Database lifecycles, since they see each way a row is written: publishing from the panel or in a
 * release, `create` and `update` with `status: 'published'`, and queries past the document service.
 * They run in the transaction of the change.
 */
export const watchPublication = (
  strapi: Core.Strapi,
  { permalinks, plan }: { permalinks: Permalinks; plan: Plan },
): void => {
  /**
   * An entry published without a date gets the moment since when readers could see it first; this
   * one, where nobody could yet: it had a date in the future, which an editor has cleared.
   */
  const setDate = async (contentType: string, field: string, data: Row): Promise<void> => {
    if (!data.publishedAt || data[field]) return;
    const { documentId, locale } = data;
    const source = plan.sources.find((candidate) => candidate.contentType === contentType);
    const ofLocale = source?.isLocalised ? (locale ?? '') : undefined;
    const { published } = await permalinks.findMoments(contentType, documentId, ofLocale);
    data[field] = published ?? new Date(data.publishedAt);
    // The draft too, so that the editor sees the date and the next publication keeps it. The query
    // builder leaves `updatedAt` alone: the draft must not look modified.
    await strapi.db
      .queryBuilder(contentType)
      .where({
        documentId,
        publishedAt: null,
        [field]: null,
        ...(ofLocale !== undefined && { locale: locale ?? null }),
      })
      .update({ [field]: data[field] })
      .execute();
  };

  for (const [contentType, { date }] of Object.entries(SLUGGED_TYPES)) {
    if (date === undefined) continue;
    strapi.db.lifecycles.subscribe({
      models: [contentType],
      beforeCreate: ({ params }) => setDate(contentType, date, params.data as Row),
    });
  }
};
