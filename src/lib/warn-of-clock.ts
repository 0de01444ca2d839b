import type { Core } from '@strapi/strapi';

import { findClockDifference } from './database-clock';

/** Seconds by which clocks may differ: an article that is missing on other nodes for less, nobody misses. */
export const CLOCKS_DIFFER = 2;

/**
 * Says at start that the clock of this node and that of the database differ. Each node shows what is due
 * by its own clock: what a node publishes whose clock is ahead, the others show that much later.
 */
export const warnOfClock = async (strapi: Core.Strapi): Promise<void> => {
  const difference = -(await findClockDifference(strapi));
  const seconds = Math.round(Math.abs(difference) / 1_000);
  if (!(Math.abs(difference) > CLOCKS_DIFFER * 1_000)) return;
  strapi.log.warn(
    `Syndication: the clock of this machine is ${seconds} seconds ${difference > 0 ? 'ahead of' : 'behind'} that of the database. ` +
      'An article is missing on the nodes whose clocks are behind for as long as that. Have all machines set their clocks by NTP.',
  );
};
