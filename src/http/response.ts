import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { DateTime } from 'luxon';

import type { Encoding } from './negotiation';

export const HTML_MEDIA_TYPE = 'text/html';
/** RFC 7763. */
export const MARKDOWN_MEDIA_TYPE = 'text/markdown';
export const TEXT_MEDIA_TYPE = 'text/plain';

/** Properties of a document that headers state (RFC 9110, section 3.2). */
export interface RepresentationMetadata {
  mediaType: string;
  /** Whether the address has other media types, chosen by Accept. */
  isNegotiated?: boolean;
  /** The Content-Security-Policy of a page. */
  policy?: string;
  /** Whether search engines are asked to leave it out. */
  isNoindex?: boolean;
}

/** The answer of a public address, before headers and conditional requests. */
export type PublicResponse =
  | ({ kind: 'document'; body: string; links?: WebLink[] } & RepresentationMetadata)
  | { kind: 'redirect'; location: string }
  /** Something was there, and has been withdrawn. */
  | { kind: 'gone' }
  /** Nothing is there yet, which took a while to find out. */
  | { kind: 'missing' };

/** A link of the `Link` header (RFC 8288). */
interface WebLink {
  /** Absolute address. */
  href: string;
  rel: string;
  /** Media type of what is there. */
  type?: string;
  /** BCP 47 tag of its language. */
  hreflang?: string;
}

/**
 * Most characters of a `Link` header. nginx, as it is installed, takes 4 kB for all headers of a response, and answers
 * 502 where they are longer; each letter of an address in Thai or Japanese is nine.
 */
const MAXIMUM_LINK_CHARACTERS = 2_000;

const writeLink = ({ href, rel, type, hreflang }: WebLink): string =>
  [
    // A header accepts only the characters of a serialised URL.
    `<${new URL(href).href}>; rel="${rel}"`,
    ...(type === undefined ? [] : [`type="${type}"`]),
    ...(hreflang === undefined ? [] : [`hreflang="${hreflang}"`]),
  ].join('; ');

/**
 * Value of a `Link` header (RFC 8288); undefined without links. It names as much as there is room for: each link in
 * turn, and last all other languages or none.
 */
export const writeLinks = (links: WebLink[]): string | undefined => {
  const languages = links.filter(({ hreflang }) => hreflang !== undefined);
  const others = links.filter((link) => !languages.includes(link));
  const kept = new Set<WebLink>();
  let room = MAXIMUM_LINK_CHARACTERS;
  for (const some of [...others.map((link) => [link]), languages]) {
    const { length } = some.map(writeLink).join(', ');
    if (length > room) continue;
    room -= length + ', '.length;
    some.forEach((link) => kept.add(link));
  }
  const named = links.filter((link) => kept.has(link));
  return named.map(writeLink).join(', ') || undefined;
};

/** Strong entity tag of a representation (RFC 9110, section 8.8.3): the bytes of each content coding differ. */
export const entityTag = (hash: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;

/**
 * Whether a field value (`*` or a list) has an entity tag, by strong or weak comparison. The value is searched, not
 * parsed: no entity tag is a part of another, quotes included, and a list may be as long as a client likes.
 */
export const hasEntityTag = (field: string, tag: string, { weak }: { weak: boolean }): boolean => {
  if (field.trim() === '*') return true;
  let index = field.indexOf(tag);
  while (!weak && index !== -1 && field.startsWith('W/', index - 2)) {
    index = field.indexOf(tag, index + tag.length);
  }
  return index !== -1;
};

/** Validators, which tell a representation from its earlier forms. */
export interface Validators {
  entityTag: string;
  /**
   * Entity tag of the same content without a content coding. Caddy's `encode` removes what looks like its own coding
   * from the entity tags of requests.
   */
  uncodedTag?: string;
  /** Seconds since 1970; undefined if unknown. */
  modified?: number;
}

/** Seconds since 1970 of an HTTP date in any of its three forms; undefined if it is none. */
const parseHttpDate = (value: string): number | undefined => {
  const date = DateTime.fromHTTP(value, { zone: 'utc' });
  return date.isValid ? date.toSeconds() : undefined;
};

/**
 * Status of a response to GET or HEAD under its preconditions, in the order of RFC 9110, section 13.2.2: dates count
 * only if the request names no entity tag.
 */
export const evaluatePreconditions = (
  headers: IncomingHttpHeaders,
  { entityTag, uncodedTag = entityTag, modified }: Validators,
): 200 | 304 | 412 => {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  if (ifMatch !== undefined) {
    if (!hasEntityTag(ifMatch, entityTag, { weak: false })) return 412;
  } else if (headers['if-unmodified-since'] !== undefined) {
    const since = parseHttpDate(headers['if-unmodified-since']);
    if (since !== undefined && modified !== undefined && modified > since) return 412;
  }
  if (ifNoneMatch !== undefined) {
    const isKnown = [entityTag, uncodedTag].some((tag) =>
      hasEntityTag(ifNoneMatch, tag, { weak: true }),
    );
    return isKnown ? 304 : 200;
  }
  const since = headers['if-modified-since'] && parseHttpDate(headers['if-modified-since']);
  if (typeof since !== 'number' || modified === undefined) return 200;
  return modified <= since ? 304 : 200;
};

/** Directives by which a middleware says that a response is not for everybody. */
const RESTRICTED = /\b(?:private|no-store|no-cache)\b/i;

/**
 * Members of Vary from Strapi's own middlewares: the plugin's responses do not vary by these, or state it themselves.
 */
const STRAPIS_VARY = ['origin', 'accept-encoding'];

const members = (field: number | string | string[] | undefined): string[] =>
  String(field ?? '')
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');

/** Cache-Control for one visitor's own cache alone. */
export const asPrivate = (value: string): string =>
  /\b(?:private|no-store)\b/i.test(value)
    ? value
    : `private, ${value.replace(/^public, /, '').replace(/, s-maxage=\d+/, '')}`;

interface Sharing {
  /** Gives the Cache-Control of the response for everybody, once that is known. */
  shared: () => string;
  /** Whether the site admits every visitor alike. */
  forEverybody: boolean;
  /** Headers for shared caches alone: they are removed from a response for one visitor. */
  ofCaches?: readonly string[];
}

/**
 * Keeps a response private that may be meant for one visitor. Decides after all middlewares have run:
 *
 * - a response that a middleware has restricted stays restricted,
 * - a response that sets a cookie is private (RFC 9111, section 7.3), and so is one to a request with a password, or
 *   with a cookie if the site may know visitors by it: `public` would let shared caches serve it to visitors without
 *   these (RFC 9111, section 3.5),
 * - what a middleware varies the response by is added to Vary.
 *
 * Call it before the response has headers of its own.
 */
export const guardSharing = (
  { headers }: IncomingMessage,
  response: ServerResponse,
  { shared, forEverybody, ofCaches = [] }: Sharing,
): void => {
  const earlier = String(response.getHeader('Cache-Control') ?? '');
  const varied = members(response.getHeader('Vary')).filter(
    (member) => !STRAPIS_VARY.includes(member.toLowerCase()),
  );
  const hasCredentials =
    // A proxy in front of Strapi may ask for the password.
    headers.authorization !== undefined || (headers.cookie !== undefined && !forEverybody);

  const guard = (): void => {
    const given = response.getHeader('Cache-Control');
    const isPrivate = hasCredentials || response.hasHeader('Set-Cookie');
    if (isPrivate || RESTRICTED.test(earlier))
      ofCaches.forEach((name) => response.removeHeader(name));
    // Any other value is not the plugin's, or an error's, which nobody caches.
    if (given === shared() || given === asPrivate(shared())) {
      const value = RESTRICTED.test(earlier) ? earlier : given;
      response.setHeader('Cache-Control', isPrivate ? asPrivate(value) : value);
    }
    if (varied.length > 0) {
      const vary = new Set([...members(response.getHeader('Vary')), ...varied]);
      response.setHeader('Vary', [...vary].join(', '));
    }
  };

  const writeHead = response.writeHead as (...parts: unknown[]) => ServerResponse;
  response.writeHead = (...parts: unknown[]): ServerResponse => {
    if (!response.headersSent) guard();
    return writeHead.apply(response, parts);
  };
};

const hashSource = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/**
 * A policy that allows what a page uses, its own style and an article's pictures and media, and no more.
 *
 * @param style the page's only style sheet; without it, none is allowed
 * @param additions sources that the site's templates use, by directive
 */
export const contentSecurityPolicy = (
  style?: string,
  additions: Readonly<Record<string, readonly string[]>> = {},
): string => {
  const own: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'style-src': style === undefined ? [] : [hashSource(style)],
    'img-src': ['http:', 'https:'],
    'media-src': ['http:', 'https:'],
    // There is no script that could connect. Tools that rate a page read robots.txt from within it.
    'connect-src': ["'self'"],
    'base-uri': [],
    'form-action': [],
    'frame-ancestors': ["'self'"],
  };
  return [...new Set([...Object.keys(own), ...Object.keys(additions)])]
    .map((directive) => {
      const sources = [...(own[directive] ?? []), ...(additions[directive] ?? [])];
      return [directive, ...(sources.length > 0 ? sources : ["'none'"])].join(' ');
    })
    .join('; ');
};

/** How long caches may keep anything but errors, in seconds. */
export interface Caching {
  maxAge: number;
  /** Seconds after that in which they may serve it while they request the new one. */
  staleWhileRevalidate: number;
  /** Seconds after that in which they may serve it while the answer is an error. */
  staleIfError: number;
}

/**
 * Value of Cache-Control of everything but errors (RFC 9111, RFC 5861).
 *
 * @param remaining seconds until the response changes; no cache serves it any longer
 */
export const cacheControl = (
  { maxAge, staleWhileRevalidate, staleIfError }: Caching,
  remaining = Infinity,
): string => {
  const fresh = Math.min(maxAge, remaining);
  // Both count from the end of max-age.
  const stale = Object.entries({
    'stale-while-revalidate': Math.min(staleWhileRevalidate, remaining - fresh),
    'stale-if-error': Math.min(staleIfError, remaining - fresh),
  });
  const directives = stale.flatMap(([name, seconds]) => (seconds > 0 ? `${name}=${seconds}` : []));
  return ['public', `max-age=${fresh}`, ...directives].join(', ');
};

/**
 * Value of Cache-Control of a response that changes at a moment, and until when the value is valid, both in
 * milliseconds since 1970.
 *
 * @param changesAt Infinity if the response does not change by itself
 */
export const cacheControlUntil = (
  caching: Caching,
  changesAt: number,
  now: number,
): { value: string; until: number } => {
  const longest = caching.maxAge + Math.max(caching.staleWhileRevalidate, caching.staleIfError);
  const remaining = Math.max(0, Math.floor((changesAt - now) / 1_000));
  const value = cacheControl(caching, remaining);
  // Once the moment is near enough to matter, the value changes each second.
  return { value, until: changesAt - Math.min(remaining, longest) * 1_000 };
};

/** A front end on any host may read feeds: they are public and the same for everybody. */
const crossOriginHeaders = (mediaType: string): Record<string, string> =>
  mediaType === HTML_MEDIA_TYPE ? {} : { 'Access-Control-Allow-Origin': '*' };

/**
 * Headers of any response with content.
 *
 * @param policy the Content-Security-Policy of a page; by default, nothing but its text is allowed
 */
export const contentHeaders = (
  mediaType: string,
  policy = contentSecurityPolicy(),
): Record<string, string> => ({
  'Content-Type': `${mediaType}; charset=utf-8`,
  'X-Content-Type-Options': 'nosniff',
  ...(mediaType === HTML_MEDIA_TYPE ? { 'Content-Security-Policy': policy } : {}),
  ...crossOriginHeaders(mediaType),
});

/** How long the date of a change counts as the present, in milliseconds. */
const FRESH = 2_000;

/** Whether headers with this date, in seconds since 1970, are valid only at this moment. */
export const isFresh = (modified = 0): boolean => modified * 1000 > Date.now() - FRESH;

/**
 * Last-Modified, never later than Date (RFC 9110, section 8.8.2.1). The date of a change is a second that is not over,
 * in which other changes may follow; and node:http gives the same Date for about a second.
 */
const modificationHeaders = (modified: number | undefined): Record<string, string> => {
  if (modified === undefined) return {};
  const now = Date.now();
  return {
    'Last-Modified': new Date(Math.min(modified * 1000, now)).toUTCString(),
    ...(isFresh(modified) ? { Date: new Date(now).toUTCString() } : {}),
  };
};

/**
 * Headers that a 304 must repeat (RFC 9110, section 15.4.5), and the date that goes with them.
 */
export const validatorHeaders = (
  { mediaType, isNegotiated = false }: RepresentationMetadata,
  { entityTag, modified }: Validators,
  caching: string,
): Record<string, string> => ({
  'Cache-Control': caching,
  ETag: entityTag,
  ...modificationHeaders(modified),
  Vary: isNegotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
  ...crossOriginHeaders(mediaType),
});

/** Header of `strapi::cors` about the requesting site, needless in a response that is the same for everybody. */
export const REQUEST_HEADERS = ['Access-Control-Allow-Credentials'];

/** All headers of a document in a content coding. */
export const documentHeaders = (
  document: RepresentationMetadata,
  encoding: Encoding,
  validators: Validators,
  caching: string,
): Record<string, string> => ({
  ...contentHeaders(document.mediaType, document.policy),
  ...(document.isNoindex ? { 'X-Robots-Tag': 'noindex' } : {}),
  ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  ...validatorHeaders(document, validators, caching),
});
