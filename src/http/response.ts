export const HTML_MEDIA_TYPE = 'text/html';
/** RFC 7763. */
export const MARKDOWN_MEDIA_TYPE = 'text/markdown';
export const TEXT_MEDIA_TYPE = 'text/plain';

/** Properties of a document that headers state (RFC 9110, section 3.2). */
export interface RepresentationMetadata {
  mediaType: string;
  /** Whether the address has other media types, chosen by Accept. */
  isNegotiated?: boolean;
  /** The Content-Security-Policy of a page. */
  policy?: string;
  /** Whether search engines are asked to leave it out. */
  isNoindex?: boolean;
}

/** The answer of a public address, before headers and conditional requests. */
export type PublicResponse =
  | ({ kind: 'document'; body: string; links?: WebLink[] } & RepresentationMetadata)
  | { kind: 'redirect'; location: string }
  /** Something was there, and has been withdrawn. */
  | { kind: 'gone' }
  /** Nothing is there yet, which took a while to find out. */
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

/**
 * Most characters of a `Link` header. nginx, as it is installed, takes 4 kB for all headers of a response, and answers
 * 502 where they are longer; each letter of an address in Thai or Japanese is nine.
 */
const MAXIMUM_LINK_CHARACTERS = 2_000;

const writeLink = ({ href, rel, type, hreflang }: WebLink): string =>
  [
    // A header accepts only the characters of a serialised URL.
    `<${new URL(href).href}>; rel="${rel}"`,
    ...(type === undefined ? [] : [`type="${type}"`]),
    ...(hreflang === undefined ? [] : [`hreflang="${hreflang}"`]),
  ].join('; ');

/**
 * Value of a `Link` header (RFC 8288); undefined without links. It names as much as there is room for: each link in
 * turn, and last all other languages or none.
 */
export const writeLinks = (links: WebLink[]): string | undefined => {
  const languages = links.filter(({ hreflang }) => hreflang !== undefined);
  const others = links.filter((link) => !languages.includes(link));
  const kept = new Set<WebLink>();
  let room = MAXIMUM_LINK_CHARACTERS;
  for (const some of [...others.map((link) => [link]), languages]) {
    const { length } = some.map(writeLink).join(', ');
    if (length > room) continue;
    room -= length + ', '.length;
    some.forEach((link) => kept.add(link));
  }
  const named = links.filter((link) => kept.has(link));
  return named.map(writeLink).join(', ') || undefined;
};
