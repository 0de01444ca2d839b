import type { Core } from '@strapi/strapi';

import { keepNoOrderOfArticles } from './catalogue/article-tags';
import { watchChanges } from './changes/watch-changes';
import { watchPublication } from './changes/watch-publication';
import { ACTIONS } from './panel/permissions/actions';
import { grantDefaults } from './panel/permissions/default-roles';
import { getService } from './get-service';

const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  keepNoOrderOfArticles(strapi);
  watchPublication(strapi);
  watchChanges(strapi);
  await strapi.service('admin::permission').actionProvider.registerMany(ACTIONS);
  await grantDefaults(strapi);
  await getService(strapi, 'changes').prepare();
  await getService(strapi, 'rebuild').prepare();
  getService(strapi, 'answers').start();
};

export default bootstrap;
