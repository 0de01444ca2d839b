export const HTML_MEDIA_TYPE = 'text/html';
/** RFC 7763. */
export const MARKDOWN_MEDIA_TYPE = 'text/markdown';
export const TEXT_MEDIA_TYPE = 'text/plain';

/** What headers say of a document (RFC 9110, section 3.2). */
export interface RepresentationMetadata {
  mediaType: string;
  /** Whether there are other media types at the same address, chosen by Accept. */
  isNegotiated?: boolean;
  /** The Content-Security-Policy of a page. */
  policy?: string;
  /** Whether search engines are asked to leave it out. */
  isNoindex?: boolean;
}

/** What a public address answers with, before headers and conditional requests. */
export type PublicResponse =
  | ({ kind: 'document'; body: string; links?: WebLink[] } & RepresentationMetadata)
  | { kind: 'redirect'; location: string }
  /** There was something, and it has been taken back. */
  | { kind: 'gone' }
  /** There is nothing yet, which took a while to find out. */
  | { kind: 'missing' };

/** A link of the `Link` header (RFC 8288). */
export interface WebLink {
  /** Absolute address. */
  href: string;
  rel: string;
  /** Media type of what is there. */
  type?: string;
  /** BCP 47 tag of its language. */
  hreflang?: string;
}

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
