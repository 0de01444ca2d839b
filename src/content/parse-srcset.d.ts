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
