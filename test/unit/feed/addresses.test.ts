import { createAddresses, mountPath, SLUG_PATTERN } from '../../../src/feed/addresses';

describe('public addresses', () => {
  const addresses = createAddresses('https://notes.example.com');

  it('are those of the contract', () => {
    expect(addresses.tag('api')).toBe('https://notes.example.com/tags/api/');
    expect(addresses.rss('api')).toBe('https://notes.example.com/tags/api/index.xml');
    expect(addresses.article('format-json')).toBe('https://notes.example.com/posts/format-json/');
  });

  it('name the whole site as well', () => {
    expect(addresses.home()).toBe('https://notes.example.com/');
    expect(addresses.tags()).toBe('https://notes.example.com/tags/');
    expect(addresses.rss()).toBe('https://notes.example.com/index.xml');
  });

  it('number the pages of a listing from the second on', () => {
    expect(addresses.tag('api', 1)).toBe('https://notes.example.com/tags/api/');
    expect(addresses.tag('api', 2)).toBe('https://notes.example.com/tags/api/page/2/');
  });

  it.each([
    'https://example.com/notes',
    'https://example.com/notes/',
    'https://example.com/notes//',
    'HTTPS://EXAMPLE.com:443/notes/',
    ' https://example.com/notes ',
    'https://example.com/notes/?',
    'https://example.com/notes#',
  ])('are the same however the base address is written: %j', (baseUrl) => {
    expect(createAddresses(baseUrl).article('a')).toBe('https://example.com/notes/posts/a/');
    expect(createAddresses(baseUrl).home()).toBe('https://example.com/notes/');
    expect(mountPath(baseUrl)).toBe('/notes');
  });

  it('have the feeds of the whole site, and nothing else, where the option "home" says', () => {
    const { home, rss, feed, tag, tags, article, sitemap, opml, stylesheet } = createAddresses(
      'https://example.com/notes',
      '/blog/',
    );
    expect(home()).toBe('https://example.com/notes/blog/');
    expect(rss()).toBe('https://example.com/notes/blog/index.xml');
    expect(feed('atom.xml', undefined, { page: 2 })).toBe(
      'https://example.com/notes/blog/page/2/atom.xml',
    );
    expect(feed('feed.json', undefined, { archive: 1 })).toBe(
      'https://example.com/notes/blog/archive/1/feed.json',
    );
    expect([rss('api'), tag('api'), tags(), article('a'), sitemap(), opml(), stylesheet()]).toEqual(
      [
        'tags/api/index.xml',
        'tags/api/',
        'tags/',
        'posts/a/',
        'sitemap.xml',
        'feeds.opml',
        'feed.css',
      ].map((path) => `https://example.com/notes/${path}`),
    );
  });

  it('stay at the root when the site has its own page there', () => {
    expect(createAddresses('https://example.com', false).rss()).toBe(
      'https://example.com/index.xml',
    );
  });

  it('percent-encode what the path of the base address cannot carry', () => {
    expect(createAddresses('https://example.com/über uns').tags()).toBe(
      'https://example.com/%C3%BCber%20uns/tags/',
    );
  });

  it('keep a port and mount at the root of the host without a path', () => {
    expect(createAddresses('http://localhost:1337').tags()).toBe('http://localhost:1337/tags/');
    expect(mountPath('http://localhost:1337')).toBe('');
    expect(mountPath('http://localhost:1337/')).toBe('');
  });
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
