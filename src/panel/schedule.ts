import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import type { DateFields, Schedule } from './admin-api';
import { chunk } from '../lib/chunk';
import { editionOf, isPublishedIn } from '../options/locales';
import type { Plan, SourcePlan } from '../mapping/plan';
import { ownField } from '../mapping/plan-parts';
import { documentLocale } from '../mapping/slugs';
import { dateAt, type ReadEntry } from '../mapping/values';
import { ARTICLE_UID } from '../constants';
import { openPanel, type Panel, panelOf } from './panel';
import { type PanelUser, userOf } from './rights';
import { contentType, locale, names, read } from './requests';

/** Entries of a content type, as the Content Manager shows them. */
interface AskedEntries {
  contentType: string;
  documentIds: string[];
  /** Code of the locale they are shown in; Strapi's default one where none is said. */
  locale?: string | null;
}

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

/** Fields whose date entries may wait for. */
const dateFields = (plan: Plan): DateFields =>
  Object.fromEntries(
    plan.sources.flatMap(({ contentType, date }) => {
      const field = date && ownField(date);
      return field === undefined ? [] : [[contentType, field]];
    }),
  );

/**
 * Which of some entries are published and wait for their date, and in which zone dates are meant.
 * Of a content type that is no source, none does, and none in a locale that is not published.
 */
const findSchedule = async (
  { strapi, plan, editions, push }: Panel,
  { contentType, documentIds, locale: asked }: AskedEntries,
  { now, mayRead }: PanelUser,
): Promise<Schedule> => {
  const source = plan.sources.find((one) => one.contentType === contentType);
  const locale = await documentLocale(strapi, contentType, asked);
  const edition = source && editionOf(editions, source, locale);
  const { timeZone, republishing } = (edition ?? editions[0]).inForce;
  const site = {
    timeZone,
    republishing,
    ...(source?.isPage && { isPage: true as const }),
    ...(push.consumers.length > 0 && { tellsOthers: true as const }),
  };
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
  const scheduled = await findScheduled(strapi, source, { documentIds: ids, locale }, now);
  return { ...site, scheduled, ...type };
};

/** Articles that are asked for at once: a page of the Content Manager's list. */
const AT_ONCE = 100;

const scheduleSchema = z.object({
  type: contentType.default(ARTICLE_UID),
  locale,
  articles: names(AT_ONCE, 'articles'),
});

export const scheduleController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Tells every user the site's time zone, and which of the articles they may read are scheduled. */
  async find(ctx: Context): Promise<void> {
    const { articles, type, locale } = read(scheduleSchema, ctx.query);
    const panel = await openPanel(strapi);
    const asked = { contentType: type, documentIds: articles, locale };
    ctx.body = { data: await findSchedule(panel, asked, userOf(panel, ctx)) };
  },

  /** Tells every user which fields date entries: names of fields, and of no entry. */
  findFields(ctx: Context): void {
    ctx.body = { data: dateFields(panelOf(strapi).plan) };
  },
});
