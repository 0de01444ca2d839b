import type { Core } from '@strapi/strapi';

import { PERMISSIONS, PLUGIN_ID } from '../../constants';

/** Strapi's own roles whose users write articles. The Super Admin has every permission anyway. */
const WRITERS = ['strapi-editor', 'strapi-author'];

/** What they may do, by the name under which the store keeps that they were given it. */
const DEFAULTS: Record<string, string[]> = {
  granted: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems],
  previews: [PERMISSIONS.sharePreviews],
};

interface Role {
  id: number;
  code: string;
}

/**
 * Lets those who write see feeds and problems, and preview what they write. Once, so that a permission an administrator takes
 * away stays away: for the roles there are when the plugin first starts, and for Strapi's own roles
 * at the moment they are made (in a new application, after plugins have started).
 */
export const grantDefaults = async (strapi: Core.Strapi): Promise<void> => {
  const store = strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'permissions' });
  const grant = (role: Role, actions: string[]): Promise<unknown> =>
    strapi.service('admin::role').addPermissions(
      role.id,
      actions.map((action) => ({ action })),
    );

  strapi.db.lifecycles.subscribe({
    models: ['admin::role'],
    async afterCreate({ result }) {
      const role = result as Role;
      if (WRITERS.includes(role.code)) await grant(role, Object.values(DEFAULTS).flat());
    },
  });

  const granted = (await store.get({})) as Record<string, boolean> | null;
  const missing = Object.keys(DEFAULTS).filter((name) => !granted?.[name]);
  if (missing.length === 0) return;
  const roles: Role[] = await strapi.db
    .query('admin::role')
    .findMany({ where: { code: { $in: WRITERS } } });
  const actions = missing.flatMap((name) => DEFAULTS[name]!);
  for (const role of roles) await grant(role, actions);
  const value = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, true]));
  await store.set({ value });
};
