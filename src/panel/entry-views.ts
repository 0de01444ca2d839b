import { DateTime } from 'luxon';
import { z } from 'zod';

import {
  entryKeyOf,
  listIn,
  type ListName,
  SITE_LIST,
  unmarked,
} from '../catalogue/catalogue-table';
import {
  findDrafts,
  findListsOf,
  findUpcoming,
  findWithin,
  type StatedEntry,
} from '../catalogue/entry-states';
import type { ListedEntry } from '../catalogue/published-rows';
import { WHOLE_SITE } from '../content/selection';
import {
  type Calendar,
  type CalendarEntry,
  ENTRY_STATUSES,
  type EntryFeed,
  type EntryInFeeds,
  type EntryPage,
  type EntryStatus,
  type OfferedFilters,
  type ShownStatus,
} from './admin-api';
import { type EditionList, findFeed, findFeeds, type NamedFeed, nameFeed } from './feed-list';
import {
  answerWith,
  optionalNameSchema,
  paginationOf,
  pagingParameters,
  type Panel,
  type PanelEdition,
  type PanelEditions,
  search,
} from './panel';
import type { PanelUser } from './rights';

/** Filters entries by the id of a feed, or by the code of a locale. */
export const entryFilter = { feed: optionalNameSchema(300), locale: optionalNameSchema(50) };

/** Finds the feeds whose entries are wanted; undefined for a feed that the user may not know of. */
export const findAskedLists = async (
  editions: PanelEditions,
  { feed, locale }: { feed?: string; locale?: string },
  user: Pick<PanelUser, 'filterTopics'>,
): Promise<NamedFeed[] | undefined> => {
  if (feed !== undefined) {
    const found = await findFeed(editions, feed, user);
    return found && [found];
  }
  return editions
    .filter((edition) => locale === undefined || edition.locale?.code === locale)
    .map((edition) => nameFeed(edition, WHOLE_SITE));
};

/** An entry that was found, and what readers have of it. */
export interface FoundEntry extends StatedEntry {
  edition: PanelEdition;
  status: ShownStatus;
}

/** The newest published entries of a list. */
export const findNewestEntries = async (
  { edition, list }: EditionList,
  range: { start?: number; limit: number },
  now: Date,
): Promise<(ListedEntry & FoundEntry)[]> => {
  const lists = list === listIn(edition.mark, SITE_LIST) ? [] : [unmarked(list)];
  const found = await edition.queries.findWindow({ lists, now, ...range });
  return found.map((entry) => ({ ...entry, edition, status: 'live' }));
};

/** Finds the feeds that entries are in, or will be in, by `entryKeyOf`. */
const findFeedsOf = async (
  strapi: Panel['strapi'],
  entries: readonly FoundEntry[],
  user: PanelUser,
): Promise<Map<string, EntryFeed[]>> => {
  const lists = await findListsOf(strapi, entries);
  const feeds = new Map<string, EntryFeed[]>();
  for (const edition of new Set(entries.map((entry) => entry.edition))) {
    const shown = entries.filter((entry) => entry.edition === edition);
    const listsOf = (entry: FoundEntry): ListName[] =>
      (lists.get(entryKeyOf(entry)) ?? []).filter((list) => unmarked(list) !== SITE_LIST);
    const named = await findFeeds(edition, shown.flatMap(listsOf), user);
    const titles = new Map(named.map(({ list, id, title }) => [list, { id, title }]));
    const { compare } = new Intl.Collator(edition.inForce.language);
    for (const entry of shown) {
      const found = listsOf(entry).flatMap((list) => titles.get(list) ?? []);
      feeds.set(
        entryKeyOf(entry),
        found.sort((one, other) => compare(one.title, other.title)),
      );
    }
  }
  return feeds;
};

/** Names an entry among those of all types and languages. */
export const nameEntry = ({
  edition,
  contentType,
  documentId,
  locale,
  title,
}: Omit<FoundEntry, 'status' | 'date' | 'updated'>) => ({
  contentType,
  typeName: edition.panelTypes.names.get(contentType) ?? contentType,
  documentId,
  locale: locale || null,
  language: edition.shownLanguage,
  title,
});

/** Describes entries for the panel's lists: public ones, and those that the user may read. */
export const describeEntries = async (
  { strapi }: Pick<Panel, 'strapi'>,
  entries: readonly FoundEntry[],
  user: PanelUser,
): Promise<EntryInFeeds[]> => {
  const listed = entries.filter(({ status }) => status !== 'nowhere');
  const feeds = await findFeedsOf(strapi, listed, user);
  const isEditable = await user.mayEdit(entries);
  return entries.map((entry) => {
    const { edition, status, date, updated } = entry;
    return {
      ...nameEntry(entry),
      status,
      date: date?.toISOString() ?? null,
      changed: updated?.toISOString() ?? null,
      timeZone: edition.inForce.timeZone,
      feeds: feeds.get(entryKeyOf(entry)) ?? [],
      mayEdit: isEditable(entry),
    };
  });
};

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
  const { entries, count, lookedAt } = await findOfStatus(status, entrySearch);
  const most = status === 'live' && lookedAt !== null ? lookedAt : Infinity;
  return {
    results: await describeEntries(panel, entries, user),
    pagination: paginationOf(page, pageSize, Math.min(count, most)),
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
};
