declare module '@mixmark-io/domino' {
  /** Parses HTML as browsers do. */
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

  /** Parses a `srcset` as browsers do, and drops the same candidates. */
  export default function parseSrcset(srcset: string): Candidate[];
}

declare module 'turndown-plugin-gfm' {
  import type TurndownService from 'turndown';

  /** Tables of GitHub's Markdown. A table without a row of headings stays HTML. */
  export const tables: TurndownService.Plugin;
}
