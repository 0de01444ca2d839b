import type { Core } from '@strapi/strapi';

import type { DateFields, FeedWaiting, Schedule, WaitingArticle } from './admin-api';
import { type ListName, markOf, topicOfList, unmarked } from '../catalogue/catalogue-table';
import type { Counts } from '../catalogue/counts';
import type { CatalogueQueries } from '../catalogue/queries';
import { chunk } from '../lib/chunk';
import { editionOf, isPublishedIn, type PublishedLocale } from '../options/locales';
import type { SettingsStore } from '../options/settings';
import type { Plan, SourcePlan } from '../mapping/plan';
import { ownField } from '../mapping/plan-parts';
import { documentLocale } from '../mapping/slug-locale';
import { dateAt, type ReadEntry } from '../mapping/values';
import type { EntryRights } from './permissions/entry-rights';

/** Articles that are told of: whoever has more waiting looks into the Content Manager. */
const TOLD = 100;

/** The site in a locale, whose clock dates are told by. */
interface TimedEdition {
  locale: PublishedLocale | undefined;
  /** Of its locale; empty for the main one. */
  mark: string;
  settings: Pick<SettingsStore, 'get'>;
}

interface ScheduleParts {
  plan: Plan;
  /** The site in each of its locales, the main one first. */
  editions: readonly [main: TimedEdition, ...others: TimedEdition[]];
  catalogue: Pick<CatalogueQueries, 'findWaiting'>;
  counts: Pick<Counts, 'waiting'>;
}

/** Entries of a content type, as the Content Manager shows them. */
export interface AskedEntries {
  contentType: string;
  documentIds: string[];
  /** Code of the locale they are shown in; Strapi's default one where none is said. */
  locale?: string | null;
}

/** Says what readers will get later. */
export const createSchedule = (
  strapi: Core.Strapi,
  { plan, editions, catalogue, counts }: ScheduleParts,
) => {
  /** Entries of a source that are published and dated in the future, by the source's own field. */
  const findScheduled = async (
    { contentType, date: path, hasDrafts }: SourcePlan,
    { documentIds, locale }: { documentIds: string[]; locale: string | undefined },
    now: Date,
  ): Promise<Schedule['scheduled']> => {
    const field = path && ownField(path);
    const scheduled: Schedule['scheduled'] = {};
    // Without a date of its own an entry has that of its first publication, which has been.
    if (field === undefined) return scheduled;
    for (const some of chunk(documentIds)) {
      const rows: ReadEntry[] = await strapi.db.query(contentType).findMany({
        select: ['documentId', field],
        where: {
          documentId: { $in: some },
          ...(locale !== undefined && { locale }),
          ...(hasDrafts && { publishedAt: { $notNull: true } }),
          [field]: { $gt: now },
        },
      });
      for (const row of rows) {
        const date = dateAt(row, [field]);
        if (date && date > now) scheduled[String(row.documentId)] = date.toISOString();
      }
    }
    return scheduled;
  };

  return {
    /** Fields whose date entries may wait for. */
    dateFields: (): DateFields =>
      Object.fromEntries(
        plan.sources.flatMap(({ contentType, date }) => {
          const field = date && ownField(date);
          return field === undefined ? [] : [[contentType, field]];
        }),
      ),

    /**
     * Which of some entries are published and wait for their date, and in which zone dates are meant.
     * Of a content type that is no source, none does, and none in a locale that is not published.
     */
    async ofEntries(
      { contentType, documentIds, locale: asked }: AskedEntries,
      now: Date,
      { mayRead }: Pick<EntryRights, 'mayRead'>,
    ): Promise<Schedule> {
      const source = plan.sources.find((one) => one.contentType === contentType);
      const locale = await documentLocale(strapi, contentType, asked);
      const edition = source && editionOf(editions, source, locale);
      const { timeZone, republishing } = await (edition ?? editions[0]).settings.get();
      const site = { timeZone, republishing, ...(source?.isPage && { isPage: true as const }) };
      if (!source) return { isSource: false, ...site, scheduled: {} };
      if (locale !== undefined && !isPublishedIn(plan.locales, source, locale)) {
        return { isSource: true, ...site, scheduled: {} };
      }
      const type = {
        isSource: true,
        ...(source.hasDrafts ? {} : { isPublicAtOnce: true as const }),
      };
      if (documentIds.length === 0) return { ...site, scheduled: {}, ...type };
      const entries = documentIds.map((documentId) => ({ contentType, documentId, locale }));
      const readable = entries.filter(await mayRead(entries));
      const ids = readable.map(({ documentId }) => documentId);
      const scheduled = await findScheduled(source, { documentIds: ids, locale }, now);
      return { ...site, scheduled, ...type };
    },

    /**
     * What waits to be in a feed: what is scheduled, the next one first, then drafts, the last one
     * written first. Articles that the user may not read are counted only.
     *
     * @param list of a feed the user may know of
     */
    async ofFeed(
      list: ListName,
      now: Date,
      { mayRead, mayReadTopics, mayEdit }: EntryRights,
    ): Promise<FeedWaiting> {
      const edition = editions.find(({ mark }) => mark === markOf(list)) ?? editions[0];
      const { timeZone } = await edition.settings.get();
      const [entries, waiting] = await Promise.all([
        catalogue.findWaiting(list, now, TOLD),
        counts.waiting([list], now),
      ]);
      // What is in the feed of a topic tells what an entry is grouped by.
      const isOfTopic = topicOfList(unmarked(list)) !== undefined;
      const isReadable = await (isOfTopic ? mayReadTopics : mayRead)(entries);
      const isEditable = await mayEdit(entries);
      const articles = entries.filter(isReadable).map((entry): WaitingArticle => ({
        ...entry,
        locale: entry.locale || null,
        date: entry.date?.toISOString() ?? null,
        mayEdit: isEditable(entry),
      }));
      return { timeZone, total: waiting.get(list) ?? 0, articles };
    },
  };
};

export type ScheduleOfArticles = ReturnType<typeof createSchedule>;
