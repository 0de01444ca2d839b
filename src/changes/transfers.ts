import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import type { Transactions } from '../lib/transactions';
import type { Rebuild } from './rebuild';
import type { AddressLayouts } from '../addresses/address-layouts';
import type { Ids } from '../addresses/ids';
import { logError } from '../lib/database';
import { within } from '../lib/waiting';
import type { ChangeLog } from '../lib/change-log';
import { PLUGIN_ID } from '../lib/constants';

/** Actions of rows that change something. */
const WRITING = /^after(?:Create|Update|Delete)/;

/** Actions of documents that change nothing. */
const READING: ReadonlySet<string> = new Set(['findOne', 'findFirst', 'findMany', 'count']);

/** How long transactions under way are waited for, in milliseconds: one of the site's may never end. */
const ENDED_WITHIN = 60_000;

/**
 * How often everything is tried to be read, and how long there is between two tries at most, in
 * milliseconds, after a second first: for ten minutes, in which a database recovers.
 */
const TRIES = 25;
const TRY_AGAIN_AFTER = 1_000;
const TRY_AGAIN_WITHIN = 30_000;

interface TransfersParts {
  changeLog: Pick<ChangeLog, 'announce'>;
  rebuild: Pick<Rebuild, 'rebuild'>;
  layouts: Pick<AddressLayouts, 'prepare'>;
  ids: Pick<Ids, 'settle'>;
  push: { noteScheduled: () => Promise<void> };
  transactions: Pick<Transactions, 'untilEnded'>;
}

/**
 * While content is transferred from or to the running server (`strapi transfer`), Strapi tells of no write
 * (`remote/handlers/utils.js` of @strapi/data-transfer), and one to it empties all tables before, those of
 * the catalogue and of the change log, too. So everything is read anew at its end, if anything was written, as a start
 * would have it.
 */
export const createTransfers = (
  strapi: Core.Strapi,
  { changeLog, rebuild, layouts, ids, push, transactions }: TransfersParts,
) => {
  // Not as a part of the request that began the transfer.
  const outside = new AsyncResource('syndication transfers');
  let isUnderWay = false;
  let hasWritten = false;
  let reading = Promise.resolve();
  /** Whether something is to be read that is not begun yet. */
  let isWaiting = false;
  let isReading = false;
  let isStopping = false;

  const readAnew = async (): Promise<void> => {
    isReading = true;
    try {
      await changeLog.announce([CACHE_TAGS.everything]);
      await rebuild.rebuild();
      await layouts.prepare();
      ids.settle();
      await push.noteScheduled();
    } finally {
      isReading = false;
    }
  };

  const untilRead = async (): Promise<void> => {
    isWaiting = false;
    // That of the transfer is committed a moment after Strapi says it is over.
    await within(transactions.untilEnded(), ENDED_WITHIN, () => new Error()).catch(() =>
      strapi.log.warn('Syndication: a transfer is read beside a transaction that does not end.'),
    );
    for (let tried = 1; !isStopping; tried += 1) {
      try {
        return await readAnew();
      } catch (error) {
        if (isStopping) return;
        if (tried === 1 || tried === TRIES) logError(strapi, error);
        if (tried === TRIES) return;
        const pause = Math.min(TRY_AGAIN_AFTER * 2 ** (tried - 1), TRY_AGAIN_WITHIN);
        await sleep(pause, undefined, { ref: false });
      }
    }
  };

  /** Has everything read anew, after what is being read: once for all who ask meanwhile. */
  const haveRead = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    reading = reading.then(() => outside.runInAsyncScope(untilRead));
  };

  const begin = (): void => {
    isUnderWay = true;
  };

  const note = (action: string, uid: string): void => {
    // Who signs in, and by which token content is transferred, is written all the time.
    if (isUnderWay && WRITING.test(action) && !uid.startsWith('admin::')) hasWritten = true;
  };

  const end = (): void => {
    const isDue = isUnderWay && hasWritten;
    isUnderWay = false;
    hasWritten = false;
    // `strapi export` and `strapi import` are processes that serve nobody and end then.
    if (isDue && strapi.server.httpServer.listening) haveRead();
  };

  return {
    haveRead,

    /** Begins to watch, before anything is written. */
    watch(): void {
      const { lifecycles } = strapi.db;
      const disable = lifecycles.disable.bind(lifecycles);
      const enable = lifecycles.enable.bind(lifecycles);
      const run = lifecycles.run.bind(lifecycles);
      lifecycles.run = (action, uid, ...rest) => {
        note(action, uid);
        return run(action, uid, ...rest);
      };
      lifecycles.disable = () => {
        disable();
        begin();
      };
      lifecycles.enable = () => {
        enable();
        end();
      };
      // What an editor takes back meanwhile is not public any longer: a transfer may last minutes.
      strapi.documents.use(async (context, next) => {
        const result = await next();
        if (isUnderWay && !READING.has(context.action)) {
          await changeLog.announce([CACHE_TAGS.everything]);
        }
        return result;
      });
    },

    /** The end of all that is read anew. */
    settled: (): Promise<void> => reading,

    /** Ends; what is being read ends with `rebuild`. */
    async stop(): Promise<void> {
      isStopping = true;
      if (isReading) await reading;
    },
  };
};

/** Keys of what a start notes of its own database, beside the settings that editors save. */
const OF_A_DATABASE = [
  ...['catalogue', 'index-now', 'layouts', 'permissions', 'takenIds', 'takenOver'].map(
    (key) => `plugin_${PLUGIN_ID}_${key}`,
  ),
  `core_${PLUGIN_ID}_configuration`,
];

/**
 * Leaves to each database what the plugin noted of it, where strapi-plugin-config-sync is installed: that plugin
 * writes settings of development over those of production, without content. Production would forget its former
 * addresses, and that its entries are to be read by a new mapping.
 */
export const keepFromConfigSync = ({ config }: Core.Strapi): void => {
  const option = 'plugin::config-sync.excludedConfig';
  const excluded = config.get<unknown>(option);
  if (!Array.isArray(excluded)) return;
  config.set(option, [...excluded, ...OF_A_DATABASE.map((key) => `core-store.${key}`)]);
};
