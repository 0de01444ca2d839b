import type { Core } from '@strapi/strapi';

import type { Counts } from '../catalogue/counts';
import type { CataloguedSource } from '../changes/catalogued-entries';
import type { ChangeLog } from '../lib/change-log';
import { createDatabaseClock } from '../lib/database';
import type { Transactions } from '../lib/transactions';
import { isPublicAddress } from '../lib/web-address';
import type { Plan } from '../mapping/plan';
import type { Settings, SettingsStore } from '../options/settings';
import { cdnConsumer } from './cdn';
import { createChangedPaths } from './changed-paths';
import type { Consumer } from './consumer';
import { createDeliveries } from './deliveries';
import type { Edition } from './feed-documents';
import { hubConsumers } from './hubs';
import { indexNowConsumer, type IndexNowKey } from './index-now';
import { createNoteDeliveries } from './note-deliveries';
import { createPublicEntries } from './public-entries';
import { webhookConsumer } from './webhooks';
import { createWorker } from './worker';

/** Entries with a date ahead whose deliveries are noted together. */
const SCHEDULED_AT_MOST = 1_000;

interface PushParts {
  editions: readonly [Edition, ...Edition[]];
  counts: Pick<Counts, 'due'>;
  indexNowKey: IndexNowKey;
  changeLog: Pick<ChangeLog, 'exclusively' | 'isTroubled' | 'untilReadable'>;
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
    isTroubled: changeLog.isTroubled,
    untilReadable: changeLog.untilReadable,
  });
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
    wake: worker.wake,
    resume: worker.resume,
    settled: worker.settled,

    /** What the indexer calls; undefined where nobody is told. */
    noteDeliveries,

    /** Begins to tell, before anything is written. */
    async start(): Promise<void> {
      if (consumers.length === 0) return;
      await clock.read();
      worker.start();
    },

    /**
     * Notes what is published with a date ahead: rows are written as entries are saved, and lack who is told since
     * then, what was imported, and where days begin now. To be called once all is indexed.
     */
    async noteScheduled(): Promise<void> {
      if (!noteDeliveries) return;
      await changeLog.exclusively(async () => {
        const scheduled = await publicEntries.findScheduled(clock.now(), SCHEDULED_AT_MOST);
        const noteScopes = await noteDeliveries(scheduled, { isUnchanged: true });
        await noteScopes([]);
      });
    },

    stop: worker.stop,
  };
};

export type Push = ReturnType<typeof createPush>;

/** What of the option `push` is for nothing, in one line of the log; undefined where all of it counts. */
export const nobodyToldWarning = ({
  push: { hubs = [], indexNow = false },
  baseUrl,
  feedsUrl,
}: Pick<Settings, 'push' | 'baseUrl' | 'feedsUrl'>): string | undefined => {
  const untold = [
    ...(hubs.length > 0 && !isPublicAddress(feedsUrl) ? [['"hubs"', feedsUrl] as const] : []),
    ...(indexNow && !isPublicAddress(baseUrl) ? [['"indexNow"', baseUrl] as const] : []),
  ];
  if (untold.length === 0) return undefined;
  const names = untold.map(([name]) => name).join(' and ');
  const addresses = [...new Set(untold.map(([, address]) => address))].join(' and ');
  return `Of the option "push", ${names} ${untold.length > 1 ? 'tell' : 'tells'} nobody anything: neither a hub nor a search engine can open ${addresses}. Set "baseUrl" in config/plugins.ts to the public address of the site.`;
};

/** Says at start that hubs or search engines are told nothing, and why. */
export const warnOfNobodyTold = async (
  strapi: Core.Strapi,
  { settings }: { settings: Pick<SettingsStore, 'get'> },
): Promise<void> => {
  const warning = nobodyToldWarning(await settings.get());
  if (warning !== undefined) strapi.log.warn(`Syndication: ${warning}`);
};
