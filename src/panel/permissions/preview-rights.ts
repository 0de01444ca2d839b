import type { Core, UID } from '@strapi/strapi';

import { PERMISSIONS } from '../../constants';
import { isPublishedIn } from '../../options/locales';
import type { Preview, PreviewedEntry } from '../../public/preview-addresses';
import type { Plan } from '../../mapping/plan';
import { type Ability, findPermitted } from './permitted-rows';
import { shownFields } from './shown-fields';

interface User {
  isActive?: boolean | null;
  blocked?: boolean | null;
}

/** Decides who may show to others what is not published. */
export const createPreviewRights = (strapi: Core.Strapi, { plan }: { plan: Plan }) => {
  /** Whether a user may show an entry: by its permission, and by what the user may read. */
  const mayPreview = async (
    ability: Ability,
    { contentType, documentId, locale }: Omit<PreviewedEntry, 'status'>,
  ): Promise<boolean> => {
    const source = plan.sources.find((candidate) => candidate.contentType === contentType);
    if (!source) return false;
    // In a locale that is not published nobody will see it.
    if (locale !== null && !isPublishedIn(plan.locales, source, locale)) return false;
    if (!(ability as { can: (action: string) => boolean }).can(PERMISSIONS.sharePreviews))
      return false;
    const wish = {
      ability,
      uid: contentType as UID.ContentType,
      action: 'read',
      fields: shownFields(strapi, source),
      locale: source.isLocalised ? locale : null,
    } as const;
    return (await findPermitted(strapi, wish, [documentId])).size > 0;
  };

  return {
    mayPreview,

    /**
     * Whether who made an address of a preview may still show the entry: whoever is blocked, loses the
     * permission or may no longer read the entry takes all such addresses along.
     */
    async isStillAllowed({ userId, ...entry }: Preview): Promise<boolean> {
      const user: User | null = await strapi.db
        .query('admin::user')
        .findOne({ where: { id: userId }, populate: ['roles'] });
      if (!user?.isActive || user.blocked) return false;
      const { engine } = strapi.service('admin::permission');
      return mayPreview(await engine.generateUserAbility(user), entry);
    },
  };
};

export type PreviewRights = ReturnType<typeof createPreviewRights>;
