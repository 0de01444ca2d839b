import type { Core } from '@strapi/strapi';

import { partsOf } from './compose';
import { within } from './lib/waiting';

/**
 * How long the plugin may take to end, in milliseconds: what it waits for may be a database that does
 * not answer, while whoever stops a server kills it after ten seconds (Docker) or thirty (Kubernetes).
 */
const ENDED_WITHIN = 5_000;

const destroy = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  const { responses, ids, changeLog, push, rebuild, renderings, transfers } = partsOf(strapi);
  responses.stop();
  rebuild.stop();
  const end = async (): Promise<void> => {
    // What indexes and the looks end at once when the database answers; what is left, other nodes index.
    await push.stop();
    await Promise.all([transfers.stop(), ids.stop(), changeLog.stop(), renderings.stop()]);
  };
  try {
    await within(end(), ENDED_WITHIN, () => new Error('The database did not answer.'));
  } catch (error) {
    strapi.log.warn(`Syndication: ended without waiting any longer: ${(error as Error).message}`);
  }
};

export default destroy;
