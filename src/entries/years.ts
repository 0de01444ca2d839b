import type { CatalogueQueries } from '../catalogue/queries';
import { listIn, SITE_LIST } from '../catalogue/catalogue-table';
import { spanOfYear, yearOf } from '../lib/dates';
import { editionMark, type PublishedLocale } from '../options/locales';
import type { Entries } from './entries';

/** A year, and how many articles it has. */
interface CountedYear {
  year: number;
  articles: number;
}

/** Years that are listed at most, the newest: an import may date what it likes. */
const YEARS = 150;

/** The addresses of years have four digits. */
const FIRST_YEAR = 1_000;

/** Whether the year of an article may be in the archive. */
export const hasYear = (date: Date, timeZone: string): boolean =>
  yearOf(date, timeZone) >= FIRST_YEAR;

/**
 * The years that have public articles, the last one first. From one to the next: the last article before a year
 * tells which is the year before it. Notes that they are shown.
 */
export const listYears = async (
  {
    entries,
    queries,
    locale,
  }: {
    entries: Pick<Entries, 'noteListing'>;
    queries: Pick<CatalogueQueries, 'findNewest' | 'findExtent'>;
    locale?: PublishedLocale;
  },
  timeZone: string,
  now: Date,
): Promise<CountedYear[]> => {
  const list = listIn(editionMark(locale), SITE_LIST);
  const findNewest = async (before: Date): Promise<Date | undefined> =>
    (await queries.findNewest([list], before)).get(list);
  await entries.noteListing({ now });
  const years: CountedYear[] = [];
  for (let newest = await findNewest(now); newest && years.length < YEARS;) {
    const year = yearOf(newest, timeZone);
    if (year < FIRST_YEAR) break;
    const span = spanOfYear(year, timeZone);
    years.push({ year, articles: (await queries.findExtent({ now, span })).count });
    newest = await findNewest(new Date(span.from.getTime() - 1));
  }
  return years;
};
