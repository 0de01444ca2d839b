import { useIsMobile } from '@strapi/strapi/admin';
import { Flex, LinkButton, Typography, VisuallyHidden } from '@strapi/design-system';
import { ChevronLeft, ChevronRight, Clock } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import type { Calendar, CalendarEntry } from '../../../../src/panel/admin-api';
import { Card, WRAP_IN_TABLES } from '../../shared/blocks';
import { toDateTag, Zone } from '../../shared/dates';
import { Failure, Loading } from '../../shared/states';
import type { RequestState } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { EntryKind, EntryTitle, keyOf, EmptyList, Notice } from './entry-parts';
import { firstDayOf, monthAfter, weeksOf } from './month-weeks';
import { useView } from './views';

/** Days have no time zone: format them as UTC, so that they do not shift. */
const WITHOUT_CLOCK = { timeZone: 'UTC' } as const;

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** Formats months, days and times of a calendar in the user's language. */
const useMonthDates = (timeZone: string) => {
  const { locale } = useIntl();
  const tag = toDateTag(locale);
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options);
  const month = format({ month: 'long', year: 'numeric', ...WITHOUT_CLOCK });
  const day = format({ weekday: 'long', day: 'numeric', month: 'long', ...WITHOUT_CLOCK });
  const short = format({ weekday: 'short', ...WITHOUT_CLOCK });
  const long = format({ weekday: 'long', ...WITHOUT_CLOCK });
  const time = format({ hour: '2-digit', minute: '2-digit', timeZone });
  return {
    tag,
    /** Takes `2026-01`. */
    toMonth: (of: string) => month.format(new Date(`${of}-01T00:00:00Z`)),
    /** Takes `2026-01-05`. */
    toDay: (of: string) => day.format(new Date(`${of}T00:00:00Z`)),
    toTime: (iso: string) => time.format(new Date(iso)),
    /** Names of the weekdays, from a first day of 1 for Monday to 7 for Sunday. */
    toWeekdays: (firstDay: number) =>
      Array.from({ length: 7 }, (_, place) => {
        const date = new Date(MONDAY + (firstDay - 1 + place) * DAY);
        return { short: short.format(date), long: long.format(date) };
      }),
  };
};

type MonthDates = ReturnType<typeof useMonthDates>;

const WHOLE = { ...WRAP_IN_TABLES, minWidth: 0 } as const;

/** The first lines of a title, in a day of the grid. */
const CLAMPED = {
  ...WHOLE,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
} as const;

interface CalendarEntriesProps {
  entries: CalendarEntry[];
  dates: MonthDates;
  /** Whether to show the kind of each entry, too. */
  isDetailed?: boolean;
}

/** The entries of a day, past or future, with their times and, for users who may edit, links. */
const CalendarEntries = ({ entries, dates, isDetailed }: CalendarEntriesProps) => {
  const t = useTranslation();
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={isDetailed ? 3 : 1}>
      {entries.map((entry) => {
        const title = entry.title || t('panel.item.noTitle');
        return (
          <Flex
            key={`${keyOf(entry)} ${entry.status}`}
            tag="li"
            direction="column"
            alignItems="flex-start"
            minWidth={0}
          >
            <Flex gap={1} wrap="wrap">
              {entry.status === 'scheduled' ? (
                <Clock
                  fill="primary600"
                  width="1.2rem"
                  height="1.2rem"
                  role="img"
                  aria-label={t('entries.status.scheduled')}
                />
              ) : null}
              {entry.status === 'ending' ? (
                <Typography variant="pi" fontWeight="bold" textColor="warning700">
                  {t('entries.status.ending')}
                </Typography>
              ) : null}
              <Typography tag="time" dateTime={entry.date} variant="pi" textColor="neutral600">
                {dates.toTime(entry.date)}
              </Typography>
            </Flex>
            <EntryTitle entry={entry}>
              <span style={isDetailed ? WHOLE : CLAMPED} title={isDetailed ? undefined : title}>
                {title}
              </span>
            </EntryTitle>
            {isDetailed ? <EntryKind entry={entry} /> : null}
          </Flex>
        );
      })}
    </Flex>
  );
};

/** Entries that a day of the grid shows; it counts the rest. */
const ROOM = 3;

const Grid = styled.table`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;

  th {
    padding: ${({ theme }) => theme.spaces[3]};
    text-align: start;
  }

  td {
    height: 9rem;
    padding: ${({ theme }) => theme.spaces[2]};
    vertical-align: top;
    border: 1px solid ${({ theme }) => theme.colors.neutral150};
  }

  td[data-outside] {
    background: ${({ theme }) => theme.colors.neutral100};
  }

  time[aria-current] {
    padding: 0 ${({ theme }) => theme.spaces[2]};
    border-radius: 1rem;
    background: ${({ theme }) => theme.colors.primary600};
  }
`;

interface PartProps {
  calendar: Calendar;
  dates: MonthDates;
}

const DayNumber = ({ day, isToday }: { day: string; isToday: boolean }) => {
  const t = useTranslation();
  return (
    <Typography
      tag="time"
      dateTime={day}
      variant="pi"
      fontWeight={isToday ? 'bold' : undefined}
      textColor={isToday ? 'neutral0' : 'neutral600'}
      aria-current={isToday ? 'date' : undefined}
      // High contrast takes the coloured background away, and shows the outline.
      style={isToday ? { outline: '2px solid transparent', outlineOffset: '4px' } : undefined}
    >
      {Number(day.slice(-2))}
      {isToday ? <VisuallyHidden> ({t('calendar.today')})</VisuallyHidden> : null}
    </Typography>
  );
};

/** A month as a grid of weeks, for screens wide enough. */
const MonthTable = ({ calendar, dates }: PartProps) => {
  const t = useTranslation();
  const { month, today, days, timeZone } = calendar;
  const firstDay = firstDayOf(dates.tag);
  return (
    <Card padding={0} overflow="hidden">
      <Grid>
        <caption>
          <VisuallyHidden>
            {t('calendar.caption', { month: dates.toMonth(month), timeZone })}
          </VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {dates.toWeekdays(firstDay).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                <Typography tag="span" variant="sigma" textColor="neutral600">
                  {short}
                </Typography>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, firstDay).map((week, number) => (
            // A week has no key of its own, and the weeks of a month never change their order.
            <tr key={number}>
              {week.map((day, place) => {
                if (day === undefined) return <td key={place} data-outside="" />;
                const entries = days[day] ?? [];
                const others = entries.length - ROOM;
                return (
                  <td key={day}>
                    <Flex direction="column" alignItems="stretch" gap={1}>
                      <span>
                        <DayNumber day={day} isToday={day === today} />
                      </span>
                      {entries.length > 0 ? (
                        <CalendarEntries entries={entries.slice(0, ROOM)} dates={dates} />
                      ) : null}
                      {others > 0 ? (
                        <details>
                          <Typography
                            tag="summary"
                            variant="pi"
                            textColor="primary600"
                            style={{ cursor: 'pointer' }}
                            aria-label={t('calendar.more.label', {
                              count: others,
                              day: dates.toDay(day),
                            })}
                          >
                            {t('calendar.more', { count: others })}
                          </Typography>
                          <CalendarEntries entries={entries.slice(ROOM)} dates={dates} />
                        </details>
                      ) : null}
                    </Flex>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Grid>
    </Card>
  );
};

/** The days of a month that have entries, one below the other, for a phone. */
const MonthList = ({ calendar, dates }: PartProps) => {
  const t = useTranslation();
  const { days, today } = calendar;
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
      {Object.entries(days).map(([day, entries]) => (
        <Card key={day} tag="li" padding={4}>
          <Flex direction="column" alignItems="stretch" gap={3}>
            <Typography tag="h3" variant="delta" aria-current={day === today ? 'date' : undefined}>
              {dates.toDay(day)}
              {day === today ? ` (${t('calendar.today')})` : ''}
            </Typography>
            <CalendarEntries entries={entries} dates={dates} isDetailed />
          </Flex>
        </Card>
      ))}
    </Flex>
  );
};

/** The shown month, and links to other months. */
const MonthNav = ({ calendar: { month, timeZone, today }, dates }: PartProps) => {
  const t = useTranslation();
  const { toChanged } = useView();
  const toMonth = (months: number) => toChanged({ month: monthAfter(month, months) });
  return (
    <Flex justifyContent="space-between" wrap="wrap" gap={3}>
      <Flex direction="column" alignItems="flex-start" gap={1}>
        <Typography tag="h2" variant="beta" aria-live="polite">
          {dates.toMonth(month)}
        </Typography>
        <Zone timeZone={timeZone} />
      </Flex>
      <Flex gap={2} wrap="wrap">
        <LinkButton tag={Link} to={toMonth(-1)} variant="tertiary" startIcon={<ChevronLeft />}>
          {t('calendar.previous')}
        </LinkButton>
        {today.startsWith(month) ? null : (
          <LinkButton tag={Link} to={toChanged({ month: '' })} variant="tertiary">
            {t('calendar.present')}
          </LinkButton>
        )}
        <LinkButton tag={Link} to={toMonth(1)} variant="tertiary" endIcon={<ChevronRight />}>
          {t('calendar.next')}
        </LinkButton>
      </Flex>
    </Flex>
  );
};

/** Published and scheduled entries by month. */
export const CalendarView = ({ answer }: { answer: RequestState<Calendar> }) => {
  const t = useTranslation();
  const isMobile = useIsMobile();
  const { month } = useView();
  const { data, latest, error, reload } = answer;
  const dates = useMonthDates(latest?.timeZone ?? 'UTC');
  if (error !== undefined) return <Failure error={error} onRetry={reload} />;
  if (!latest) return <Loading />;
  // The navigation shows the requested month before its days have loaded.
  const calendar = data ?? { ...latest, month: month || latest.today.slice(0, 7) };
  const part = { calendar, dates };
  const Empty = isMobile ? EmptyList : Notice;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <MonthNav {...part} />
      {data ? (
        <>
          {isMobile ? <MonthList {...part} /> : <MonthTable {...part} />}
          {Object.keys(data.days).length === 0 ? <Empty>{t('calendar.empty')}</Empty> : null}
          {data.isWhole ? null : <Notice>{t('calendar.cut')}</Notice>}
        </>
      ) : (
        <Loading />
      )}
    </Flex>
  );
};
