import { createAddresses } from '../../../src/options/site-addresses';
import { mountPath } from '../../../src/lib/url-paths';

describe('public addresses', () => {
  const addresses = createAddresses('https://notes.example.com');

  it('are those of the contract', () => {
    expect(addresses.listing('/tags/api/')).toBe('https://notes.example.com/tags/api/');
    expect(addresses.feed('rss', '/tags/api/')).toBe(
      'https://notes.example.com/tags/api/index.xml',
    );
    expect(addresses.entry('/posts/format-json/')).toBe(
      'https://notes.example.com/posts/format-json/',
    );
  });

  it('name the whole site as well', () => {
    expect(addresses.home()).toBe('https://notes.example.com/');
    expect(addresses.feed('rss')).toBe('https://notes.example.com/index.xml');
  });

  it('number the pages of a listing from the second on', () => {
    expect(addresses.listing('/tags/api/', 1)).toBe('https://notes.example.com/tags/api/');
    expect(addresses.listing('/tags/api/', 2)).toBe('https://notes.example.com/tags/api/page/2/');
    expect(addresses.feed('atom', '/posts/', { page: 2 })).toBe(
      'https://notes.example.com/posts/page/2/atom.xml',
    );
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
    expect(createAddresses(baseUrl).entry('/posts/a/')).toBe('https://example.com/notes/posts/a/');
    expect(createAddresses(baseUrl).home()).toBe('https://example.com/notes/');
    expect(mountPath(baseUrl)).toBe('/notes');
  });

  it('have the feeds of the whole site, and nothing else, where the option "home" says', () => {
    const { home, feed, listing, entry, sitemap, opml, stylesheet } = createAddresses(
      'https://example.com/notes',
      '/blog/',
    );
    expect(home()).toBe('https://example.com/notes/blog/');
    expect(feed('rss')).toBe('https://example.com/notes/blog/index.xml');
    expect(feed('atom', undefined, { page: 2 })).toBe(
      'https://example.com/notes/blog/page/2/atom.xml',
    );
    expect(feed('json', undefined, { archive: 1 })).toBe(
      'https://example.com/notes/blog/archive/1/feed.json',
    );
    expect([
      feed('rss', '/tags/api/'),
      listing('/tags/'),
      entry('/posts/a/'),
      sitemap(),
      opml(),
      stylesheet(),
    ]).toEqual(
      ['tags/api/index.xml', 'tags/', 'posts/a/', 'sitemap.xml', 'feeds.opml', 'feed.css'].map(
        (path) => `https://example.com/notes/${path}`,
      ),
    );
  });

  it('call the files of feeds as the site does', () => {
    const { feed } = createAddresses('https://example.com', '/blog/', undefined, {
      rss: 'rss.xml',
      atom: 'atom.xml',
      json: 'items.json',
    });
    expect(feed('rss')).toBe('https://example.com/blog/rss.xml');
    expect(feed('json', '/tags/api/', { page: 2 })).toBe(
      'https://example.com/tags/api/page/2/items.json',
    );
  });

  it('have feeds, and what belongs to them, on the host that serves them', () => {
    const feedsUrl = 'https://cms.example.com/feeds/';
    const addresses = createAddresses('https://www.example.com/notes', '/', feedsUrl);
    expect([addresses.feed('rss'), addresses.opml(), addresses.stylesheet()]).toEqual(
      ['index.xml', 'feeds.opml', 'feed.css'].map(
        (file) => `https://cms.example.com/feeds/${file}`,
      ),
    );
    expect([addresses.listing('/tags/'), addresses.sitemap(), addresses.subscribe()]).toEqual(
      ['tags/', 'sitemap.xml', 'subscribe/'].map((path) => `https://www.example.com/notes/${path}`),
    );
  });

  it('stay at the root when the site has its own page there', () => {
    expect(createAddresses('https://example.com', false).feed('rss')).toBe(
      'https://example.com/index.xml',
    );
  });

  it('percent-encode what the path of the base address cannot carry', () => {
    expect(createAddresses('https://example.com/über uns').listing('/tags/')).toBe(
      'https://example.com/%C3%BCber%20uns/tags/',
    );
  });

  it('keep a port and mount at the root of the host without a path', () => {
    expect(createAddresses('http://localhost:1337').listing('/tags/')).toBe(
      'http://localhost:1337/tags/',
    );
    expect(mountPath('http://localhost:1337')).toBe('');
    expect(mountPath('http://localhost:1337/')).toBe('');
  });
});
