import type { IncomingHttpHeaders } from 'node:http';

import { DateTime } from 'luxon';

import type { Encoding } from './negotiation';

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
