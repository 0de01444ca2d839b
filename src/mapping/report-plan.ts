import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';
import type { SyndicationOptions } from '../options/options';
import { describePlan, sayType } from './describe';
import { siteSchemas } from './site-schemas';
import type { Plan } from './plan';

/** Says at start what is published and what was guessed, where the site maps types of its own. */
export const reportPlan = (strapi: Core.Strapi, { plan }: { plan: Plan }): void => {
  const { sources, pages } = strapi.config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  if (sources === undefined && pages === undefined) return;
  // Of a server alone: the commands of Strapi start everything else as well.
  strapi.server.httpServer.once('listening', () => {
    for (const type of describePlan(plan, siteSchemas(strapi))) {
      strapi.log.info(`Syndication: ${sayType(type)}`);
    }
  });
};
