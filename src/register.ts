import type { Core } from '@strapi/strapi';

import { limitGraphql } from './api/graphql';
import { guardContentApi } from './api/guard';
import { noteStrapiMiddlewares } from './cache/site-middlewares';
import { validateOptions } from './config';
import { PLUGIN_ID } from './constants';
import { checkContentTypes } from './content-types/check';
import { keepFileSizes } from './content-types/file-size';
import { guardTagArticles } from './panel/guard-tag-articles';
import { servePublicAddresses } from './public/serve';
import { fillSlugs } from './sources/automatic-slugs';
import { nameCopies } from './sources/copies';
import { validateEntries } from './sources/validate-entries';
import models from './tables';

const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  noteStrapiMiddlewares(strapi);
  validateOptions(strapi.config.get(`plugin::${PLUGIN_ID}`));
  checkContentTypes(strapi);
  models.forEach((model) => strapi.get('models').add(model));
  servePublicAddresses(strapi);
  guardContentApi(strapi);
  limitGraphql(strapi);
  guardTagArticles(strapi);
  keepFileSizes(strapi);
  nameCopies(strapi);
  fillSlugs(strapi);
  validateEntries(strapi);
};

export default register;
