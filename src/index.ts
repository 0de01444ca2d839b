import bootstrap from './bootstrap';
import config from './config';
import contentTypes from './content-types';
import adminControllers from './panel/controllers';
import apiControllers from './api';
import destroy from './destroy';
import register from './register';
import admin from './panel/routes';
import contentApi from './api/routes';
import services from './services';

export type { SyndicationOptions } from './options';

export default {
  register,
  bootstrap,
  destroy,
  config,
  // Each start has its own: Strapi and the extensions of a site write into them.
  get contentTypes() {
    return structuredClone(contentTypes);
  },
  controllers: { ...adminControllers, ...apiControllers },
  routes: { admin, 'content-api': contentApi },
  services,
};
