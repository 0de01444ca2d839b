import { DateTime } from 'luxon';

import { formattingLanguage } from '../texts/texts';
import type { PageDate } from './model';

/** A year of the Gregorian calendar as a page shows it. */
export const toPageYear = (year: number, language: string): string =>
  DateTime.utc(year, 7, 1)
    .reconfigure({ locale: formattingLanguage(language), outputCalendar: 'gregory' })
    .toLocaleString({ year: 'numeric' });

/** A date as a page shows it: the day, in the site's language and time zone. */
export const toPageDate = (date: Date, language: string, timeZone: string): PageDate => {
  const local = DateTime.fromJSDate(date, { zone: timeZone });
  return {
    iso: local.toISO({ suppressMilliseconds: true }) ?? date.toISOString(),
    text: local.setLocale(formattingLanguage(language)).toLocaleString(DateTime.DATE_FULL),
  };
};
