import type { Core, UID } from '@strapi/strapi';

import { PERMISSIONS } from '../../constants';
import { isPublishedIn } from '../../locales';
import type { Preview, PreviewedEntry } from '../../public/preview-addresses';
import { ENTRY_COLUMNS } from '../../sources/mapping/selection';
import type { Plan, SourcePlan } from '../../sources/plan';
import { type Ability, findPermitted } from './permitted-rows';

type FindAttribute = (
  uid: string,
  name: string,
) => { type: string; component?: string } | undefined;

/** Fields that a page or an item shows, as Strapi's permissions name them. */
const shownFields = (
  uid: string,
  { select = [], populate = {} }: Partial<SourcePlan['selection']>,
  find: FindAttribute,
): string[] => [
  ...select.filter((name) => !ENTRY_COLUMNS.includes(name)),
  ...Object.entries(populate).flatMap(([name, inner]) => {
    const attribute = find(uid, name);
    if (attribute?.type !== 'component') return [name];
    const fields = shownFields(attribute.component ?? '', inner as object, find);
    return fields.map((field) => `${name}.${field}`);
  }),
];

interface User {
  isActive?: boolean | null;
  blocked?: boolean | null;
}

/** Decides who may show to others what is not published. */
export const createPreviewRights = (strapi: Core.Strapi, { plan }: { plan: Plan }) => {
  const findAttribute: FindAttribute = (uid, name) =>
    strapi.getModel(uid as UID.Schema).attributes[name] as ReturnType<FindAttribute>;

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
      fields: shownFields(contentType, source.selection, findAttribute),
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
