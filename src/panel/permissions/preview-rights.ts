import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, PERMISSIONS } from '../../constants';
import type { Preview, PreviewedEntry } from '../../public/preview-addresses';
import { type Ability, findPermitted } from './permitted-rows';

/** Fields that a page or an item shows. */
const SHOWN = [
  'title',
  'slug',
  'date',
  'tags',
  'summary',
  'body',
  'cover',
  'attachment',
  'author',
] as const;

/** Whether a user may show an entry to others: by its permission, and by what the user may read. */
export const mayPreview = async (
  strapi: Core.Strapi,
  ability: Ability,
  { contentType, documentId }: Pick<PreviewedEntry, 'contentType' | 'documentId'>,
): Promise<boolean> => {
  if (contentType !== ARTICLE_UID) return false;
  if (!(ability as { can: (action: string) => boolean }).can(PERMISSIONS.sharePreviews))
    return false;
  const wish = { ability, uid: contentType, action: 'read', fields: SHOWN } as const;
  return (await findPermitted(strapi, wish, [documentId])).size > 0;
};

interface User {
  isActive?: boolean | null;
  blocked?: boolean | null;
}

/**
 * Whether who made an address of a preview may still show the entry: whoever is blocked, loses the
 * permission or may no longer read the entry takes all such addresses along.
 */
export const createPreviewRights =
  (strapi: Core.Strapi) =>
  async ({ userId, ...entry }: Preview): Promise<boolean> => {
    const user: User | null = await strapi.db
      .query('admin::user')
      .findOne({ where: { id: userId }, populate: ['roles'] });
    if (!user?.isActive || user.blocked) return false;
    const { engine } = strapi.service('admin::permission');
    return mayPreview(strapi, await engine.generateUserAbility(user), entry);
  };
