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
  ['everything, of short addresses', 'a', 3, ['canonical', 'index.md', '0', '1', '2']],
  ['no other language, where all do not fit', 'a', 100, ['canonical', 'index.md']],
  ['the page alone, of long addresses', 'ก'.repeat(150), 3, ['canonical']],
  ['nothing, of longer ones', 'ก'.repeat(250), 3, []],
])('a Link header names %s', (_, slug, languages, expected) => {
  const value = writeLinks(linksTo(slug, languages)) ?? '';
  const named = value
    .split(', ')
    .flatMap((link) => /canonical|index\.md|(?<="x-)\d+/.exec(link) ?? []);
  expect(named).toEqual(expected);
  expect(value.length).toBeLessThanOrEqual(2_000);
});
