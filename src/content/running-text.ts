import { Parser } from 'htmlparser2';

import { MAXIMUM_NESTING, TooHeavyError } from './too-heavy';

/** What running text is not about, but refers to: "as the table shows". */
const INTERRUPTIONS = new Set(['table', 'pre', 'figure']);

/** Elements whose text is no part of a paragraph or of an item of a list. */
const LEFT_OUT = new Set([
  ...INTERRUPTIONS,
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'figcaption', 'summary'],
  ...['script', 'style', 'template', 'noscript', 'iframe', 'audio', 'video', 'textarea', 'option'],
]);

/** Footnotes, and the numbers that refer to them. */
const FOOTNOTES = new Set(['footnotes', 'footnote-ref']);

/** Elements that begin and end a line. */
const LINES = new Set([
  ...['p', 'div', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'br', 'hr', 'tr', 'address'],
  ...['article', 'aside', 'details', 'footer', 'header', 'main', 'nav', 'section'],
]);

/** Addresses and nothing else, as somebody pastes the one of a film. */
const isAddresses = (line: string): boolean =>
  line.split(' ').every((word) => /^(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S/i.test(word));

/** Lines of a text without those that are empty or no words, white space collapsed. */
export const tidyLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !isAddresses(line))
    .join('\n');

/**
 * The paragraphs and items of lists of HTML as plain text, each on a line of its own, in stretches: between
 * two of them is a table, a block of code or a figure.
 *
 * @throws TooHeavyError for HTML that no article has
 */
export const runningText = (html: string): string[] => {
  const stretches = [''];
  let depth = 0;
  /** Depth of the element that is left out with all in it; 0 for none. */
  let leftOut = 0;
  const add = (text: string): void => {
    if (leftOut === 0) stretches[stretches.length - 1] += text;
  };
  const parser = new Parser({
    onopentag(name, { class: className = '' }) {
      depth += 1;
      if (depth > MAXIMUM_NESTING) throw new TooHeavyError('HTML that is nested too deep');
      if (leftOut > 0) return;
      if (LINES.has(name) || LEFT_OUT.has(name)) add('\n');
      if (INTERRUPTIONS.has(name)) stretches.push('');
      if (LEFT_OUT.has(name) || FOOTNOTES.has(className)) leftOut = depth;
    },
    ontext(text) {
      // A line of the source is no line of the text.
      add(text.replace(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (leftOut === depth) leftOut = 0;
      else if (LINES.has(name)) add('\n');
      depth -= 1;
    },
  });
  parser.write(html);
  parser.end();
  return stretches.map(tidyLines);
};

/** Ends of sentences; those of Chinese and others need no space behind them. */
const SENTENCE_END =
  /[.!?…][\p{Pe}\p{Pf}"']*(?=\s|$)|(?![.!?])\p{Sentence_Terminal}[\p{Pe}\p{Pf}"']*/gu;

const hasSentence = (text: string): boolean => text.search(SENTENCE_END) !== -1;

/** A text without what announces that which follows, "Run this:"; the text where there is nothing else. */
const withoutAnnouncement = (text: string): string => {
  if (!/[:：]$/.test(text)) return text;
  const start = text.lastIndexOf('\n') + 1;
  const [lastEnd] = [...text.slice(start).matchAll(SENTENCE_END)].slice(-1);
  const end = lastEnd ? start + lastEnd.index + lastEnd[0].length : start;
  return text.slice(0, end).trimEnd() || text;
};

/**
 * The opening of a body: it ends before the first table, block of code or figure once it has a sentence,
 * and at the end of one.
 *
 * @param stretches of running text
 */
export const openingText = (stretches: readonly string[]): string => {
  let text = '';
  for (const [place, stretch] of stretches.entries()) {
    if (stretch === '') continue;
    text += text === '' ? stretch : `\n${stretch}`;
    const isInterrupted = place < stretches.length - 1;
    if (isInterrupted && hasSentence(stretch)) return withoutAnnouncement(text);
  }
  return text;
};
