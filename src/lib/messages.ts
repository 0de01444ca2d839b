import { distance } from 'fastest-levenshtein';

import { PLUGIN_ID } from './constants';

/** Longer texts are no typing mistakes, and comparing them would take long. */
const MAXIMUM_LENGTH = 64;

/** Number of letters that differ; two swapped letters count as one. */
const differingLetters = (written: string, name: string): number => {
  const at = written.split('').findIndex((letter, index) => letter !== name[index]);
  const swapped =
    at < 0
      ? written
      : written.slice(0, at) + written.charAt(at + 1) + written.charAt(at) + written.slice(at + 2);
  return Math.min(distance(written, name), distance(swapped, name) + 1);
};

/**
 * The name that was probably meant, for "Did you mean …?"; undefined if none is near: at most one letter in three may
 * differ. Case does not count.
 */
export const nearest = (written: string, names: Iterable<string>): string | undefined => {
  if (written.length > MAXIMUM_LENGTH) return undefined;
  const lowerCase = written.toLowerCase();
  let best: string | undefined;
  let smallest = Math.floor(written.length / 3) + 1;
  for (const name of names) {
    const differing = differingLetters(lowerCase, name.toLowerCase());
    if (differing < smallest) [best, smallest] = [name, differing];
  }
  return best;
};

/** Most characters of a value that an error shows. */
const SHOWN_CHARACTERS = 200;

const toJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    // An object that contains itself, or a bigint.
    return 'an object';
  }
};

/** A value as an error shows it. */
export const show = (value: unknown): string => {
  if (typeof value === 'bigint' || typeof value === 'function') return `a ${typeof value}`;
  // JSON has no NaN and no Infinity.
  const shown = typeof value === 'number' ? String(value) : toJson(value);
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
};

/** The kind of a value, for values that may contain something nobody should read in a log. */
export const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? `a list of ${value.length}`
    : typeof value === 'object' && value !== null
      ? 'an object'
      : typeof value === 'string'
        ? 'a text'
        : show(value);

/**
 * An address of the site as an error shows it. One with "@" is left out: it may contain a password (RFC 3986, section
 * 3.2.1), which may contain anything itself.
 */
export const showAddress = (value: unknown): string =>
  typeof value === 'string' && value.includes('@') ? kindOf(value) : show(value);

/** The question that ends an error, with the space before it; empty without a suggestion. */
export const didYouMean = (suggestion: string | undefined): string =>
  suggestion === undefined ? '' : ` Did you mean ${show(suggestion)}?`;

/** The question at the end of an error, for the nearest of some names. */
export const didYouMeanOneOf = (written: string, names: Iterable<string>): string =>
  didYouMean(nearest(written, names));

/** Path of a page of the documentation in a project with the plugin: the package contains `docs/`. */
export const documentation = (page: string): string =>
  `node_modules/strapi-plugin-${PLUGIN_ID}/docs/${page}.md`;

/**
 * An error that stops the start and says what the developer of the site has to correct, one reason a line. Its stack,
 * which is all that `strapi develop` prints of an error, is the message: nothing in the plugin's code is wrong.
 */
export const startError = (heading: string, reasons: string[], advice: string[] = []): Error => {
  const message =
    reasons.length === 1 && advice.length === 0
      ? `${heading} ${reasons[0]}`
      : [heading, ...reasons.map((reason) => `- ${reason}`), ...advice].join('\n');
  const error = new Error(message);
  error.stack = message;
  return error;
};
