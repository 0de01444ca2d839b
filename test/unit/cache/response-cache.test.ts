import type { Encoding } from '../../../src/http/content-encoding';
import type { FinishedDocument } from '../../../src/cache/cached-response';
import { createResponseCache } from '../../../src/cache/response-cache';
import { SCOPES } from '../../../src/cache/cache-tags';

const document = (parts: { scopes?: string[]; expires?: number; size?: number } = {}) => {
  const { scopes = ['a'], expires = Infinity, size = 10 } = parts;
  const made: FinishedDocument = {
    mediaType: 'text/html',
    hash: 'x',
    modified: 0,
    caching: 'public',
    bodies: new Map<Encoding, Buffer>([['identity', Buffer.alloc(size)]]),
    scopes: new Set(scopes),
    expires,
    wire: new Map(),
  };
  return made;
};

const keep = (cache: ReturnType<typeof createResponseCache>, path: string, kept = document()) => {
  const making = cache.begin();
  making.keep(path, kept);
  making.end();
  return kept;
};

describe('the cache of answers', () => {
  it('drops what a change concerns and nothing else', () => {
    const cache = createResponseCache(1_000_000);
    keep(cache, '/a', document({ scopes: ['tag:1', 'listing:1'] }));
    const other = keep(cache, '/b', document({ scopes: ['tag:2', 'listing:2'] }));
    cache.drop(['listing:1', 'listing:3']);
    expect(cache.get('/a')).toBeUndefined();
    expect(cache.get('/b')).toBe(other);
    cache.drop([SCOPES.everything]);
    expect(cache.get('/b')).toBeUndefined();
  });

  it('drops what shows nothing in particular with any change', () => {
    const cache = createResponseCache(1_000_000);
    keep(cache, '/', document({ scopes: [SCOPES.everything] }));
    cache.drop(['tag:9']);
    expect(cache.get('/')).toBeUndefined();
  });

  it.each([[['a']], [[SCOPES.everything]]])(
    'does not keep an answer begun before a change of what it shows: %s',
    (changed) => {
      const cache = createResponseCache(1_000_000);
      const making = cache.begin();
      cache.drop(changed);
      making.keep('/a', document({ scopes: ['a'] }));
      making.end();
      expect(cache.get('/a')).toBeUndefined();
    },
  );

  it('keeps an answer begun before a change of something else', () => {
    const cache = createResponseCache(1_000_000);
    const making = cache.begin();
    cache.drop(['b']);
    making.keep('/a', document({ scopes: ['a'] }));
    expect(cache.get('/a')).toBeDefined();
  });

  it('gives nothing beyond the moment it ends by itself', () => {
    const cache = createResponseCache(1_000_000);
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
    keep(cache, '/a', document({ expires: 2_000 }));
    now.mockReturnValue(1_999);
    expect(cache.get('/a')).toBeDefined();
    now.mockReturnValue(2_000);
    expect(cache.get('/a')).toBeUndefined();
    now.mockRestore();
  });

  it('stays within its bytes, and lets go of what was not asked for longest', () => {
    const cache = createResponseCache(40_000);
    const paths = Array.from({ length: 10 }, (_, number) => `/${number}`);
    for (const path of paths) {
      keep(cache, path, document({ size: 6_000 }));
      cache.get('/0');
    }
    const kept = paths.filter((path) => cache.get(path));
    expect(kept).toContain('/0');
    expect(kept).toContain('/9');
    expect(kept).not.toContain('/1');
    expect(kept.length).toBeLessThanOrEqual(6);
  });

  it('counts a content coding that came later', () => {
    const cache = createResponseCache(40_000);
    const grown = keep(cache, '/0', document({ size: 6_000 }));
    keep(cache, '/1', document({ size: 6_000 }));
    grown.bodies.set('gzip', Buffer.alloc(30_000));
    cache.resize('/0', grown);
    expect(cache.get('/1')).toBeUndefined();
    expect(cache.get('/0')).toBe(grown);
    cache.drop(['a']);
    expect(cache.get('/0')).toBeUndefined();
  });
});
