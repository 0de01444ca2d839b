/** What a public address answers with, before headers and conditional requests. */
export type PublicResponse =
  | {
      kind: 'document';
      body: string;
      mediaType: string;
      links?: WebLink[];
      /** Whether there are other media types at the same address, chosen by Accept. */
      isNegotiated?: boolean;
      /** The Content-Security-Policy of a page. */
      policy?: string;
      /** Whether search engines are asked to leave it out. */
      isNoindex?: boolean;
    }
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

/** How errors are written: pages answer in HTML, feeds in plain text. */
export type ErrorFormat = 'html' | 'text';
