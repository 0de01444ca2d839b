import type { Core } from '@strapi/strapi';

import { limitGraphql } from './api/graphql';
import { guardContentApi } from './api/guard';
import { noteStrapiMiddlewares } from './cache/site-middlewares';
import { keepFileSizes } from './content-types/file-size';
import { fillSlugs } from './sources/automatic-slugs';
import { nameCopies } from './sources/copies';
import { validateEntries } from './sources/validate-entries';
import { mountPath } from './feed/addresses';
import { guardTagArticles } from './panel/guard-tag-articles';
import { createPublicHandler } from './public/handler';
import models from './tables';
import { feedRoutes, pageRoutes } from './public/routes';
import { getService } from './get-service';

const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  noteStrapiMiddlewares(strapi);
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

  guardContentApi(strapi);
  limitGraphql(strapi);
  guardTagArticles(strapi);
  keepFileSizes(strapi);
  nameCopies(strapi);
  fillSlugs(strapi);
  validateEntries(strapi);
};

export default register;
