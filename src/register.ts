import type { Core } from '@strapi/strapi';

import { limitGraphql } from './api/graphql';
import { guardContentApi } from './api/guard';
import { noteStrapiMiddlewares } from './cache/site-middlewares';
import { partsOf } from './compose';
import { validateOptions } from './config';
import { PLUGIN_ID } from './constants';
import { checkContentTypes } from './content-types/check';
import { indexFileHashes } from './content-types/file-hash';
import { keepFileSizes } from './content-types/file-size';
import { hideUnusedTypes } from './content-types/hide-unused-types';
import { indexSlugs } from './content-types/slug-indexes';
import { keepSlugsByLocale } from './content-types/slugs-by-locale';
import { guardTagArticles } from './panel/guard-tag-articles';
import { offerPreviews } from './panel/offer-previews';
import { allowSiteInPanel } from './panel/panel-policy';
import { servePublicAddresses } from './public/serve';
import { fillSlugs, fillUidFields } from './sources/automatic-slugs';
import { nameCopies } from './sources/copies';
import { reportPlan } from './sources/report-plan';
import { validateEntries } from './sources/validate-entries';
import { warnOfMcp } from './warn-of-mcp';
import models from './tables';

const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  noteStrapiMiddlewares(strapi);
  validateOptions(strapi.config.get(`plugin::${PLUGIN_ID}`));
  checkContentTypes(strapi);
  warnOfMcp(strapi);
  // The options can be read now: they are valid.
  const parts = partsOf(strapi);
  hideUnusedTypes(strapi, parts);
  reportPlan(strapi, parts);
  models.forEach((model) => strapi.get('models').add(model));
  servePublicAddresses(strapi, parts);
  offerPreviews(strapi, parts);
  allowSiteInPanel(strapi, parts.settings.configured().baseUrl);
  guardContentApi(strapi);
  limitGraphql(strapi, parts);
  guardTagArticles(strapi, parts);
  keepFileSizes(strapi);
  indexFileHashes(strapi);
  indexSlugs(strapi, parts.plan);
  keepSlugsByLocale(strapi);
  nameCopies(strapi, parts);
  fillSlugs(strapi, parts);
  fillUidFields(strapi, parts);
  validateEntries(strapi);
};

export default register;
