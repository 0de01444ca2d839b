import type { Core } from '@strapi/strapi';

import { limitGraphql } from './own-types/api/graphql';
import { guardContentApi } from './own-types/api/guard';
import { noteStrapiMiddlewares } from './cache/site-middlewares';
import { excludeFromConfigSync } from './changes/transfers';
import { watchChanges } from './changes/watch-changes';
import { type Parts, partsOf } from './compose';
import { validateOptions } from './options/config';
import { PERMALINK_UID, PLUGIN_ID } from './lib/constants';
import { widenTables } from './lib/database';
import { completeSchemas, hideUnusedTypes } from './own-types/schema-additions';
import { skipOrderOfArticles, skipArticlesOfSavedTags } from './own-types/article-tags';
import {
  fillDates,
  fillInWithoutAddress,
  nameCopies,
  validateEntries,
} from './own-types/entry-rules';
import { checkContentTypes, warnOfMcpNameClash } from './own-types/check-content-types';
import { guardTagArticles } from './panel/guard-tag-articles';
import { offerTools } from './panel/mcp-tools';
import { allowSiteInPanel, offerPreviews } from './panel/offer-previews';
import { servePublicAddresses } from './public/serve';
import { fillSlugs } from './own-types/automatic-slugs';
import { reportPlan } from './mapping/describe';
import { catalogueModel } from './catalogue/catalogue-table';
import { deliveryModel } from './push/deliveries';
import { outboxModel } from './changes/outbox';
import { scopeModel } from './changes/versions';

/**
 * Tables of the plugin beside its content types. Strapi creates them and their indexes, and drops columns and tables
 * that are no longer here.
 *
 * For a further table, write a model beside what uses it. Keys that last are content type, document id and locale: row
 * ids of entries are others after each publication. Query it through `queryTable`, long lists of ids through
 * `findInParts`, the whole table through `inBatches`. For a single note of this database `strapi.store` is enough.
 * Its key goes into `DATABASE_KEYS` (`changes/transfers.ts`): a transfer of settings would bring that of another one.
 */
const TABLES = [catalogueModel, outboxModel, scopeModel, deliveryModel];

/**
 * Checks and records everything that is written from now on. Document middlewares of the site's own code are registered
 * already, so they run outside our transactions: a query that the site makes by itself after a save would otherwise
 * wait for our transaction's end, and find nothing before it.
 */
const watch = async (strapi: Core.Strapi, parts: Parts): Promise<void> => {
  guardTagArticles(strapi);
  nameCopies(strapi);
  fillSlugs(strapi, parts);
  validateEntries(strapi);
  skipOrderOfArticles(strapi);
  skipArticlesOfSavedTags(strapi);
  await parts.changeLog.prepare();
  await parts.push.start();
  fillDates(strapi, parts);
  watchChanges(strapi, parts);
  parts.transfers.watch();
};

const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  noteStrapiMiddlewares(strapi);
  validateOptions(strapi.config.get(`plugin::${PLUGIN_ID}`));
  checkContentTypes(strapi);
  warnOfMcpNameClash(strapi);
  // The options are valid now, and can be read.
  const parts = partsOf(strapi);
  const hidden = hideUnusedTypes(strapi, parts);
  reportPlan(strapi, parts);
  TABLES.forEach((model) => strapi.get('models').add(model));
  // After the tables exist, and before any plugin starts: a plugin may write as it starts.
  strapi.hook('strapi::content-types.afterSync').register(async () => {
    const { tableName: permalinks } = strapi.db.metadata.get(PERMALINK_UID);
    await widenTables(strapi, [permalinks, ...TABLES.map(({ tableName }) => tableName)]);
    await watch(strapi, parts);
  });
  servePublicAddresses(strapi, parts);
  offerPreviews(strapi, parts);
  offerTools(strapi);
  allowSiteInPanel(strapi, parts.settings.configured().baseUrl);
  guardContentApi(strapi, parts);
  limitGraphql(strapi, hidden);
  completeSchemas(strapi);
  fillInWithoutAddress(strapi);
  excludeFromConfigSync(strapi);
};

export default register;
