import bootstrap from './bootstrap';
import config from './config';
import contentTypes from './content-types';
import controllers from './controllers/admin';
import register from './register';
import admin from './routes/admin';
import services from './services';

export type { SyndicationOptions } from './config';

export default {
  register,
  bootstrap,
  config,
  contentTypes,
  controllers,
  routes: { admin },
  services,
};
