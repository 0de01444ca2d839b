import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { version } from '../../package.json';
import { CACHE_TAGS } from '../cache/cache-tags';
import { PLUGIN_ID } from '../constants';
import type { SettingsStore } from '../settings';
import type { Log } from './log';

/**
 * Says that everything changed when the plugin starts otherwise than before: with other options, as
 * another version, or with other rules of languages in Node.js. Responses may differ then, and are
 * dated anew; a start with the same changes nothing.
 */
export const announceConfiguration = async (
  strapi: Core.Strapi,
  { settings, log }: { settings: SettingsStore; log: Log },
): Promise<void> => {
  const store = strapi.store({ type: 'core', name: PLUGIN_ID, key: 'configuration' });
  const options = settings.configured();
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([version, process.versions.icu, options]))
    .digest('base64url');
  if ((await store.get({})) === fingerprint) return;
  // Both or neither, should the process end in between.
  await strapi.db.transaction(async () => {
    await store.set({ value: fingerprint });
    await log.announce([CACHE_TAGS.everything]);
  });
};
