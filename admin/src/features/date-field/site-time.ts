import { DateTime } from 'luxon';

/** Hour that a day alone means, in the time zone of the site. */
const MORNING = 9;

/**
 * A moment as the pickers have to be given it to show the clock of a time zone: they
 * know the browser's zone alone.
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

/** Another day at the same time; where there was no date before, its morning. */
export const onDay = (day: Date, before: Date | undefined): Date => {
  const [hours, minutes] = before ? [before.getHours(), before.getMinutes()] : [MORNING, 0];
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes);
};

/**
 * Another time of the same day; undefined for a text that is none.
 *
 * @param time as the picker writes it in the user's language: "14:30", "14.30", and "24:00" for "00:00"
 */
export const atTime = (time: string, before: Date): Date | undefined => {
  const [, hours, minutes] = /^(\d{1,2})\D+(\d{1,2})$/.exec(time) ?? [];
  if (hours === undefined) return undefined;
  const [year, month, day] = [before.getFullYear(), before.getMonth(), before.getDate()];
  return new Date(year, month, day, Number(hours) % 24, Number(minutes));
};

/** Whether clocks in two time zones show the same at a moment. */
export const showSameTime = (iso: string, zone: string, other: string): boolean =>
  DateTime.fromISO(iso, { zone }).offset === DateTime.fromISO(iso, { zone: other }).offset;
