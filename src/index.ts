import bootstrap from './bootstrap';
import config from './config';
import contentTypes from './content-types';
import destroy from './destroy';
import register from './register';
import services from './services';

export type { SyndicationOptions } from './config';

export default { register, bootstrap, destroy, config, contentTypes, services };
