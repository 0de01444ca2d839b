import type { ResolvedOptions } from '../options';
import type { Encoding } from './content-encoding';
import { CONTENT_SECURITY_POLICY } from './content-security-policy';
import { HTML_MEDIA_TYPE } from './media-types';
import type { Validators } from './preconditions';

/** Caching of everything that is not an error. */
export const cacheControl = ({
  maxAge,
  staleWhileRevalidate,
}: Pick<ResolvedOptions, 'maxAge' | 'staleWhileRevalidate'>): string =>
  [
    'public',
    `max-age=${maxAge}`,
    ...(staleWhileRevalidate === 0 ? [] : [`stale-while-revalidate=${staleWhileRevalidate}`]),
  ].join(', ');

/** A front end on any host may read feeds: they are public and the same for everybody. */
const sharing = (mediaType: string): Record<string, string> =>
  mediaType === HTML_MEDIA_TYPE ? {} : { 'Access-Control-Allow-Origin': '*' };

/** Headers of any answer with content. */
export const contentHeaders = (mediaType: string): Record<string, string> => ({
  'Content-Type': `${mediaType}; charset=utf-8`,
  'X-Content-Type-Options': 'nosniff',
  ...(mediaType === HTML_MEDIA_TYPE ? { 'Content-Security-Policy': CONTENT_SECURITY_POLICY } : {}),
  ...sharing(mediaType),
});

/** Headers that a 304 must repeat (RFC 9110, section 15.4.5), and the date that goes with them. */
export const validatorHeaders = (
  mediaType: string,
  { entityTag, modified }: Validators,
  caching: string,
): Record<string, string> => ({
  'Cache-Control': caching,
  ETag: entityTag,
  // Never later than Date (RFC 9110, section 8.8.2.1): several changes within a second are dated
  // ahead, one second each, so that each has a date of its own.
  ...(modified === undefined
    ? {}
    : { 'Last-Modified': new Date(Math.min(modified * 1000, Date.now())).toUTCString() }),
  Vary: 'Accept-Encoding',
  ...sharing(mediaType),
});

/** What `strapi::cors` says of who asks, where the answer is the same for everybody. */
export const REQUEST_HEADERS = ['Access-Control-Allow-Credentials'];

/** All headers of a document in a content coding. */
export const documentHeaders = (
  mediaType: string,
  encoding: Encoding,
  validators: Validators,
  caching: string,
): Record<string, string> => ({
  ...contentHeaders(mediaType),
  ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  ...validatorHeaders(mediaType, validators, caching),
});
