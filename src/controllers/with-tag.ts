import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../constants';
import type { Tag } from '../content/article';
import type { Answer } from '../http/answer';
import { getService } from '../services/get-service';

/**
 * Answers for the tag with a slug. A slug the tag had before leads to its present address; null
 * when no tag ever had it.
 */
export const withTag = async (
  strapi: Core.Strapi,
  slug: string,
  address: (slug: string) => string,
  answer: (tag: Tag) => Promise<Answer | null>,
): Promise<Answer | null> => {
  const tags = getService(strapi, 'tags');
  const tag = await tags.findBySlug(slug);
  if (tag) return answer(tag);
  const holders = await getService(strapi, 'permalinks').findHolders(TAG_UID, slug);
  const present = await tags.findSlug(holders);
  return present === undefined ? null : { kind: 'redirect', location: address(present) };
};
