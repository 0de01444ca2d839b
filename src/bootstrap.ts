import type { Core } from '@strapi/strapi';

import { watchChanges } from './changes/watch-changes';
import { watchPublication } from './changes/watch-publication';
import { ACTIONS } from './panel/permissions/actions';
import { grantDefaults } from './panel/permissions/default-roles';
import { prepareTables } from './prepare-tables';
import { getService } from './get-service';
import { warnOfLocalAddress } from './warn-of-local-address';

const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  watchPublication(strapi);
  watchChanges(strapi);
  await strapi.service('admin::permission').actionProvider.registerMany(ACTIONS);
  await grantDefaults(strapi);
  await prepareTables(strapi);
  getService(strapi, 'answers').start();
  getService(strapi, 'ids').settle();
  await warnOfLocalAddress(strapi);
};

export default bootstrap;
