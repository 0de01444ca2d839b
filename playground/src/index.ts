import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { seedDemo } from './demo-content';
import { seed } from './seed';

export default {
  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    // Tests of the panel count on the sample articles alone.
    const writeMore = process.env.DEMO_CONTENT === 'articles' ? undefined : seedDemo;
    await seed(strapi, path.join(strapi.dirs.app.root, 'seed'), writeMore);
  },
};
