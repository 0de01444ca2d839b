import { AsyncResource } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../cache/cache-tags';
import type { Rebuild } from '../catalogue/rebuild';
import type { Transactions } from '../transactions';
import type { Log } from './log';

/** Actions of rows that change something. */
const WRITING = /^after(?:Create|Update|Delete)/;

/** Actions of documents that change nothing. */
const READING: ReadonlySet<string> = new Set(['findOne', 'findFirst', 'findMany', 'count']);

interface TransfersParts {
  log: Pick<Log, 'announce'>;
  rebuild: Pick<Rebuild, 'rebuild'>;
  transactions: Pick<Transactions, 'untilEnded'>;
}

/**
 * While content is transferred from or to the running server (`strapi transfer`), Strapi tells of no write
 * (`remote/handlers/utils.js` of @strapi/data-transfer), and one to it empties all tables before, those of
 * the catalogue and the log, too. So everything is read anew at its end, if anything was written.
 */
export const createTransfers = (
  strapi: Core.Strapi,
  { log, rebuild, transactions }: TransfersParts,
) => {
  // Not as a part of the request that began the transfer.
  const outside = new AsyncResource('syndication transfers');
  let isUnderWay = false;
  let hasWritten = false;
  let reading = Promise.resolve();
  /** Whether something is to be read that is not begun yet. */
  let isWaiting = false;

  const readAnew = async (): Promise<void> => {
    isWaiting = false;
    // That of the transfer is committed a moment after Strapi says it is over.
    await transactions.untilEnded();
    await log.announce([CACHE_TAGS.everything]);
    await rebuild.rebuild();
  };

  const begin = (): void => {
    isUnderWay = true;
  };

  const note = (action: string, uid: string): void => {
    // Who signs in, and by which token content is transferred, is written all the time.
    if (isUnderWay && WRITING.test(action) && !uid.startsWith('admin::')) hasWritten = true;
  };

  const end = (): void => {
    const isDue = isUnderWay && hasWritten && !isWaiting;
    isUnderWay = false;
    hasWritten = false;
    // `strapi export` and `strapi import` are processes that serve nobody and end then.
    if (!isDue || !strapi.server.httpServer.listening) return;
    isWaiting = true;
    reading = reading
      .then(() => outside.runInAsyncScope(readAnew))
      .catch((error: unknown) => void strapi.log.error(error));
  };

  return {
    /** Begins to watch, in `bootstrap`. */
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
          await log.announce([CACHE_TAGS.everything]);
        }
        return result;
      });
    },

    /** The end of all that is read anew. */
    settled: (): Promise<void> => reading,
  };
};
