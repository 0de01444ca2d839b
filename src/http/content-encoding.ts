import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import Negotiator from 'negotiator';

/** Content codings the plugin answers in; the one it likes best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** Longer than any client writes it: reading it would cost more the longer it is. */
const MAXIMUM_LENGTH = 200;

/** Content coding for a request's Accept-Encoding. */
export const chooseEncoding = (acceptEncoding: string | undefined): Encoding => {
  // Anybody can read the content as it is.
  if (!acceptEncoding || acceptEncoding.length > MAXIMUM_LENGTH) return 'identity';
  const [preferred] = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(
    [...ENCODINGS],
    { preferred: [...ENCODINGS] },
  );
  // A client that refuses even identity gets it: better than nothing it can read (RFC 9110, 12.5.3).
  return ENCODINGS.find((encoding) => encoding === preferred) ?? 'identity';
};

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Compressed bytes in memory of their own length: zlib's has room for 16 kB, and would stay as it is. */
const trim = (compressed: Buffer): Buffer => {
  const trimmed = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(trimmed);
  return trimmed;
};

/** The bytes in a content coding; the same bytes on every node that runs the same Node.js. */
export const encode = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> => {
  switch (encoding) {
    case 'br':
      // Level 6 is smaller than gzip at its best and as quick to make; 11 takes 50 times as long.
      return trim(await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
    case 'gzip':
      return trim(await toGzip(bytes, { level: 9 }));
    case 'identity':
      return bytes;
  }
};
