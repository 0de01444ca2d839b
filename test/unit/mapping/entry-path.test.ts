import fc from 'fast-check';

import {
  addressKey,
  type AddressPattern,
  entryPath,
  type FieldPath,
  listingPath,
  matchPath,
  parseAddress,
  pathOfKey,
  writeAddress,
} from '../../../src/mapping/address';

const POSTS: AddressPattern = { directory: '/posts/', parts: ['/posts/', ['slug'], '/'] };
const NESTED: AddressPattern = {
  directory: '/news/',
  parts: ['/news/', ['category', 'slug'], '/', ['slug'], '/'],
};
const FILES: AddressPattern = {
  directory: '/a.b/',
  parts: ['/a.b/', ['documentId'], '.html'],
};

const ABOUT: AddressPattern = { directory: '/company/', parts: ['/company/about/'] };

const from =
  (values: Record<string, unknown>) =>
  (path: FieldPath): unknown =>
    values[path.join('.')];

const slug = fc.stringMatching(/^[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,2}$/);

describe('The path of an entry', () => {
  it('is the same whatever it holds where there is one entry alone', () => {
    expect(entryPath(ABOUT, from({}))).toBe('/company/about/');
    expect(matchPath(ABOUT, '/company/about/')).toEqual({});
    expect(matchPath(ABOUT, '/company/')).toBeUndefined();
    expect(addressKey(ABOUT, '/company/about/')).toBe('about');
    expect(pathOfKey(ABOUT, 'about')).toBe('/company/about/');
  });

  it('is made of what the fields of its pattern hold', () => {
    expect(entryPath(POSTS, from({ slug: 'api' }))).toBe('/posts/api/');
    expect(entryPath(NESTED, from({ 'category.slug': 'tech', slug: 'api' }))).toBe(
      '/news/tech/api/',
    );
  });

  it.each([
    ['is missing', undefined],
    ['is null', null],
    ['is empty', ''],
    ['is a path', 'a/b'],
    ['leads upwards', '..'],
    ['has a space', 'a b'],
    ['has a query', 'a?b'],
    ['is encoded already', 'a%20b'],
    ['has half a character', 'a\ud800'],
    ['is called like a page in Markdown', 'index.md'],
    ['ends as feeds do', 'package.JSON'],
    ['is no text', 7],
    ['is endless', 'a'.repeat(10_000)],
  ])('is none when a part %s', (_, value) => {
    expect(entryPath(NESTED, from({ 'category.slug': value, slug: 'api' }))).toBeUndefined();
    expect(entryPath(POSTS, from({ slug: value }))).toBeUndefined();
  });

  it('is none where its parts together are longer than any address that is kept', () => {
    const long = 'a'.repeat(200);
    expect(entryPath(NESTED, from({ 'category.slug': 'news', slug: long }))).toBeDefined();
    expect(entryPath(NESTED, from({ 'category.slug': long, slug: long }))).toBeUndefined();
  });

  it.each([
    ['Api', 'Api'],
    ['v1.2_final~x@y', 'v1.2_final~x@y'],
    ['-', '-'],
    ['größe', 'gr%C3%B6%C3%9Fe'],
    ['日本', '%E6%97%A5%E6%9C%AC'],
    ['😀', '%F0%9F%98%80'],
  ])('has %s as %s, as URLs are written', (value, written) => {
    const path = `/posts/${written}/`;
    expect(entryPath(POSTS, from({ slug: value }))).toBe(path);
    expect(new URL(path, 'https://www.example.com').pathname).toBe(path);
    expect(matchPath(POSTS, path)).toEqual({ slug: value });
    expect(addressKey(POSTS, path)).toBe(value);
    expect(pathOfKey(POSTS, value)).toBe(path);
  });

  it('ends as its pattern is written', () => {
    const pattern = parseAddress('/blog/{category.slug}/{slug}')!;
    expect(entryPath(pattern, from({ 'category.slug': 'tech', slug: 'api' }))).toBe(
      '/blog/tech/api',
    );
    expect(addressKey(pattern, '/blog/tech/api')).toBe('tech/api');
    expect(pathOfKey(pattern, 'tech/api')).toBe('/blog/tech/api');
    expect(listingPath(pattern)).toBe('/blog');
    expect(writeAddress(pattern)).toBe('/blog/{category.slug}/{slug}');
    const fixed = parseAddress('/company/about.html')!;
    expect(entryPath(fixed, from({}))).toBe('/company/about.html');
    expect(fixed.directory).toBe('/company/');
  });

  it('is read back as what it was made of, whatever that is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (value) => {
        const path = entryPath(POSTS, from({ slug: value }));
        fc.pre(path !== undefined);
        expect(matchPath(POSTS, path)).toEqual({ slug: value });
        expect(new URL(path, 'https://www.example.com').pathname).toBe(path);
      }),
    );
  });

  it('is a whole path where one field at the root holds it, with slashes around it or none', () => {
    for (const end of ['', '/']) {
      const whole = parseAddress(`/{fullPath}${end}`)!;
      for (const value of ['about/team', '/about/team', 'about/team/', '/about/team/']) {
        const path = entryPath(whole, from({ fullPath: value }))!;
        expect(path).toBe(`/about/team${end}`);
        expect(matchPath(whole, path)).toEqual({ fullPath: 'about/team' });
        expect(addressKey(whole, path)).toBe('about/team');
        expect(pathOfKey(whole, 'about/team')).toBe(path);
      }
    }
  });

  it.each([
    ['nothing', ''],
    ['the home', '/'],
    ['two slashes', 'a//b'],
    ['two slashes in front, as of another host', '//example.com/a'],
    ['a way upwards', 'a/../b'],
    ['a way to where it is', './a'],
    ['a page in Markdown', 'a/index.md'],
    ['a feed', 'a/index.xml'],
    ['a space', 'a/b c'],
    ['a query', 'a/b?c'],
    ['too many parts', Array(21).fill('a').join('/')],
    ['a part that is too long', `a/${'b'.repeat(201)}`],
    ['too many characters', Array(9).fill('a'.repeat(30)).join('/')],
    ['an endless path', 'a/'.repeat(100_000)],
  ])('is none where that is %s', (_, value) => {
    expect(entryPath(parseAddress('/{fullPath}')!, from({ fullPath: value }))).toBeUndefined();
    expect(matchPath(parseAddress('/{fullPath}')!, `/${value}`)).toBeUndefined();
  });

  it('has one part for each of several fields at the root', () => {
    const nested = parseAddress('/{category.slug}/{slug}')!;
    const values = { 'category.slug': 'news', slug: 'a/b' };
    expect(entryPath(nested, from(values))).toBeUndefined();
    expect(matchPath(nested, '/news/a')).toEqual({ 'category.slug': 'news', slug: 'a' });
    expect(matchPath(nested, '/news/a/b')).toBeUndefined();
  });

  it('is read back at the root, whatever it was made of', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('', '.', '..', '/', '%2F', 'index.md', 'a', 'ß', '\0', '\\'),
    );
    const paths = fc.array(part, { maxLength: 24 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(paths, fc.constantFrom('/{path}', '/{path}/'), (value, address) => {
        const whole = parseAddress(address)!;
        const path = entryPath(whole, from({ path: value }));
        fc.pre(path !== undefined);
        const read = matchPath(whole, path);
        expect(entryPath(whole, from(read!))).toBe(path);
        expect(pathOfKey(whole, addressKey(whole, path))).toBe(path);
        expect(new URL(path, 'https://www.example.com').href).toBe(
          `https://www.example.com${path}`,
        );
      }),
    );
    const written = fc.constantFrom(
      'a',
      'B-2',
      'x.y',
      '%C3%9F',
      '%c3%9f',
      '%2F',
      'ß',
      '..',
      '',
      '@~',
    );
    fc.assert(
      fc.property(fc.array(written, { maxLength: 4 }), (parts) => {
        const whole = parseAddress('/{path}')!;
        const asked = `/${parts.join('/')}`;
        const read = matchPath(whole, asked);
        if (read) expect(entryPath(whole, from(read))).toBe(asked.replace(/\/$/, ''));
        const isPath =
          parts.length > 0 && parts.every((part) => /^(?:a|B-2|x\.y|%C3%9F|@~)$/.test(part));
        if (isPath) expect(read).toBeDefined();
      }),
    );
  });

  it('is read back as what it was made of', () => {
    fc.assert(
      fc.property(slug, slug, (category, entry) => {
        const values = { 'category.slug': category, slug: entry };
        expect(matchPath(NESTED, entryPath(NESTED, from(values))!)).toEqual(values);
      }),
    );
  });

  it('is known by what is behind the directory', () => {
    expect(addressKey(POSTS, '/posts/api/')).toBe('api');
    expect(addressKey(NESTED, '/news/tech/api/')).toBe('tech/api');
    expect(addressKey(FILES, '/a.b/x1.html')).toBe('x1.html');
    fc.assert(
      fc.property(slug, (value) => {
        for (const [pattern, path] of [
          [POSTS, entryPath(POSTS, from({ slug: value }))!],
          [NESTED, entryPath(NESTED, from({ 'category.slug': value, slug: value }))!],
          [FILES, entryPath(FILES, from({ documentId: value }))!],
        ] as const) {
          expect(pathOfKey(pattern, addressKey(pattern, path))).toBe(path);
        }
      }),
    );
  });
});

describe('A path that was asked for', () => {
  it.each([
    ['another directory', '/notes/api/'],
    ['no final slash', '/posts/api'],
    ['a part too many', '/posts/api/x/'],
    ['a slash that is encoded', '/posts/a%2Fb/'],
    ['signs', '/posts/a:b/'],
    ['letters that are encoded needlessly', '/posts/%61pi/'],
    ['letters that are not encoded', '/posts/größe/'],
    ['codes in small letters', '/posts/gr%c3%b6%c3%9fe/'],
    ['a code of nothing', '/posts/%E0%A4/'],
    ['an endless slug', `/posts/${'a'.repeat(1_500)}/`],
    ['an endless path', `/posts/${'a-'.repeat(100_000)}/`],
  ])('is that of no entry with %s', (_, path) => {
    expect(matchPath(POSTS, path)).toBeUndefined();
  });

  it('is taken literally where the pattern is a text', () => {
    expect(matchPath(FILES, '/a.b/x1.html')).toEqual({ documentId: 'x1' });
    expect(matchPath(FILES, '/axb/x1.html')).toBeUndefined();
    expect(matchPath(FILES, '/a.b/x1xhtml')).toBeUndefined();
  });

  it('must have one value for a field that is named twice', () => {
    const twice: AddressPattern = { directory: '/', parts: ['/', ['slug'], '/', ['slug'], '/'] };
    expect(matchPath(twice, '/a/a/')).toEqual({ slug: 'a' });
    expect(matchPath(twice, '/a/b/')).toBeUndefined();
  });
});
