import type { Core } from '@strapi/strapi';

import { PERMISSIONS, PLUGIN_ID, TAG_UID } from '../lib/constants';

const ofPlugin = (subCategory: string, uid: string, displayName: string) => ({
  ...{ section: 'plugins', pluginName: PLUGIN_ID },
  ...{ subCategory, uid, displayName },
});

const ofSettings = (subCategory: string, uid: string, displayName: string) => ({
  ...ofPlugin(subCategory, uid, displayName),
  ...{ section: 'settings', category: 'syndication' },
});

/** Permission actions shown in Settings > Roles. Their ids are `PERMISSIONS` in the constants. */
export const ACTIONS = [
  ofPlugin('feeds', 'feeds.read', 'See feeds and the preview of articles'),
  ofPlugin('feeds', 'problems.read', 'See problems of feeds and articles'),
  ofPlugin(
    'feeds',
    'previews.share',
    'Preview articles, and share previews with people without an account',
  ),
  ofPlugin('tags', 'tags.merge', 'Merge tags'),
  ofSettings('options', 'settings.update', 'Change settings'),
  ofSettings('ids', 'ids.reset', 'Start the ids of articles and feeds over'),
];

/** Strapi's own roles whose users write articles. The Super Admin has every permission anyway. */
const WRITER_ROLES = ['strapi-editor', 'strapi-author'];

/** Permissions of writers, by the key under which the store records that they were granted. */
const DEFAULTS: Record<string, string[]> = {
  granted: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems],
  previews: [PERMISSIONS.sharePreviews],
};

/** Key under which the store records that authors may choose among all tags. */
const TAGS_KEY = 'tags';

interface Permission {
  id: number;
  conditions: string[];
}

interface Role {
  id: number;
  code: string;
}

/**
 * Lets authors choose among all tags. By Strapi's default they read only tags that they created, and so create
 * duplicates.
 *
 * @returns whether this is settled: the role exists, whatever an administrator changed since
 */
const shareTags = async ({ db }: Core.Strapi): Promise<boolean> => {
  const role: Role | null = await db
    .query('admin::role')
    .findOne({ where: { code: 'strapi-author' } });
  if (!role) return false;
  const permissions = db.query('admin::permission');
  const read = { action: 'plugin::content-manager.explorer.read', subject: TAG_UID };
  const found: Permission[] = await permissions.findMany({
    where: { ...read, role: { id: role.id } },
  });
  for (const { id, conditions } of found) {
    if (conditions.join() !== 'admin::is-creator') continue;
    await permissions.update({ where: { id }, data: { conditions: [] } });
  }
  return true;
};

/**
 * Lets writers see feeds and problems, and preview what they write. Only once, so that a permission that an
 * administrator removes stays removed: for roles that exist when the plugin first starts or was switched off, and for
 * Strapi's own roles when they are created (in a new application, after plugins have started).
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
      if (WRITER_ROLES.includes(role.code)) await grant(role, Object.values(DEFAULTS).flat());
    },
  });
  // In a new application, Strapi creates the author role and then its permissions later in this start.
  let isNew = false;
  strapi.db.lifecycles.subscribe({
    models: ['admin::permission'],
    async afterCreate({ params }) {
      const { subject } = (params.data ?? {}) as { subject?: string };
      if (isNew && subject === TAG_UID) await shareTags(strapi);
    },
  });

  // While a plugin is switched off, Strapi deletes its permissions, those of the Super Admin as well.
  const wasOff = !(await strapi.db
    .query('admin::permission')
    .findOne({ where: { action: { $startsWith: `plugin::${PLUGIN_ID}.` } } }));
  const granted = wasOff ? null : ((await store.get({})) as Record<string, boolean> | null);
  const areTagsShared = granted?.[TAGS_KEY] === true || (await shareTags(strapi));
  isNew = !areTagsShared;
  const missing = Object.keys(DEFAULTS).filter((name) => !granted?.[name]);
  if (missing.length === 0 && granted?.[TAGS_KEY] === true) return;
  const roles: Role[] = await strapi.db
    .query('admin::role')
    .findMany({ where: { code: { $in: WRITER_ROLES } } });
  const actions = missing.flatMap((name) => DEFAULTS[name]!);
  for (const role of roles) await grant(role, actions);
  // A new application has no roles yet, but the subscriptions above serve them in this start: record all as done.
  const value = Object.fromEntries(
    [...Object.keys(DEFAULTS), TAGS_KEY].map((name) => [name, true]),
  );
  await store.set({ value });
};
