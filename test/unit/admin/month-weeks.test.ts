import fc from 'fast-check';

import { firstDayOf, monthAfter, weeksOf } from '../../../admin/src/features/entries/month-weeks';

const months = fc
  .tuple(fc.integer({ min: 1900, max: 2999 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`);
const firstDays = fc.integer({ min: 1, max: 7 });

describe('the weeks of a month', () => {
  test('begin with the day that is asked for, and have days of the months beside it empty', () => {
    // 1 January 2026 is a Thursday.
    const monday = weeksOf('2026-01', 1);
    expect(monday[0]!.slice(2)).toEqual([
      undefined,
      ...[1, 2, 3, 4].map((day) => `2026-01-0${day}`),
    ]);
    const sunday = weeksOf('2026-01', 7);
    expect(sunday[0]!.slice(3)).toEqual([undefined, ...[1, 2, 3].map((day) => `2026-01-0${day}`)]);
    // February 2021 has four whole weeks.
    expect(weeksOf('2021-02', 1)).toHaveLength(4);
  });

  test('have each day of the month once, each under its weekday', () => {
    fc.assert(
      fc.property(months, firstDays, (month, firstDay) => {
        const weeks = weeksOf(month, firstDay);
        const days = weeks.flat().filter((day) => day !== undefined);
        const [year, number] = month.split('-').map(Number);
        expect(days).toHaveLength(new Date(Date.UTC(year!, number!, 0)).getUTCDate());
        expect(new Set(days).size).toBe(days.length);
        for (const week of weeks) {
          expect(week).toHaveLength(7);
          expect(week.some((day) => day !== undefined)).toBe(true);
          week.forEach((day, place) => {
            if (day === undefined) return;
            expect(day.startsWith(month)).toBe(true);
            expect(new Date(`${day}T00:00:00Z`).getUTCDay()).toBe((firstDay + place) % 7);
          });
        }
      }),
    );
  });
});

test('months follow one another over the ends of years', () => {
  expect(monthAfter('2025-12', 1)).toBe('2026-01');
  expect(monthAfter('2026-01', -1)).toBe('2025-12');
  fc.assert(
    fc.property(months, fc.integer({ min: -30, max: 30 }), (month, by) => {
      expect(monthAfter(monthAfter(month, by), -by)).toBe(month);
    }),
  );
});

test('weeks begin as they do in a language, and with Monday where a browser knows nothing', () => {
  expect(['en-GB', 'de', 'fr', 'es', 'id'].map(firstDayOf)).toEqual([1, 1, 1, 1, 7]);
  const { prototype } = Intl.Locale as unknown as { prototype: Record<string, unknown> };
  const names = ['getWeekInfo', 'weekInfo'].filter((name) => name in prototype);
  const kept = names.map((name) => Object.getOwnPropertyDescriptor(prototype, name)!);
  names.forEach((name) => delete prototype[name]);
  try {
    expect(['en-GB', 'de', 'fr', 'es', 'id'].map(firstDayOf)).toEqual([1, 1, 1, 1, 7]);
  } finally {
    names.forEach((name, place) => Object.defineProperty(prototype, name, kept[place]!));
  }
});
