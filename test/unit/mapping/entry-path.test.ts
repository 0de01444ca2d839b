import fc from 'fast-check';

import { addressKey, entryPath, matchPath, pathOfKey } from '../../../src/mapping/entry-path';
import { listingPath, parseAddress, writeAddress } from '../../../src/mapping/address';
import type { AddressPattern, FieldPath } from '../../../src/mapping/plan';

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
