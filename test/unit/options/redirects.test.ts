import fc from 'fast-check';

import { checkRedirects, readRedirects, fillTarget } from '../../../src/options/site-addresses';

test.each([
  ['/feed/', '/index.xml'],
  ['/feed', '/index.xml'],
  ['/feed.php', '/index.xml'],
  ['/category/{slug}/feed/', '/tags/{slug}/index.xml'],
  ['/api/feed?lang=en', '/index.xml'],
  ['/?feed=rss2', '/index.xml'],
  ['/a/{b}/{c}/', '/{c}/{b}/'],
  ['/%C3%BC/', '/index.xml'],
])('%j may lead to %j', (from, to) => {
  expect(checkRedirects({ [from]: to })).toEqual([]);
});

test.each([
  '',
  'feed/',
  '/',
  '//',
  '/a//b/',
  '/feed/?',
  '/feed/#top',
  '/feed/?a=1#top',
  '/feed/?a=1?b=2',
  '/{slug/',
  '/{}/',
  '/{a.b}/',
  '/x{a}/',
  '/{a}/{a}/',
  '/:slug/',
  '/(.*)',
  '/a*/',
  '/../feed/',
  '/./',
  'https://example.com/feed/',
  '//example.com/feed/',
])('%j is no former address', (from) => {
  expect(checkRedirects({ [from]: '/index.xml' })).toEqual([
    expect.stringMatching(/^the address .* cannot be one\. Allowed: a path as Strapi gets it, /),
  ]);
});

test.each(['', 'index.xml', 'https://example.com/', '//example.com/', '/a?b=1', '/a#b', '/..', 1])(
  'nothing leads to %j',
  (to) => {
    expect(checkRedirects({ '/feed/': to })).toEqual([
      expect.stringMatching(/^"\/feed\/" was .* Allowed: a path below the base address, /),
    ]);
  },
);

test('names that the former address does not have are told', () => {
  expect(checkRedirects({ '/category/{name}/feed/': '/tags/{slug}/index.xml' })).toEqual([
    '"/category/{name}/feed/" was "/tags/{slug}/index.xml", but has no "{slug}". Allowed: names that both have.',
  ]);
});

test.each([
  ['/feed', '/Feed/'],
  ['/a/{b}/', '/a/{c}'],
  ['/feed?a=1&b=2', '/feed/?b=2&a=1'],
])('%j and %j are one address', (one, other) => {
  expect(checkRedirects({ [one]: '/index.xml', [other]: '/atom.xml' })).toEqual([
    expect.stringContaining('are one address. Allowed: one of both.'),
  ]);
  expect(checkRedirects({ [one]: '/index.xml', '/other/': '/index.xml' })).toEqual([]);
});

test('there are not more than a proxy would be asked for', () => {
  const many = Object.fromEntries(
    Array.from({ length: 1_001 }, (_, number) => [`/${number}/`, '/index.xml']),
  );
  expect(checkRedirects(many)).toEqual(['has 1001 addresses. Allowed: at most 1000.']);
});

test('whatever stands for a name, the target is one path on the host, below the same directory', () => {
  const [redirect] = readRedirects({ '/old/{slug}/': '/tags/{slug}/index.xml' });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
      fc.pre(!/^\.\.?$/.test(value));
      const { host, pathname, search, hash } = new URL(
        `https://www.example.com${fillTarget(redirect!, () => value)}`,
      );
      const [, tags, part, file, ...others] = pathname.split('/');
      expect([host, search, hash, tags, file, others]).toEqual([
        'www.example.com',
        '',
        '',
        'tags',
        'index.xml',
        [],
      ]);
      expect(decodeURIComponent(part!)).toBe(value);
    }),
  );
});
