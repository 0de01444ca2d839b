import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { version } from '../../package.json';
import { CACHE_TAGS } from '../lib/cache-tags';
import { PLUGIN_ID } from '../lib/constants';
import type { SettingsStore } from '../options/settings';
import type { Plan } from '../mapping/plan';
import type { ChangeLog } from '../lib/change-log';

interface ConfigurationParts {
  settings: Pick<SettingsStore, 'configured'>;
  /** What the mappings were completed to: a guess may be another without any option being. */
  plan: Plan;
  changeLog: Pick<ChangeLog, 'announce'>;
}

/** A site's own functions by their texts: what one refers to outside of itself is not seen. */
const withFunctions = (_key: string, value: unknown): unknown =>
  typeof value === 'function' ? String(value) : value;

/**
 * Says that everything changed when the plugin starts otherwise than before: with other options or
 * functions, as another version, or with other rules of languages in Node.js. Responses may differ
 * then, and are dated anew; a start with the same changes nothing.
 */
export const announceConfiguration = async (
  strapi: Core.Strapi,
  { settings, plan, changeLog }: ConfigurationParts,
): Promise<void> => {
  const store = strapi.store({ type: 'core', name: PLUGIN_ID, key: 'configuration' });
  const options = settings.configured();
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([version, process.versions.icu, options, plan], withFunctions))
    .digest('base64url');
  if ((await store.get({})) === fingerprint) return;
  // Both or neither, should the process end in between.
  await strapi.db.transaction(async () => {
    await store.set({ value: fingerprint });
    await changeLog.announce([CACHE_TAGS.everything]);
  });
};
