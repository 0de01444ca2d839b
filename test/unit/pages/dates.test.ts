import { toPageDate, toPageYear } from '../../../src/pages/model';

describe('a date on a page', () => {
  const date = new Date('2026-01-15T20:00:00.500Z');

  it("is the day in the site's time zone and language", () => {
    expect(toPageDate(date, 'en', 'Asia/Jakarta').text).toBe('January 16, 2026');
    expect(toPageDate(date, 'en', 'America/New_York').text).toBe('January 15, 2026');
    expect(toPageDate(date, 'id', 'Asia/Jakarta').text).toBe('16 Januari 2026');
  });

  it('is ISO 8601 with its offset for machines', () => {
    expect(Date.parse(toPageDate(date, 'en', 'Asia/Jakarta').iso)).toBe(date.getTime());
    expect(toPageDate(new Date('2026-07-01T10:00:00Z'), 'en', 'Europe/Berlin').iso).toBe(
      '2026-07-01T12:00:00+02:00',
    );
  });
});

describe('a year on a page', () => {
  it('is of the Gregorian calendar, in the language of the site', () => {
    expect(toPageYear(2024, 'en')).toBe('2024');
    expect(toPageYear(2024, 'ja')).toBe('2024年');
    expect(toPageYear(2024, 'fa')).toContain('۲۰۲۴');
    expect(toPageYear(2024, 'th')).toContain('2024');
  });
});
