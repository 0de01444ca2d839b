import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { catalogueModel } from '../catalogue/catalogue-table';
import { CACHE_TAGS } from '../lib/cache-tags';
import type { Transactions } from '../lib/transactions';
import type { Rebuild } from './rebuild';
import type { AddressLayouts } from '../addresses/address-layouts';
import type { Ids } from '../addresses/ids';
import { logError } from '../lib/database';
import { within } from '../lib/waiting';
import type { ChangeLog } from '../lib/change-log';
import { CORE_STORE_UID, PERMALINK_UID, PLUGIN_ID } from '../lib/constants';

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

/** Key of the options that a start had. */
const OF_A_START = `core_${PLUGIN_ID}_configuration`;

/** Keys of what a start notes of its own database, beside the settings that editors save. */
const OF_A_DATABASE = [
  ...['catalogue', 'index-now', 'layouts', 'permissions', 'takenIds', 'takenOver'].map(
    (key) => `plugin_${PLUGIN_ID}_${key}`,
  ),
  OF_A_START,
];

interface TransfersParts {
  changeLog: Pick<ChangeLog, 'announce'>;
  rebuild: Pick<Rebuild, 'rebuild'>;
  layouts: Pick<AddressLayouts, 'prepare'>;
  ids: Pick<Ids, 'settle'>;
  push: { noteScheduled: () => Promise<void> };
  transactions: Pick<Transactions, 'untilEnded'>;
}

/** What the database tells its watchers of. */
interface DatabaseEvent {
  params: { where?: object };
  result?: unknown;
}

/** What Strapi empties where content is replaced: of types those that have rows, of other models all. */
const WITH_CONTENT: readonly string[] = [PERMALINK_UID, catalogueModel.uid];

/**
 * Leaves to this database what the plugin noted of it, where a transfer or an import replaces settings without
 * content (`--only config`): Strapi deletes all rows of settings first, and those of the other site know nothing of
 * the addresses and ids here. Content brings the permalinks that its own notes belong to, so both are replaced then.
 */
const createKeepNotes = (strapi: Core.Strapi) => {
  let isWithContent = false;
  let isKeeping = false;
  return {
    begin(): void {
      isWithContent = false;
      isKeeping = false;
    },

    /** To be called with all that is written to the database, before Strapi goes on. */
    async note(action: string, uid: string, event: DatabaseEvent): Promise<void> {
      if (action === 'beforeDeleteMany' && WITH_CONTENT.includes(uid)) isWithContent = true;
      if (uid !== CORE_STORE_UID) return;
      if (action === 'beforeDeleteMany') {
        // Where content is replaced, too, they are deleted once more after it.
        isKeeping = !isWithContent;
        // Without what the start had, the next one says that everything changed: the settings did.
        const kept = OF_A_DATABASE.filter((key) => key !== OF_A_START);
        if (isKeeping) {
          event.params.where = { $and: [event.params.where ?? {}, { key: { $notIn: kept } }] };
        }
      } else if (action === 'afterCreate' && isKeeping) {
        const { id, key } = event.result as { id: number; key: string };
        if (OF_A_DATABASE.includes(key)) await strapi.db.query(uid).delete({ where: { id } });
      }
    },
  };
};

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
  const notes = createKeepNotes(strapi);
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
    notes.begin();
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
      lifecycles.run = async (action, uid, properties, ...rest) => {
        note(action, uid);
        if (isUnderWay) await notes.note(action, uid, properties as DatabaseEvent);
        return run(action, uid, properties, ...rest);
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
