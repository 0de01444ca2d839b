import { refusedOptions } from '../../helpers/refused-options';

const refusals = (feedFiles: object) =>
  refusedOptions({ feedFiles }).map((said) => said.replace('The option "feedFiles": ', ''));

test.each([
  [{ rss: 'rss.xml' }],
  [{ rss: 'Feed.rss', atom: 'blog-2.atom', json: 'items.v1.json' }],
  [{ rss: 'atom.xml', atom: 'rss.xml' }],
])('feeds may be called %j', (files) => {
  expect(refusals(files)).toEqual([]);
});

test.each([
  '',
  'rss',
  'feed/rss.xml',
  '../rss.xml',
  '.xml',
  'rss.php',
  'a b.xml',
  ':x.xml',
  'rss.xml?',
  `${'a'.repeat(100)}.xml`,
  'sitemap.xml',
  'Sitemap.xml',
  1,
  null,
])('no feed is called %j', (name) => {
  expect(refusals({ rss: name })).toEqual([
    expect.stringMatching(/^"rss" was .* Allowed: a name .*for example "rss\.xml"\.$/),
  ]);
});

test('a format that there is not is named, with the one that was meant', () => {
  expect(refusals({ jsn: 'rss.xml' })).toEqual(['There is no "jsn". Did you mean "json"?']);
});

test.each([{ rss: 'atom.xml' }, { atom: 'news.xml', rss: 'News.xml' }])(
  'two formats have not one name: %j',
  (files) => {
    expect(refusals(files)).toEqual([expect.stringMatching(/^"rss" and "atom" are both/)]);
  },
);
