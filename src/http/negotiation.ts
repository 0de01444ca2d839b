import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { LRUCache } from 'lru-cache';
import { DateTime } from 'luxon';
import Negotiator from 'negotiator';

/**
 * Remembers the choice for each value of a header: browsers and agents send the same values again and again.
 *
 * @param choose gets the header's value
 */
export const rememberChoices = <Choice extends string>(
  choose: (value: string) => Choice,
): ((value: string) => Choice) => {
  const choices = new LRUCache<string, Choice>({ max: 500 });
  return (value) => {
    const known = choices.get(value);
    if (known !== undefined) return known;
    const choice = choose(value);
    choices.set(value, choice);
    return choice;
  };
};

/** Strong entity tag of a representation (RFC 9110, section 8.8.3): the bytes of each content coding differ. */
export const entityTag = (hash: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;

/**
 * Whether a field value (`*` or a list) has an entity tag, by strong or weak comparison. The value is searched, not
 * parsed: no entity tag is a part of another, quotes included, and a list may be as long as a client likes.
 */
export const hasEntityTag = (field: string, tag: string, { weak }: { weak: boolean }): boolean => {
  if (field.length < 100 && field.trim() === '*') return true;
  let place = field.indexOf(tag);
  while (!weak && place !== -1 && field.startsWith('W/', place - 2)) {
    place = field.indexOf(tag, place + tag.length);
  }
  return place !== -1;
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

/** No HTTP date is longer than "Wednesday, 20-Nov-26 09:00:00 GMT" (RFC 9110, section 5.6.7). */
const MAXIMUM_LENGTH = 33;

/** Seconds since 1970 of an HTTP date in any of its three forms; undefined if it is none. */
const parseHttpDate = (value: string): number | undefined => {
  if (value.length > MAXIMUM_LENGTH) return undefined;
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

/** Content codings of responses, in the order of preference. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** Most characters of Accept-Encoding that are parsed: no client sends more, and parsing takes time. */
const MAXIMUM_ACCEPT_ENCODING = 200;

const encodingOf = rememberChoices((acceptEncoding): Encoding => {
  const [preferred] = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(
    [...ENCODINGS],
    { preferred: [...ENCODINGS] },
  );
  // A client that refuses even identity gets it: better than nothing that it can read (RFC 9110, 12.5.3).
  return ENCODINGS.find((encoding) => encoding === preferred) ?? 'identity';
});

/** Content coding for a request's Accept-Encoding. */
export const chooseEncoding = (acceptEncoding: string | undefined): Encoding =>
  // Every client can read the content without a coding.
  !acceptEncoding || acceptEncoding.length > MAXIMUM_ACCEPT_ENCODING
    ? 'identity'
    : encodingOf(acceptEncoding);

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Compressed bytes in a buffer of their own length: zlib's has room for 16 kB, and would keep it. */
const trim = (compressed: Buffer): Buffer => {
  const trimmed = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(trimmed);
  return trimmed;
};

/** The bytes in a content coding; the same bytes on every node that runs the same Node.js. */
export const encode = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> => {
  switch (encoding) {
    case 'br':
      // Level 6 is smaller than gzip at its best and as quick; level 11 takes 50 times as long.
      return trim(await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
    case 'gzip':
      return trim(await toGzip(bytes, { level: 9 }));
    case 'identity':
      return bytes;
  }
};
