import { DateTime, IANAZone } from 'luxon';

/** Whether this runtime knows the IANA time zone. */
export const isTimeZone = (name: string): boolean => IANAZone.isValidZone(name);

/** Whether one moment is on a later day than another, in an IANA time zone. */
export const isLaterDay = (one: Date, other: Date, timeZone: string): boolean => {
  const [later, earlier] = [one, other].map((date) =>
    DateTime.fromJSDate(date, { zone: timeZone }).startOf('day').toMillis(),
  );
  return later! > earlier!;
};

/** A span of time, both ends included. */
export interface Span {
  from: Date;
  to: Date;
}

/** The year that a moment is in, in an IANA time zone. */
export const yearOf = (date: Date, timeZone: string): number =>
  DateTime.fromJSDate(date, { zone: timeZone }).year;

/** From the first moment of a year to its last, in an IANA time zone. */
export const spanOfYear = (year: number, timeZone: string): Span => {
  // From the starts of both years: the offset may change at the turn of a year.
  const startOf = (one: number): DateTime => DateTime.fromObject({ year: one }, { zone: timeZone });
  return { from: startOf(year).toJSDate(), to: new Date(startOf(year + 1).toMillis() - 1) };
};

/** Whether an end has come; null and undefined stand for none. */
export const isOver = (end: Date | null | undefined, now = new Date()): boolean =>
  !!end && end <= now;

/** The latest of some dates; undefined if there are none. */
export const latest = (dates: Date[]): Date | undefined =>
  dates.length === 0 ? undefined : new Date(Math.max(...dates.map((date) => date.getTime())));
