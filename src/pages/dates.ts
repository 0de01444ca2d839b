import { DateTime } from 'luxon';

import { formattingLanguage } from '../texts/texts';
import type { PageDate, PageDuration } from './model';

/** A year of the Gregorian calendar as a page shows it. */
export const toPageYear = (year: number, language: string): string =>
  DateTime.utc(year, 7, 1)
    .reconfigure({ locale: formattingLanguage(language), outputCalendar: 'gregory' })
    .toLocaleString({ year: 'numeric' });

const inGregorianCalendar = (date: Date, language: string, timeZone: string): DateTime =>
  DateTime.fromJSDate(date, { zone: timeZone }).reconfigure({
    locale: formattingLanguage(language),
    outputCalendar: 'gregory',
  });

/** The month of a date as a page shows it, with its year, in the site's language and time zone. */
export const toPageMonth = (date: Date, language: string, timeZone: string): string =>
  inGregorianCalendar(date, language, timeZone).toLocaleString({ month: 'long', year: 'numeric' });

/** A date as a page shows it that names the year elsewhere. */
export const toPageDay = (date: Date, language: string, timeZone: string): PageDate => {
  const local = inGregorianCalendar(date, language, timeZone);
  return {
    iso: local.toISO({ suppressMilliseconds: true }) ?? date.toISOString(),
    text: local.toLocaleString({ month: 'short', day: 'numeric' }),
  };
};

/** A date as a page shows it: the day, in the site's language and time zone. */
export const toPageDate = (date: Date, language: string, timeZone: string): PageDate => {
  const local = DateTime.fromJSDate(date, { zone: timeZone });
  return {
    iso: local.toISO({ suppressMilliseconds: true }) ?? date.toISOString(),
    text: local.setLocale(formattingLanguage(language)).toLocaleString(DateTime.DATE_FULL),
  };
};

/** A length in seconds as a page shows it. */
export const toDuration = (seconds: number): PageDuration => {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3_600),
    Math.floor((seconds % 3_600) / 60),
    seconds % 60,
  ];
  const two = (number: number): string => String(number).padStart(2, '0');
  return {
    iso: `PT${hours}H${minutes}M${rest}S`,
    text: `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}`,
  };
};
