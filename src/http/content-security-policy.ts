import { createHash } from 'node:crypto';

const sourceOf = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** What else a policy allows. */
interface Allowed {
  /** Other origins than its own that may show the page in a frame. */
  framedBy?: readonly string[];
  /** Sources that the site's templates use, by directive. */
  additions?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Allows what a page uses, its own style and an article's pictures and media, and no more.
 *
 * @param style the page's one style sheet; none is allowed without it
 */
export const contentSecurityPolicy = (
  style?: string,
  { framedBy = [], additions = {} }: Allowed = {},
): string => {
  const own: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'style-src': style === undefined ? [] : [sourceOf(style)],
    'img-src': ['http:', 'https:'],
    'media-src': ['http:', 'https:'],
    // There is no script to connect with. Tools that rate a page read robots.txt from within it.
    'connect-src': ["'self'"],
    'base-uri': [],
    'form-action': [],
    'frame-ancestors': ["'self'", ...framedBy],
  };
  return [...new Set([...Object.keys(own), ...Object.keys(additions)])]
    .map((directive) => {
      const sources = [...(own[directive] ?? []), ...(additions[directive] ?? [])];
      return [directive, ...(sources.length > 0 ? sources : ["'none'"])].join(' ');
    })
    .join('; ');
};
