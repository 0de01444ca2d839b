import { z } from 'zod';
import { DateTime } from 'luxon';

import {
  ENTRY_STATUSES,
  type EntryNumber,
  type EntryNumbers,
  type EntryPage,
  type EntryStatus,
  type Calendar,
  type CalendarEntry,
} from './admin-api';
import {
  entryFilter,
  findLists,
  isOfTopic,
  describeEntries,
  nameEntry,
  toFound,
  type FoundEntry,
} from './entry-descriptions';
import type { EditionList } from './feed-list';
import { attentionQuery, findAttention } from './attention';
import type { Panel } from './panel';
import type { IsAllowed, PanelUser } from './rights';
import { answerWith, paging, search, toPagination } from './requests';

/** Entries of a list that a month shows: more than anybody looks through. */
const SHOWN = 1_000;

type Dated = Omit<FoundEntry, 'status'> & { date: Date; status: CalendarEntry['status'] };

/**
 * What came and what will come to readers, by the days of the site; undefined for a feed that the user may
 * not know of.
 */
const findCalendar = async (
  { editions, states }: Pick<Panel, 'editions' | 'states'>,
  { month: asked, ...filter }: z.output<typeof calendarSchema>,
  user: PanelUser,
): Promise<Calendar | undefined> => {
  const { now } = user;
  const found = await findLists(editions, filter, user);
  if (!found) return undefined;
  // Where languages have clocks of their own, one has to be chosen to see by its.
  const [{ edition } = { edition: editions[0] }] = found.length === 1 ? found : [];
  const { timeZone } = edition.inForce;
  const today = DateTime.fromJSDate(now, { zone: timeZone });
  const start = asked
    ? DateTime.fromISO(`${asked}-01`, { zone: timeZone })
    : today.startOf('month');
  const span = { start: start.toJSDate(), end: start.plus({ months: 1 }).toJSDate() };
  const lists = found.map(({ list }) => list);
  const [dated, ending] = [
    await states.findWithin(lists, 'date', span, SHOWN + 1),
    await states.findWithin(lists, 'until', span, SHOWN + 1),
  ];
  const isDue = ({ date }: { date: Date }): boolean => date <= now;
  const statusOf = (entry: { date: Date }) => (isDue(entry) ? 'live' : 'scheduled');
  const all = [
    ...toFound(found, dated, null).map((entry): Dated => ({ ...entry, status: statusOf(entry) })),
    ...toFound(found, ending, 'ending' as const),
  ]
    .sort((one, other) => one.date.getTime() - other.date.getTime())
    .slice(0, SHOWN);
  // Readers know neither what comes nor when something goes.
  const waiting = all.filter(({ status }) => status !== 'live');
  const isReadable = await (found.some(isOfTopic)
    ? user.mayReadTopics(waiting)
    : user.mayRead(waiting));
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
    isWhole: dated.length + ending.length <= SHOWN,
  };
};

/** Entries that will come that are looked at: roles may tell each from the other. */
const WAITING_LOOKED_AT = 1_000;

/** A page of the entries of a status, as far as they were looked at. */
interface Found {
  /** Those that the user may read and that match the search, in their order. */
  entries: FoundEntry[];
  number: EntryNumber;
  /** Those that the user may not read. */
  others: number;
}

interface Asked {
  panel: Panel;
  scopes: EditionList[];
  search: string;
  user: PanelUser;
  /** The page; without one, entries are only counted. */
  page?: { start: number; limit: number };
}

/** How many of some lists readers have, as the list of feeds says: they are counted one by one for a search alone. */
const countLive = async ({ panel, scopes, search, user: { now } }: Asked): Promise<number> => {
  const lists = scopes.map(({ list }) => list);
  if (search.trim() !== '') return panel.states.count({ lists, status: 'live', now, search });
  const numbers = await panel.counts.due(lists, now);
  return lists.reduce((sum, list) => sum + (numbers.get(list) ?? 0), 0);
};

const findLive = async (asked: Asked): Promise<Found> => {
  const { panel, scopes, search, user, page } = asked;
  const lists = scopes.map(({ list }) => list);
  const entries = page
    ? await panel.states.find({ lists, status: 'live', now: user.now, search }, page)
    : [];
  return {
    entries: toFound(scopes, entries, 'live'),
    number: { count: await countLive(asked), isWhole: true },
    others: 0,
  };
};

/** Entries that are to come, of those that the user may read. */
const findWaiting = async (
  status: Exclude<EntryStatus, 'live'>,
  { panel, scopes, search, user, page }: Asked,
): Promise<Found> => {
  const asked = { lists: scopes.map(({ list }) => list), status, now: user.now };
  const found = await panel.states.find(asked, { limit: WAITING_LOOKED_AT + 1 });
  const entries = toFound(scopes, found.slice(0, WAITING_LOOKED_AT), status);
  // What a feed of a topic has says what the entry is grouped by.
  const isReadable: IsAllowed = await (scopes.some(isOfTopic)
    ? user.mayReadTopics(entries)
    : user.mayRead(entries));
  const readable = entries.filter(isReadable);
  const wanted = search.trim().toLowerCase();
  const shown = readable.filter(({ title }) => title.toLowerCase().includes(wanted));
  return {
    entries: page ? shown.slice(page.start, page.start + page.limit) : [],
    number: { count: shown.length, isWhole: found.length <= WAITING_LOOKED_AT },
    others: entries.length - readable.length,
  };
};

const findOfStatus = (status: EntryStatus, asked: Asked): Promise<Found> =>
  status === 'live' ? findLive(asked) : findWaiting(status, asked);

/** A page of the entries of a status; undefined for a feed that the user may not know of. */
const findEntryPage = async (
  panel: Panel,
  { status, _q: search, page, pageSize, ...filter }: z.output<typeof pageSchema>,
  user: PanelUser,
): Promise<EntryPage | undefined> => {
  const scopes = await findLists(panel.editions, filter, user);
  if (!scopes) return undefined;
  const stretch = { start: (page - 1) * pageSize, limit: pageSize };
  const asked = { panel, scopes, search, user, page: stretch };
  const { entries, number, others } = await findOfStatus(status, asked);
  return {
    results: await describeEntries(panel, entries, user),
    pagination: toPagination(page, pageSize, number.count),
    others,
    lookedAt: number.isWhole ? null : WAITING_LOOKED_AT,
  };
};

/** How many entries there are of each status; undefined like `find`. */
const findEntryNumbers = async (
  panel: Panel,
  { _q: search, ...filter }: z.output<typeof numbersSchema>,
  user: PanelUser,
): Promise<EntryNumbers | undefined> => {
  const scopes = await findLists(panel.editions, filter, user);
  if (!scopes) return undefined;
  const asked = { panel, scopes, search, user };
  const [feed] = filter.feed === undefined ? [] : scopes;
  return {
    live: (await findOfStatus('live', asked)).number,
    scheduled: (await findOfStatus('scheduled', asked)).number,
    draft: (await findOfStatus('draft', asked)).number,
    feed: feed ? { id: feed.id, title: feed.title } : null,
    locales: panel.editions.flatMap(({ locale, toldLanguage: language }) =>
      language === null ? [] : [{ code: locale?.code ?? '', language }],
    ),
  };
};

const pageSchema = z.object({
  ...entryFilter,
  ...paging,
  _q: search,
  status: z.enum(ENTRY_STATUSES).default('live'),
});
const numbersSchema = z.object({ ...entryFilter, _q: search });
const calendarSchema = z.object({
  ...entryFilter,
  // The present one where none is asked for.
  month: z
    .string()
    .regex(/^(?:19|2\d)\d{2}-(?:0[1-9]|1[0-2])$/, 'expected a month such as 2026-01')
    .optional(),
});

export const entries = {
  find: answerWith(pageSchema, findEntryPage),
  findNumbers: answerWith(numbersSchema, findEntryNumbers),
  findCalendar: answerWith(calendarSchema, findCalendar),
  findAttention: answerWith(attentionQuery, findAttention),
};
