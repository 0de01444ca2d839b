import { writeLinks } from '../../../src/http/response';

const page = (slug: string) => `https://www.example.com/${slug}/`;
const linksTo = (slug: string, languages: number) => [
  { href: page(slug), rel: 'canonical' },
  { href: `${page(slug)}index.md`, rel: 'alternate', type: 'text/markdown' },
  ...Array.from({ length: languages }, (_, index) => ({
    href: page(`${index}/${slug}`),
    rel: 'alternate',
    hreflang: `x-${index}`,
  })),
];

it.each([
  ['everything, of short addresses', 'a', 5, 7],
  ['no other languages, of many', 'a', 100, 2],
  ['the page alone, of the longest addresses', 'ก'.repeat(150), 5, 1],
])('a Link header names %s', (_, slug, languages, expected) => {
  const value = writeLinks(linksTo(slug, languages));
  expect(value.split(', ')).toHaveLength(expected);
  expect(value.length).toBeLessThanOrEqual(2_000);
});
