import * as React from 'react';
import { useIntl } from 'react-intl';

import { toDateTag } from '../../shared/use-dates';

/** Days are without a clock: they are written as they stand. */
const WITHOUT_CLOCK = { timeZone: 'UTC' } as const;

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** Writes months, days and times of a calendar in the user's language. */
export const useMonthDates = (timeZone: string) => {
  const { locale } = useIntl();
  return React.useMemo(() => {
    const tag = toDateTag(locale);
    const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options);
    const month = format({ month: 'long', year: 'numeric', ...WITHOUT_CLOCK });
    const day = format({ weekday: 'long', day: 'numeric', month: 'long', ...WITHOUT_CLOCK });
    const short = format({ weekday: 'short', ...WITHOUT_CLOCK });
    const long = format({ weekday: 'long', ...WITHOUT_CLOCK });
    const time = format({ hour: '2-digit', minute: '2-digit', timeZone });
    return {
      tag,
      /** Of `2026-01`. */
      toMonth: (of: string) => month.format(new Date(`${of}-01T00:00:00Z`)),
      /** Of `2026-01-05`. */
      toDay: (of: string) => day.format(new Date(`${of}T00:00:00Z`)),
      toTime: (iso: string) => time.format(new Date(iso)),
      /** Of the days of a week, beginning with 1 for Monday or 7 for Sunday. */
      toWeekdays: (firstDay: number) =>
        Array.from({ length: 7 }, (_, place) => {
          const date = new Date(MONDAY + (firstDay - 1 + place) * DAY);
          return { short: short.format(date), long: long.format(date) };
        }),
    };
  }, [locale, timeZone]);
};

export type MonthDates = ReturnType<typeof useMonthDates>;
