/** What a reader reads in a minute: words, and characters of scripts that put no space between words. */
const WORDS = 220;
const IDEOGRAPHS = 500;
const LETTERS = 1_000;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Minutes it takes to read a text, at least one. */
export const readingMinutes = (text: string): number => {
  const ideographs = countMatches(text, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const letters = countMatches(
    text,
    /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
  );
  const words = countMatches(
    text,
    /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}'’.,-])+/gu,
  );
  return Math.max(1, Math.round(words / WORDS + ideographs / IDEOGRAPHS + letters / LETTERS));
};
