import type { Core } from '@strapi/strapi';
import { z } from 'zod';

import type { Schedule } from './admin-api';
import { chunk } from '../lib/values';
import { editionOf } from '../options/locales';
import type { SourcePlan } from '../mapping/plan';
import { ownField } from '../mapping/plan-parts';
import { documentLocale } from '../mapping/document-locales';
import { dateAt, type ReadEntry } from '../mapping/values';
import { ARTICLE_UID } from '../lib/constants';
import type { Panel } from './panel';
import type { PanelUser } from './rights';
import { answerWith, contentType, locale, names } from './requests';

/** Entries of a source that are published and dated in the future, by the source's own field. */
const findScheduled = async (
  strapi: Core.Strapi,
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

/**
 * Which of some entries are published and wait for their date, and in which zone dates are meant.
 * Of a content type that is no source, none does, and none in a locale that is not published.
 */
const findSchedule = async (
  { strapi, plan, editions, push }: Panel,
  { type: contentType, articles, locale: asked }: z.output<typeof scheduleSchema>,
  { now, mayRead }: PanelUser,
): Promise<Schedule> => {
  const source = plan.sources.find((one) => one.contentType === contentType);
  const locale = await documentLocale(strapi, contentType, asked);
  const edition = source && editionOf(editions, source, locale);
  const { timeZone, republishing } = (edition ?? editions[0]).inForce;
  const schedule: Schedule = {
    isSource: source !== undefined,
    timeZone,
    republishing,
    ...(source?.isPage && { isPage: true as const }),
    ...(push.consumers.length > 0 && { tellsOthers: true as const }),
    scheduled: {},
  };
  if (!source || !edition || articles.length === 0) return schedule;
  const entries = articles.map((documentId) => ({ contentType, documentId, locale }));
  const readable = entries.filter(await mayRead(entries));
  const ids = readable.map(({ documentId }) => documentId);
  const scheduled = await findScheduled(strapi, source, { documentIds: ids, locale }, now);
  return { ...schedule, scheduled };
};

/** Articles that are asked for at once: a page of the Content Manager's list. */
const AT_ONCE = 100;

const scheduleSchema = z.object({
  type: contentType.default(ARTICLE_UID),
  locale,
  articles: names(AT_ONCE, 'articles'),
});

export const schedule = {
  /** Tells every user the site's time zone, and which of the articles they may read are scheduled. */
  find: answerWith(scheduleSchema, findSchedule),
};
