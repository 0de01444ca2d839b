const WEEK = 7;

/** Panel languages whose weeks do not begin on Monday, for browsers without week data. */
const FIRST_DAYS: Record<string, number | undefined> = { id: 7 };

interface WeekInfo {
  firstDay: number;
}

type LocaleWithWeeks = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/** First day of the week in a language: 1 for Monday, 7 for Sunday. */
export const firstDayOf = (language: string): number => {
  const locale: LocaleWithWeeks = new Intl.Locale(language);
  // A browser has the method, the property, or neither.
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  return info?.firstDay ?? FIRST_DAYS[locale.language] ?? 1;
};

const toDay = (date: Date): string => date.toISOString().slice(0, 10);

const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** The month that is this many months later: `2026-01`. */
export const monthAfter = (month: string, months: number): string => {
  const date = firstOf(month);
  date.setUTCMonth(date.getUTCMonth() + months);
  return toDay(date).slice(0, 7);
};

/**
 * The days of a month by week, each `2026-01-05`; undefined for days of adjacent months.
 *
 * @param firstDay first day of the week: 1 for Monday, 7 for Sunday
 */
export const weeksOf = (month: string, firstDay: number): (string | undefined)[][] => {
  const first = firstOf(month);
  const before = (first.getUTCDay() - firstDay + 2 * WEEK) % WEEK;
  const length = new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0),
  ).getUTCDate();
  const weeks = Math.ceil((before + length) / WEEK);
  return Array.from({ length: weeks }, (_week, week) =>
    Array.from({ length: WEEK }, (_day, day) => {
      const number = week * WEEK + day - before + 1;
      return number < 1 || number > length
        ? undefined
        : `${month}-${String(number).padStart(2, '0')}`;
    }),
  );
};
