import { DateTime } from 'luxon';

import type { Calendar, CalendarEntry } from './admin-api';
import { type EntryFilter, findLists, isOfTopic } from './edition-lists';
import type { FoundEntry } from './entry-descriptions';
import type { Panel } from './panel';
import type { PanelUser } from './permissions/entry-rights';

/** Entries of a list that a month shows: more than anybody looks through. */
const SHOWN = 1_000;

export interface CalendarQuery extends EntryFilter {
  /** `2026-01`; the present one where none is asked for. */
  month?: string;
}

type Dated = FoundEntry & { date: Date; status: CalendarEntry['status'] };

/**
 * What came and what will come to readers, by the days of the site; undefined for a feed that the user may
 * not know of.
 */
export const findCalendar = async (
  { editions, states }: Pick<Panel, 'editions' | 'states'>,
  { month: asked, ...filter }: CalendarQuery,
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
  const dated = await Promise.all(
    found.map(async ({ edition, list }) =>
      (await states.findDated(list, span, SHOWN + 1)).map((entry): Dated => ({
        ...entry,
        edition,
        status: entry.date > now ? 'scheduled' : 'live',
      })),
    ),
  );
  const all = dated
    .flat()
    .sort((one, other) => one.date.getTime() - other.date.getTime())
    .slice(0, SHOWN);
  const waiting = all.filter(({ status }) => status === 'scheduled');
  const isReadable = await (found.some(isOfTopic)
    ? user.mayReadTopics(waiting)
    : user.mayRead(waiting));
  const shown = all.filter((entry) => entry.status === 'live' || isReadable(entry));
  const isEditable = await user.mayEdit(shown);
  const days: Calendar['days'] = {};
  for (const { edition, contentType, documentId, locale, title, status, date } of shown) {
    const { language, timeZone: ownZone } = edition.inForce;
    const day = DateTime.fromJSDate(date, { zone: timeZone }).toISODate()!;
    (days[day] ??= []).push({
      contentType,
      typeName: edition.panelTypes.names.get(contentType) ?? contentType,
      documentId,
      locale: locale || null,
      language: editions.length > 1 ? language : null,
      title,
      status,
      date: date.toISOString(),
      timeZone: ownZone,
      mayEdit: isEditable({ contentType, documentId, locale }),
    });
  }
  return {
    month: start.toFormat('yyyy-MM'),
    timeZone,
    today: today.toISODate()!,
    days,
    isWhole: dated.reduce((sum, { length }) => sum + length, 0) <= SHOWN,
  };
};
