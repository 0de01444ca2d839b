import { strings } from '@strapi/utils';

import { fitSlug } from '../lib/slug';

/** Characters that are looked at: a title has 255, and twice the text costs four times as much. */
const MAXIMUM = 300;

/** Apostrophes within a word: "Tomorrow’s" is one word. */
const WITHIN_WORD = /(?<=[\p{L}\p{M}\p{N}])['’](?=\p{L})/gu;

/** Words of French, Italian and Catalan that lose their vowel before the next word's: "L’été" is two words. */
const ELISIONS =
  /(?<![\p{L}\p{M}\p{N}])([cdjlmnst]|(?:jus|lors|puis|quoi|quel|pres)?qu|aujourd|(?:a|co|da|de|ne|su|que)ll|un|quest|sant)['’](?=[aeiouyhàáâäæèéêëìíîïòóôöœùúûü])/giu;

/** A text in Latin letters and hyphens, as Strapi makes its slugs; empty for a text without any. */
export const transliterate = (text: string): string =>
  fitSlug(
    strings
      .nameToSlug(text.slice(0, MAXIMUM))
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  );

/** The slug that a heading makes: `tomorrows-outage` of "Tomorrow’s Outage", `l-ete` of "L’été". */
export const slugOfHeading = (heading: string): string =>
  transliterate(heading.slice(0, MAXIMUM).replace(ELISIONS, '$1 ').replace(WITHIN_WORD, ''));
