import { useAuth, useRBAC } from '@strapi/strapi/admin';

import { PERMISSIONS } from '../../../src/lib/constants';

const toPermissions = (action: string) => [
  { id: action, action, actionParameters: {}, subject: null, properties: {}, conditions: [] },
];

export const FEEDS_PERMISSIONS = toPermissions(PERMISSIONS.readFeeds);
export const PROBLEMS_PERMISSIONS = toPermissions(PERMISSIONS.readProblems);
export const SETTINGS_PERMISSIONS = toPermissions(PERMISSIONS.updateSettings);
export const MERGE_PERMISSIONS = toPermissions(PERMISSIONS.mergeTags);
export const SHARE_PERMISSIONS = toPermissions(PERMISSIONS.sharePreviews);
export const RESET_IDS_PERMISSIONS = toPermissions(PERMISSIONS.resetIds);

/** Whether the user has a permission from above; undefined while loading. */
export const useMay = (permissions: ReturnType<typeof toPermissions>): boolean | undefined => {
  const { allowedActions, isLoading } = useRBAC(permissions);
  return isLoading ? undefined : Object.values(allowedActions).every(Boolean);
};

/** Whether the user may read or create entries of a content type. Conditions may exclude some entries. */
export const useMayType = (name: 'read' | 'create'): ((contentType: string) => boolean) => {
  const permissions = useAuth('SyndicationTypes', (state) => state.permissions);
  return (contentType) =>
    permissions.some(
      ({ action, subject }) =>
        action === `plugin::content-manager.explorer.${name}` && subject === contentType,
    );
};
