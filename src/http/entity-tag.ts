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

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Whether a field value (`*` or a list) has an entity tag, by strong or weak comparison. */
export const hasEntityTag = (field: string, tag: string, { weak }: { weak: boolean }): boolean =>
  field === tag ||
  field.trim() === '*' ||
  (field.match(ENTITY_TAG) ?? []).some((listed) =>
    weak ? listed.replace(/^W\//, '') === tag : listed === tag,
  );
