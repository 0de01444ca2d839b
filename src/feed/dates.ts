import { DateTime } from 'luxon';

const written = (text: string | null, date: Date, timeZone: string): string => {
  if (text !== null) return text;
  throw new RangeError(`Cannot write the date ${String(date)} in the time zone "${timeZone}"`);
};

/**
 * A date as RSS 2.0 wants it (RFC 822 with the four-digit year of RFC 2822), in an IANA time zone:
 * `Fri, 20 Nov 2026 09:00:00 +0700`. Milliseconds are cut off.
 */
export const toRfc2822 = (date: Date, timeZone: string): string =>
  written(DateTime.fromJSDate(date, { zone: timeZone }).toRFC2822(), date, timeZone);

/**
 * A date as Atom and JSON Feed want it (RFC 3339), in an IANA time zone:
 * `2026-11-20T09:00:00+07:00`. Milliseconds are cut off.
 */
export const toRfc3339 = (date: Date, timeZone: string): string => {
  const second = DateTime.fromJSDate(date, { zone: timeZone }).startOf('second');
  return written(second.toISO({ suppressMilliseconds: true }), date, timeZone);
};
