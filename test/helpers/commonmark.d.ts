/** The part of commonmark that tests use; it ships no types. */
declare module 'commonmark' {
  export interface Node {
    type: string;
    literal: string | null;
    destination: string | null;
  }
  export class Parser {
    parse(source: string): {
      walker: () => { next: () => { entering: boolean; node: Node } | null };
    };
  }
}
