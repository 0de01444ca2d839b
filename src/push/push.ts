import type { Core } from '@strapi/strapi';

import type { Counts } from '../catalogue/counts';
import type { CataloguedSource } from '../changes/catalogued-entries';
import type { ChangeLog } from '../lib/change-log';
import { createDatabaseClock } from '../lib/database';
import type { Transactions } from '../lib/transactions';
import type { Plan } from '../mapping/plan';
import type { SettingsStore } from '../options/settings';
import type { Edition } from '../public/editions';
import { cdnConsumer } from './cdn';
import { createChangedPaths } from './changed-paths';
import type { Consumer } from './consumer';
import { createDeliveries } from './deliveries';
import { hubConsumers } from './hubs';
import { indexNowConsumer, type IndexNowKey } from './index-now';
import { createNoteDeliveries } from './note-deliveries';
import { createPublicEntries } from './public-entries';
import { webhookConsumer } from './webhooks';
import { createWorker } from './worker';

/** Most scheduled entries whose deliveries are added at start. */
const SCHEDULED_AT_MOST = 1_000;

interface PushParts {
  editions: readonly [Edition, ...Edition[]];
  counts: Pick<Counts, 'countDue'>;
  indexNowKey: IndexNowKey;
  changeLog: Pick<ChangeLog, 'runExclusively' | 'isUnresponsive' | 'untilReadable'>;
  plan: Plan;
  settings: SettingsStore;
  sources: readonly CataloguedSource[];
  transactions: Transactions;
}

/** Tells front ends, CDNs, hubs and search engines what changed: the option `push`. */
export const createPush = (strapi: Core.Strapi, parts: PushParts) => {
  const { settings, transactions, changeLog } = parts;
  const { webhooks = [], cdn, indexNow = false } = settings.configured().push;
  const publicEntries = createPublicEntries(strapi, parts);
  const changedPaths = createChangedPaths({ ...parts, publicEntries });
  const consumers: Consumer[] = [
    ...webhooks.map((options) => webhookConsumer(options, changedPaths)),
    ...(cdn ? [cdnConsumer(cdn)] : []),
    ...hubConsumers(parts),
    ...(indexNow ? [indexNowConsumer({ ...parts, key: parts.indexNowKey })] : []),
  ];
  const deliveries = createDeliveries(strapi, { transactions });
  const clock = createDatabaseClock(strapi);
  const worker = createWorker(strapi, { consumers, deliveries, publicEntries, clock, changeLog });
  const noteDeliveries =
    consumers.length === 0
      ? undefined
      : createNoteDeliveries(strapi, {
          consumers,
          deliveries,
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

    /**
     * Adds deliveries for entries with a date in the future. Their rows are written when entries are saved, so they
     * lack imported entries and consumers added since then, and are due by the former time zone. Call it once
     * everything is indexed.
     */
    async noteScheduled(): Promise<void> {
      if (!noteDeliveries) return;
      await changeLog.runExclusively(async () => {
        const scheduled = await publicEntries.findScheduled(clock.now(), SCHEDULED_AT_MOST);
        const noteScopes = await noteDeliveries(scheduled, { isUnchanged: true });
        await noteScopes([]);
      });
    },

    stop: worker.stop,
  };
};

export type Push = ReturnType<typeof createPush>;
