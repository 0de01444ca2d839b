import bootstrap from './bootstrap';
import config from './config';
import contentTypes from './content-types';
import adminControllers from './controllers/admin';
import apiControllers from './controllers/api';
import destroy from './destroy';
import register from './register';
import admin from './routes/admin';
import contentApi from './routes/content-api';
import services from './services';

export type { SyndicationOptions } from './options';

export default {
  register,
  bootstrap,
  destroy,
  config,
  contentTypes,
  controllers: { ...adminControllers, ...apiControllers },
  routes: { admin, 'content-api': contentApi },
  services,
};
