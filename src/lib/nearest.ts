import { distance } from 'fastest-levenshtein';

/** Longer texts are nobody's slip of the pen; comparing them would take long. */
const MAXIMUM_LENGTH = 64;

/**
 * The name that was probably meant, for "Did you mean …?"; undefined when none is near: at most one
 * letter in three differs. Case does not count.
 */
export const nearest = (written: string, names: Iterable<string>): string | undefined => {
  if (written.length > MAXIMUM_LENGTH) return undefined;
  const lowerCase = written.toLowerCase();
  let best: string | undefined;
  let smallest = Math.floor(written.length / 3) + 1;
  for (const name of names) {
    const differing = distance(lowerCase, name.toLowerCase());
    if (differing < smallest) [best, smallest] = [name, differing];
  }
  return best;
};
