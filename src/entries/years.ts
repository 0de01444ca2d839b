import { CACHE_TAGS, findChangedSince, ORDER_ALONE } from '../lib/cache-tags';
import type { CatalogueQueries } from '../catalogue/queries';
import type { ListName } from '../catalogue/catalogue-table';
import type { Landmarks } from '../catalogue/landmarks';
import { spanOfYear, yearOf } from '../feed/dates';
import type { SettingsStore } from '../options/settings';
import type { Transactions } from '../lib/transactions';
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
  entries: Pick<Entries, 'count'>;
  catalogue: Pick<CatalogueQueries, 'findNewest'>;
  landmarks: Pick<Landmarks, 'countBefore'>;
  settings: Pick<SettingsStore, 'get'>;
  transactions: Pick<Transactions, 'isUnderWay'>;
  /** The list of all entries. */
  list: ListName;
}

/** Finds the years that have public articles, and notes that they are shown. */
export const createYears = ({
  entries,
  catalogue,
  landmarks,
  settings,
  transactions,
  list,
}: YearParts) => {
  let known: { years: CountedYear[]; articles: number; timeZone: string } | undefined;
  let changes = 0;

  const findNewest = async (now: Date): Promise<Date | undefined> =>
    (await catalogue.findNewest([list], now)).get(list);

  /**
   * From one to the next: the last article before a year tells which is the year before it, and as many
   * as are older are counted from a landmark.
   */
  const countYears = async (
    now: Date,
    articles: number,
    timeZone: string,
  ): Promise<CountedYear[]> => {
    const years: CountedYear[] = [];
    let left = articles;
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
  };

  return {
    /** The last one first. Counted once, until articles change or more of them are due. */
    async list(now: Date): Promise<CountedYear[]> {
      const { timeZone } = await settings.get();
      const articles = await entries.count({ now });
      // What a transaction sees may never be committed.
      if (transactions.isUnderWay()) return countYears(now, articles, timeZone);
      if (known?.articles === articles && known.timeZone === timeZone) return known.years;
      const before = changes;
      const years = await countYears(now, articles, timeZone);
      // They may be of before a change that came meanwhile.
      if (changes === before) known = { years, articles, timeZone };
      return years;
    },

    /** Forgets them when a change concerns them. */
    purge(cacheTags: string[]): void {
      const isEverything = cacheTags.includes(CACHE_TAGS.everything);
      if (!isEverything && !cacheTags.includes(CACHE_TAGS.listing(list))) return;
      if (!isEverything && findChangedSince(cacheTags).get(list) === ORDER_ALONE) return;
      changes += 1;
      known = undefined;
    },
  };
};

export type Years = ReturnType<typeof createYears>;
