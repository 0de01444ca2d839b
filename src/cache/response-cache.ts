import { LRUCache } from 'lru-cache';

import { isCombinationPath } from '../feed/combination';
import { type CachedResponse, isDocument } from './cached-response';
import { CACHE_TAGS } from './cache-tags';

/** Responses cached by path, purged as soon as something they show changes. */
export interface ResponseCache {
  /** The response at a path; one that has ended already only when asked for. */
  get: (path: string, options?: { ended?: boolean }) => CachedResponse | undefined;
  /** Keeps a response, unless it has ended already. */
  set: (path: string, response: CachedResponse) => void;
  /** Counts a cached response's bytes again, after it got another content coding. */
  resize: (path: string, response: CachedResponse) => void;
  /** Purges what shows any of these cache tags. */
  purge: (cacheTags: string[]) => void;
}

/** Bytes a response takes beside its content: headers, cache tags and the cache's own books. */
const OVERHEAD = 2_048;
const PER_CACHE_TAG = 100;

/**
 * Part of the memory for combinations of tags. There are more of those than of anything else, and
 * whoever asks for one after the other would push out the feeds that everybody asks for.
 */
const COMBINATIONS = 1 / 8;

const sizeOf = (response: CachedResponse): number => {
  const bodies = isDocument(response) ? [...response.bodies.values()] : [];
  const bytes = bodies.reduce((sum, { length }) => sum + length, OVERHEAD);
  return bytes + response.cacheTags.size * PER_CACHE_TAG;
};

/** @param maxBytes memory the cached responses may take; those asked for least recently go first */
export const createResponseCache = (maxBytes: number): ResponseCache => {
  const byCacheTag = new Map<string, Set<string>>();

  const unindex = (path: string, { cacheTags }: CachedResponse): void => {
    for (const cacheTag of cacheTags) {
      const paths = byCacheTag.get(cacheTag);
      paths?.delete(path);
      if (paths?.size === 0) byCacheTag.delete(cacheTag);
    }
  };

  const createPart = (bytes: number) =>
    new LRUCache<string, CachedResponse>({
      maxSize: Math.max(1, Math.floor(bytes)),
      sizeCalculation: sizeOf,
      dispose: (response, path) => unindex(path, response),
    });

  const combinations = createPart(maxBytes * COMBINATIONS);
  const others = createPart(maxBytes * (1 - COMBINATIONS));
  const partOf = (path: string) => (isCombinationPath(path) ? combinations : others);

  const set = (path: string, response: CachedResponse): void => {
    const part = partOf(path);
    part.set(path, response);
    if (part.peek(path) !== response) return;
    for (const cacheTag of response.cacheTags) {
      const paths = byCacheTag.get(cacheTag) ?? new Set();
      byCacheTag.set(cacheTag, paths.add(path));
    }
  };

  return {
    get(path, { ended = false } = {}) {
      const response = partOf(path).get(path);
      return response && (ended || Date.now() < response.expires) ? response : undefined;
    },

    set(path, response) {
      if (Date.now() < response.expires) set(path, response);
    },

    resize(path, response) {
      if (partOf(path).peek(path) !== response) return;
      partOf(path).delete(path);
      set(path, response);
    },

    purge(cacheTags) {
      if (cacheTags.includes(CACHE_TAGS.everything)) {
        combinations.clear();
        others.clear();
      }
      // A response that shows "everything" goes with any change.
      for (const cacheTag of [...cacheTags, CACHE_TAGS.everything]) {
        for (const path of byCacheTag.get(cacheTag) ?? []) partOf(path).delete(path);
      }
    },
  };
};
