import type { Encoding } from '../http/content-encoding';
import {
  type PublicResponse,
  HTML_MEDIA_TYPE,
  type RepresentationMetadata,
} from '../http/response';
import {
  cacheControlUntil,
  type Caching,
  documentHeaders,
  isFresh,
  validatorHeaders,
} from '../http/document-headers';
import { entityTag, type Validators } from '../http/preconditions';
import { cacheHeaders, type CdnHints, type Kept, type ToldCaches } from './cdn-headers';
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

/** A response as node:http writes it fastest. */
interface WireResponse {
  status: 200 | 304;
  /** Names and values in turn. */
  headers: string[];
  /** Content, left out for HEAD. */
  body?: Buffer;
}

/** A document as it goes over the wire, in each content coding that was asked for. */
export interface CachedDocument extends Cached, RepresentationMetadata {
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
  /**
   * Complete responses by content coding, made when first needed, and again when they are others: a
   * cached feed is given twice as often as with headers that are written each time (`bench hot`).
   */
  wire: Map<Encoding, WireResponses>;
}

/** A document's responses in a content coding, and what tells which of them to give. */
interface WireResponses {
  caching: ToldCaches;
  validators: Validators;
  notModified: WireResponse;
  /** Undefined while this content coding has yet to be made. */
  ok?: WireResponse;
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
): ToldCaches => {
  const { value, until } = cacheControlUntil(caching, response.due, now);
  const told = cacheHeaders(response, value, now);
  return { headers: told.headers, until: Math.min(until, told.until) };
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
  const caching = tellCaches(document, document.caching, Date.now());
  const validators = validatorsOf(document, encoding);
  // The one who asks has all others already: a 304 need not repeat them (RFC 9110, 15.4.5).
  const headers = {
    ...validatorHeaders(document, validators, caching.headers['Cache-Control']),
    ...caching.headers,
  };
  const notModified: WireResponse = { status: 304, headers: Object.entries(headers).flat() };
  const responses: WireResponses = { caching, validators, notModified };
  if (!isFresh(modified)) wire.set(encoding, responses);
  return responses;
};

/** Complete responses in a content coding, as far as they are known. */
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
