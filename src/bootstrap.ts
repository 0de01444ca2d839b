import type { Core } from '@strapi/strapi';

import { watchChanges } from './lifecycles/changes';
import { watchPublication } from './lifecycles/publication';
import { ACTIONS } from './permissions/actions';
import { grantDefaults } from './permissions/default-roles';
import { prepareTables } from './prepare-tables';
import { getService } from './services/get-service';

const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  watchPublication(strapi);
  watchChanges(strapi);
  await strapi.service('admin::permission').actionProvider.registerMany(ACTIONS);
  await grantDefaults(strapi);
  await prepareTables(strapi);
  getService(strapi, 'answers').start();
};

export default bootstrap;
