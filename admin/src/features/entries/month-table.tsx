import { Box, Flex, Link as DesignLink, Typography, VisuallyHidden } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import type { Calendar } from '../../../../src/panel/admin-api';
import { useTranslation } from '../../shared/use-translation';
import { CalendarEntries } from './calendar-entries';
import { firstDayOf, weeksOf } from './month-weeks';
import type { MonthDates } from './use-month-dates';
import { useView } from './views';

/** Entries that a day of the grid has room for. */
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
`;

const Today = styled.span`
  display: inline-block;
  padding: 0 ${({ theme }) => theme.spaces[2]};
  border-radius: 1rem;
  background: ${({ theme }) => theme.colors.primary600};
`;

interface MonthProps {
  calendar: Calendar;
  dates: MonthDates;
}

/** The number of a day of the month. */
const DayNumber = ({ day, isToday }: { day: string; isToday: boolean }) => {
  const t = useTranslation();
  const number = Number(day.slice(-2));
  return isToday ? (
    <Typography tag="time" dateTime={day} variant="pi" fontWeight="bold" aria-current="date">
      <Today>
        <Typography tag="span" variant="pi" fontWeight="bold" textColor="neutral0">
          {number}
          <VisuallyHidden> ({t('calendar.today')})</VisuallyHidden>
        </Typography>
      </Today>
    </Typography>
  ) : (
    <Typography tag="time" dateTime={day} variant="pi" textColor="neutral600">
      {number}
    </Typography>
  );
};

/** A month as a grid of weeks, for screens wide enough. */
export const MonthTable = ({ calendar, dates }: MonthProps) => {
  const t = useTranslation();
  const { toChanged } = useView();
  const { month, today, days, timeZone } = calendar;
  const firstDay = firstDayOf(dates.tag);
  return (
    <Box background="neutral0" shadow="tableShadow" hasRadius overflow="hidden">
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
            // A week has no name of its own, and a month always the same weeks.
            <tr key={number}>
              {week.map((day, place) => {
                if (day === undefined) return <td key={place} data-outside="" />;
                const entries = days[day] ?? [];
                const others = entries.length - ROOM;
                return (
                  <td key={place}>
                    <Flex direction="column" alignItems="stretch" gap={1}>
                      <span>
                        <DayNumber day={day} isToday={day === today} />
                      </span>
                      {entries.length > 0 ? (
                        <CalendarEntries entries={entries.slice(0, ROOM)} dates={dates} />
                      ) : null}
                      {others > 0 ? (
                        <DesignLink
                          tag={Link}
                          to={toChanged({ month, day })}
                          aria-label={t('calendar.more.label', {
                            count: others,
                            day: dates.toDay(day),
                          })}
                        >
                          {t('calendar.more', { count: others })}
                        </DesignLink>
                      ) : null}
                    </Flex>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Grid>
    </Box>
  );
};

/** The days of a month that have entries, one below the other, for a phone. */
export const MonthList = ({ calendar, dates }: MonthProps) => {
  const t = useTranslation();
  const { days, today } = calendar;
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
      {Object.entries(days).map(([day, entries]) => (
        <Box key={day} tag="li" background="neutral0" shadow="tableShadow" hasRadius padding={4}>
          <Flex direction="column" alignItems="stretch" gap={3}>
            <Typography tag="h3" variant="delta" aria-current={day === today ? 'date' : undefined}>
              {dates.toDay(day)}
              {day === today ? ` (${t('calendar.today')})` : ''}
            </Typography>
            <CalendarEntries entries={entries} dates={dates} isDetailed />
          </Flex>
        </Box>
      ))}
    </Flex>
  );
};
