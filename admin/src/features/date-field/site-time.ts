/** Values of the date inputs in HTML's format: "2027-01-01" and "09:00", or empty. */
export interface DateInputs {
  day: string;
  time: string;
}

/** Values of the inputs after an event. */
export interface DateChange extends DateInputs {
  /** Whether an input is partly filled or holds a date that does not exist: HTML reports it as empty. */
  isPartial: boolean;
  /** Whether the event came from the day input. */
  isOfDay: boolean;
}

const EMPTY_INPUTS: DateInputs = { day: '', time: '' };

/** Time of a day given without one, in the site's time zone. */
const DEFAULT_TIME = '09:00';

const REFUSED_VALUE = /^\?(.*)T(.*)$/;

/**
 * The form's value for inputs that hold no valid date. It is not parseable as a date, so that the server
 * refuses it rather than saving another date than the inputs show.
 */
export const toRefusedValue = ({ day, time }: DateInputs): string => `?${day}T${time}`;

/** The inputs' values in a refused value; undefined for any other value. */
export const fromRefusedValue = (value: unknown): DateInputs | undefined => {
  const [, day, time] = (typeof value === 'string' && REFUSED_VALUE.exec(value)) || [];
  return day === undefined || time === undefined ? undefined : { day, time };
};

/** Days that feeds can show: the year of an RFC 822 date in RSS 2.0 has four digits. */
export const FIRST_DAY = '1000-01-01';
export const LAST_DAY = '9998-12-31';

/** Whether a refused value is a complete, existing day: then its time is one that daylight saving skips. */
export const isSkipped = ({ day, time }: DateInputs): boolean =>
  day.length === FIRST_DAY.length && day >= FIRST_DAY && day <= LAST_DAY && time !== '';

/** The form's value, a text or a `Date`, as ISO 8601; undefined if it is no date. */
export const toIso = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && !(value instanceof Date)) return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

/** Local time in a time zone: year, month, day, hour, minute and second. */
const partsAt = (time: number, zone: string): string[] => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...({ timeZone: zone, hourCycle: 'h23', year: 'numeric' } as const),
    ...({ month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
  });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map((name) =>
    parts.get(name)!.padStart(name === 'year' ? 4 : 2, '0'),
  );
};

/** Milliseconds by which a time zone is ahead of UTC. */
const offsetAt = (time: number, zone: string): number => {
  const [year, month, day, hour, minute, second] = partsAt(time, zone);
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return shown - Math.floor(time / 1000) * 1000;
};

/** The inputs' values for a value of the form. */
export const toInputs = (value: unknown, zone: string): DateInputs => {
  const iso = toIso(value);
  if (iso === undefined) return fromRefusedValue(value) ?? EMPTY_INPUTS;
  const [year, month, day, hour, minute] = partsAt(Date.parse(iso), zone);
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
};

/** Milliseconds. Assumes that a time zone changes its offset at most once within a day. */
const DAY = 86_400_000;

/** Moments with this local time: usually one, two when clocks are put back, none when put forward. */
const momentsOf = ({ day, time }: DateInputs, zone: string): number[] => {
  const shown = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(shown)) return [];
  const offsets = [shown - DAY, shown + DAY].map((near) => offsetAt(near, zone));
  return [...new Set(offsets.map((offset) => shown - offset))]
    .filter((moment) => {
      const clock = toInputs(new Date(moment), zone);
      return clock.day === day && clock.time === time;
    })
    .sort((one, other) => one - other);
};

/**
 * The form's value for complete inputs. A local time that occurs twice, when clocks are put back, means the
 * first (RFC 5545, 3.3.5); one that is skipped, when they are put forward, is refused.
 */
export const fromInputs = ({ day, time }: DateInputs, zone: string): string => {
  const clock = { day, time: time || DEFAULT_TIME };
  const [first] = momentsOf(clock, zone);
  return first === undefined ? toRefusedValue(clock) : new Date(first).toISOString();
};

/** The form's value for changed inputs. A time without a day means today. */
export const toValue = (
  { isPartial, isOfDay, ...clock }: DateChange,
  zone: string,
): string | null => {
  if (isPartial) return toRefusedValue(clock);
  if (clock.day !== '') return fromInputs(clock, zone);
  if (isOfDay || clock.time === '') return null;
  return fromInputs({ ...clock, day: toInputs(new Date(), zone).day }, zone);
};

/** Which of two moments with the same local time this one is, when clocks are put back; else undefined. */
export const occurrenceOf = (iso: string, zone: string): 'first' | 'second' | undefined => {
  const [first, second] = momentsOf(toInputs(iso, zone), zone);
  if (first === undefined || second === undefined) return undefined;
  return offsetAt(first, zone) === offsetAt(Date.parse(iso), zone) ? 'first' : 'second';
};

/** Whether two time zones have the same local time at a moment. */
export const haveSameTime = (iso: string, zone: string, other: string): boolean =>
  offsetAt(Date.parse(iso), zone) === offsetAt(Date.parse(iso), other);
