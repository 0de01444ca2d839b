/** What ends a sentence or a part of one: before "…" it would be said twice. */
const SENTENCE_END = /[\s.,;:…。、，；：،؛۔।]+$/;

/** A text, and as much of it as may be in an excerpt: a character is two code units at most. */
const startOf = (text: string, length: number) => {
  const whole = text.trim();
  const start = whole.slice(0, 2 * length + 2);
  return { whole, start, isShort: start.length === whole.length && [...whole].length <= length };
};

/**
 * The start of a text, at most `length` characters with the final "…" that it has exactly when
 * something was cut. Cut between words; a single longer word is cut between graphemes. A full stop or
 * comma before the cut is left out.
 */
export const excerpt = (text: string, length: number): string => {
  const { whole, start, isShort } = startOf(text, length);
  if (isShort) return whole;
  const room = length - 1;
  let end = 0;
  let lastSpace = 0;
  let used = 0;
  for (const { index, segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(
    start,
  )) {
    if (/^\s/.test(segment)) lastSpace = index;
    used += [...segment].length;
    if (used > room) break;
    end = index + segment.length;
  }
  // A cut right before a space is between words already.
  const atWordEnd = /^\s/.test(whole.slice(end, end + 1));
  const kept = whole.slice(0, atWordEnd || lastSpace === 0 ? end : lastSpace).trimEnd();
  return `${kept.replace(SENTENCE_END, '') || kept}…`;
};

/** Part of the length that the whole sentences of an excerpt fill at least. */
const SENTENCES_FILL = 0.3;

/**
 * The start of a text like `excerpt`, cut behind a sentence where one ends soon enough.
 *
 * @param language BCP 47 tag whose rules tell sentences apart
 */
export const excerptOfSentences = (text: string, length: number, language: string): string => {
  const { whole, start, isShort } = startOf(text, length);
  if (isShort) return whole;
  let end = 0;
  let used = 0;
  for (const { index, segment } of new Intl.Segmenter(language, {
    granularity: 'sentence',
  }).segment(start)) {
    used += [...segment].length;
    // What was looked at may end within a sentence.
    if (used > length || index + segment.length === start.length) break;
    end = index + segment.length;
  }
  const kept = whole.slice(0, end).trimEnd().replace(SENTENCE_END, '');
  return [...kept].length < SENTENCES_FILL * length ? excerpt(whole, length) : `${kept}…`;
};
