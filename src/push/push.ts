import type { Core } from '@strapi/strapi';

import type { Counts } from '../catalogue/counts';
import type { NoteDeliveries } from '../changes/index-changes';
import type { ChangeLog } from '../lib/change-log';
import type { DatabaseClock } from '../lib/database';
import type { Plan } from '../mapping/plan';
import type { SettingsStore } from '../options/settings';
import type { Edition } from '../public/editions';
import { cdnConsumer } from './cdn';
import type { Consumer } from './consumer';
import { hubConsumers } from './hubs';
import { indexNowConsumer } from './index-now';
import { noteDeliveries } from './note-deliveries';
import { webhookConsumer } from './webhooks';
import { createWorker } from './worker';

interface PushParts {
  strapi: Core.Strapi;
  editions: readonly [Edition, ...Edition[]];
  counts: Pick<Counts, 'countDue'>;
  indexNowKey: { get: () => string | undefined };
  changeLog: Pick<ChangeLog, 'isUnresponsive' | 'untilReadable'>;
  plan: Plan;
  settings: SettingsStore;
  clock: DatabaseClock;
}

/** Tells front ends, CDNs, hubs and search engines what changed: the option `push`. */
export const createPush = (parts: PushParts) => {
  const { settings, clock } = parts;
  const { webhooks = [], cdn, indexNow = false } = settings.configured().push;
  const consumers: Consumer[] = [
    ...webhooks.map((options) => webhookConsumer(options, parts)),
    ...(cdn ? [cdnConsumer(cdn)] : []),
    ...hubConsumers(parts),
    ...(indexNow ? [indexNowConsumer({ ...parts, key: parts.indexNowKey })] : []),
  ];
  const told = { ...parts, consumers };
  const worker = createWorker(told);
  const note: NoteDeliveries = (...written) => noteDeliveries(told, ...written);

  return {
    consumers,
    now: clock.now,
    resume: worker.resume,
    settled: worker.settled,

    /** The indexer calls it; undefined without consumers. */
    noteDeliveries: consumers.length === 0 ? undefined : note,

    /** Starts sending. Call it before anything is written. */
    async start(): Promise<void> {
      if (consumers.length === 0) return;
      await clock.read();
      worker.start();
    },

    stop: worker.stop,
  };
};
