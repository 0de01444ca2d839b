/** Ends of a sentence or of a part of one, which are left out before "…". */
const SENTENCE_END = /[\s.,;:…。、，；：،؛۔।]+$/;

/** A text, and as much of it as an excerpt may need: a character has two code units at most. */
const startOf = (text: string, length: number) => {
  const whole = text.trim();
  const start = whole.slice(0, 2 * length + 2);
  return { whole, start, isShort: start.length === whole.length && [...whole].length <= length };
};

/**
 * The start of a text, at most `length` characters with the final "…", which it has exactly if something was cut. It is
 * cut between words; a single longer word between graphemes. A full stop or comma before the cut is left out.
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
  const kept = whole.slice(0, lastSpace === 0 ? end : lastSpace).trimEnd();
  return `${kept.replace(SENTENCE_END, '') || kept}…`;
};

/** Part of the length that whole sentences must fill. */
const SENTENCES_FILL = 0.3;

/**
 * The start of a text like `excerpt`, cut after a sentence if one ends soon enough.
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
    if (used > length) break;
    end = index + segment.length;
  }
  const kept = whole.slice(0, end).replace(SENTENCE_END, '');
  return [...kept].length < SENTENCES_FILL * length ? excerpt(whole, length) : `${kept}…`;
};

/** Scripts written from right to left (Unicode, Bidi_Class R and AL). */
const RIGHT_TO_LEFT = new Set(
  'Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
);

type Direction = 'ltr' | 'rtl';

/** Directions by language: a page asks for each of its texts, and `Intl.Locale` is slow. */
const directions = new Map<string, Direction>();

/**
 * Direction of a language, by its script: "az-Arab" from right to left, "az" from left to right. It is not read from
 * `Intl.Locale`, where Node.js 20 and 24 name it differently.
 */
export const directionOf = (language: string): Direction => {
  const known = directions.get(language);
  if (known !== undefined) return known;
  const script = new Intl.Locale(language).maximize().script ?? '';
  const direction = RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  directions.set(language, direction);
  return direction;
};

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes as people read it, "12.3 MB", in the site's language. */
export const toFileSize = (bytes: number, language: string): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power],
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
  return format.format(bytes / 1000 ** power);
};
