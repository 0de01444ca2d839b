import { summarise } from '../feed/summary';
import { type BodyPart, type BodySource, bodyPartsOf } from './body-source';
import { stripTags } from './html';
import { renderMarkdown } from './markdown';
import { openingText, runningText, tidyLines } from './running-text';
import { TooHeavyError } from './too-heavy';

/** Characters of a body that a summary is looked for in: no opening is longer, tables before it included. */
const LOOKED_THROUGH = 65_536;

/** Characters of running text that hold any summary of 70 words. */
const SHORTEST = 4_096;

/** Characters a word takes, generously. */
const PER_WORD = 60;

/** Files that are embedded in a text, larger than anything but a picture: they would leave no room for words. */
const EMBEDDED = /;base64,[\w+/=%-]{1024,}/g;

/** Link reference definitions, as they stand at the end of many articles. */
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:[^\n]{1,1000}$/gm;
const DEFINITIONS = 100;

/** How a summary is taken from a body. */
export interface SummaryOptions {
  /** Words it should have at least. */
  summaryWords: number;
  /** BCP 47 language tag. */
  language: string;
}

/** The start of a part, with the link definitions that stand behind it; cut at a line end where there is one. */
const startOf = ({ format, text }: BodyPart, length: number): string => {
  const whole = text.includes(';base64,') ? text.replace(EMBEDDED, ';base64,') : text;
  if (whole.length <= length) return whole;
  const start = whole.slice(0, length);
  const place = [start.lastIndexOf('\n'), start.lastIndexOf(' ')].find((end) => end > length / 2);
  const kept = start.slice(0, place);
  if (format !== 'markdown' || !kept.includes('[')) return kept;
  const definitions = whole.slice(kept.length).match(DEFINITION) ?? [];
  // In front: the cut may be within a block of code.
  return [...definitions.slice(0, DEFINITIONS), '', kept].join('\n');
};

/** The running text of a part; the part as it is typed when it is too much for Markdown. */
const stretchesOf = (format: BodyPart['format'], text: string): string[] => {
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
 * The opening sentences of a body as plain text. They come from its HTML, and end before the first table, block of
 * code or figure.
 *
 * @param characters of the body that are looked through at most
 */
export const summariseBody = (
  source: BodySource,
  { summaryWords, language }: SummaryOptions,
  characters = LOOKED_THROUGH,
): string => {
  const enough = Math.max(SHORTEST, PER_WORD * summaryWords);
  const stretches: string[] = [];
  let room = characters;
  let found = 0;
  for (const part of bodyPartsOf(source).parts) {
    if (room <= 0 || found > enough) break;
    const text = startOf(part, room);
    room -= text.length;
    const [first = '', ...others] = stretchesOf(part.format, text);
    // Nothing stands between a part and the next one.
    stretches.push(`${stretches.pop() ?? ''}\n${first}`.trim(), ...others);
    found += [first, ...others].join('').length;
  }
  return summarise(openingText(stretches).slice(0, enough), summaryWords, language);
};
