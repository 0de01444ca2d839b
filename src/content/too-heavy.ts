/** A text takes more work to render than any real article: it is nested too deep or has too many parts. */
export class TooHeavyError extends Error {
  override readonly name = 'TooHeavyError';
}

/** Characters of a body that are rendered. Strapi's panel saves a megabyte at most. */
export const MAXIMUM_BODY = 1_100_000;

/** Parts that a body may have: each of them costs time. */
export const MAXIMUM_PARTS = 2_000;

/** Characters of a rendered body: markup makes some texts hundreds of times longer. */
export const MAXIMUM_HTML = 2_500_000;

/** Depth of nested elements; browsers stop at 512. */
export const MAXIMUM_NESTING = 500;

/**
 * Tokens that Markdown may split a text of so many characters into. A table can add more empty cells than it has
 * characters.
 */
export const maximumTokens = (characters: number): number =>
  Math.min(2 * characters + 1_000, 180_000);
