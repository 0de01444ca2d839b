import { checkFeedFiles } from '../../../src/options/config';

test.each([
  [{ rss: 'rss.xml' }],
  [{ rss: 'Feed.rss', atom: 'blog-2.atom', json: 'items.v1.json' }],
  [{ rss: 'atom.xml', atom: 'rss.xml' }],
])('feeds may be called %j', (files) => {
  expect(checkFeedFiles(files)).toEqual([]);
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
  1,
  null,
])('no feed is called %j', (name) => {
  expect(checkFeedFiles({ rss: name })).toEqual([
    expect.stringMatching(/^"rss" was .* Allowed: a name .*for example "rss\.xml"\.$/),
  ]);
});

test('a format that there is not is named, with the one that was meant', () => {
  expect(checkFeedFiles({ jsn: 'rss.xml' })).toEqual([
    'there is no format "jsn". Did you mean "json"?',
  ]);
});

test.each([{ rss: 'atom.xml' }, { atom: 'news.xml', rss: 'News.xml' }])(
  'two formats have not one name: %j',
  (files) => {
    expect(checkFeedFiles(files)).toEqual([expect.stringMatching(/^"rss" and "atom" are both/)]);
  },
);
