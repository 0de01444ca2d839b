import fc from 'fast-check';

import { copyTitle } from '../../../src/own-types/copy-title';

test.each([
  ['How I Test', 'How I Test (2)'],
  ['How I Test (2)', 'How I Test (3)'],
  ['How I Test (99)', 'How I Test (100)'],
  ['Part (1) of it', 'Part (1) of it (2)'],
  // The year of a film.
  ['Stalker (1979)', 'Stalker (1979) (2)'],
  ['วิธีทดสอบ', 'วิธีทดสอบ (2)'],
])('a copy of "%s" is "%s"', (title, expected) => {
  expect(copyTitle(title)).toBe(expected);
});

test('a copy of whatever title fits into the field, is well-formed and another title', () => {
  const titles = fc.string({ unit: 'binary', minLength: 1, maxLength: 255 });
  fc.assert(
    fc.property(titles, (title) => {
      const copy = copyTitle(title);
      expect(copy.length).toBeLessThanOrEqual(255);
      expect(copy).not.toBe(title);
      expect(encodeURIComponent(copy)).toBeTruthy();
    }),
  );
});

test('a copy of a copy is numbered, though spaces are behind its title', () => {
  expect(copyTitle('Foo (2) ')).toBe('Foo (3)');
});

test('a copy of a long title has no half of a character', () => {
  expect(copyTitle(`${'x'.repeat(250)}🦊🦊🦊`)).toBe(`${'x'.repeat(250)} (2)`);
});

test('copies of copies all have titles of their own', () => {
  const titles = ['x'.repeat(255)];
  for (let copies = 0; copies < 12; copies += 1) titles.push(copyTitle(titles.at(-1)!));
  expect(new Set(titles).size).toBe(titles.length);
});
