import { strings } from '@strapi/utils';

import { fitSlug } from '../content/slug';

/** Characters that are looked at: a title has 255, and twice the text costs four times as much. */
const MAXIMUM = 300;

/** A text as a slug in Latin letters, as Strapi makes its own; empty for a text without any. */
export const transliterate = (text: string): string =>
  fitSlug(
    strings
      .nameToSlug(text.slice(0, MAXIMUM))
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  );
