import type { IncomingHttpHeaders } from 'node:http';

import { DateTime } from 'luxon';

import { hasEntityTag } from './entity-tag';

/** What a representation is told apart from its earlier forms by. */
export interface Validators {
  entityTag: string;
  /** Seconds since 1970; undefined where that is not known. */
  modified?: number;
}

/** No HTTP date is longer than "Wednesday, 20-Nov-26 09:00:00 GMT" (RFC 9110, section 5.6.7). */
const MAXIMUM_LENGTH = 33;

/** Seconds since 1970 of an HTTP date in any of its three forms; undefined when it is none. */
const parseHttpDate = (value: string): number | undefined => {
  if (value.length > MAXIMUM_LENGTH) return undefined;
  const date = DateTime.fromHTTP(value, { zone: 'utc' });
  return date.isValid ? date.toSeconds() : undefined;
};

/**
 * Status of a response to GET or HEAD under its preconditions, in the order of RFC 9110, section
 * 13.2.2: dates count only where the entity tag is not asked for.
 */
export const evaluatePreconditions = (
  headers: IncomingHttpHeaders,
  { entityTag, modified }: Validators,
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
    return hasEntityTag(ifNoneMatch, entityTag, { weak: true }) ? 304 : 200;
  }
  const since = headers['if-modified-since'] && parseHttpDate(headers['if-modified-since']);
  if (typeof since !== 'number' || modified === undefined) return 200;
  return modified <= since ? 304 : 200;
};
