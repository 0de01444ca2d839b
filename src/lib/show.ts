import { nearest } from './nearest';

/** Longest value an error shows. */
const SHOWN_CHARACTERS = 200;

/** A value as an error shows it. */
export const show = (value: unknown): string => {
  if (typeof value === 'bigint' || typeof value === 'function') return `a ${typeof value}`;
  // JSON has no NaN and no Infinity.
  const shown = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined');
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
};

/** The question that ends an error, with the space before it; empty without a suggestion. */
export const didYouMean = (suggestion: string | undefined): string =>
  suggestion === undefined ? '' : ` Did you mean ${show(suggestion)}?`;

/** The question whether one of some names was meant. */
export const didYouMeanOneOf = (written: string, names: Iterable<string>): string =>
  didYouMean(nearest(written, names));
