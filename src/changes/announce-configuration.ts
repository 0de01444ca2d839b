import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { version } from '../../package.json';
import { SCOPES } from '../cache/cache-tags';
import { PLUGIN_ID } from '../constants';
import { getService } from '../get-service';

/**
 * Says that everything changed when the plugin starts otherwise than before: with other options, as
 * another version, or with other rules of languages in Node.js. Responses may differ then, and are
 * dated anew; a start with the same changes nothing.
 */
export const announceConfiguration = async (strapi: Core.Strapi): Promise<void> => {
  const store = strapi.store({ type: 'core', name: PLUGIN_ID, key: 'configuration' });
  const options = getService(strapi, 'settings').configured();
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([version, process.versions.icu, options]))
    .digest('base64url');
  if ((await store.get({})) === fingerprint) return;
  // Both or neither, should the process end in between.
  await strapi.db.transaction(async () => {
    await store.set({ value: fingerprint });
    await getService(strapi, 'changes').announce([SCOPES.everything]);
  });
};
