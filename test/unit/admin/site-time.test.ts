import fc from 'fast-check';

import {
  atTime,
  fromPicker,
  onDay,
  showSameTime,
  toPicker,
} from '../../../admin/src/features/date-field/site-time';

/** What a picker shows in the browser's zone, whichever that is. */
const shown = (date: Date): string => date.toString().slice(0, 21);

test('the picker shows the clock of the site', () => {
  expect(shown(toPicker('2026-12-25T02:00:00.000Z', 'Asia/Jakarta'))).toBe('Fri Dec 25 2026 09:00');
  expect(shown(toPicker('2026-12-25T02:00:00.000Z', 'America/New_York'))).toBe(
    'Thu Dec 24 2026 21:00',
  );
});

test('what is picked means that moment on the site, daylight saving included', () => {
  const picked = new Date(2026, 6, 1, 12, 30);
  expect(fromPicker(picked, 'Europe/Berlin')).toBe('2026-07-01T10:30:00.000Z');
  expect(fromPicker(new Date(2026, 0, 1, 12, 30), 'Europe/Berlin')).toBe(
    '2026-01-01T11:30:00.000Z',
  );
});

test('a day alone is 9 in the morning there, and another day has the same time', () => {
  const day = onDay(new Date(2026, 11, 25), undefined);
  expect(fromPicker(day, 'Asia/Jakarta')).toBe('2026-12-25T02:00:00.000Z');
  const other = onDay(new Date(2026, 11, 26), new Date(2026, 11, 25, 14, 30));
  expect(fromPicker(other, 'Asia/Jakarta')).toBe('2026-12-26T07:30:00.000Z');
});

test.each(['en', 'de', 'es', 'fr', 'id', 'fi', 'da'])(
  'every time of a day is understood as it is written in %s',
  (language) => {
    const time = new Intl.DateTimeFormat(language, {
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    });
    const before = new Date(2026, 11, 25, 9);
    for (let quarter = 0; quarter < 24 * 4; quarter += 1) {
      const meant = new Date(2026, 11, 25, 0, quarter * 15);
      expect(atTime(time.format(meant), before)).toEqual(meant);
    }
  },
);

test('a text that is no time changes nothing', () => {
  for (const text of ['', '--:--', '14', 'noon', '14:30 or so']) {
    expect(atTime(text, new Date())).toBeUndefined();
  }
});

test('a date that is only looked at stays as it is', () => {
  const moments = fc.date({
    min: new Date('1970-01-02T00:00:00Z'),
    max: new Date('2090-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, fc.constantFrom('Asia/Kathmandu', 'Pacific/Apia', 'UTC'), (date, zone) => {
      const picked = toPicker(date.toISOString(), zone);
      expect(toPicker(fromPicker(picked, zone), zone)).toEqual(picked);
    }),
  );
});

test('zones are told apart by what their clocks show', () => {
  expect(showSameTime('2026-01-01T00:00:00Z', 'Europe/Berlin', 'Europe/Paris')).toBe(true);
  expect(showSameTime('2026-01-01T00:00:00Z', 'Europe/Berlin', 'Asia/Jakarta')).toBe(false);
});
