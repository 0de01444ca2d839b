import type { Core } from '@strapi/strapi';

import { getService } from './get-service';

const destroy = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  getService(strapi, 'answers').stop();
  await getService(strapi, 'ids').stop();
  await getService(strapi, 'changes').stop();
  await getService(strapi, 'renderings').stop();
};

export default destroy;
