import type { Article } from './article';

/** Characters of an editor's summary that are shown: more is no summary, and every poll carries it. */
const MAXIMUM_SUMMARY = 10_000;

/** The editor's summary, plain text; undefined when the body has to give one. */
export const editorSummary = ({ summary }: Pick<Article, 'summary'>): string | undefined => {
  const text = summary?.trim();
  if (!text || text.length <= MAXIMUM_SUMMARY) return text || undefined;
  // Cut between words, if there are any.
  return `${text.slice(0, MAXIMUM_SUMMARY - 1).replace(/\s\S*$/, '')}…`;
};

/**
 * Characters that are split into sentences, or into words, at once: `Intl.Segmenter` takes quadratic
 * time. No sentence and no word of any length that is read is longer.
 */
const SENTENCES_AT_ONCE = 4_096;
const WORDS_AT_ONCE = 1_024;

interface Piece {
  index: number;
  piece: string;
}

/**
 * Where to cut a text before a limit: behind a line, which ends a sentence (UAX 29, SB4), or else
 * behind white space, or else not within a character.
 */
const cutBefore = (text: string, start: number, limit: number): number => {
  const lineEnd = text.slice(start, limit).lastIndexOf('\n');
  if (lineEnd !== -1) return start + lineEnd + 1;
  for (let end = limit; end > start + (limit - start) / 2; end -= 1) {
    if (/\s/.test(text[end - 1]!)) return end;
  }
  return /[\uD800-\uDBFF]/.test(text[limit - 1]!) ? limit - 1 : limit;
};

/** A text in pieces of at most so many characters. */
function* inPieces(text: string, size: number): Generator<Piece> {
  for (let index = 0; index < text.length;) {
    const limit = index + size;
    const end = limit >= text.length ? text.length : cutBefore(text, index, limit);
    yield { index, piece: text.slice(index, end) };
    index = end;
  }
}

/** Sentences of a text, or words without what is between them. */
function* inSegments(text: string, segmenter: Intl.Segmenter, size: number): Generator<Piece> {
  for (const part of inPieces(text, size)) {
    for (const { index, segment, isWordLike } of segmenter.segment(part.piece)) {
      if (isWordLike !== false) yield { index: part.index + index, piece: segment };
    }
  }
}

const count = (text: string, words: Intl.Segmenter): number =>
  [...inSegments(text, words, WORDS_AT_ONCE)].length;

/** How many words a text has, by the rules of a language. */
export const countWords = (text: string, language: string): number =>
  count(text, new Intl.Segmenter(language, { granularity: 'word' }));

/** Index in `text` just behind its nth word; the text's length when it has fewer. */
const endOfWord = (text: string, nth: number, words: Intl.Segmenter): number => {
  let found = 0;
  for (const { index, piece } of inSegments(text, words, WORDS_AT_ONCE)) {
    found += 1;
    if (found === nth) return index + piece.length;
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
  for (const { index, piece } of inSegments(text, sentences, SENTENCES_AT_ONCE)) {
    const inSentence = count(piece, words);
    if (counted + inSentence > 2 * wordCount) {
      return text.slice(0, index + endOfWord(piece, 2 * wordCount - counted, words)).trimEnd();
    }
    counted += inSentence;
    if (counted >= wordCount) return text.slice(0, index + piece.length).trimEnd();
  }
  return text.trimEnd();
};
