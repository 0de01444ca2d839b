import fc from 'fast-check';

import {
  fitSlug,
  isGenericSlug,
  isNumberOf,
  MAXIMUM_SLUG,
  numberSlug,
  SLUG_PATTERN,
} from '../../../src/lib/url-paths';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'.split('');
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 300 });
const slug = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join('-'));
const number = fc.integer({ min: 0, max: 999_999_999 });

test.each([
  ...['article', 'untitled', 'article-1', 'tag', 'tag-12', 'ohne-titel', 'sans-titre-2'],
  ...['article-2026-11-21', 'article-2026-11-21-3'],
])('"%s" says nothing', (generic) => {
  expect(isGenericSlug(generic)).toBe(true);
});

test.each([
  'article-about-cats',
  'articles',
  'how-i-test',
  'untitled-poem',
  '1',
  'articled',
  'a-2026-11-21',
])('"%s" says something', (telling) => {
  expect(isGenericSlug(telling)).toBe(false);
});

test('whatever is fitted and numbered can be an address, and is not too long', () => {
  fc.assert(
    fc.property(slug, number, (text, count) => {
      const made = numberSlug(fitSlug(text), count);
      expect(made).toMatch(SLUG_PATTERN);
      expect(made.length).toBeLessThanOrEqual(MAXIMUM_SLUG);
    }),
  );
});

test('a slug that fits is left alone, and a long one ends with a whole word', () => {
  expect(fitSlug('how-i-test')).toBe('how-i-test');
  expect(fitSlug(`${'a'.repeat(150)}-b`)).toBe(`${'a'.repeat(150)}-b`);
  expect(fitSlug('a'.repeat(MAXIMUM_SLUG))).toHaveLength(MAXIMUM_SLUG);
  expect(fitSlug(`${'word-'.repeat(50)}end`)).toMatch(/^(word-)+word$/);
});

test('a number stands behind one hyphen, also where the slug is cut at one', () => {
  expect(numberSlug(`${'a'.repeat(197)}-b`, 1)).toBe(`${'a'.repeat(197)}-1`);
});

test('a numbered slug is known as one of those it was made from', () => {
  fc.assert(
    fc.property(slug, number, (text, count) => {
      const made = fitSlug(text);
      expect(isNumberOf(numberSlug(made, count), made)).toBe(true);
    }),
  );
});

test('another slug is not taken for a number of it', () => {
  expect(isNumberOf('how-i-test-grpc', 'how-i-test')).toBe(false);
  expect(isNumberOf('how-i', 'how-i-test')).toBe(false);
  expect(isNumberOf('how-i-test-01', 'how-i-test')).toBe(false);
});

describe('a slug', () => {
  it.each(['a', 'api', '2026', 'how-i-format-json', 'a1-b2'])('may be %s', (slug) => {
    expect(slug).toMatch(SLUG_PATTERN);
  });

  it.each(['', 'Api', 'a_b', 'a b', 'a/b', '..', 'a--b', '-a', 'a-', 'é', 'a\n', 'a%2Fb', 'a.b'])(
    'may not be %j',
    (slug) => {
      expect(slug).not.toMatch(SLUG_PATTERN);
    },
  );
});
