import type { Encoding } from '../http/content-encoding';
import { type PublicResponse, HTML_MEDIA_TYPE } from '../http/response';
import {
  cacheControl,
  type Caching,
  documentHeaders,
  validatorHeaders,
} from '../http/document-headers';
import { entityTag, type Validators } from '../http/preconditions';
import { type CacheHeaders, cacheHeaders, type CdnHints, type Kept } from './cdn-headers';
import type { SiteHeaders } from './site-middlewares';

/** What a response is cached by. */
interface Cached {
  /** Cache tags of what it shows. */
  cacheTags: Set<string>;
  /** Until when it may be kept, in milliseconds since 1970. */
  expires: number;
  /** When it becomes another by itself, in milliseconds since 1970: an article is due then. */
  due: number;
  /** Whether it was made within a transaction of the request's own, which may be taken back. */
  isUncommitted?: boolean;
  /** What a CDN is told of it; undefined where there is none. */
  cdn?: CdnHints;
}

/** A redirect, or word that something has been taken back or is not there yet. */
type CachedNotice = Exclude<PublicResponse, { kind: 'document' }> & Cached;

/** A response in its final form. */
export type CachedResponse = CachedDocument | CachedNotice;

export const isDocument = (
  response: CachedResponse | null | undefined,
): response is CachedDocument => !!response && 'bodies' in response;

/** A document as it goes over the wire, in each content coding that was asked for. */
export interface CachedDocument extends Cached {
  mediaType: string;
  /** Whether there are other media types at the same address, chosen by Accept. */
  isNegotiated: boolean;
  /** The Content-Security-Policy of a page. */
  policy?: string;
  /** Whether search engines are asked to leave it out. */
  isNoindex?: boolean;
  /** Hash of the bytes without a content coding. */
  hash: string;
  /** Seconds since 1970; undefined while a change has just come and is not dated yet. */
  modified?: number;
  /** How long other caches may keep it, unless it becomes another before. */
  caching: Caching;
  /** Value of Link. */
  links?: string;
  /**
   * Until when it may be given ahead, in milliseconds since 1970: nothing of the site ran before its
   * own route, and the site had nothing at its address, when the route last answered.
   */
  aheadUntil?: number;
  /** Content by content coding. */
  bodies: Map<Encoding, Buffer>;
}

/**
 * What caches are told of a response.
 *
 * @param response a document or a redirect
 * @param now milliseconds since 1970
 */
export const tellCaches = (
  response: Kept & { due: number },
  caching: Caching,
  now: number,
): CacheHeaders => cacheHeaders(response, cacheControl(caching, response.due, now), now);

/** Validators of a document in a content coding. */
export const validatorsOf = (
  { hash, modified }: CachedDocument,
  encoding: Encoding,
): Validators => ({ entityTag: entityTag(hash, encoding), modified });

/**
 * Headers of a document that is given ahead, as node:http writes them fastest: names and values in turn.
 *
 * @param body its content in the content coding; undefined for a 304
 */
export const wireHeaders = (
  document: CachedDocument,
  encoding: Encoding,
  body: Buffer | undefined,
  site: SiteHeaders,
): string[] => {
  const { mediaType, isNegotiated, links } = document;
  const told = tellCaches(document, document.caching, Date.now());
  const caching = told['Cache-Control'];
  const validators = validatorsOf(document, encoding);
  const inherited = mediaType === HTML_MEDIA_TYPE ? site.pages : site.feeds;
  // The one who asks has all others already: a 304 need not repeat them (RFC 9110, 15.4.5).
  const own = body
    ? documentHeaders(mediaType, encoding, validators, caching, document)
    : validatorHeaders(mediaType, validators, caching, isNegotiated);
  Object.assign(own, told);
  if (body && links !== undefined) own.Link = links;
  if (body) own['Content-Length'] = String(body.length);
  const headers = body ? [...inherited] : [];
  for (const name in own) headers.push(name, own[name]!);
  return headers;
};
