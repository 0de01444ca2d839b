import { excerpt } from '../feed/summary';

/** Characters of a text that are shown on a line. */
const LONGEST = 1_000;

/**
 * Plain text as Markdown that shows it, on one line: nothing in it is markup, at the beginning of a
 * line neither.
 */
export const escapeMarkdown = (text: string): string =>
  excerpt(text, LONGEST)
    // A control character has no look, and ends a line in some readers.
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>~|]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^[-+=#]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    // What a heading may end with.
    .replace(/ (?=#+$)/, ' \\');

/** A link. */
export const markdownLink = (text: string, href: string): string =>
  `[${escapeMarkdown(text)}](${href.replace(/[()]/g, '\\$&')})`;
