import { createHash } from 'node:crypto';

import { STYLE } from '../pages/style';

const styleHash = createHash('sha256').update(STYLE).digest('base64');

const DIRECTIVES = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  'img-src http: https:',
  'media-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
];

/** The policy of a page that other origins than its own may show in a frame. */
export const frameableBy = (origins: string[]): string =>
  [...DIRECTIVES, ["frame-ancestors 'self'", ...origins].join(' ')].join('; ');

/** Allows what the pages use, their own style and an article's pictures and media, and no more. */
export const CONTENT_SECURITY_POLICY = frameableBy([]);
