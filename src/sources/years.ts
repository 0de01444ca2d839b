import type { CatalogueQueries } from '../catalogue/queries';
import type { ListName } from '../catalogue/catalogue-table';
import type { Landmarks } from '../catalogue/landmarks';
import { spanOfYear, yearOf } from '../feed/dates';
import type { SettingsStore } from '../settings';
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

interface YearParts {
  entries: Pick<Entries, 'count'>;
  catalogue: Pick<CatalogueQueries, 'findNewest'>;
  landmarks: Pick<Landmarks, 'countBefore'>;
  settings: Pick<SettingsStore, 'get'>;
  /** The list of all entries. */
  list: ListName;
}

/** Finds the years that have public articles, and notes that they are shown. */
export const createYears = ({ entries, catalogue, landmarks, settings, list }: YearParts) => {
  const findNewest = async (now: Date): Promise<Date | undefined> =>
    (await catalogue.findNewest([list], now)).get(list);

  return {
    /**
     * From one to the next: the last article before a year tells which is the year before it, and as many
     * as are older are counted from a landmark.
     */
    async list(now: Date): Promise<CountedYear[]> {
      const { timeZone } = await settings.get();
      const years: CountedYear[] = [];
      let left = await entries.count({ now });
      let newest = left > 0 ? await findNewest(now) : undefined;
      while (newest && years.length < YEARS) {
        const year = yearOf(newest, timeZone);
        if (year < FIRST_YEAR) break;
        const { from } = spanOfYear(year, timeZone);
        const older = await landmarks.countBefore(from);
        years.push({ year, articles: left - older });
        left = older;
        newest = left > 0 ? await findNewest(new Date(from.getTime() - 1)) : undefined;
      }
      return years;
    },
  };
};

export type Years = ReturnType<typeof createYears>;
