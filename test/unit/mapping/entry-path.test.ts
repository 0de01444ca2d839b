import fc from 'fast-check';

import { addressKey, entryPath, matchPath, pathOfKey } from '../../../src/mapping/entry-path';
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
    ['has capitals', 'Api'],
    ['is no text', 7],
    ['is endless', 'a'.repeat(10_000)],
  ])('is none when a part %s', (_, value) => {
    expect(entryPath(NESTED, from({ 'category.slug': value, slug: 'api' }))).toBeUndefined();
    expect(entryPath(POSTS, from({ slug: value }))).toBeUndefined();
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
    ['capitals', '/posts/Api/'],
    ['signs', '/posts/a%2Fb/'],
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
