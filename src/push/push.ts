import type { Core } from '@strapi/strapi';

import type { Counts } from '../catalogue/counts';
import type { ChangeLog } from '../lib/change-log';
import type { DatabaseClock } from '../lib/database';
import type { Transactions } from '../lib/transactions';
import type { Plan } from '../mapping/plan';
import type { SettingsStore } from '../options/settings';
import type { Edition } from '../public/editions';
import { cdnConsumer } from './cdn';
import { createChangedPaths } from './changed-paths';
import type { Consumer } from './consumer';
import { hubConsumers } from './hubs';
import { indexNowConsumer, type IndexNowKey } from './index-now';
import { createNoteDeliveries } from './note-deliveries';
import { createPublicEntries } from './public-entries';
import { webhookConsumer } from './webhooks';
import { createWorker } from './worker';

interface PushParts {
  editions: readonly [Edition, ...Edition[]];
  counts: Pick<Counts, 'countDue'>;
  indexNowKey: IndexNowKey;
  changeLog: Pick<ChangeLog, 'isUnresponsive' | 'untilReadable'>;
  plan: Plan;
  settings: SettingsStore;
  transactions: Transactions;
  clock: DatabaseClock;
}

/** Tells front ends, CDNs, hubs and search engines what changed: the option `push`. */
export const createPush = (strapi: Core.Strapi, parts: PushParts) => {
  const { settings, transactions, clock, changeLog } = parts;
  const { webhooks = [], cdn, indexNow = false } = settings.configured().push;
  const publicEntries = createPublicEntries(strapi, parts);
  const changedPaths = createChangedPaths({ ...parts, publicEntries });
  const consumers: Consumer[] = [
    ...webhooks.map((options) => webhookConsumer(options, changedPaths)),
    ...(cdn ? [cdnConsumer(cdn)] : []),
    ...hubConsumers(parts),
    ...(indexNow ? [indexNowConsumer({ ...parts, key: parts.indexNowKey })] : []),
  ];
  const worker = createWorker(strapi, { consumers, transactions, publicEntries, clock, changeLog });
  const noteDeliveries =
    consumers.length === 0
      ? undefined
      : createNoteDeliveries({
          consumers,
          publicEntries,
          settings,
          transactions,
          now: clock.now,
        });

  return {
    consumers,
    now: clock.now,
    resume: worker.resume,
    settled: worker.settled,

    /** The indexer calls it; undefined without consumers. */
    noteDeliveries,

    /** Starts sending. Call it before anything is written. */
    async start(): Promise<void> {
      if (consumers.length === 0) return;
      await clock.read();
      worker.start();
    },

    stop: worker.stop,
  };
};

export type Push = ReturnType<typeof createPush>;
