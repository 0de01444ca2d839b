import type { Selection } from '../content/selection';
import type { PublicResponse } from '../http/response';
import type { Found } from '../entries/selections';

/**
 * Answers with what the address of a listing leads to. A slug that a topic had before leads to its
 * present address; null when no topic ever had it. That topics have nothing in common is told apart: it
 * is found out entry by entry.
 *
 * @param address the address asked for, of the listing at another path
 */
export const withSelection = async (
  found: Found,
  address: (path: string) => string,
  respond: (selection: Selection) => Promise<PublicResponse | null>,
): Promise<PublicResponse | null> => {
  if (found.kind === 'selection') {
    const isCombination = found.selection.topics.length > 1;
    return (await respond(found.selection)) ?? (isCombination ? { kind: 'missing' } : null);
  }
  if (found.kind === 'moved') return { kind: 'redirect', location: address(found.path) };
  return found.kind === 'gone' ? { kind: 'gone' } : null;
};
