import type { Core } from '@strapi/strapi';

import type { FeedWaiting, Schedule, WaitingArticle } from './admin-api';
import { type ListName, SITE_LIST, topicList } from '../catalogue/catalogue-table';
import type { Counts } from '../catalogue/counts';
import type { CatalogueQueries } from '../catalogue/queries';
import { chunk } from '../chunk';
import { ARTICLE_UID, TAG_UID } from '../constants';
import type { SettingsStore } from '../settings';
import { SITE_FEED } from './admin-api';

/** Articles that are told of: whoever has more waiting looks into the Content Manager. */
const TOLD = 100;

/** What a user may do with articles. */
export interface ArticleRights {
  /** Those of some articles that the user may read. */
  mayRead: (documentIds: string[]) => Promise<Set<string>>;
  /** Those of some articles that the user may change. */
  mayEdit: (documentIds: string[]) => Promise<Set<string>>;
}

interface ScheduleParts {
  settings: Pick<SettingsStore, 'get'>;
  catalogue: Pick<CatalogueQueries, 'findWaiting'>;
  counts: Pick<Counts, 'waiting'>;
}

/** Says what readers will get later. */
export const createSchedule = (
  strapi: Core.Strapi,
  { settings, catalogue, counts }: ScheduleParts,
) => {
  const listOf = (id: string): ListName => (id === SITE_FEED ? SITE_LIST : topicList(TAG_UID, id));

  return {
    /** Which of some articles are published and wait for their date, and in which zone dates are meant. */
    async ofArticles(
      documentIds: string[],
      now: Date,
      { mayRead }: Pick<ArticleRights, 'mayRead'>,
    ): Promise<Schedule> {
      const { timeZone } = await settings.get();
      const scheduled: Schedule['scheduled'] = {};
      const readable = documentIds.length > 0 ? await mayRead(documentIds) : new Set<string>();
      for (const some of chunk([...readable])) {
        const rows: { documentId: string; date: string | Date }[] = await strapi.db
          .query(ARTICLE_UID)
          .findMany({
            select: ['documentId', 'date'],
            where: {
              documentId: { $in: some },
              publishedAt: { $notNull: true },
              date: { $gt: now },
            },
          });
        for (const { documentId, date } of rows) {
          scheduled[documentId] = new Date(date).toISOString();
        }
      }
      return { timeZone, scheduled };
    },

    /**
     * What waits to be in a feed: what is scheduled, the next one first, then drafts, the last one
     * written first. Articles that the user may not read are counted only.
     *
     * @param id of a feed the user may know of
     */
    async ofFeed(id: string, now: Date, { mayRead, mayEdit }: ArticleRights): Promise<FeedWaiting> {
      const { timeZone } = await settings.get();
      const list = listOf(id);
      const [entries, waiting] = await Promise.all([
        catalogue.findWaiting(list, now, TOLD),
        counts.waiting([list], now),
      ]);
      const documentIds = entries.map(({ documentId }) => documentId);
      const [readable, editable] = [await mayRead(documentIds), await mayEdit(documentIds)];
      const articles = entries
        .filter(({ documentId }) => readable.has(documentId))
        .map(({ documentId, title, date, isScheduled }): WaitingArticle => ({
          documentId,
          title,
          date: date?.toISOString() ?? null,
          isScheduled,
          mayEdit: editable.has(documentId),
        }));
      return { timeZone, total: waiting.get(list) ?? 0, articles };
    },
  };
};

export type ScheduleOfArticles = ReturnType<typeof createSchedule>;
