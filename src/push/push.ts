import type { Core } from '@strapi/strapi';

import type { CataloguedSource } from '../changes/catalogued-entries';
import type { Counts } from '../catalogue/counts';
import type { Log } from '../changes/log';
import type { Transactions } from '../lib/transactions';
import type { Plan } from '../mapping/plan';
import type { SettingsStore } from '../options/settings';
import type { Edition } from '../public/editions';
import { cdnConsumer } from './cdn';
import { createChangedPaths } from './changed-paths';
import type { Consumer } from './consumer';
import { createDeliveries } from './deliveries';
import { hubConsumers } from './hubs';
import { indexNowConsumer } from './index-now';
import type { IndexNowKey } from './index-now-key';
import { createNoteDeliveries } from './note-deliveries';
import { createPublicEntries } from './public-entries';
import { webhookConsumer } from './webhooks';
import { createDatabaseClock, createWorker } from './worker';

interface PushParts {
  editions: readonly [Edition, ...Edition[]];
  counts: Pick<Counts, 'due'>;
  indexNowKey: IndexNowKey;
  log: Pick<Log, 'isTroubled' | 'subscribe'>;
  plan: Plan;
  settings: SettingsStore;
  sources: readonly CataloguedSource[];
  transactions: Transactions;
}

/** Tells front ends, CDNs, hubs and search engines what changed: the option `push`. */
export const createPush = (strapi: Core.Strapi, parts: PushParts) => {
  const { settings, transactions, log } = parts;
  const { webhooks = [], cdn, indexNow = false } = settings.configured().push;
  const publicEntries = createPublicEntries(strapi, parts);
  const changedPaths = createChangedPaths(strapi, { ...parts, publicEntries });
  const consumers: Consumer[] = [
    ...webhooks.map((options) => webhookConsumer(options, changedPaths)),
    ...(cdn ? [cdnConsumer(cdn)] : []),
    ...hubConsumers(parts),
    ...(indexNow ? [indexNowConsumer({ ...parts, key: parts.indexNowKey })] : []),
  ];
  const deliveries = createDeliveries(strapi, { transactions });
  const clock = createDatabaseClock(strapi);
  const worker = createWorker(strapi, {
    consumers,
    deliveries,
    publicEntries,
    clock,
    isTroubled: log.isTroubled,
  });
  log.subscribe(() => worker.wakeSoon());
  return {
    consumers,
    now: clock.now,
    wake: worker.wake,
    resume: worker.resume,
    settled: worker.settled,

    /** What the indexer calls; undefined where nobody is told. */
    note:
      consumers.length === 0
        ? undefined
        : createNoteDeliveries({
            consumers,
            deliveries,
            publicEntries,
            settings,
            transactions,
            now: clock.now,
          }),

    /** Begins to tell, in `bootstrap`. */
    async start(): Promise<void> {
      if (consumers.length === 0) return;
      await clock.read();
      worker.start();
    },

    stop: worker.stop,
  };
};

export type Push = ReturnType<typeof createPush>;
