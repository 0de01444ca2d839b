import type { WebLink } from './response';

/** Value of a `Link` header (RFC 8288). */
export const writeLinks = (links: WebLink[]): string =>
  links
    .map(({ href, rel, type, hreflang }) => {
      // A header takes no other characters than those of a serialised URL.
      const target = `<${new URL(href).href}>; rel="${rel}"`;
      return [
        target,
        ...(type === undefined ? [] : [`type="${type}"`]),
        ...(hreflang === undefined ? [] : [`hreflang="${hreflang}"`]),
      ].join('; ');
    })
    .join(', ');
