import type { Core } from '@strapi/strapi';

import { checkLocales } from './mapping/compile-plan';
import { announceConfiguration } from './changes/rebuild';
import { partsOf } from './compose';
import { ACTIONS, grantDefaults } from './panel/permissions';
import { serveFormerAddresses } from './public/serve';
import { followRenamedTypes } from './addresses/address-layouts';
import { reportAddresses } from './addresses/without-address';
import { reportPodcasts } from './mapping/describe';
import { warnOfClock } from './lib/database';
import { warnOfLocalAddress } from './options/settings';

const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  const parts = partsOf(strapi);
  const { rebuild, responses, ids, layouts } = parts;
  await strapi.service('admin::permission').actionProvider.registerMany(ACTIONS);
  await grantDefaults(strapi);
  await checkLocales(strapi, parts.plan);
  await followRenamedTypes(strapi, parts);
  await layouts.prepare();
  await rebuild.prepare();
  await serveFormerAddresses(strapi, parts);
  if (parts.settings.configured().push.indexNow) await parts.indexNowKey.prepare();
  await announceConfiguration(strapi, parts);
  responses.start();
  ids.settle();
  await warnOfLocalAddress(strapi, parts);
  await reportAddresses(strapi, parts);
  await reportPodcasts(strapi, parts);
  await warnOfClock(strapi);
};

export default bootstrap;
