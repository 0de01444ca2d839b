import fc from 'fast-check';

import { copyTitle } from '../../../src/own-types/copy-title';

test.each([
  ['en', 'How I Test', 'How I Test (copy)'],
  ['en', 'How I Test (copy)', 'How I Test (copy 2)'],
  ['en', 'How I Test (copy 9)', 'How I Test (copy 10)'],
  ['en', 'Use cp (copy) well', 'Use cp (copy) well (copy)'],
  ['de-AT', 'Wie ich teste', 'Wie ich teste (Kopie)'],
  ['fr', 'Comment (copie)', 'Comment (copie 2)'],
  ['es', 'Cómo', 'Cómo (copia)'],
  ['id', 'Cara', 'Cara (salinan)'],
  ['th', 'วิธีทดสอบ', 'วิธีทดสอบ (copy)'],
])('in %s, a copy of "%s" is "%s"', (language, title, expected) => {
  expect(copyTitle(title, language)).toBe(expected);
});

test('a copy of whatever title fits into the field, is well-formed and another title', () => {
  const titles = fc.string({ unit: 'binary', minLength: 1, maxLength: 255 });
  fc.assert(
    fc.property(titles, (title) => {
      const copy = copyTitle(title, 'en');
      expect(copy.length).toBeLessThanOrEqual(255);
      expect(copy).not.toBe(title);
      expect(encodeURIComponent(copy)).toBeTruthy();
    }),
  );
});

test('a copy of a copy is numbered, though spaces are behind its title', () => {
  expect(copyTitle('Foo (copy) ', 'en')).toBe('Foo (copy 2)');
});

test('a copy of a long title has no half of a character', () => {
  expect(copyTitle(`${'x'.repeat(247)}🦊🦊🦊🦊`, 'en')).toBe(`${'x'.repeat(247)} (copy)`);
});

test('copies of copies all have titles of their own', () => {
  const titles = ['x'.repeat(255)];
  for (let copies = 0; copies < 12; copies += 1) titles.push(copyTitle(titles.at(-1)!, 'en'));
  expect(new Set(titles).size).toBe(titles.length);
});
