/** Days of a week. */
const WEEK = 7;

/** Languages of the panel whose weeks begin with another day than Monday, for browsers that do not know. */
const FIRST_DAYS: Record<string, number | undefined> = { id: 7 };

interface WeekInfo {
  firstDay: number;
}

type LocaleWithWeeks = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/** The day that weeks begin with in a language: 1 for Monday, 7 for Sunday. */
export const firstDayOf = (language: string): number => {
  const locale: LocaleWithWeeks = new Intl.Locale(language);
  // Browsers have one or the other, or neither.
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  return info?.firstDay ?? FIRST_DAYS[locale.language] ?? 1;
};

const toDay = (date: Date): string => date.toISOString().slice(0, 10);

const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** Another month, so many later: `2026-01`. */
export const monthAfter = (month: string, months: number): string => {
  const date = firstOf(month);
  date.setUTCMonth(date.getUTCMonth() + months);
  return toDay(date).slice(0, 7);
};

/**
 * The days of a month in weeks, each `2026-01-05`; undefined for those of the months beside it.
 *
 * @param firstDay the day that weeks begin with: 1 for Monday, 7 for Sunday
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
