import { useRBAC } from '@strapi/strapi/admin';

import { PERMISSIONS } from '../../../src/constants';

const toPermissions = (action: string) => [
  { id: action, action, actionParameters: {}, subject: null, properties: {}, conditions: [] },
];

export const FEEDS_PERMISSIONS = toPermissions(PERMISSIONS.readFeeds);
export const PROBLEMS_PERMISSIONS = toPermissions(PERMISSIONS.readProblems);
export const SETTINGS_PERMISSIONS = toPermissions(PERMISSIONS.updateSettings);

/** Whether the user may see feeds; undefined while that is being found out. */
export const useMaySeeFeeds = (): boolean | undefined => {
  const { allowedActions, isLoading } = useRBAC(FEEDS_PERMISSIONS);
  return isLoading ? undefined : allowedActions.canRead;
};

export const useMaySeeProblems = (): boolean | undefined => {
  const { allowedActions, isLoading } = useRBAC(PROBLEMS_PERMISSIONS);
  return isLoading ? undefined : allowedActions.canRead;
};

export const useMayChangeSettings = (): boolean | undefined => {
  const { allowedActions, isLoading } = useRBAC(SETTINGS_PERMISSIONS);
  return isLoading ? undefined : allowedActions.canUpdate;
};
