import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { seed } from './seed';

export default {
  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    await seed(strapi, path.join(strapi.dirs.app.root, 'seed'));
  },
};
