import { createHash } from 'node:crypto';

/** Hash of a text or of bytes, the same on every node. */
export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url');
