import { createHash } from 'node:crypto';

import type { Encoding } from './content-encoding';

/** Hash of a document's bytes; equal bytes have equal hashes on every node. */
export const hashOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('base64url');

/**
 * Strong entity tag of a representation (RFC 9110, section 8.8.3): each content coding has its own,
 * since its bytes differ.
 */
export const entityTag = (hash: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;

/**
 * Whether a field value (`*` or a list) has an entity tag, by strong or weak comparison. The value is
 * searched, not taken apart: no entity tag is a part of another, quotes included, and a list may be
 * as long as a client likes.
 */
export const hasEntityTag = (field: string, tag: string, { weak }: { weak: boolean }): boolean => {
  if (field.length < 100 && field.trim() === '*') return true;
  let place = field.indexOf(tag);
  while (!weak && place !== -1 && field.startsWith('W/', place - 2)) {
    place = field.indexOf(tag, place + tag.length);
  }
  return place !== -1;
};
