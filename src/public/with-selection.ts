import type { Core } from '@strapi/strapi';

import { type Selection, WHOLE_SITE } from '../content/selection';
import type { Answer } from '../http/answer';
import { getService } from '../get-service';

/**
 * Answers for the tags that an address names, or for the whole site when it names none. A slug that
 * a tag had before leads to its present address; null when no tag ever had it.
 *
 * @param address the address asked for, with the tags named otherwise
 */
export const withSelection = async (
  strapi: Core.Strapi,
  name: string | undefined,
  address: (name: string) => string,
  answer: (selection: Selection) => Promise<Answer | null>,
): Promise<Answer | null> => {
  if (name === undefined) return answer(WHOLE_SITE);
  const found = await getService(strapi, 'selections').find(name);
  if (found.kind === 'selection') return answer(found.selection);
  if (found.kind === 'moved') return { kind: 'redirect', location: address(found.name) };
  return found.kind === 'gone' ? { kind: 'gone' } : null;
};
