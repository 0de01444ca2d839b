import type { Core } from '@strapi/strapi';
import { DateTime } from 'luxon';
import { z } from 'zod';

import { ARTICLE_UID } from '../lib/constants';
import { documentLocale } from '../mapping/schemas';
import { ownField, type SourcePlan, wherePublished } from '../mapping/plan';
import { dateOf, type ReadEntry } from '../mapping/values';
import { editionOf } from '../options/locales';
import {
  type Calendar,
  type CalendarEntry,
  ENTRY_STATUSES,
  type EntryPage,
  type EntryStatus,
  type OfferedFilters,
  type Schedule,
} from './admin-api';
import { attentionQuery, findAttention } from './attention';
import { findDrafts, findUpcoming, findWithin } from '../catalogue/entry-states';
import {
  describeEntries,
  entryFilter,
  findAskedLists,
  findNewestEntries,
  type FoundEntry,
  nameEntry,
} from './entry-descriptions';
import type { EditionList, NamedFeed } from './feed-list';
import {
  answerWith,
  contentType,
  locale,
  names,
  pagingParameters,
  type Panel,
  type PanelEditions,
  search,
  paginationOf,
} from './panel';
import type { PanelUser } from './rights';

/** Most entries of a month that the calendar shows: more than anybody looks through. */
const MAXIMUM_CALENDAR_ENTRIES = 1_000;

/** What the filters show. */
const describeFilters = (
  editions: PanelEditions,
  { feed }: { feed?: string },
  [found]: NamedFeed[],
): OfferedFilters => ({
  feed: feed !== undefined && found ? { id: found.id, title: found.title } : null,
  locales: editions.flatMap(({ locale, shownLanguage: language }) =>
    language === null ? [] : [{ code: locale?.code ?? '', language }],
  ),
});

type FoundDate = Omit<FoundEntry, 'status'> & { date: Date; status: CalendarEntry['status'] };

/**
 * Finds what becomes public or ends in a month, by day in the site's time zone; undefined for a feed that the user may
 * not know of.
 */
const findCalendar = async (
  { strapi, editions }: Pick<Panel, 'strapi' | 'editions'>,
  { month: asked, ...filter }: z.output<typeof calendarSchema>,
  user: PanelUser,
): Promise<Calendar | undefined> => {
  const { now } = user;
  const found = await findAskedLists(editions, filter, user);
  if (!found) return undefined;
  // Locales may have time zones of their own: for several, days are those of the main locale.
  const [{ edition } = { edition: editions[0] }] = found.length === 1 ? found : [];
  const { timeZone } = edition.inForce;
  const today = DateTime.fromJSDate(now, { zone: timeZone });
  const start = asked
    ? DateTime.fromISO(`${asked}-01`, { zone: timeZone })
    : today.startOf('month');
  const span = { start: start.toJSDate(), end: start.plus({ months: 1 }).toJSDate() };
  const dated = await Promise.all(
    found.map(async ({ edition, list }) => {
      const due = await findWithin(strapi, list, 'date', span, MAXIMUM_CALENDAR_ENTRIES + 1);
      const ending = await findWithin(strapi, list, 'until', span, MAXIMUM_CALENDAR_ENTRIES + 1);
      const statusOf = (date: Date) => (date > now ? 'scheduled' : 'live');
      return [
        ...due.map((entry): FoundDate => ({ ...entry, edition, status: statusOf(entry.date) })),
        ...ending.map((entry): FoundDate => ({ ...entry, edition, status: 'ending' })),
      ];
    }),
  );
  const all = dated
    .flat()
    .sort((one, other) => one.date.getTime() - other.date.getTime())
    .slice(0, MAXIMUM_CALENDAR_ENTRIES);
  // Readers know neither scheduled entries nor end dates, so these need permission.
  const isReadable = await user.mayRead(all.filter(({ status }) => status !== 'live'));
  const shown = all.filter((entry) => entry.status === 'live' || isReadable(entry));
  const isEditable = await user.mayEdit(shown);
  const days: Calendar['days'] = {};
  for (const entry of shown) {
    const { status, date } = entry;
    const day = DateTime.fromJSDate(date, { zone: timeZone }).toISODate()!;
    (days[day] ??= []).push({
      ...nameEntry(entry),
      status,
      date: date.toISOString(),
      mayEdit: isEditable(entry),
    });
  }
  return {
    month: start.toFormat('yyyy-MM'),
    timeZone,
    today: today.toISODate()!,
    days,
    isWhole: dated.reduce((sum, { length }) => sum + length, 0) <= MAXIMUM_CALENDAR_ENTRIES,
    ...describeFilters(editions, filter, found),
  };
};

/**
 * Most entries of a list that are read to be searched, or merged with those of other lists. Roles may permit each
 * scheduled entry and each draft separately.
 */
const MAXIMUM_READ: Record<EntryStatus, number> = { live: 5_000, scheduled: 1_000, draft: 1_000 };

/** A page of the entries of a status, among those that were read. */
interface Found {
  /** Entries that the user may read and that match the search, in order. */
  entries: FoundEntry[];
  /** Number of all of these entries. */
  count: number;
  /** Number of entries that the user may not read. */
  others: number;
  lookedAt: number | null;
}

interface EntrySearch {
  panel: Panel;
  scopes: EditionList[];
  search: string;
  user: PanelUser;
  /** Start of the page. */
  start: number;
  limit: number;
}

const momentOf = (date: Date | null): number => date?.getTime() ?? 0;

/** The order of entries, by their status. Entries that are equal in it stay in the order of their list. */
const ORDERS: Record<EntryStatus, (one: FoundEntry, other: FoundEntry) => number> = {
  live: (one, other) => momentOf(other.date) - momentOf(one.date),
  scheduled: (one, other) => momentOf(one.date) - momentOf(other.date),
  draft: (one, other) => momentOf(other.updated) - momentOf(one.updated),
};

/** Finds public entries without a search: their number is known, and only the page is read. */
const findLive = async ({ panel, scopes, user, start, limit }: EntrySearch): Promise<Found> => {
  const most = MAXIMUM_READ.live;
  const lists = scopes.map(({ list }) => list);
  const numbers = await panel.counts.countDue(lists, user.now);
  const totals = lists.map((list) => numbers.get(list) ?? 0);
  const isOne = scopes.length === 1;
  // Of several lists, the beginnings are read and merged.
  const range = isOne ? { start, limit } : { limit: Math.min(start + limit, most) };
  const found = await Promise.all(scopes.map((scope) => findNewestEntries(scope, range, user.now)));
  const entries = found.flat().sort(ORDERS.live);
  return {
    entries: isOne ? entries : entries.slice(start, start + limit),
    count: totals.reduce((sum, number) => sum + number, 0),
    others: 0,
    lookedAt: isOne || totals.every((number) => number <= most) ? null : most,
  };
};

/** Reads the entries of a status in a list. */
const readList = async (
  status: EntryStatus,
  { strapi }: Panel,
  scope: EditionList,
  limit: number,
  now: Date,
): Promise<FoundEntry[]> => {
  if (status === 'live') return findNewestEntries(scope, { limit }, now);
  const { edition, list } = scope;
  const entries =
    status === 'scheduled'
      ? await findUpcoming(strapi, list, now, limit)
      : await findDrafts(strapi, list, limit);
  return entries.map((entry) => ({ ...entry, edition, status }));
};

/** Finds entries of a status that the user may read and whose title has the search term, ignoring case. */
const findOfStatus = async (status: EntryStatus, asked: EntrySearch): Promise<Found> => {
  const { panel, scopes, search, user, start, limit } = asked;
  const wanted = search.trim().toLowerCase();
  if (status === 'live' && wanted === '') return findLive(asked);
  const most = MAXIMUM_READ[status];
  const found = await Promise.all(
    scopes.map((scope) => readList(status, panel, scope, most + 1, user.now)),
  );
  const isWhole = found.every(({ length }) => length <= most);
  const entries = found.flatMap((some) => some.slice(0, most));
  const readable = status === 'live' ? entries : entries.filter(await user.mayRead(entries));
  const shown = readable
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .sort(ORDERS[status]);
  return {
    entries: shown.slice(start, start + limit),
    count: shown.length,
    others: entries.length - readable.length,
    lookedAt: isWhole ? null : most,
  };
};

/** A page of the entries of a status; undefined for a feed that the user may not know of. */
const findEntryPage = async (
  panel: Panel,
  { status, _q: search, page, pageSize, ...filter }: z.output<typeof pageSchema>,
  user: PanelUser,
): Promise<EntryPage | undefined> => {
  const scopes = await findAskedLists(panel.editions, filter, user);
  if (!scopes) return undefined;
  const start = (page - 1) * pageSize;
  const entrySearch = { panel, scopes, search, user, start, limit: pageSize };
  const { entries, count, others, lookedAt } = await findOfStatus(status, entrySearch);
  const most = status === 'live' && lookedAt !== null ? lookedAt : Infinity;
  return {
    results: await describeEntries(panel, entries, user),
    pagination: paginationOf(page, pageSize, Math.min(count, most)),
    others,
    lookedAt,
    ...describeFilters(panel.editions, filter, scopes),
  };
};

const pageSchema = z.object({
  ...entryFilter,
  ...pagingParameters,
  _q: search,
  status: z.enum(ENTRY_STATUSES).default('live'),
});
const calendarSchema = z.object({
  ...entryFilter,
  // The current month by default.
  month: z
    .string()
    .regex(/^(?:19|2\d)\d{2}-(?:0[1-9]|1[0-2])$/, 'expected a month such as 2026-01')
    .optional(),
});

export const entries = {
  find: answerWith(pageSchema, findEntryPage),
  findCalendar: answerWith(calendarSchema, findCalendar),
  findAttention: answerWith(attentionQuery, findAttention),
};

/** Moments of published entries with a future date in the source's own date field, by document id. */
const findScheduled = async (
  strapi: Core.Strapi,
  source: SourcePlan,
  documentIds: string[],
  locale: string | undefined,
  now: Date,
): Promise<Schedule['scheduled']> => {
  const { contentType, isLocalised } = source;
  const field = source.date && ownField(source.date);
  const scheduled: Schedule['scheduled'] = {};
  // Without a date field, an entry has the date of its first publication, which is past.
  if (field === undefined) return scheduled;
  const rows: ReadEntry[] = await strapi.db.query(contentType).findMany({
    select: ['documentId', field, ...(isLocalised ? ['locale'] : [])],
    where: { documentId: { $in: documentIds }, ...wherePublished(source, locale) },
  });
  for (const row of rows) {
    const date = dateOf(source, row);
    if (date && date > now) scheduled[String(row.documentId)] = date.toISOString();
  }
  return scheduled;
};

/**
 * Tells which of these entries are published and wait for their date, and the time zone of dates. None does if the
 * content type is no source, or the locale is not published.
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
  const asEntry = (documentId: string) => ({ contentType, documentId, locale });
  const entries = edition ? articles.map(asEntry) : [];
  const readable = entries.filter(await mayRead(entries)).map(({ documentId }) => documentId);
  return {
    isSource: source !== undefined,
    timeZone,
    republishing,
    ...(source?.isPage && { isPage: true as const }),
    ...(push.consumers.length > 0 && { tellsOthers: true as const }),
    scheduled: source ? await findScheduled(strapi, source, readable, locale, now) : {},
  };
};

/** Most entries in one request: a page of the Content Manager's list. */
const MAXIMUM_ARTICLES = 100;

const scheduleSchema = z.object({
  type: contentType.default(ARTICLE_UID),
  locale,
  articles: names(MAXIMUM_ARTICLES, 'articles'),
});

export const schedule = {
  /** Tells every user the site's time zone, and which of the entries they may read are scheduled. */
  find: answerWith(scheduleSchema, findSchedule),
};
