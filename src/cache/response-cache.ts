import { LRUCache } from 'lru-cache';

import { isCombinationPath } from '../content/selection';
import { type CachedDocument, type CachedResponse, isDocument } from './cached-response';
import { CACHE_TAGS, parseScope } from '../lib/cache-tags';
import { HTML_MEDIA_TYPE, type Representation } from '../http/response';

/**
 * What a response is cached under: its path, and what tells a representation of a page from the page
 * itself. No request's path has a space in it.
 */
export const responseKey = (path: string, representation: Representation): string =>
  representation === HTML_MEDIA_TYPE ? path : `${path} ${representation}`;

/**
 * Bytes a response takes beside its content: its own books, headers in each content coding, and cache
 * tags, of which many are of one response alone.
 */
const OVERHEAD = 2_048;
const PER_CODING = 1_300;
const PER_CACHE_TAG = 200;

/**
 * Part of the memory for combinations of tags. There are more of those than of anything else, and
 * whoever asks for one after the other would push out the feeds that everybody asks for.
 */
const COMBINATIONS = 1 / 8;

const sizeOf = (response: CachedResponse): number => {
  const bodies = isDocument(response) ? [...response.bodies.values()] : [];
  const bytes = bodies.reduce((sum, { length }) => sum + length + PER_CODING, OVERHEAD);
  return bytes + response.cacheTags.size * PER_CACHE_TAG;
};

/**
 * Keeps responses by path, which are purged as soon as something they show changes.
 *
 * @param maxBytes memory the cached responses may take; those asked for least recently go first
 */
export const createResponseCache = (maxBytes: number) => {
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

  /** Has a document end by itself at a moment: an entry that it shows is due then. */
  const endAt = (response: CachedDocument, moment: number): void => {
    response.expires = Math.min(response.expires, moment);
    if (moment >= response.due) return;
    response.due = moment;
    // Their Cache-Control reaches beyond it.
    response.wire.clear();
  };

  /** A redirect or a notice has no date that would tell that it was made anew. */
  const purgePath = (path: string, moment: number | undefined): void => {
    const part = partOf(path);
    const response = part.peek(path);
    if (moment === undefined || !isDocument(response)) part.delete(path);
    else endAt(response, moment);
  };

  return {
    /** The response at a path; one that has ended already only when asked for. */
    get(path: string, { ended = false } = {}): CachedResponse | undefined {
      const response = partOf(path).get(path);
      return response && (ended || Date.now() < response.expires) ? response : undefined;
    },

    /** Keeps a response, unless it has ended already. */
    set(path: string, response: CachedResponse): void {
      if (Date.now() < response.expires) set(path, response);
    },

    /** Counts a cached response's bytes again, after it got another content coding. */
    resize(path: string, response: CachedResponse): void {
      if (partOf(path).peek(path) !== response) return;
      partOf(path).delete(path);
      set(path, response);
    },

    /** Purges what shows any of these scopes; of a change that is seen later, has it end then. */
    purge(scopes: string[]): void {
      for (const { cacheTag, moment } of scopes.map(parseScope)) {
        const isEverything = cacheTag === CACHE_TAGS.everything;
        const paths = isEverything
          ? [...combinations.keys(), ...others.keys()]
          : // A response that shows "everything" goes with any change.
            [cacheTag, CACHE_TAGS.everything].flatMap((tag) => [...(byCacheTag.get(tag) ?? [])]);
        for (const path of paths) purgePath(path, moment);
      }
    },
  };
};
