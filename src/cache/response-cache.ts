import { LRUCache } from 'lru-cache';

import { isCombinationPath } from '../content/selection';
import type { Encoding, Representation } from '../http/negotiation';
import {
  entityTag,
  type Validators,
  cacheControlUntil,
  type Caching,
  documentHeaders,
  isFresh,
  validatorHeaders,
  HTML_MEDIA_TYPE,
  type PublicResponse,
  type RepresentationMetadata,
} from '../http/response';
import { CACHE_TAGS, parseScope } from '../lib/cache-tags';
import { cacheHeaders, type CdnHints, type CacheableResponse, type CacheInstructions } from './cdn';
import type { SiteHeaders } from './site-middlewares';

/** Properties of a response in the cache. */
interface Cached {
  /** Cache tags of what it shows. */
  cacheTags: Set<string>;
  /** Until when it may be cached, in milliseconds since 1970. */
  expires: number;
  /** When its content changes by itself, in milliseconds since 1970: an article is due then. */
  changesAt: number;
  /** Whether it was made within a transaction of the request's own, which may be rolled back. */
  isUncommitted?: boolean;
  /** Instructions for a CDN; undefined without one. */
  cdn?: CdnHints;
}

/** A redirect, or a notice that something is gone or not there yet. */
type CachedNotice = Exclude<PublicResponse, { kind: 'document' }> & Cached;

/** A response in its final form. */
export type CachedResponse = CachedDocument | CachedNotice;

export const isDocument = (
  response: CachedResponse | null | undefined,
): response is CachedDocument => !!response && 'bodies' in response;

/** A response in the form that node:http writes fastest. */
interface WireResponse {
  status: 200 | 304;
  /** Names and values, alternately. */
  headers: string[];
  /** Content, left out for HEAD. */
  body?: Buffer;
}

/** A document as it is sent, in each content coding that was requested. */
export interface CachedDocument extends Cached, RepresentationMetadata {
  /** Hash of the bytes without a content coding. */
  hash: string;
  /** Seconds since 1970; undefined while a recent change is not dated yet. */
  modified?: number;
  /** How long other caches may keep it, unless its content changes earlier. */
  caching: Caching;
  /** Value of the Link header. */
  links?: string;
  /**
   * Until when it may be served ahead, in milliseconds since 1970. When its route last answered, nothing of the site
   * ran before that route, and the site had nothing at its address.
   */
  aheadUntil?: number;
  /** Content by content coding. */
  bodies: Map<Encoding, Buffer>;
  /**
   * Complete responses by content coding, made when first needed, and again when they have changed. A cached feed is
   * served twice as often as with headers that are written each time (`bench hot`).
   */
  wire: Map<Encoding, WireResponses>;
}

/** A document's responses in a content coding, and what decides which of them is sent. */
interface WireResponses {
  caching: CacheInstructions;
  validators: Validators;
  notModified: WireResponse;
  /** Undefined until the content is made in this content coding. */
  ok?: WireResponse;
}

/**
 * Headers that instruct other caches about a response.
 *
 * @param response a document or a redirect
 * @param now milliseconds since 1970
 */
export const cacheInstructions = (
  response: CacheableResponse & { changesAt: number },
  caching: Caching,
  now: number,
): CacheInstructions => {
  const { value, until } = cacheControlUntil(caching, response.changesAt, now);
  const instructions = cacheHeaders(response, value, now);
  return { ...instructions, until: Math.min(until, instructions.until) };
};

/** Validators of a document in a content coding. */
export const validatorsOf = (
  { hash, modified }: CachedDocument,
  encoding: Encoding,
): Validators => ({
  entityTag: entityTag(hash, encoding),
  uncodedTag: entityTag(hash, 'identity'),
  modified,
});

const okResponse = (
  document: CachedDocument,
  encoding: Encoding,
  { validators, caching }: WireResponses,
  site: SiteHeaders,
): WireResponse | undefined => {
  const { mediaType, links } = document;
  const body = document.bodies.get(encoding);
  if (!body) return undefined;
  const headers = {
    ...documentHeaders(document, encoding, validators, caching.headers['Cache-Control']),
    ...caching.headers,
    ...(links === undefined ? {} : { Link: links }),
    'Content-Length': String(body.length),
  };
  const inherited = mediaType === HTML_MEDIA_TYPE ? site.pages : site.feeds;
  return { status: 200, headers: [...inherited, ...Object.entries(headers).flat()], body };
};

const beginWire = (document: CachedDocument, encoding: Encoding): WireResponses => {
  const { modified, wire } = document;
  const caching = cacheInstructions(document, document.caching, Date.now());
  const validators = validatorsOf(document, encoding);
  // The client has all other headers already: a 304 need not repeat them (RFC 9110, 15.4.5).
  const headers = {
    ...validatorHeaders(document, validators, caching.headers['Cache-Control']),
    ...caching.headers,
  };
  const notModified: WireResponse = { status: 304, headers: Object.entries(headers).flat() };
  const responses: WireResponses = { caching, validators, notModified };
  if (!isFresh(modified)) wire.set(encoding, responses);
  return responses;
};

/** Complete responses in a content coding, as far as they are made. */
export const wireResponses = (
  document: CachedDocument,
  encoding: Encoding,
  site: SiteHeaders,
): WireResponses => {
  const made = document.wire.get(encoding);
  const isValid =
    made !== undefined && !isFresh(document.modified) && Date.now() < made.caching.until;
  const responses = isValid ? made : beginWire(document, encoding);
  responses.ok ??= okResponse(document, encoding, responses, site);
  return responses;
};

/**
 * Key under which a response is cached: its path, and the representation unless that is the page itself. Paths of
 * requests contain no space.
 */
export const responseKey = (path: string, representation: Representation): string =>
  representation === HTML_MEDIA_TYPE ? path : `${path} ${representation}`;

/**
 * Bytes of a response beside its content: bookkeeping, headers in each content coding, and cache tags, many of which
 * belong to one response alone.
 */
const OVERHEAD = 2_048;
const PER_CODING = 1_300;
const PER_CACHE_TAG = 200;

/**
 * Part of the memory for combinations of tags. There are more of those than of anything else, and a client that
 * requests one after the other would evict the feeds that everybody requests.
 */
const COMBINATIONS = 1 / 8;

const sizeOf = (response: CachedResponse): number => {
  const bodies = isDocument(response) ? [...response.bodies.values()] : [];
  const bytes = bodies.reduce((sum, { length }) => sum + length + PER_CODING, OVERHEAD);
  return bytes + response.cacheTags.size * PER_CACHE_TAG;
};

/**
 * Caches responses by path, and purges them as soon as something that they show changes.
 *
 * @param maxBytes memory for the cached responses; the least recently used ones are evicted first
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

  /** Makes a document expire at a moment, because an entry that it shows is due then. */
  const expireDocumentAt = (response: CachedDocument, moment: number): void => {
    response.expires = Math.min(response.expires, moment);
    if (moment >= response.changesAt) return;
    response.changesAt = moment;
    // Their Cache-Control reaches beyond that moment.
    response.wire.clear();
  };

  /** Deletes redirects and notices at once: they have no date that would reveal it. */
  const purgePath = (path: string, moment: number | undefined): void => {
    const part = partOf(path);
    const response = part.peek(path);
    if (moment === undefined || !isDocument(response)) part.delete(path);
    else expireDocumentAt(response, moment);
  };

  return {
    /** The response at a path; an expired one only if `includeExpired` asks for it. */
    get(path: string, { includeExpired = false } = {}): CachedResponse | undefined {
      const response = partOf(path).get(path);
      return response && (includeExpired || Date.now() < response.expires) ? response : undefined;
    },

    /** Caches a response, unless it has expired. */
    set(path: string, response: CachedResponse): void {
      if (Date.now() < response.expires) set(path, response);
    },

    /** Measures a cached response again, after it got another content coding. */
    resize(path: string, response: CachedResponse): void {
      if (partOf(path).peek(path) !== response) return;
      partOf(path).delete(path);
      set(path, response);
    },

    /** Purges responses with any of these scopes. If readers see a change only later, its responses expire then. */
    purge(scopes: string[]): void {
      for (const { cacheTag, moment } of scopes.map(parseScope)) {
        const isEverything = cacheTag === CACHE_TAGS.everything;
        const paths = isEverything
          ? [...combinations.keys(), ...others.keys()]
          : // A response that shows "everything" is purged by any change.
            [cacheTag, CACHE_TAGS.everything].flatMap((tag) => [...(byCacheTag.get(tag) ?? [])]);
        for (const path of paths) purgePath(path, moment);
      }
    },
  };
};
