/** Scripts written from right to left (Unicode, Bidi_Class R and AL). */
const RIGHT_TO_LEFT = new Set(
  'Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
);

/** Letters and marks with a direction of their own (Unicode, Bidi_Class L, R and AL). */
const STRONG = /[\p{L}\u200e\u200f\u061c]/u;

const SCRIPTS = [...RIGHT_TO_LEFT].filter((script) => script !== 'Aran');

/** Those from right to left; "Aran", a style of the Arabic script, is no script of Unicode's. */
const STRONG_RIGHT_TO_LEFT = new RegExp(
  `[\\u200f\\u061c${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`,
  'u',
);

export type Direction = 'ltr' | 'rtl';

/** Directions by language: a page asks once for each of its texts, and `Intl.Locale` takes its time. */
const directions = new Map<string, Direction>();

/**
 * Which way a language is written, by its script: "az-Arab" from right to left, "az" from left to
 * right. Node.js 20 and 24 name what `Intl.Locale` knows of it differently.
 */
export const directionOf = (language: string): Direction => {
  const known = directions.get(language);
  if (known !== undefined) return known;
  const script = new Intl.Locale(language).maximize().script ?? '';
  const direction = RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  directions.set(language, direction);
  return direction;
};

/** Which way a text is written, by its first letter, as browsers have it; undefined without a letter. */
export const directionOfText = (text: string): Direction | undefined => {
  const first = STRONG.exec(text)?.[0];
  if (first === undefined) return undefined;
  return STRONG_RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr';
};
