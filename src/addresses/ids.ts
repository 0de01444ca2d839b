import type { Core } from '@strapi/strapi';

import type { ChangeLog } from '../lib/change-log';
import { logError, type Transactions } from '../lib/database';
import type { SettingsStore } from '../options/settings';
import type { Plan } from '../mapping/plan';
import { resetIds } from './reset-ids';
import { settleIds } from './settle-ids';

/** What is done to the ids of all entries at once. */
export const createIds = (
  strapi: Core.Strapi,
  parts: {
    transactions: Transactions;
    plan: Plan;
    settings: SettingsStore;
    changeLog: Pick<ChangeLog, 'announce'>;
  },
) => {
  const stopping = new AbortController();
  let settling: Promise<void> = Promise.resolve();
  let isResetting = false;

  return {
    /** Makes provisional ids permanent when the site is public, in the background. */
    settle(): void {
      settling = settleIds(strapi, parts, stopping.signal).catch((error: unknown) => {
        logError(strapi, error);
      });
    },

    /** The end of what `settle` began. */
    settled: (): Promise<void> => settling,

    /** Ends what is done in the background; the next start goes on with it. */
    async stop(): Promise<void> {
      stopping.abort();
      await settling;
    },

    /**
     * Starts ids over: each becomes the present address of its entry. Two nodes that do it at once come to the same.
     *
     * @returns how many changed; undefined when this node is doing it already
     */
    async reset(): Promise<number | undefined> {
      if (isResetting) return undefined;
      isResetting = true;
      try {
        const changed = await resetIds(strapi, parts);
        strapi.log.info(`Syndication: ids were started over; ${changed} are new.`);
        return changed;
      } finally {
        isResetting = false;
      }
    },
  };
};

export type Ids = ReturnType<typeof createIds>;
