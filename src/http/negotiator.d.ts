/** The part of negotiator that is used; @types/negotiator does not know the option of 1.0 yet. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> });
    /** The encodings that the client accepts, best first; equal ones in the order of `preferred`. */
    encodings(available: string[], options: { preferred: string[] }): string[];
    /** The media types that the client accepts, best first. */
    mediaTypes(available: string[]): string[];
  }
}
