import type { ListedEntry } from '../../../src/catalogue/published-rows';
import { hasYear, listYears } from '../../../src/entries/entries';

const NOW = new Date('2026-11-20T00:00:00Z');

/** The years of a site with articles of these dates. */
const yearsOf = (...dates: string[]) => {
  const moments = dates.map((date) => new Date(date)).sort((a, b) => b.getTime() - a.getTime());
  const site: Parameters<typeof listYears>[0] = {
    entries: { noteListing: () => Promise.resolve(false) },
    queries: {
      findNewestEntries: ([list = '']: string[], now: Date) => {
        const date = moments.find((moment) => moment <= now);
        return Promise.resolve(new Map(date ? [[list, { date } as ListedEntry]] : []));
      },
      findExtent: ({ now, span }) => {
        const found = moments.filter(
          (date) => date >= span!.from && date <= span!.to && date <= now,
        );
        return Promise.resolve({ count: found.length, isWhole: false });
      },
    },
  };
  return listYears(site, 'UTC', NOW);
};

describe('the years of the archive', () => {
  it('are those that have articles, the last one first', async () => {
    expect(await yearsOf('2026-01-01T00:00Z', '2019-05-01T00:00Z', '2019-06-01T00:00Z')).toEqual([
      { year: 2026, articles: 1 },
      { year: 2019, articles: 2 },
    ]);
  });

  it('begin with the first that has an address', async () => {
    expect(await yearsOf('2020-01-01T00:00Z', '1000-01-01T00:00Z')).toEqual([
      { year: 2020, articles: 1 },
      { year: 1000, articles: 1 },
    ]);
    const ancient = ['0999-12-31T00:00Z', '-000100-01-01T00:00Z'];
    expect(await yearsOf('2020-01-01T00:00Z', ...ancient)).toEqual([{ year: 2020, articles: 1 }]);
    expect(await yearsOf(...ancient)).toEqual([]);
    expect(ancient.map((date) => hasYear(new Date(date), 'UTC'))).toEqual([false, false]);
    expect(hasYear(new Date('0999-12-31T23:00Z'), 'Asia/Jakarta')).toBe(true);
  });

  it('have no article that is to come', async () => {
    expect(await yearsOf('2026-01-01T00:00Z', '2026-12-01T00:00Z', '2027-01-01T00:00Z')).toEqual([
      { year: 2026, articles: 1 },
    ]);
  });
});
