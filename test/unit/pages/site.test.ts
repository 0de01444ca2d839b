import { DEFAULT_APPEARANCE } from '../../../src/pages/appearance';
import { renderListing } from '../../../src/pages/listing';
import { samplePage } from '../../helpers/pages';

const headerLinks = [
  { label: 'Deutsch', address: 'https://notes.example.com/de/' },
  { label: 'About', address: '/about/' },
];

const linksOf = (parts: Parameters<typeof samplePage>[0]): string[] => {
  const page = samplePage({
    siteUrl: 'https://notes.example.com/',
    appearance: { ...DEFAULT_APPEARANCE, headerLinks },
    ...parts,
  });
  const html = renderListing({ ...page, entries: [], pageNumber: 1, pageCount: 1 } as never);
  return [...html.matchAll(/<li><a href="([^"]*)"[^>]*>(?:Deutsch|About)</g)].map(
    ([, href]) => href!,
  );
};

describe('a link to the home of another language', () => {
  const german = { language: 'de', home: 'https://notes.example.com/de/' };

  test('leads to the same page in that language', () => {
    const href = 'https://notes.example.com/de/posts/fuchs/';
    expect(linksOf({ translations: [{ ...german, href }] })).toEqual([href, '/about/']);
  });

  test('leads to that home where the page is in one language alone', () => {
    expect(linksOf({})).toEqual(['https://notes.example.com/de/', '/about/']);
  });
});
