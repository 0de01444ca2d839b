import { DateTime, IANAZone } from 'luxon';

/**
 * A date as RSS 2.0 wants it (RFC 822 with the four-digit year of RFC 2822), in an IANA time zone:
 * `Fri, 20 Nov 2026 09:00:00 +0700`. Milliseconds are cut off.
 */
export const toRfc2822 = (date: Date, timeZone: string): string => {
  const written = DateTime.fromJSDate(date, { zone: timeZone }).toRFC2822();
  if (written === null) {
    throw new RangeError(`Cannot write the date ${String(date)} in the time zone "${timeZone}"`);
  }
  return written;
};

/**
 * A date as Atom and JSON Feed want it (RFC 3339), in an IANA time zone:
 * `2026-11-20T09:00:00+07:00`. Milliseconds are cut off.
 */
export const toRfc3339 = (date: Date, timeZone: string): string => {
  const written = DateTime.fromJSDate(date, { zone: timeZone })
    .startOf('second')
    .toISO({ suppressMilliseconds: true });
  if (written === null) {
    throw new RangeError(`Cannot write the date ${String(date)} in the time zone "${timeZone}"`);
  }
  return written;
};

/** Whether this runtime knows the IANA time zone. */
export const isTimeZone = (name: string): boolean => IANAZone.isValidZone(name);

/** The later of some dates; undefined of none. */
export const latest = (dates: Date[]): Date | undefined =>
  dates.length === 0 ? undefined : new Date(Math.max(...dates.map((date) => date.getTime())));
