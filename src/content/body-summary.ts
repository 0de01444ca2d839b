import { Parser } from 'htmlparser2';

import type { Article } from './article';
import { type BodyPart, type BodySource } from './body-source';
import { stripTags } from './html';
import { renderMarkdown } from './markdown';
import { MAXIMUM_NESTING, TooHeavyError } from './too-heavy';

/** Characters of an editor's summary that are shown. A longer text is no summary, and every poll would transfer it. */
const MAXIMUM_SUMMARY = 10_000;

/** The editor's summary as plain text; undefined when it has to be taken from the body. */
export const editorSummary = ({ summary }: Pick<Article, 'summary'>): string | undefined => {
  const text = summary?.trim();
  if (!text || text.length <= MAXIMUM_SUMMARY) return text || undefined;
  // Cut between words, if there are any.
  return `${text.slice(0, MAXIMUM_SUMMARY - 1).replace(/\s\S*$/, '')}…`;
};

/** Yields the index behind each word of a text. */
function* wordEnds(text: string, words: Intl.Segmenter): Generator<number> {
  for (const { index, segment, isWordLike } of words.segment(text)) {
    if (isWordLike) yield index + segment.length;
  }
}

/** Number of words of a text, by the rules of a language. */
export const countWords = (text: string, language: string): number =>
  [...wordEnds(text, new Intl.Segmenter(language, { granularity: 'word' }))].length;

/**
 * The opening sentences of a text. The last one is the sentence in which the word count is reached. A line end
 * counts as a sentence's end, so a summary may end in the first line of a list or code block. A sentence that runs
 * past twice the count is cut behind a word.
 *
 * @param text plain text, paragraphs on lines of their own
 * @param wordCount words the summary should have at least, if the text has them
 * @param language BCP 47 tag whose rules tell words and sentences apart
 */
export const summarise = (text: string, wordCount: number, language: string): string => {
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  let counted = 0;
  let lastEnd = 0;
  for (const { index, segment } of sentences.segment(text)) {
    for (const end of wordEnds(segment, words)) {
      // A byte order mark may be part of a word.
      if (counted === 2 * wordCount) return text.slice(0, lastEnd).trimEnd();
      counted += 1;
      lastEnd = index + end;
    }
    if (counted >= wordCount) return text.slice(0, index + segment.length).trimEnd();
  }
  return text.trimEnd();
};

/** Elements that running text refers to, but does not contain: "as the table shows". */
const INTERRUPTIONS = new Set(['table', 'pre', 'figure']);

/** Elements whose text belongs to no paragraph and no list item. */
const LEFT_OUT = new Set([
  ...INTERRUPTIONS,
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'figcaption', 'summary'],
  ...['script', 'style', 'template', 'noscript', 'iframe', 'audio', 'video', 'textarea', 'option'],
]);

/** Classes of footnotes and of the numbers that refer to them. */
const FOOTNOTES = new Set(['footnotes', 'footnote-ref']);

/** Elements that begin and end a line. */
const LINES = new Set([
  ...['p', 'div', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'br', 'hr', 'tr', 'address'],
  ...['article', 'aside', 'details', 'footer', 'header', 'main', 'nav', 'section'],
]);

/** Whether a line has nothing but addresses, such as that of a film which somebody pasted. */
const isAddresses = (line: string): boolean =>
  line.split(' ').every((word) => /^(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S/i.test(word));

/** The lines of a text without empty ones and those with nothing but addresses; white space is collapsed. */
export const tidyLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !isAddresses(line))
    .join('\n');

/**
 * Plain text of the paragraphs and list items in HTML, each on a line of its own. The result is a list of
 * runs: between two of them is a table, a block of code or a figure.
 *
 * @throws TooHeavyError for HTML that no real article has
 */
export const runningText = (html: string): string[] => {
  const runs = [''];
  let depth = 0;
  /** Depth of the element that is left out with its content; 0 for none. */
  let leftOut = 0;
  const add = (text: string): void => {
    if (leftOut === 0) runs[runs.length - 1] += text;
  };
  const parser = new Parser({
    onopentag(name, { class: className = '' }) {
      depth += 1;
      if (depth > MAXIMUM_NESTING) throw new TooHeavyError('HTML that is nested too deep');
      if (leftOut > 0) return;
      if (LINES.has(name) || LEFT_OUT.has(name)) add('\n');
      if (INTERRUPTIONS.has(name)) runs.push('');
      if (LEFT_OUT.has(name) || FOOTNOTES.has(className)) leftOut = depth;
    },
    ontext(text) {
      // Line ends in the source are white space.
      add(text.replace(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (leftOut === depth) leftOut = 0;
      else if (LINES.has(name)) add('\n');
      depth -= 1;
    },
  });
  parser.end(html);
  return runs.map(tidyLines);
};

/** Ends of sentences. Those of Chinese and other scripts need no space behind them. */
const SENTENCE_END =
  /[.!?…][\p{Pe}\p{Pf}"']*(?=\s|$)|(?![.!?])\p{Sentence_Terminal}[\p{Pe}\p{Pf}"']*/gu;

const hasSentence = (text: string): boolean => text.search(SENTENCE_END) !== -1;

/** A text that has a sentence, without an announcement at its end, such as "Run this:". */
const withoutAnnouncement = (text: string): string => {
  if (!/[:：]$/.test(text)) return text;
  const start = text.lastIndexOf('\n') + 1;
  const [lastEnd] = [...text.slice(start).matchAll(SENTENCE_END)].slice(-1);
  const end = lastEnd ? start + lastEnd.index + lastEnd[0].length : start;
  return text.slice(0, end);
};

/**
 * The opening of a body. It ends before the first table, block of code or figure that follows a sentence, without
 * an announcement of it.
 *
 * @param runs running text, as `runningText` returns it
 */
export const openingText = (runs: readonly string[]): string => {
  let text = '';
  for (const [index, run] of runs.entries()) {
    if (run === '') continue;
    text += text === '' ? run : `\n${run}`;
    const isInterrupted = index < runs.length - 1;
    if (isInterrupted && hasSentence(run)) return withoutAnnouncement(text);
  }
  return text;
};

/** Characters of a body in which its opening is looked for: no opening is longer, even with tables before it. */
const MAXIMUM_SEARCHED = 65_536;

/**
 * Characters of running text that are enough for any summary of 70 words, and for one of the most words in real
 * languages. `Intl.Segmenter` takes quadratic time for texts without letters.
 */
const MINIMUM_TEXT = 4_096;
const MAXIMUM_TEXT = 16_384;

/** Characters of a word, estimated generously. */
const CHARACTERS_PER_WORD = 60;

/** Embedded files of more than a kilobyte: they would leave no room for words. */
const EMBEDDED = /;base64,[\w+/=%-]{1024,}/g;

/** How a summary is made from a body. */
export interface SummaryOptions {
  /** Words that it should have at least. */
  summaryWords: number;
  /** BCP 47 language tag. */
  language: string;
}

/** The start of a text, cut at white space if possible. */
const startOfText = (text: string, length: number): string => {
  const whole = text.replace(EMBEDDED, ';base64,');
  if (whole.length <= length) return whole;
  const start = whole.slice(0, length);
  const cut = [start.lastIndexOf('\n'), start.lastIndexOf(' ')].find((end) => end > length / 2);
  return start.slice(0, cut);
};

/** Running text of a part. A part that is too heavy for Markdown is taken as it was typed. */
const runsOf = (format: BodyPart['format'], text: string): string[] => {
  try {
    switch (format) {
      case 'markdown':
        return runningText(renderMarkdown(text));
      case 'html':
        return runningText(text);
      case 'text':
        return [tidyLines(text)];
    }
  } catch (error) {
    if (error instanceof TooHeavyError) return [format === 'html' ? stripTags(text) : text];
    throw error;
  }
};

/**
 * The opening sentences of a body as plain text. They are taken from its HTML, and end before the first table,
 * block of code or figure. Only the start of the body is rendered for them: a feed of a thousand summaries needs no
 * thousand whole bodies.
 *
 * @param characters characters of the body that are looked through at most
 */
export const summariseBody = (
  { parts }: BodySource,
  { summaryWords, language }: SummaryOptions,
  characters = MAXIMUM_SEARCHED,
): string => {
  const wanted = CHARACTERS_PER_WORD * summaryWords;
  const enough = Math.min(Math.max(MINIMUM_TEXT, wanted), MAXIMUM_TEXT);
  const runs: string[] = [];
  let room = characters;
  let found = 0;
  for (const part of parts) {
    if (room <= 0 || found > enough) break;
    const text = startOfText(part.text, room);
    room -= text.length;
    const [first = '', ...others] = runsOf(part.format, text);
    // The text of a part continues that of the part before it.
    runs.push(`${runs.pop() ?? ''}\n${first}`.trim(), ...others);
    found += [first, ...others].join('').length;
  }
  return summarise(openingText(runs).slice(0, enough), summaryWords, language);
};
