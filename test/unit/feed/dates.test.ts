import fc from 'fast-check';

import { toRfc2822 } from '../../../src/feed/model';
import { isTimeZone, latest, spanOfYear, yearOf } from '../../../src/lib/dates';

const write = (iso: string, timeZone: string) => toRfc2822(new Date(iso), timeZone);

describe('dates in feeds', () => {
  it('have the shape of the contract, with a numeric offset', () => {
    expect(write('2026-11-20T02:00:00Z', 'Asia/Jakarta')).toBe('Fri, 20 Nov 2026 09:00:00 +0700');
  });

  it.each([
    // Europe/Berlin: clocks went forward on 29 March 2026 and back on 25 October 2026, at 01:00 UTC.
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', 'Sun, 29 Mar 2026 01:59:59 +0100'],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', 'Sun, 29 Mar 2026 03:00:00 +0200'],
    ['2026-10-25T00:59:59Z', 'Europe/Berlin', 'Sun, 25 Oct 2026 02:59:59 +0200'],
    ['2026-10-25T01:00:00Z', 'Europe/Berlin', 'Sun, 25 Oct 2026 02:00:00 +0100'],
    // America/New_York: forward on 8 March 2026 at 07:00 UTC, back on 1 November 2026 at 06:00 UTC.
    ['2026-03-08T06:59:59Z', 'America/New_York', 'Sun, 08 Mar 2026 01:59:59 -0500'],
    ['2026-03-08T07:00:00Z', 'America/New_York', 'Sun, 08 Mar 2026 03:00:00 -0400'],
    ['2026-11-01T05:59:59Z', 'America/New_York', 'Sun, 01 Nov 2026 01:59:59 -0400'],
    ['2026-11-01T06:00:00Z', 'America/New_York', 'Sun, 01 Nov 2026 01:00:00 -0500'],
  ])('follow daylight saving: %s in %s', (iso, timeZone, written) => {
    expect(write(iso, timeZone)).toBe(written);
  });

  it.each([
    ['2026-12-31T16:59:59Z', 'Asia/Jakarta', 'Thu, 31 Dec 2026 23:59:59 +0700'],
    ['2026-12-31T17:00:00Z', 'Asia/Jakarta', 'Fri, 01 Jan 2027 00:00:00 +0700'],
    ['2027-01-01T04:59:59Z', 'America/New_York', 'Thu, 31 Dec 2026 23:59:59 -0500'],
    // 2024-12-30 belongs to the first ISO week of 2025, but not to that year.
    ['2024-12-30T12:00:00Z', 'UTC', 'Mon, 30 Dec 2024 12:00:00 +0000'],
    ['2024-02-29T12:00:00Z', 'UTC', 'Thu, 29 Feb 2024 12:00:00 +0000'],
    ['1000-01-01T12:00:00Z', 'UTC', 'Wed, 01 Jan 1000 12:00:00 +0000'],
  ])('are right at the edges of a year: %s in %s', (iso, timeZone, written) => {
    expect(write(iso, timeZone)).toBe(written);
  });

  it.each([
    ['Asia/Kolkata', '+0530'],
    ['Asia/Kathmandu', '+0545'],
    ['America/St_Johns', '-0330'],
    ['Pacific/Kiritimati', '+1400'],
    ['UTC', '+0000'],
  ])('write the offset of %s as %s', (timeZone, offset) => {
    expect(write('2026-01-15T12:00:00Z', timeZone).slice(-5)).toBe(offset);
  });

  it('write midnight as 00, not 24', () => {
    expect(write('2026-01-15T17:00:00Z', 'Asia/Jakarta')).toContain(' 00:00:00 ');
  });

  it('cut milliseconds off', () => {
    expect(write('2026-01-15T02:00:00.999Z', 'Asia/Jakarta')).toBe(
      'Thu, 15 Jan 2026 09:00:00 +0700',
    );
  });

  it('read back as the same second in every zone', () => {
    const moments = fc.date({
      min: new Date('1900-01-02T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom(
      'Asia/Jakarta',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'UTC',
    );
    // Before standard time some zones had offsets with seconds, which the shape has no room for.
    const standardTime = Date.parse('1972-01-01T00:00:00Z');
    fc.assert(
      fc.property(moments, zones, (date, timeZone) => {
        fc.pre(date.getTime() >= standardTime);
        const written = toRfc2822(date, timeZone);
        expect(written).toMatch(
          /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}$/,
        );
        expect(Date.parse(written)).toBe(Math.floor(date.getTime() / 1000) * 1000);
      }),
    );
  });

  it('refuse a date or a zone that does not exist', () => {
    expect(() => toRfc2822(new Date(NaN), 'UTC')).toThrow(RangeError);
    expect(() => toRfc2822(new Date(0), 'Mars/Olympus')).toThrow(/Mars\/Olympus/);
  });
});

describe('time zones', () => {
  it.each(['Asia/Jakarta', 'UTC', 'Europe/Berlin'])('knows %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'Jakarta', 'Asia/Nowhere', '../etc'])('does not know %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('the latest of some dates', () => {
  it('is the newest, whatever their order', () => {
    expect(latest([new Date(1), new Date(3), new Date(2)])).toEqual(new Date(3));
  });

  it('is undefined when there are none', () => {
    expect(latest([])).toBeUndefined();
  });
});

describe('years', () => {
  it('begin and end where the site is', () => {
    expect(spanOfYear(2024, 'Asia/Jakarta')).toEqual({
      from: new Date('2023-12-31T17:00:00.000Z'),
      to: new Date('2024-12-31T16:59:59.999Z'),
    });
  });

  it('have every moment in exactly one of them, in every time zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const moments = fc.date({
      min: new Date('1001-01-02T00:00:00.000Z'),
      max: new Date('9998-12-30T00:00:00.000Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const year = yearOf(moment, zone);
        const { from, to } = spanOfYear(year, zone);
        expect(from <= moment && moment <= to).toBe(true);
        expect(spanOfYear(year + 1, zone).from.getTime()).toBe(to.getTime() + 1);
      }),
      // Clocks were set otherwise there as a year began.
      { examples: [[new Date('1906-01-01T05:59:59.999Z'), 'America/Detroit']] },
    );
  });
});
