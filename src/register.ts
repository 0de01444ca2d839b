import type { Core } from '@strapi/strapi';

import { validateOptions } from './config';
import { PLUGIN_ID } from './constants';
import { checkContentTypes } from './content-types/check';
import { keepFileSizes } from './content-types/file-size';
import { validateEntries } from './sources/validate-entries';
import { mountPath } from './feed/addresses';
import { createPublicHandler } from './public/handler';
import models from './tables';
import { feedRoutes, pageRoutes } from './public/routes';
import { getService } from './get-service';

const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  validateOptions(strapi.config.get(`plugin::${PLUGIN_ID}`));
  checkContentTypes(strapi);
  models.forEach((model) => strapi.get('models').add(model));

  const { baseUrl, htmlPages } = getService(strapi, 'settings').configured();
  const mount = mountPath(baseUrl);
  const routes = htmlPages ? [...feedRoutes, ...pageRoutes] : feedRoutes;

  // Routes of a plugin live below /api; these belong at the public address itself.
  strapi.server.routes(
    routes.map((route) => ({
      method: 'ALL',
      path: mount + route.path,
      handler: createPublicHandler(strapi, route),
      config: { auth: false },
    })),
  );

  keepFileSizes(strapi);
  validateEntries(strapi);
};

export default register;
