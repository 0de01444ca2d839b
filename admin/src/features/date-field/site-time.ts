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

/** What clocks in a time zone show: year, month, day, hour, minute and second. */
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

/** Milliseconds by which clocks in a time zone are ahead of UTC. */
const offsetAt = (time: number, zone: string): number => {
  const [year, month, day, hour, minute, second] = partsAt(time, zone);
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return shown - Math.floor(time / 1000) * 1000;
};

/** What the inputs show of a form's value. */
export const toClock = (value: unknown, zone: string): Clock => {
  const iso = toIso(value);
  if (iso === undefined) return refused(value) ?? EMPTY;
  const [year, month, day, hour, minute] = partsAt(Date.parse(iso), zone);
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
};

/** Clocks are put forward or back at most once within so many milliseconds. */
const DAY = 86_400_000;

/** The moments at which clocks in a time zone show something: mostly one, two as they are put back. */
const momentsOf = ({ day, time }: Clock, zone: string): number[] => {
  const shown = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(shown)) return [];
  const offsets = [shown - DAY, shown + DAY].map((near) => offsetAt(near, zone));
  return [...new Set(offsets.map((offset) => shown - offset))]
    .filter((moment) => {
      const clock = toClock(new Date(moment), zone);
      return clock.day === day && clock.time === time;
    })
    .sort((one, other) => one - other);
};

/**
 * The value of a form whose inputs are complete. Of a time that comes twice, as clocks are put back, it is
 * the first (RFC 5545, 3.3.5); one that does not come, as they are put forward, is refused.
 */
export const fromClock = ({ day, time }: Clock, zone: string): string => {
  const clock = { day, time: time || MORNING };
  const [first] = momentsOf(clock, zone);
  return first === undefined ? refuse(clock) : new Date(first).toISOString();
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
  const [first, second] = momentsOf(toClock(iso, zone), zone);
  if (first === undefined || second === undefined) return undefined;
  return offsetAt(first, zone) === offsetAt(Date.parse(iso), zone) ? 'first' : 'second';
};

/** Whether clocks in two time zones show the same at a moment. */
export const showSameTime = (iso: string, zone: string, other: string): boolean =>
  offsetAt(Date.parse(iso), zone) === offsetAt(Date.parse(iso), other);
