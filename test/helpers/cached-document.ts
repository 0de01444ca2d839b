import type { CachedDocument } from '../../src/cache/response-cache';
import type { Encoding } from '../../src/http/negotiation';

/** A document as in the response cache. */
export const cachedDocument = (
  parts: { cacheTags?: string[]; expires?: number; size?: number } = {},
): CachedDocument => {
  const { cacheTags = ['a'], expires = Infinity, size = 10 } = parts;
  return {
    mediaType: 'text/html',
    isNegotiated: false,
    hash: 'x',
    modified: 0,
    caching: { maxAge: 300, staleWhileRevalidate: 60, staleIfError: 600 },
    changesAt: Infinity,
    bodies: new Map<Encoding, Buffer>([['identity', Buffer.alloc(size)]]),
    cacheTags: new Set(cacheTags),
    expires,
    wire: new Map(),
  };
};
