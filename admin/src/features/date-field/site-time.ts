import { DateTime } from 'luxon';

/** What the inputs of a date hold, as HTML writes it: "2027-01-01" and "09:00", or nothing. */
export interface Clock {
  day: string;
  time: string;
}

/** What the inputs hold after an event. */
export interface Given extends Clock {
  /** Whether an input holds part of a day or of a time, or one that does not exist: HTML gives neither. */
  isPartial: boolean;
  /** Whether the event was of the day. */
  isOfDay: boolean;
}

const EMPTY: Clock = { day: '', time: '' };

/** What a day alone means, in the time zone of the site. */
const MORNING = '09:00';

const REFUSED = /^\?(.*)T(.*)$/;

/**
 * The value of a form whose inputs hold no date. Nothing reads it as one, so that the server refuses what the
 * inputs show instead of saving something else.
 */
export const refuse = ({ day, time }: Clock): string => `?${day}T${time}`;

/** What the inputs hold where they hold no date. */
export const refused = (value: unknown): Clock | undefined => {
  const [, day, time] = (typeof value === 'string' && REFUSED.exec(value)) || [];
  return day === undefined || time === undefined ? undefined : { day, time };
};

/** Days that feeds can show: RFC 822 dates, as RSS 2.0 has them, write the year in four digits. */
export const FIRST_DAY = '1000-01-01';
export const LAST_DAY = '9998-12-31';

/** Whether what was refused is complete, and a day there is: clocks leave its time out as they are put forward. */
export const isSkipped = ({ day, time }: Clock): boolean =>
  day.length === FIRST_DAY.length && day >= FIRST_DAY && day <= LAST_DAY && time !== '';

/** The moment of a form's value, which has it as a text or as a `Date`. */
export const toIso = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && !(value instanceof Date)) return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

/** What the inputs show of a form's value. */
export const toClock = (value: unknown, zone: string): Clock => {
  const iso = toIso(value);
  if (iso === undefined) return refused(value) ?? EMPTY;
  const moment = DateTime.fromISO(iso, { zone });
  return { day: moment.toFormat('yyyy-MM-dd'), time: moment.toFormat('HH:mm') };
};

/**
 * The value of a form whose inputs are complete. Of a time that comes twice, as clocks are put back, it is
 * the first (RFC 5545, 3.3.5); one that does not come, as they are put forward, is refused.
 */
export const fromClock = ({ day, time }: Clock, zone: string): string => {
  const clock = { day, time: time || MORNING };
  const moment = DateTime.fromISO(`${day}T${clock.time}`, { zone });
  const [first = moment] = moment.getPossibleOffsets();
  const value = first.toUTC().toISO() ?? '';
  const shown = toClock(value, zone);
  return shown.day === day && shown.time === clock.time ? value : refuse(clock);
};

/** The value of a form whose inputs hold something else than they were given; a time alone is of today. */
export const toValue = ({ isPartial, isOfDay, ...clock }: Given, zone: string): string | null => {
  if (isPartial) return refuse(clock);
  if (clock.day !== '') return fromClock(clock, zone);
  if (isOfDay || clock.time === '') return null;
  return fromClock({ ...clock, day: toClock(new Date(), zone).day }, zone);
};

/** Which one a moment is of two at which a clock shows the same, as it is put back; undefined for most. */
export const whichOfTwo = (iso: string, zone: string): 'first' | 'second' | undefined => {
  const moment = DateTime.fromISO(iso, { zone });
  const [first, second] = moment.getPossibleOffsets();
  if (!first || !second) return undefined;
  return first.offset === moment.offset ? 'first' : 'second';
};

/** Whether clocks in two time zones show the same at a moment. */
export const showSameTime = (iso: string, zone: string, other: string): boolean =>
  DateTime.fromISO(iso, { zone }).offset === DateTime.fromISO(iso, { zone: other }).offset;
