import bootstrap from './bootstrap';
import config from './config';
import contentTypes from './content-types';
import controllers from './controllers/api';
import register from './register';
import contentApi from './routes/content-api';
import services from './services';

export type { SyndicationOptions } from './config';

export default {
  register,
  bootstrap,
  config,
  contentTypes,
  controllers,
  routes: { 'content-api': contentApi },
  services,
};
