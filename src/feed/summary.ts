const countWords = (text: string, words: Intl.Segmenter): number => {
  let count = 0;
  for (const segment of words.segment(text)) if (segment.isWordLike) count += 1;
  return count;
};

/** Index in `text` just behind its nth word; the text's length when it has fewer. */
const endOfWord = (text: string, nth: number, words: Intl.Segmenter): number => {
  let count = 0;
  for (const { index, segment, isWordLike } of words.segment(text)) {
    if (isWordLike) count += 1;
    if (count === nth) return index + segment.length;
  }
  return text.length;
};

/**
 * The opening sentences of a text: it ends with the sentence in which the word count is reached.
 * A line end counts as a sentence's end, so a summary may end in the first line of a list or code
 * block. A sentence that runs past twice the count is cut behind a word.
 *
 * @param text plain text, paragraphs on lines of their own
 * @param wordCount words the summary should have at least, as far as the text has them
 * @param language BCP 47 tag whose rules tell words and sentences apart
 */
export const summarise = (text: string, wordCount: number, language: string): string => {
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  let counted = 0;
  for (const { index, segment } of sentences.segment(text)) {
    const inSentence = countWords(segment, words);
    if (counted + inSentence > 2 * wordCount) {
      return text.slice(0, index + endOfWord(segment, 2 * wordCount - counted, words)).trimEnd();
    }
    counted += inSentence;
    if (counted >= wordCount) return text.slice(0, index + segment.length).trimEnd();
  }
  return text.trimEnd();
};

/**
 * The start of a text, at most `length` characters with the final "…" that it has exactly when
 * something was cut. Cut between words; a single longer word is cut between graphemes.
 */
export const excerpt = (text: string, length: number): string => {
  const whole = text.trim();
  if ([...whole].length <= length) return whole;
  const room = length - 1;
  let end = 0;
  let lastSpace = 0;
  let used = 0;
  for (const { index, segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(
    whole,
  )) {
    if (/^\s/.test(segment)) lastSpace = index;
    used += [...segment].length;
    if (used > room) break;
    end = index + segment.length;
  }
  // A cut right before a space is between words already.
  const atWordEnd = /^\s/.test(whole.slice(end));
  return `${whole.slice(0, atWordEnd || lastSpace === 0 ? end : lastSpace).trimEnd()}…`;
};
