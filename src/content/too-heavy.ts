/** A text takes more work to render than any real article: nested or split into far too many parts. */
export class TooHeavyError extends Error {
  override readonly name = 'TooHeavyError';
}

/** Characters of a body that are rendered; Strapi's panel saves a megabyte at most. */
export const MAXIMUM_BODY = 1_100_000;

/** Parts a body may be made of: each has costs of its own. */
export const MAXIMUM_PARTS = 2_000;

/** Characters a rendered body may have: markup makes some texts hundreds of times longer. */
export const MAXIMUM_HTML = 2_500_000;

/** Elements within each other; browsers stop at 512. */
export const MAXIMUM_NESTING = 500;

/**
 * Parts Markdown may split a text of this many characters into; a table can fill up with more empty
 * cells than it has characters.
 */
export const maximumTokens = (characters: number): number =>
  Math.min(2 * characters + 1_000, 180_000);
