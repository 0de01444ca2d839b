import { type Selection, WHOLE_SITE } from '../content/selection';
import type { PublicResponse } from '../http/response';
import type { Selections } from '../sources/selections';

/**
 * Answers for the tags that an address names, or for the whole site when it names none. A slug that
 * a tag had before leads to its present address; null when no tag ever had it.
 *
 * @param address the address asked for, with the tags named otherwise
 */
export const withSelection = async (
  selections: Selections,
  name: string | undefined,
  address: (name: string) => string,
  respond: (selection: Selection) => Promise<PublicResponse | null>,
): Promise<PublicResponse | null> => {
  if (name === undefined) return respond(WHOLE_SITE);
  const found = await selections.find(name);
  if (found.kind === 'selection') return respond(found.selection);
  if (found.kind === 'moved') return { kind: 'redirect', location: address(found.name) };
  return found.kind === 'gone' ? { kind: 'gone' } : null;
};
