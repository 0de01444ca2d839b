import { cacheControl, cacheControlUntil } from '../../../src/http/response';

const caching = { maxAge: 300, staleWhileRevalidate: 60, staleIfError: 600 };
const FULL = 'public, max-age=300, stale-while-revalidate=60, stale-if-error=600';

describe('Cache-Control', () => {
  it('says how long caches may keep a response', () => {
    expect(cacheControl(caching)).toBe(FULL);
    expect(cacheControl({ maxAge: 0, staleWhileRevalidate: 0, staleIfError: 0 })).toBe(
      'public, max-age=0',
    );
  });

  it.each([
    [901, FULL],
    [900, FULL],
    [899, 'public, max-age=300, stale-while-revalidate=60, stale-if-error=599'],
    [330, 'public, max-age=300, stale-while-revalidate=30, stale-if-error=30'],
    [300, 'public, max-age=300'],
    [12, 'public, max-age=12'],
    [0, 'public, max-age=0'],
  ])('never reaches past the moment when it is another, %i seconds away', (remaining, expected) => {
    expect(cacheControl(caching, remaining)).toBe(expected);
    const now = 1_000_000;
    expect(cacheControlUntil(caching, now + remaining * 1_000, now).value).toBe(expected);
  });

  it('is 0 within the last second, and from then on', () => {
    for (const due of [1_000_999, 1_000_000, 900_000]) {
      expect(cacheControlUntil(caching, due, 1_000_000).value).toBe('public, max-age=0');
    }
  });

  it('holds until the next second would shorten it', () => {
    const now = 1_000_000;
    expect(cacheControlUntil(caching, Infinity, now)).toEqual({ value: FULL, until: Infinity });
    for (const due of [now + 2_000_000, now + 900_400, now + 500_300, now + 1_999]) {
      const { value, until } = cacheControlUntil(caching, due, now);
      expect(cacheControlUntil(caching, due, until).value).toBe(value);
      expect(cacheControlUntil(caching, due, until + 1).value).not.toBe(value);
    }
  });
});
