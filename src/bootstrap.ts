import type { Core } from '@strapi/strapi';

import { watchChanges } from './lifecycles/changes';
import { watchPublication } from './lifecycles/publication';
import { prepareTables } from './prepare-tables';
import { getService } from './services/get-service';

const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  watchPublication(strapi);
  watchChanges(strapi);
  await prepareTables(strapi);
  getService(strapi, 'answers').start();
};

export default bootstrap;
