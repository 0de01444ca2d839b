import fc from 'fast-check';

import {
  SPANS_AT_MOST,
  tagsOfDates,
  tagsOfLists,
  tagsOfSpan,
  tagsOfRoughSpan,
} from '../../../src/catalogue/span-tags';

const HOUR = 3_600_000;
const LIST = 'site';

/** Whether a change at some dates purges a response that shows a span. */
const meets = (dates: number[], from?: number, to?: number): boolean => {
  const shown = new Set(
    tagsOfSpan(
      LIST,
      from === undefined ? undefined : new Date(from),
      to === undefined ? undefined : new Date(to),
    ),
  );
  return tagsOfDates(LIST, new Set(dates)).some((cacheTag) => shown.has(cacheTag));
};

/** The middle of an hour, from before 1970 to after 2200. */
const moment = fc.integer({ min: -100_000, max: 2_100_000 }).map((hour) => (hour + 0.5) * HOUR);

/** As hours are told apart: what is before the first or after the last counts as that one. */
const hourOf = (date: number): number =>
  Math.min(4 ** 10 - 1, Math.max(0, Math.floor(date / HOUR)));

describe('cache tags of spans of time', () => {
  it('are shared by a change exactly with what shows its hour', () => {
    fc.assert(
      fc.property(moment, moment, moment, (date, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const isWithin = hourOf(from) <= hourOf(date) && hourOf(date) <= hourOf(to);
        expect(meets([date], from, to)).toBe(isWithin);
        expect(meets([date], from)).toBe(hourOf(from) <= hourOf(date));
        expect(meets([date], undefined, to)).toBe(hourOf(date) <= hourOf(to));
        expect(meets([date])).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are shared near by as well', () => {
    const near = fc.integer({ min: 0, max: 300 }).map((hour) => (480_000 + hour + 0.5) * HOUR);
    fc.assert(
      fc.property(near, near, near, (date, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        expect(meets([date], from, to)).toBe(from <= date && date <= to);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of many lists are those of each list by itself, and of too many those of all time', () => {
    const listsOf = (count: number) =>
      new Map(
        Array.from({ length: count }, (_, list) => [`topic:${list}`, new Set([list * HOUR])]),
      );
    const few = [...listsOf(10)].flatMap(([list, dates]) => tagsOfDates(list, dates));
    expect(tagsOfLists(listsOf(10))).toEqual(few);
    const many = listsOf(SPANS_AT_MOST);
    expect(tagsOfLists(many)).toEqual([...many.keys()].map((list) => `span:*:${list}`));
    for (const list of many.keys()) expect(tagsOfSpan(list)).toContain(`span:*:${list}`);
  });

  it('are few, however long the span and however many the dates', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        expect(tagsOfSpan(LIST, new Date(from), new Date(to)).length).toBeLessThanOrEqual(61);
        expect(tagsOfDates(LIST, new Set([one])).length).toBe(10);
      }),
    );
    const many = Array.from({ length: 10_000 }, (_, hour) => hour * HOUR);
    expect(tagsOfDates(LIST, new Set(many))).toHaveLength(1);
  });

  it('tell of too many dates whoever shows any', () => {
    const many = Array.from({ length: 100 }, (_, hour) => hour * HOUR);
    expect(meets(many, 400_000 * HOUR, 400_001 * HOUR)).toBe(true);
  });

  it('that stand for a time about as long have all of it, and few hours more', () => {
    fc.assert(
      fc.property(moment, moment, moment, (date, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const about = tagsOfRoughSpan(LIST, new Date(from), new Date(to));
        expect(about.length).toBeLessThanOrEqual(9);
        const shown = new Set(about);
        const isMet = tagsOfDates(LIST, new Set([date])).some((cacheTag) => shown.has(cacheTag));
        if (meets([date], from, to)) expect(isMet).toBe(true);
        const slack = Math.max(HOUR, to - from);
        if (isMet) expect(meets([date], from - slack, to + slack)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(tagsOfRoughSpan(LIST)).toEqual(tagsOfSpan(LIST));
  });

  it('of two lists are others', () => {
    const shown = new Set(tagsOfSpan('de|site'));
    expect(tagsOfDates('site', new Set([0])).some((cacheTag) => shown.has(cacheTag))).toBe(false);
  });
});
