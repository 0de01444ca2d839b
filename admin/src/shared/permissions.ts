import { useAuth, useRBAC } from '@strapi/strapi/admin';
import * as React from 'react';

import { PERMISSIONS } from '../../../src/constants';

const toPermissions = (action: string) => [
  { id: action, action, actionParameters: {}, subject: null, properties: {}, conditions: [] },
];

export const FEEDS_PERMISSIONS = toPermissions(PERMISSIONS.readFeeds);
export const PROBLEMS_PERMISSIONS = toPermissions(PERMISSIONS.readProblems);
export const SETTINGS_PERMISSIONS = toPermissions(PERMISSIONS.updateSettings);
export const MERGE_PERMISSIONS = toPermissions(PERMISSIONS.mergeTags);
export const SHARE_PERMISSIONS = toPermissions(PERMISSIONS.sharePreviews);
export const RESET_IDS_PERMISSIONS = toPermissions(PERMISSIONS.resetIds);

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

export const useMayMergeTags = (): boolean | undefined => {
  const { allowedActions, isLoading } = useRBAC(MERGE_PERMISSIONS);
  return isLoading ? undefined : allowedActions.canMerge;
};

export const useMayResetIds = (): boolean | undefined => {
  const { allowedActions, isLoading } = useRBAC(RESET_IDS_PERMISSIONS);
  return isLoading ? undefined : allowedActions.canReset;
};

export const useMaySharePreviews = (): boolean | undefined => {
  const { allowedActions, isLoading } = useRBAC(SHARE_PERMISSIONS);
  return isLoading ? undefined : allowedActions.canShare;
};

/** Whether the user may read any entries of a content type; which ones, conditions may say. */
export const useMayReadType = (): ((contentType: string) => boolean) => {
  const permissions = useAuth('SyndicationTypes', (state) => state.permissions);
  return React.useCallback(
    (contentType) =>
      permissions.some(
        ({ action, subject }) =>
          action === 'plugin::content-manager.explorer.read' && subject === contentType,
      ),
    [permissions],
  );
};
