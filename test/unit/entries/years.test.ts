import { CACHE_TAGS, changedSince, ORDER_ALONE } from '../../../src/lib/cache-tags';
import { createYears, hasYear } from '../../../src/entries/years';

const LIST = 'site';

const NOW = new Date('2026-11-20T00:00:00Z');

/** The archive of a site with articles of these dates, and how often something was looked for. */
const archiveOf = (dates: string[]) => {
  const moments = dates.map((date) => new Date(date)).sort((a, b) => b.getTime() - a.getTime());
  const findNewest = jest.fn((_lists: string[], now: Date) => {
    const newest = moments.find((moment) => moment <= now);
    return Promise.resolve(new Map(newest ? [[LIST, newest]] : []));
  });
  const countBefore = (moment: Date) =>
    Promise.resolve(moments.filter((candidate) => candidate < moment).length);
  const years = createYears({
    entries: {
      count: ({ now }) => Promise.resolve(moments.filter((moment) => moment <= now).length),
    },
    catalogue: { findNewest },
    landmarks: { countBefore },
    settings: { get: () => Promise.resolve({ timeZone: 'UTC' } as never) },
    transactions: { isUnderWay: () => false },
    list: LIST,
  });
  return { years, findNewest };
};

const yearsOf = (...dates: string[]) => archiveOf(dates).years.list(NOW);

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

  it('are counted once, until articles change or are due', async () => {
    const { years, findNewest } = archiveOf(['2026-01-01T00:00Z', '2027-01-01T00:00Z']);
    const counted = await years.list(NOW);
    expect(counted).toEqual([{ year: 2026, articles: 1 }]);
    const looks = findNewest.mock.calls.length;
    const retitled = [CACHE_TAGS.listing(LIST), changedSince(LIST, ORDER_ALONE)];
    years.purge([CACHE_TAGS.listing('another')]);
    years.purge(retitled);
    expect(await years.list(NOW)).toEqual(counted);
    expect(findNewest.mock.calls.length).toBe(looks);
    expect(await years.list(new Date('2027-02-01T00:00Z'))).toEqual([
      { year: 2027, articles: 1 },
      ...counted,
    ]);
    for (const cacheTags of [
      [CACHE_TAGS.listing(LIST)],
      [CACHE_TAGS.everything],
      [...retitled, CACHE_TAGS.everything],
      // As several changes that come together say.
      [...retitled, changedSince(LIST, NOW.getTime())],
    ]) {
      const before = findNewest.mock.calls.length;
      years.purge(cacheTags);
      await years.list(NOW);
      expect(findNewest.mock.calls.length).toBeGreaterThan(before);
    }
  });
});
