import { CACHE_TAGS } from '../lib/cache-tags';

/** Shortest span, in milliseconds: a change within the same hour as something shown concerns it. */
const HOUR = 3_600_000;

/** Number of spans that make up the next longer one. */
const RADIX = 4;

/** Lengths of spans: 4 to the power of 10 hours are from 1970 to 2089. */
const LEVELS = 10;

const LAST = RADIX ** LEVELS - 1;

/** Most dates of one list that a change names; beyond that, it concerns all spans of the list. */
const NAMED_AT_MOST = 50;

/** Milliseconds by which a database may round a date: some store whole seconds. */
const ROUNDING = 1_000;

/** The hour of a moment; moments beyond either end count as the end. */
const hourOf = (moment: number): number => Math.min(LAST, Math.max(0, Math.floor(moment / HOUR)));

/** Dates that something in a list has, had or got, in milliseconds since 1970. */
type Dates = ReadonlySet<number>;

/** Cache tags of a change in a list at some dates: the spans of time, short and long, that contain these dates. */
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

/** Most spans of all lists together that a change names; beyond that, it concerns all spans of each list. */
export const SPANS_AT_MOST = 1_000;

/** Cache tags of a change in some lists at some dates. */
export const tagsOfLists = (lists: ReadonlyMap<string, Dates>): string[] => {
  const cacheTags: string[] = [];
  for (const [list, dates] of lists) {
    cacheTags.push(...tagsOfDates(list, dates));
    if (cacheTags.length > SPANS_AT_MOST) return [...lists.keys()].map(CACHE_TAGS.anySpan);
  }
  return cacheTags;
};

/**
 * Cache tags of a response that shows a list from one moment to another, both included: a few spans that make up the
 * time between them. They share one with `tagsOfDates` exactly if a date is in these hours, so that a change purges
 * what is beside it, and nothing else of a large archive.
 *
 * @param from default: from the beginning
 * @param to default: without an end
 */
export const tagsOfSpan = (list: string, from?: Date, to?: Date): string[] => {
  const cacheTags = [CACHE_TAGS.anySpan(list)];
  let first = hourOf(from?.getTime() ?? -Infinity);
  let last = hourOf(to?.getTime() ?? Infinity);
  for (let level = 0; first <= last && level < LEVELS; level += 1) {
    const isLongest = level === LEVELS - 1;
    const note = (place: number): void => void cacheTags.push(CACHE_TAGS.span(list, level, place));
    // Spans at either end that do not make up a whole one of the next length.
    while (first <= last && (isLongest || first % RADIX !== 0)) note(first++);
    while (first <= last && last % RADIX !== RADIX - 1) note(last--);
    first /= RADIX;
    last = (last + 1) / RADIX - 1;
  }
  return cacheTags;
};

/** Most spans that `tagsOfRoughSpan` takes for a time with both ends. */
const MAXIMUM_ROUGH_SPANS = 8;

/** Like `tagsOfSpan`, but in few cache tags that may cover some hours more at both ends, where that does no harm. */
export const tagsOfRoughSpan = (list: string, from?: Date, to?: Date): string[] => {
  // With an open end, the longer spans would cover years more.
  if (!from || !to) return tagsOfSpan(list, from, to);
  let first = hourOf(from.getTime());
  let last = hourOf(to.getTime());
  let level = 0;
  for (; last - first >= MAXIMUM_ROUGH_SPANS; level += 1) {
    first = Math.floor(first / RADIX);
    last = Math.floor(last / RADIX);
  }
  const spans = Array.from({ length: last - first + 1 }, (_, index) =>
    CACHE_TAGS.span(list, level, first + index),
  );
  return [CACHE_TAGS.anySpan(list), ...spans];
};
