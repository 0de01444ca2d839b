import fc from 'fast-check';

import {
  fromInputs,
  isSkipped,
  toRefusedValue,
  fromRefusedValue,
  haveSameTime,
  toInputs,
  toIso,
  toValue,
  occurrenceOf,
} from '../../../admin/src/features/date-field/site-time';

const JAKARTA = 'Asia/Jakarta';
const BERLIN = 'Europe/Berlin';

test('the inputs show the clock of the site', () => {
  expect(toInputs('2026-12-25T02:00:00.000Z', JAKARTA)).toEqual({
    day: '2026-12-25',
    time: '09:00',
  });
  expect(toInputs('2026-12-25T02:00:00.000Z', 'America/New_York')).toEqual({
    day: '2026-12-24',
    time: '21:00',
  });
  expect(toInputs(null, JAKARTA)).toEqual({ day: '', time: '' });
});

test('what is typed means that moment on the site, daylight saving included', () => {
  expect(fromInputs({ day: '2026-07-01', time: '12:30' }, BERLIN)).toBe('2026-07-01T10:30:00.000Z');
  expect(fromInputs({ day: '2026-01-01', time: '12:30' }, BERLIN)).toBe('2026-01-01T11:30:00.000Z');
});

test('a day alone is 9 in the morning there', () => {
  expect(fromInputs({ day: '2026-12-25', time: '' }, JAKARTA)).toBe('2026-12-25T02:00:00.000Z');
});

test('a date that is only looked at stays as it is', () => {
  const minutes = fc
    .integer({ min: 1_440, max: 63_000_000 })
    .map((minute) => new Date(minute * 60_000).toISOString());
  const zone = fc.constantFrom('Asia/Kathmandu', 'Pacific/Apia', 'UTC', BERLIN);
  fc.assert(
    fc.property(minutes, zone, (iso, of) => {
      const shown = toInputs(iso, of);
      expect(toInputs(fromInputs(shown, of), of)).toEqual(shown);
    }),
  );
});

test('a time that clocks leave out is refused, and of one that comes twice it is the first', () => {
  const spring = { day: '2027-03-28', time: '02:30' };
  expect(fromRefusedValue(fromInputs(spring, BERLIN))).toEqual(spring);
  const autumn = fromInputs({ day: '2027-10-31', time: '02:30' }, BERLIN);
  expect(autumn).toBe('2027-10-31T00:30:00.000Z');
  expect(occurrenceOf(autumn, BERLIN)).toBe('first');
  expect(occurrenceOf('2027-10-31T01:30:00.000Z', BERLIN)).toBe('second');
  expect(occurrenceOf('2027-10-30T00:30:00.000Z', BERLIN)).toBeUndefined();
});

test('what is no date is a value that nothing takes for one, and the inputs keep it', () => {
  const partial = { day: '', time: '09:00' };
  const value = toValue({ ...partial, isPartial: true, isOfDay: true }, JAKARTA);
  expect(value).toBe(toRefusedValue(partial));
  expect(toIso(value)).toBeUndefined();
  expect(Number.isNaN(new Date(value!).getTime())).toBe(true);
  expect(toInputs(value, JAKARTA)).toEqual(partial);
});

test('only a time of a day that feeds can show is one that clocks leave out', () => {
  expect(isSkipped({ day: '2027-03-28', time: '02:30' })).toBe(true);
  for (const day of ['', '0020-01-01', '9999-01-01', '20270-01-01']) {
    expect(isSkipped({ day, time: '09:00' })).toBe(false);
  }
  expect(isSkipped({ day: '2027-03-28', time: '' })).toBe(false);
});

test('an empty day is no date, and a time alone is of today', () => {
  const given = { day: '', isPartial: false };
  expect(toValue({ ...given, time: '09:00', isOfDay: true }, JAKARTA)).toBeNull();
  expect(toValue({ ...given, time: '', isOfDay: false }, JAKARTA)).toBeNull();
  const today = toInputs(new Date(), JAKARTA).day;
  const value = toValue({ ...given, time: '14:30', isOfDay: false }, JAKARTA);
  expect(toInputs(value, JAKARTA)).toEqual({ day: today, time: '14:30' });
});

test('zones are told apart by what their clocks show', () => {
  expect(haveSameTime('2026-01-01T00:00:00Z', BERLIN, 'Europe/Paris')).toBe(true);
  expect(haveSameTime('2026-01-01T00:00:00Z', BERLIN, JAKARTA)).toBe(false);
});
