import { DateTime, IANAZone } from 'luxon';

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

/** Whether this runtime knows the IANA time zone. */
export const isTimeZone = (name: string): boolean => IANAZone.isValidZone(name);

/** Whether one moment is on a later day than another, in an IANA time zone. */
export const isLaterDay = (one: Date, other: Date, timeZone: string): boolean => {
  const [later, earlier] = [one, other].map((date) =>
    DateTime.fromJSDate(date, { zone: timeZone }).startOf('day').toMillis(),
  );
  return later! > earlier!;
};

/** A stretch of time, both ends included. */
export interface Span {
  from: Date;
  to: Date;
}

/** The year that a moment is in, in an IANA time zone. */
export const yearOf = (date: Date, timeZone: string): number =>
  DateTime.fromJSDate(date, { zone: timeZone }).year;

/** From the first moment of a year to its last, in an IANA time zone. */
export const spanOfYear = (year: number, timeZone: string): Span => {
  // Each as it begins by itself: clocks may be set otherwise at the turn of a year.
  const startOf = (one: number): DateTime => DateTime.fromObject({ year: one }, { zone: timeZone });
  return { from: startOf(year).toJSDate(), to: new Date(startOf(year + 1).toMillis() - 1) };
};

/** The later of some dates; undefined of none. */
export const latest = (dates: Date[]): Date | undefined =>
  dates.length === 0 ? undefined : new Date(Math.max(...dates.map((date) => date.getTime())));
