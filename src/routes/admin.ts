import { PERMISSIONS } from '../constants';

type Permission = (typeof PERMISSIONS)[keyof typeof PERMISSIONS];

const route = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  handler: string,
  permission: Permission,
) => ({
  method,
  path,
  handler,
  config: {
    policies: [
      'admin::isAuthenticatedAdmin',
      { name: 'admin::hasPermissions', config: { actions: [permission] } },
    ],
  },
});

/** Routes of the admin panel, below `/syndication`. */
export default {
  type: 'admin',
  routes: [route('POST', '/tags/:documentId/merge', 'tags.merge', PERMISSIONS.mergeTags)],
};
