import { type CachedResponse, createResponseCache } from '../../../src/cache/response-cache';
import { CACHE_TAGS } from '../../../src/lib/cache-tags';
import { cachedDocument } from '../../helpers/cached-document';

const document = cachedDocument;

const add = (cache: ReturnType<typeof createResponseCache>, path: string, added = document()) => {
  cache.set(path, added);
  return added;
};

describe('the cache of responses', () => {
  it('purges what a change concerns and nothing else', () => {
    const cache = createResponseCache(1_000_000);
    add(cache, '/a', document({ cacheTags: ['tag:1', 'listing:1'] }));
    const other = add(cache, '/b', document({ cacheTags: ['tag:2', 'listing:2'] }));
    cache.purge(['listing:1', 'listing:3']);
    expect(cache.get('/a')).toBeUndefined();
    expect(cache.get('/b')).toBe(other);
    cache.purge([CACHE_TAGS.everything]);
    expect(cache.get('/b')).toBeUndefined();
  });

  it('purges what shows nothing in particular with any change', () => {
    const cache = createResponseCache(1_000_000);
    add(cache, '/', document({ cacheTags: [CACHE_TAGS.everything] }));
    cache.purge(['tag:9']);
    expect(cache.get('/')).toBeUndefined();
  });

  it('gives nothing beyond the moment it ends by itself', () => {
    const cache = createResponseCache(1_000_000);
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
    add(cache, '/a', document({ expires: 2_000 }));
    now.mockReturnValue(1_999);
    expect(cache.get('/a')).toBeDefined();
    now.mockReturnValue(2_000);
    expect(cache.get('/a')).toBeUndefined();
    expect(cache.get('/a', { includeExpired: true })).toBeDefined();
    now.mockRestore();
  });

  it('stays within its bytes, and lets go of what was not asked for longest', () => {
    const cache = createResponseCache(40_000);
    const paths = Array.from({ length: 10 }, (_, number) => `/${number}`);
    for (const path of paths) {
      add(cache, path, document({ size: 6_000 }));
      cache.get('/0');
    }
    const cached = paths.filter((path) => cache.get(path));
    expect(cached).toContain('/0');
    expect(cached).toContain('/9');
    expect(cached).not.toContain('/1');
    expect(cached.length).toBeLessThanOrEqual(6);
  });

  it('gives combinations of tags an eighth, so that they push out nothing else', () => {
    const cache = createResponseCache(160_000);
    const feeds = Array.from({ length: 10 }, (_, number) => `/tags/${number}/index.xml`);
    const combined = Array.from({ length: 100 }, (_, number) => `/tags/a+${number}/index.xml`);
    const others = Array.from({ length: 100 }, (_, number) => `/tags/a,${number}/index.xml`);
    for (const path of [...feeds, ...combined, ...others]) {
      add(cache, path, document({ size: 6_000 }));
    }
    expect(feeds.filter((path) => cache.get(path))).toEqual(feeds);
    expect(others.slice(-2).filter((path) => cache.get(path))).toHaveLength(2);
    expect([...combined, ...others].filter((path) => cache.get(path)).length).toBeLessThan(4);
    cache.purge(['a']);
    expect([...feeds, ...others].filter((path) => cache.get(path))).toEqual([]);
  });

  it('caches redirects, and purges them with what they were made from', () => {
    const cache = createResponseCache(160_000);
    const redirect: CachedResponse = {
      kind: 'redirect',
      location: '/new/',
      cacheTags: new Set(['article:1']),
      expires: Infinity,
      changesAt: Infinity,
    };
    cache.set('/old/', redirect);
    expect(cache.get('/old/')).toBe(redirect);
    cache.purge(['article:1']);
    expect(cache.get('/old/')).toBeUndefined();
  });

  it('counts a content coding that came later', () => {
    const cache = createResponseCache(40_000);
    const grown = add(cache, '/0', document({ size: 6_000 }));
    add(cache, '/1', document({ size: 6_000 }));
    grown.bodies.set('gzip', Buffer.alloc(24_000));
    cache.resize('/0', grown);
    expect(cache.get('/1')).toBeUndefined();
    expect(cache.get('/0')).toBe(grown);
    cache.purge(['a']);
    expect(cache.get('/0')).toBeUndefined();
  });
});
