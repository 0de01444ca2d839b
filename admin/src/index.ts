import type { StrapiApp } from '@strapi/strapi/admin';

import { PLUGIN_ID } from '../../src/constants';

export default {
  register(app: StrapiApp): void {
    app.registerPlugin({ id: PLUGIN_ID, name: PLUGIN_ID });
  },
};
