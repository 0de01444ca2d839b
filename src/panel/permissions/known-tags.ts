import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../../constants';
import { topicList } from '../../catalogue/catalogue-table';
import type { Counts } from '../../catalogue/counts';
import { type Ability, findPermitted } from './permitted-rows';

/** Leaves of some tags those that a user may know of. */
export type FilterTags = <Tag extends { id: number; documentId: string }>(
  tags: Tag[],
) => Promise<Tag[]>;

/**
 * What something is published under, everybody may know. Any other tag is for who may read it: its
 * name may tell what is yet to come.
 */
export const knownTags =
  (strapi: Core.Strapi, { counts }: { counts: Counts }, ability: Ability, now: Date): FilterTags =>
  async (tags) => {
    const listOf = ({ documentId }: { documentId: string }) => topicList(TAG_UID, documentId);
    const numbers = await counts.due(tags.map(listOf), now);
    const isPublished = (tag: { documentId: string }) => (numbers.get(listOf(tag)) ?? 0) > 0;
    const readable = await findPermitted(
      strapi,
      { ability, uid: TAG_UID, action: 'read' },
      tags.filter((tag) => !isPublished(tag)).map(({ documentId }) => documentId),
    );
    return tags.filter((tag) => isPublished(tag) || readable.has(tag.documentId));
  };
