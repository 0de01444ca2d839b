import { createHash } from 'node:crypto';

import { STYLE } from '../pages/style';

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Allows what the pages use, their own style and an article's pictures and media, and no more. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  'img-src http: https:',
  'media-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');
