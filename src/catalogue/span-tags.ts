import { CACHE_TAGS } from '../lib/cache-tags';

/** Milliseconds that are told apart: what changes within the same hour as something shown concerns it. */
const HOUR = 3_600_000;

/** Spans that make up the next longer one. */
const RADIX = 4;

/** Lengths of spans: 4 to the power of 10 hours are from 1970 to 2089. */
const LEVELS = 10;

const LAST = RADIX ** LEVELS - 1;

/** Dates that a change names of one list; of more, it concerns all spans of it. */
const NAMED_AT_MOST = 50;

/** What a database may round a date by: some keep whole seconds. */
const ROUNDING = 1_000;

/** The hour of a moment; what is beyond either end counts as the end. */
const hourOf = (moment: number): number => Math.min(LAST, Math.max(0, Math.floor(moment / HOUR)));

/** Moments of the dates that something in a list came to, left or is at. */
export type Dates = ReadonlySet<number>;

/**
 * Cache tags of a change of what a list has at some dates: those of the spans of time, short and
 * long, that these are in.
 */
export const tagsOfDates = (list: string, dates: Dates): string[] => {
  const hours = new Set<number>();
  for (const date of dates) {
    hours.add(hourOf(date)).add(hourOf(date + ROUNDING));
    if (hours.size > NAMED_AT_MOST) return [CACHE_TAGS.anySpan(list)];
  }
  const cacheTags = new Set<string>();
  for (const hour of hours) {
    for (let level = 0, place = hour; level < LEVELS; level += 1) {
      cacheTags.add(CACHE_TAGS.span(list, level, place));
      place = Math.floor(place / RADIX);
    }
  }
  return [...cacheTags];
};

/** Spans that a change names of all lists together; of more, it concerns all spans of each. */
export const SPANS_AT_MOST = 1_000;

/** Cache tags of a change of what some lists have at some dates. */
export const tagsOfLists = (lists: ReadonlyMap<string, Dates>): string[] => {
  const cacheTags: string[] = [];
  for (const [list, dates] of lists) {
    cacheTags.push(...tagsOfDates(list, dates));
    if (cacheTags.length > SPANS_AT_MOST) return [...lists.keys()].map(CACHE_TAGS.anySpan);
  }
  return cacheTags;
};

/**
 * Cache tags of a response that shows what a list has from one moment to another, both included: a few
 * spans that make up the time between them. It has one in common with `tagsOfDates` of exactly the
 * dates in these hours, so that a change purges what is beside it, and nothing else of a large archive.
 *
 * @param from without it, from the beginning
 * @param to without it, without an end
 */
export const tagsOfSpan = (list: string, from?: Date, to?: Date): string[] => {
  const cacheTags = [CACHE_TAGS.anySpan(list)];
  let first = hourOf(from?.getTime() ?? -Infinity);
  let last = hourOf(to?.getTime() ?? Infinity);
  for (let level = 0; first <= last && level < LEVELS; level += 1) {
    const isLongest = level === LEVELS - 1;
    const note = (place: number): void => void cacheTags.push(CACHE_TAGS.span(list, level, place));
    // What is no whole span of the next length.
    while (first <= last && (isLongest || first % RADIX !== 0)) note(first++);
    while (first <= last && last % RADIX !== RADIX - 1) note(last--);
    first /= RADIX;
    last = (last + 1) / RADIX - 1;
  }
  return cacheTags;
};

/** Spans at most that stand for a time about as long. */
const ABOUT = 8;

/** The same in few cache tags, for whom it does no harm to be told of some hours more at both ends. */
export const tagsOfTimeAbout = (list: string, from?: Date, to?: Date): string[] => {
  // Beside all time before or after, some more would be years.
  if (!from || !to) return tagsOfSpan(list, from, to);
  let first = hourOf(from.getTime());
  let last = hourOf(to.getTime());
  let level = 0;
  for (; last - first >= ABOUT; level += 1) {
    first = Math.floor(first / RADIX);
    last = Math.floor(last / RADIX);
  }
  const spans = Array.from({ length: last - first + 1 }, (_, index) =>
    CACHE_TAGS.span(list, level, first + index),
  );
  return [CACHE_TAGS.anySpan(list), ...spans];
};
