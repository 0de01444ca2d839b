import type { Core } from '@strapi/strapi';

import { PERMISSIONS, PLUGIN_ID } from '../../constants';

/** Strapi's own roles whose users write articles. The Super Admin has every permission anyway. */
const WRITERS = ['strapi-editor', 'strapi-author'];

interface Role {
  id: number;
  code: string;
}

/**
 * Lets those who write see feeds and problems. Once, so that a permission an administrator takes
 * away stays away: for the roles there are when the plugin first starts, and for Strapi's own roles
 * at the moment they are made (in a new application, after plugins have started).
 */
export const grantDefaults = async (strapi: Core.Strapi): Promise<void> => {
  const store = strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'permissions' });
  const grant = (role: Role): Promise<unknown> =>
    strapi.service('admin::role').addPermissions(
      role.id,
      [PERMISSIONS.readFeeds, PERMISSIONS.readProblems].map((action) => ({ action })),
    );

  strapi.db.lifecycles.subscribe({
    models: ['admin::role'],
    async afterCreate({ result }) {
      const role = result as Role;
      if (WRITERS.includes(role.code)) await grant(role);
    },
  });

  if (await store.get({})) return;
  const roles: Role[] = await strapi.db
    .query('admin::role')
    .findMany({ where: { code: { $in: WRITERS } } });
  for (const role of roles) await grant(role);
  await store.set({ value: { granted: true } });
};
