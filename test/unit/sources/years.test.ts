import { createYears } from '../../../src/sources/years';

const LIST = 'site';

/** The archive of a site with articles of these dates. */
const yearsOf = (...dates: string[]) => {
  const moments = dates.map((date) => new Date(date)).sort((a, b) => b.getTime() - a.getTime());
  const findNewest = (_lists: string[], now: Date) => {
    const newest = moments.find((moment) => moment <= now);
    return Promise.resolve(new Map(newest ? [[LIST, newest]] : []));
  };
  const countBefore = (moment: Date) =>
    Promise.resolve(moments.filter((candidate) => candidate < moment).length);
  return createYears({
    entries: { count: () => Promise.resolve(moments.length) },
    catalogue: { findNewest },
    landmarks: { countBefore },
    settings: { get: () => Promise.resolve({ timeZone: 'UTC' } as never) },
    list: LIST,
  }).list(new Date('2026-11-20T00:00:00Z'));
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
  });
});
