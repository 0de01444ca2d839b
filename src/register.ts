import type { Core } from '@strapi/strapi';

import { keepFileSizes } from './content-types/file-size';
import { servePublicAddresses } from './public/serve';
import { validateEntries } from './sources/validate-entries';
import models from './tables';

const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  models.forEach((model) => strapi.get('models').add(model));
  servePublicAddresses(strapi);
  keepFileSizes(strapi);
  validateEntries(strapi);
};

export default register;
