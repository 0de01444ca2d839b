import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

import { HTML_MEDIA_TYPE, MARKDOWN_MEDIA_TYPE } from './response';

/**
 * Remembers the choice for each value of a header: browsers and agents send the same values again and again.
 *
 * @param choose gets the header's value
 */
const rememberChoices = <Choice extends string>(
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

/** Media types of a page, the default first. */
const REPRESENTATIONS = [HTML_MEDIA_TYPE, MARKDOWN_MEDIA_TYPE] as const;

export type Representation = (typeof REPRESENTATIONS)[number];

/** With the parameter that is sent, so that a client may ask for the character encoding, too. */
const OFFERED = REPRESENTATIONS.map((mediaType) => `${mediaType}; charset=utf-8`);

/** Most characters of Accept that are parsed: twice what any browser sends, and parsing takes time. */
const MAXIMUM_ACCEPT = 400;

const representationOf = rememberChoices((accept): Representation => {
  const [preferred = ''] = new Negotiator({ headers: { accept } }).mediaTypes(OFFERED);
  // Nobody is refused: a client that accepts neither gets the page (RFC 9110, section 12.5.1).
  return REPRESENTATIONS[OFFERED.indexOf(preferred)] ?? HTML_MEDIA_TYPE;
});

/** Representation of a page for a request's Accept: by quality, then by precision, then the first one named. */
export const chooseRepresentation = (accept: string | undefined): Representation =>
  !accept || accept.length > MAXIMUM_ACCEPT ? HTML_MEDIA_TYPE : representationOf(accept);

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
