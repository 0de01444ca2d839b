import { createHash } from 'node:crypto';

const sourceOf = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/**
 * Allows what a page uses, its own style and an article's pictures and media, and no more.
 *
 * @param style the page's one style sheet; none is allowed without it
 * @param framedBy other origins than its own that may show the page in a frame
 */
export const contentSecurityPolicy = (style?: string, framedBy: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `style-src ${style === undefined ? "'none'" : sourceOf(style)}`,
    'img-src http: https:',
    'media-src http: https:',
    "base-uri 'none'",
    "form-action 'none'",
    ["frame-ancestors 'self'", ...framedBy].join(' '),
  ].join('; ');
