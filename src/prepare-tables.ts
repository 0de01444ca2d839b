import type { Core } from '@strapi/strapi';

import { SCOPES } from './cache/cache-tags';
import { getService } from './get-service';

/**
 * Fills the indexes of listed and of waiting articles on a new or upgraded installation, and makes good what was
 * written behind the lifecycles' back: by SQL, by a data transfer, or by a node that died between a
 * change outside a transaction and the word of it.
 */
export const prepareTables = async (strapi: Core.Strapi): Promise<void> => {
  await getService(strapi, 'changes').prepare();
  // Before a great many rows are read by it, and after they were written.
  await getService(strapi, 'listings').analyse();
  await strapi.db.transaction(async ({ trx }) => {
    await getService(strapi, 'listings').refresh(trx);
    await getService(strapi, 'changes').announce([SCOPES.everything]);
  });
  await getService(strapi, 'listings').analyse();
  await getService(strapi, 'counts').prepare();
};
