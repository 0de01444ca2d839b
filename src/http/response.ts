import Negotiator from 'negotiator';

import { rememberChoices } from './negotiation';

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
interface WebLink {
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

/** Media types that a page is offered in; the one that goes by default first. */
const REPRESENTATIONS = [HTML_MEDIA_TYPE, MARKDOWN_MEDIA_TYPE] as const;

export type Representation = (typeof REPRESENTATIONS)[number];

/** As they are sent, so that a client may ask for the character encoding, too. */
const OFFERED = REPRESENTATIONS.map((mediaType) => `${mediaType}; charset=utf-8`);

/** Twice what any browser writes: reading it would cost more the longer it is. */
const MAXIMUM_LENGTH = 400;

const representationOf = rememberChoices((accept): Representation => {
  const [preferred = ''] = new Negotiator({ headers: { accept } }).mediaTypes(OFFERED);
  // Nobody is refused: who takes neither gets the page (RFC 9110, section 12.5.1).
  return REPRESENTATIONS[OFFERED.indexOf(preferred)] ?? HTML_MEDIA_TYPE;
});

/**
 * Representation of a page for a request's Accept: by quality, then by what is named more precisely,
 * then by what is named first.
 */
export const chooseRepresentation = (accept: string | undefined): Representation =>
  !accept || accept === '*/*' || accept.length > MAXIMUM_LENGTH
    ? HTML_MEDIA_TYPE
    : representationOf(accept);
