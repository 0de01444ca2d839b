import type { Core } from '@strapi/strapi';

import { keepNoOrderOfArticles } from './catalogue/article-tags';
import { announceConfiguration } from './changes/announce-configuration';
import { watchChanges } from './changes/watch-changes';
import { watchPublication } from './changes/watch-publication';
import { ACTIONS } from './panel/permissions/actions';
import { grantDefaults } from './panel/permissions/default-roles';
import { getService } from './get-service';
import { warnOfLocalAddress } from './warn-of-local-address';

const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  keepNoOrderOfArticles(strapi);
  // First: whatever is written from here on is told of.
  await getService(strapi, 'changes').prepare();
  watchPublication(strapi);
  watchChanges(strapi);
  await strapi.service('admin::permission').actionProvider.registerMany(ACTIONS);
  await grantDefaults(strapi);
  await getService(strapi, 'rebuild').prepare();
  await announceConfiguration(strapi);
  getService(strapi, 'answers').start();
  getService(strapi, 'ids').settle();
  await warnOfLocalAddress(strapi);
};

export default bootstrap;
