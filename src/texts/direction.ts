/** Scripts written from right to left (Unicode, Bidi_Class R and AL). */
const RIGHT_TO_LEFT = new Set(
  'Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
);

export type Direction = 'ltr' | 'rtl';

/**
 * Which way a language is written, by its script: "az-Arab" from right to left, "az" from left to
 * right. Node.js 20 and 24 name what `Intl.Locale` knows of it differently.
 */
export const directionOf = (language: string): Direction =>
  RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
