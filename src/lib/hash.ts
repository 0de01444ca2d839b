import { createHash } from 'node:crypto';

/** Hash of a text or of bytes; equal ones have equal hashes on every node. */
export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url');
