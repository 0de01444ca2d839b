/** The part of negotiator that is used; @types/negotiator does not know the option of 1.0 yet. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> });
    /** Those of the encodings that the client takes, best first; of equal ones, as `preferred` has them. */
    encodings(available: string[], options: { preferred: string[] }): string[];
    /** Those of the media types that the client takes, best first. */
    mediaTypes(available: string[]): string[];
  }
}
