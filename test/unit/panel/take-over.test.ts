import type { Core } from '@strapi/strapi';

import { createAddresses, checkRedirects } from '../../../src/options/site-addresses';
import type { Settings } from '../../../src/options/settings';
import { findRedirects } from '../../../src/panel/take-over';

const RSS = '<rss version="2.0"></rss>';
const ATOM = '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"></feed>';

/** What is proposed for feeds at some addresses. */
const proposed = (
  given: { baseUrl: string; feedsUrl?: string; serverUrl?: string },
  documents: Record<string, string>,
) => {
  const { baseUrl, feedsUrl = baseUrl, serverUrl = '' } = given;
  const strapi = { config: { get: () => serverUrl } } as unknown as Core.Strapi;
  const addresses = createAddresses(baseUrl, '/', feedsUrl);
  const redirects = findRedirects(
    strapi,
    Object.entries(documents).map(([name, text]) => ({ name, text })),
    { baseUrl, feedsUrl, addresses } as Settings,
  );
  expect(checkRedirects(redirects)).toEqual([]);
  return redirects;
};

describe('the option "redirects" that is proposed', () => {
  test('leads from addresses of another system to the feed of the same format', () => {
    const base = 'https://example.com';
    expect(
      proposed(
        { baseUrl: base },
        {
          [`${base}/feed/`]: RSS,
          [`${base}/?feed=atom`]: ATOM,
          [`${base}/feed/json`]: '{}',
          // The plugin's own, another host's, and a file.
          [`${base}/index.xml`]: RSS,
          'https://other.example.com/feed/': RSS,
          'feed.xml': RSS,
        },
      ),
    ).toEqual({
      '/feed/': '/index.xml',
      '/?feed=atom': '/atom.xml',
      '/feed/json': '/feed.json',
    });
  });

  test.each(['https://example.com/notes', 'https://example.com/notes/'])(
    'has a path below the base address: %s',
    (baseUrl) => {
      expect(
        proposed(
          { baseUrl },
          {
            'https://example.com/feed': RSS,
            'https://example.com/notes/feed': RSS,
            'https://example.com/notes/index.xml': RSS,
            // Of the host, which the plugin does not have.
            'https://example.com/index.xml': RSS,
          },
        ),
      ).toEqual({
        '/feed': '/index.xml',
        '/notes/feed': '/index.xml',
        '/index.xml': '/index.xml',
      });
    },
  );

  test('has a path below the address of feeds', () => {
    const given = { baseUrl: 'https://example.com/notes', feedsUrl: 'https://example.com/feeds' };
    expect(
      proposed(given, {
        'https://example.com/notes/index.xml': RSS,
        'https://example.com/feeds/index.xml': RSS,
      }),
    ).toEqual({ '/notes/index.xml': '/index.xml' });
    const elsewhere = { ...given, feedsUrl: 'https://feeds.example.com/' };
    expect(
      proposed(elsewhere, {
        'https://feeds.example.com/rss': RSS,
        'https://example.com/rss.xml': RSS,
      }),
    ).toEqual({ '/rss': '/index.xml', '/rss.xml': '/index.xml' });
  });

  test('has paths as Strapi gets them, without what a proxy takes off', () => {
    const given = { baseUrl: 'https://example.com/cms/blog', serverUrl: 'https://example.com/cms' };
    expect(
      proposed(given, {
        'https://example.com/cms/feed': RSS,
        // Never gets to Strapi.
        'https://example.com/feed': RSS,
      }),
    ).toEqual({ '/feed': '/index.xml' });
  });

  test('has nothing that the option does not take', () => {
    expect(
      proposed(
        { baseUrl: 'https://example.com' },
        { 'https://example.com/': RSS, 'https://example.com/a(b)': RSS },
      ),
    ).toEqual({});
  });
});
