import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../../constants';
import { getService } from '../../get-service';
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
  (strapi: Core.Strapi, ability: Ability, now: Date): FilterTags =>
  async (tags) => {
    const counts = await getService(strapi, 'counts').due(
      tags.map(({ id }) => id),
      now,
    );
    const isPublished = ({ id }: { id: number }) => (counts.get(id) ?? 0) > 0;
    const readable = await findPermitted(
      strapi,
      { ability, uid: TAG_UID, action: 'read' },
      tags.filter((tag) => !isPublished(tag)).map(({ documentId }) => documentId),
    );
    return tags.filter((tag) => isPublished(tag) || readable.has(tag.documentId));
  };
