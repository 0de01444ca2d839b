import { DateTime } from 'luxon';

/** Hour that a day alone means, in the time zone of the site. */
const MORNING = 9;

/**
 * A moment as Strapi's date picker has to be given it to show the clock of a time zone: the picker
 * knows the browser's zone alone.
 */
export const toPicker = (iso: string, zone: string): Date => {
  const { year, month, day, hour, minute, second, millisecond } = DateTime.fromISO(iso, { zone });
  return new Date(year, month - 1, day, hour, minute, second, millisecond);
};

/** The moment that is meant by what the picker shows. */
export const fromPicker = (picked: Date, zone: string): string =>
  DateTime.fromObject(
    {
      year: picked.getFullYear(),
      month: picked.getMonth() + 1,
      day: picked.getDate(),
      hour: picked.getHours(),
      minute: picked.getMinutes(),
      second: picked.getSeconds(),
      millisecond: picked.getMilliseconds(),
    },
    { zone },
  )
    .toUTC()
    .toISO()!;

/** What is meant by a day that was picked where there was no date before: its morning. */
export const morningOf = (picked: Date): Date =>
  new Date(picked.getFullYear(), picked.getMonth(), picked.getDate(), MORNING);

/** Whether the picker gives a day alone: it writes midnight then. */
export const isDayAlone = (picked: Date): boolean =>
  picked.getHours() === 0 && picked.getMinutes() === 0;

/** Whether clocks in two time zones show the same at a moment. */
export const showSameTime = (iso: string, zone: string, other: string): boolean =>
  DateTime.fromISO(iso, { zone }).offset === DateTime.fromISO(iso, { zone: other }).offset;
