import { summarise } from '../feed/summary';
import { type BodyPart, type BodySource, bodyPartsOf } from './body-source';
import { stripTags } from './html';
import { renderMarkdown } from './markdown';
import { openingText, type OpeningText, runningText, tidyLines } from './running-text';
import { TooHeavyError } from './too-heavy';

/** Characters that hold any summary of 70 words, markup included. */
const SHORTEST = 4_096;

/** Characters a word takes with its markup, generously. */
const PER_WORD = 60;

/** How much more is looked at where the opening has too few words, all tables and markup. */
const WIDER = 16;

/** Characters of a body that are looked through for where its opening ends. */
const LOOKED_THROUGH = 2_000_000;

/** What a summary is taken from: the start of a body. */
export interface Opening {
  source: BodySource;
  /** Link definitions that stand further down in the Markdown that was cut. */
  definitions: string;
  /** Whether the body goes on behind it. */
  isCut: boolean;
}

/** How a summary is taken from a body. */
export interface SummaryOptions {
  /** Words it should have at least. */
  summaryWords: number;
  /** BCP 47 language tag. */
  language: string;
}

/** Characters of an embedded file that stay: enough for anything but a picture. */
const EMBEDDED = 1_024;

/** The start of a body without embedded files, which would leave no room for words. */
const withoutEmbedded = (body: string, length: number): { text: string; end: number } => {
  const payload = /[\w+/=%-]*/y;
  let text = '';
  let end = 0;
  while (text.length < length && end < Math.min(body.length, LOOKED_THROUGH)) {
    const mark = body.slice(0, LOOKED_THROUGH).indexOf(';base64,', end);
    const next = mark === -1 ? body.length : mark + ';base64,'.length;
    const wanted = Math.min(next, end + length - text.length);
    text += body.slice(end, wanted);
    end = wanted;
    if (wanted < next || mark === -1) break;
    payload.lastIndex = next;
    const file = payload.exec(body)?.[0].length ?? 0;
    if (file > EMBEDDED) end = next + file;
  }
  return { text, end };
};

/** Link reference definitions, as they stand at the end of many articles. */
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:[^\n]{1,1000}$/gm;
const DEFINITIONS = 100;

const findDefinitions = (rest: string): string => {
  const found: string[] = [];
  for (const [definition] of rest.matchAll(DEFINITION)) {
    found.push(definition);
    if (found.length === DEFINITIONS) break;
  }
  return found.join('\n');
};

interface Cut {
  text: string;
  definitions: string;
  isCut: boolean;
}

/** The start of a text. Cut at a line end where there is one, so that markup is not cut in two. */
const cut = (body: string, length: number): Cut => {
  if (body.length <= length) return { text: body, definitions: '', isCut: false };
  const { text, end } = withoutEmbedded(body, length);
  if (end >= body.length) return { text, definitions: '', isCut: false };
  const lineEnd = text.lastIndexOf('\n');
  const space = text.lastIndexOf(' ');
  const place = [lineEnd, space].find((found) => found > length / 2) ?? text.length;
  // From the cut on: a definition may stand across what was taken first.
  const rest = body.slice(end - (text.length - place), LOOKED_THROUGH);
  const definitions = text.includes('[') ? findDefinitions(rest) : '';
  return { text: text.slice(0, place), definitions, isCut: true };
};

/** Characters below which the last part of an opening says nothing. */
const SHORTEST_PART = 256;

/**
 * The opening of a body: all that its summary can come from.
 *
 * @param wide whether to take more than any ordinary article needs
 */
export const openingOf = (source: BodySource, summaryWords: number, wide = false): Opening => {
  const length = Math.max(SHORTEST, PER_WORD * summaryWords) * (wide ? WIDER : 1);
  if (typeof source === 'string') {
    const { text, ...rest } = cut(source, length);
    return { source: text, ...rest };
  }
  const opening: BodyPart[] = [];
  let room = length;
  let definitions = '';
  for (const part of source.parts) {
    if (room < SHORTEST_PART) break;
    const found = cut(part.text, room);
    if (part.format === 'markdown') definitions = found.definitions;
    opening.push({ ...part, text: found.text });
    room = found.isCut ? 0 : room - found.text.length;
  }
  const isCut = opening.length < source.parts.length || room === 0;
  return { source: { parts: opening, missing: [], isHeavy: false }, definitions, isCut };
};

/** The running text of a part; the part as it is typed when it is too much for Markdown. */
const stretchesOf = ({ format, text }: BodyPart, definitions: string): string[] => {
  try {
    switch (format) {
      case 'markdown':
        return runningText(renderMarkdown(text, { definitions }));
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

/** The opening sentences of a body as plain text, and whether it goes on with something else. */
export const summariseOpening = (
  opening: Opening,
  { summaryWords, language }: SummaryOptions,
): OpeningText => {
  const { parts } = bodyPartsOf(opening.source);
  const stretches: string[] = [];
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1;
    const [first = '', ...others] = stretchesOf(part, isLast ? opening.definitions : '');
    // Nothing stands between a part and the next one.
    for (const stretch of [`${stretches.pop() ?? ''}\n${first}`.trim(), ...others]) {
      stretches.push(stretch);
    }
  });
  const { text, isEnded } = openingText(stretches);
  // The markup of a text can be far longer than the text; what is shown of it is not.
  const shown = text.slice(0, Math.max(SHORTEST, PER_WORD * summaryWords));
  return { text: summarise(shown, summaryWords, language), isEnded };
};
