import type { Core } from '@strapi/strapi';

import { partsOf } from './compose';
import { withDeadline } from './lib/waiting';

/**
 * How long the plugin may take to stop, in milliseconds. It may wait for a database that does not answer, while servers
 * are killed after ten seconds (Docker) or thirty (Kubernetes).
 */
const ENDED_WITHIN = 5_000;

const destroy = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  const { responses, ids, changeLog, push, rebuild, renderings, transfers } = partsOf(strapi);
  responses.stop();
  rebuild.stop();
  const end = async (): Promise<void> => {
    // The indexer and the looks stop at once if the database answers. Other nodes index the rows that are left.
    await push.stop();
    await Promise.all([transfers.stop(), ids.stop(), changeLog.stop(), renderings.stop()]);
  };
  try {
    await withDeadline(end(), ENDED_WITHIN);
  } catch (error) {
    strapi.log.warn(`Syndication: ended without waiting any longer: ${(error as Error).message}`);
  }
};

export default destroy;
