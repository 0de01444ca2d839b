import type { CatalogueQueries } from '../catalogue/queries';
import type { ListName } from '../catalogue/catalogue-table';
import { spanOfYear, yearOf } from '../feed/dates';
import type { SettingsStore } from '../options/settings';
import type { Entries } from './entries';

/** A year, and how many articles it has. */
export interface CountedYear {
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

interface YearParts {
  entries: Pick<Entries, 'noteListing'>;
  catalogue: Pick<CatalogueQueries, 'findNewest' | 'findExtent'>;
  settings: Pick<SettingsStore, 'get'>;
  /** The list of all entries. */
  list: ListName;
}

/** Finds the years that have public articles, and notes that they are shown. */
export const createYears = ({ entries, catalogue, settings, list }: YearParts) => {
  const findNewest = async (now: Date): Promise<Date | undefined> =>
    (await catalogue.findNewest([list], now)).get(list);

  return {
    /** The last one first. From one to the next: the last article before a year tells which is the year before it. */
    async list(now: Date): Promise<CountedYear[]> {
      const { timeZone } = await settings.get();
      await entries.noteListing({ now });
      const years: CountedYear[] = [];
      for (let newest = await findNewest(now); newest && years.length < YEARS;) {
        const year = yearOf(newest, timeZone);
        if (year < FIRST_YEAR) break;
        const span = spanOfYear(year, timeZone);
        years.push({ year, articles: (await catalogue.findExtent({ now, span })).count });
        newest = await findNewest(new Date(span.from.getTime() - 1));
      }
      return years;
    },
  };
};

export type Years = ReturnType<typeof createYears>;
