import type { Core } from '@strapi/strapi';

import { watchPublication } from './lifecycles/publication';
import { ACTIONS } from './permissions/actions';
import { grantDefaults } from './permissions/default-roles';

const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  watchPublication(strapi);
  await strapi.service('admin::permission').actionProvider.registerMany(ACTIONS);
  await grantDefaults(strapi);
};

export default bootstrap;
