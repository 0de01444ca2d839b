import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { catalogueModel } from '../catalogue/catalogue-table';
import { CACHE_TAGS } from '../lib/cache-tags';
import { queryTable, untilTransactionsEnd } from '../lib/transactions';
import type { AddressLayouts } from '../addresses/address-layouts';
import type { Ids } from '../addresses/settle-ids';
import { logError } from '../lib/database';
import { withDeadline } from '../lib/waiting';
import type { ChangeLog } from '../lib/change-log';
import { CORE_STORE_UID, PERMALINK_UID, PLUGIN_ID } from '../lib/constants';
import { SCOPE_TABLE } from './versions';

/** Database events that change something. */
const WRITING = /^after(?:Create|Update|Delete)/;

/** Actions of the document service that change nothing. */
const READING: ReadonlySet<string> = new Set(['findOne', 'findFirst', 'findMany', 'count']);

/** Longest wait for open transactions, in milliseconds: one of the site's may never end. */
const ENDED_WITHIN = 60_000;

/**
 * How often reading everything is tried, and the first and the longest pause between two tries, in milliseconds: ten
 * minutes in all, in which a database recovers.
 */
const TRIES = 25;
const FIRST_PAUSE = 1_000;
const MAXIMUM_PAUSE = 30_000;

/** Key of the options of the last start. */
const CONFIGURATION_KEY = `core_${PLUGIN_ID}_configuration`;

/** Keys of what starts note of their own database, beside the settings that editors save. */
const DATABASE_KEYS = [
  ...['catalogue', 'index-now', 'layouts', 'permissions', 'takenIds', 'takenOver'].map(
    (key) => `plugin_${PLUGIN_ID}_${key}`,
  ),
  CONFIGURATION_KEY,
];

interface TransfersParts {
  changeLog: Pick<ChangeLog, 'announce'> & { forgetCounter: () => void };
  rebuild: { rebuild: () => Promise<void> };
  layouts: Pick<AddressLayouts, 'prepare'>;
  ids: Pick<Ids, 'settle'>;
}

/** An event of the database's lifecycles. */
interface DatabaseEvent {
  params: { where?: object };
  result?: unknown;
}

/** Models that Strapi empties when content is replaced: content types only if they have rows, other models always. */
const CONTENT_MODELS: readonly string[] = [PERMALINK_UID, catalogueModel.uid];

/**
 * Keeps what the plugin noted of this database when a transfer or an import replaces settings without content (`--only
 * config`). Strapi deletes all settings first, and those of the other site know nothing of the addresses and ids here.
 * Content brings permalinks, and its own notes belong to these, so then both are replaced.
 */
const createKeepNotes = (strapi: Core.Strapi) => {
  let isWithContent = false;
  let isKeeping = false;
  /** Await it with every event of the database, before Strapi goes on. */
  return async (action: string, uid: string, event: DatabaseEvent): Promise<void> => {
    if (action === 'beforeDeleteMany' && CONTENT_MODELS.includes(uid)) isWithContent = true;
    if (uid !== CORE_STORE_UID) return;
    if (action === 'beforeDeleteMany') {
      // If content is replaced as well, Strapi deletes the settings once more after the content.
      isKeeping = !isWithContent;
      // Without the options of the last start, the next start announces that everything changed: the settings did.
      const kept = DATABASE_KEYS.filter((key) => key !== CONFIGURATION_KEY);
      if (isKeeping) {
        event.params.where = { $and: [event.params.where ?? {}, { key: { $notIn: kept } }] };
      }
    } else if (action === 'afterCreate' && isKeeping) {
      const { id, key } = event.result as { id: number; key: string };
      if (DATABASE_KEYS.includes(key)) await strapi.db.query(uid).delete({ where: { id } });
    }
  };
};

/**
 * During a transfer from or to the running server (`strapi transfer`), Strapi emits no events of writes
 * (`remote/handlers/utils.js` of @strapi/data-transfer). A transfer to the server empties all tables first, also the
 * catalogue and the change log. So if anything was written, everything is read again at its end, as at a start.
 *
 * `strapi import` empties the change log only if it replaces both content and settings. Here it always does: nodes that
 * run beside it know by that (`newer-versions.ts`).
 *
 * Without that reading `test/api/transfers.test.ts` fails: what an editor changes during a transfer is not indexed.
 */
export const createTransfers = (
  strapi: Core.Strapi,
  { changeLog, rebuild, layouts, ids }: TransfersParts,
) => {
  // Runs outside the request that began the transfer.
  const outside = new AsyncResource('syndication transfers');
  /** Of the transfer that is under way; undefined if none is. */
  let keepNotes: ReturnType<typeof createKeepNotes> | undefined;
  let hasWritten = false;
  let reading = Promise.resolve();
  /** Whether another reading is queued. */
  let isQueued = false;
  let isReading = false;
  let isStopping = false;

  /** `strapi export` and `strapi import` run in processes that serve nobody and end afterwards. */
  const isServing = (): boolean => strapi.server.httpServer.listening;

  const readEverything = async (): Promise<void> => {
    isReading = true;
    // What emptied the tables until now is what this reading is for.
    changeLog.forgetCounter();
    try {
      await changeLog.announce([CACHE_TAGS.everything]);
      await layouts.prepare();
      await rebuild.rebuild();
      ids.settle();
    } finally {
      isReading = false;
    }
  };

  const readWithRetries = async (): Promise<void> => {
    isQueued = false;
    // The transaction of the transfer is committed a moment after Strapi says that the transfer is over.
    await withDeadline(untilTransactionsEnd(strapi), ENDED_WITHIN).catch(() =>
      strapi.log.warn('Syndication: a transfer is read beside a transaction that does not end.'),
    );
    for (let tried = 1; !isStopping; tried += 1) {
      try {
        return await readEverything();
      } catch (error) {
        if (isStopping) return;
        if (tried === 1 || tried === TRIES) logError(strapi, error);
        if (tried === TRIES) return;
        const pause = Math.min(FIRST_PAUSE * 2 ** (tried - 1), MAXIMUM_PAUSE);
        await sleep(pause, undefined, { ref: false });
      }
    }
  };

  /** Reads everything again, after the reading in progress: once for all calls meanwhile. */
  const queueReading = (): void => {
    if (isQueued) return;
    isQueued = true;
    reading = reading.then(() => outside.runInAsyncScope(readWithRetries));
  };

  return {
    /** Reads everything again after another process emptied the tables. What a transfer emptied is read at its end. */
    readEmptied(): void {
      if (keepNotes || !isServing()) return;
      queueReading();
    },

    queueReading,

    /** Begins to watch. Call it before anything is written. */
    watch(): void {
      const { lifecycles } = strapi.db;
      const disable = lifecycles.disable.bind(lifecycles);
      const enable = lifecycles.enable.bind(lifecycles);
      const run = lifecycles.run.bind(lifecycles);
      lifecycles.run = async (action, uid, properties, ...rest) => {
        if (keepNotes) {
          // Strapi writes sign-ins and the transfer token (`admin::`) all the time.
          if (!hasWritten && WRITING.test(action) && !uid.startsWith('admin::')) {
            hasWritten = true;
            if (!isServing()) await queryTable(strapi, SCOPE_TABLE).delete();
          }
          await keepNotes(action, uid, properties as DatabaseEvent);
        }
        return run(action, uid, properties, ...rest);
      };
      lifecycles.disable = () => {
        disable();
        keepNotes = createKeepNotes(strapi);
      };
      lifecycles.enable = () => {
        enable();
        const isDue = keepNotes !== undefined && hasWritten;
        keepNotes = undefined;
        hasWritten = false;
        if (isDue && isServing()) queueReading();
      };
      // An entry that an editor unpublishes during a transfer must not stay public: a transfer may take minutes.
      strapi.documents.use(async (context, next) => {
        const result = await next();
        if (keepNotes && !READING.has(context.action)) {
          await changeLog.announce([CACHE_TAGS.everything]);
        }
        return result;
      });
    },

    /** Resolves when everything is read again. */
    settled: (): Promise<void> => reading,

    /** Stops. `rebuild` ends the reading in progress. */
    async stop(): Promise<void> {
      isStopping = true;
      if (isReading) await reading;
    },
  };
};

/**
 * Keeps what the plugin noted of each database if strapi-plugin-config-sync is installed. That plugin writes settings
 * of development over those of production, without content. Production would forget its former addresses, and that its
 * entries have to be indexed by a new mapping.
 */
export const excludeFromConfigSync = ({ config }: Core.Strapi): void => {
  const option = 'plugin::config-sync.excludedConfig';
  const excluded = config.get<unknown>(option);
  if (!Array.isArray(excluded)) return;
  config.set(option, [...excluded, ...DATABASE_KEYS.map((key) => `core-store.${key}`)]);
};
