declare module '@mixmark-io/domino' {
  /** Reads HTML as browsers do. */
  export function createDocument(html: string): Document;
}

declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it';

  export default function footnotes(markdown: MarkdownIt): void;
}

declare module 'parse-srcset' {
  /** One candidate of a `srcset`: its address and at most one width and one height, or a density. */
  interface Candidate {
    url: string;
    w?: number;
    h?: number;
    d?: number;
  }

  /** Reads a `srcset` as browsers do; what they would drop, it drops. */
  export default function parseSrcset(srcset: string): Candidate[];
}

declare module 'turndown-plugin-gfm' {
  import type TurndownService from 'turndown';

  /** Tables as GitHub's Markdown has them; those without a row of headings stay HTML. */
  export const tables: TurndownService.Plugin;
}
