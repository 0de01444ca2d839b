import { setTimeout as sleep } from 'node:timers/promises';

import { isDocument } from '../../src/cache/response-cache';
import { OUTBOX_TABLE } from '../../src/changes/outbox';
import type { App } from '../helpers/app';
import type { DatabaseKind } from '../helpers/database';
import { cachedAt } from '../helpers/state';
import { withArchive } from './app';

const ROWS = 300_000;
const AT_ONCE = 1_000;

const ARTICLES = 20_000;

/** How long the feed is asked for after that at least, in milliseconds. */
const ASKED_FOR = 5_000;

/** When it is given up that the feed is cached again, in milliseconds. */
const GIVEN_UP_AFTER = 600_000;

const FEED = '/tags/api/index.xml';

/** What a bulk import by another node has appended to the outbox. */
const appendRows = async ({ strapi }: App): Promise<void> => {
  const scopes = JSON.stringify(['entries:plugin::syndication.article', 'listing:*']);
  await strapi.db.connection.transaction(async (trx) => {
    for (let row = 0; row < ROWS; row += AT_ONCE) {
      await trx.batchInsert(
        OUTBOX_TABLE,
        Array.from({ length: AT_ONCE }, () => ({ scopes })),
        200,
      );
    }
  });
};

export interface ImportTimes {
  /** Milliseconds of the first response after the rows are committed, of a feed in memory before. */
  first: number;
  /** Of the slowest one until it is cached again, and in the seconds after. */
  slowest: number;
  /** Milliseconds after the rows are committed until a response is cached again with its date. */
  cached: number;
}

/** What requests for a feed that was in memory wait for after a bulk import, and until it is there again. */
export const measureImport = (database: DatabaseKind): Promise<ImportTimes> =>
  withArchive({ articles: ARTICLES, tags: { api: () => true }, database }, async (app) => {
    const ask = async (): Promise<number> => {
      const began = performance.now();
      const { status, text } = await app.get(FEED).then(async (response) => ({
        status: response.status,
        text: await response.text(),
      }));
      if (status !== 200 || !text.includes('<item>')) throw new Error(`The feed is ${status}`);
      return performance.now() - began;
    };
    /** The feed in memory, where it is there with its date. */
    const inMemory = () => {
      const response = cachedAt(app, FEED);
      return isDocument(response) && response.modified !== undefined ? response : undefined;
    };
    for (let asked = 0; asked < 20; asked += 1) await ask();
    // Cached, and looked for long enough ago to be looked for again.
    await sleep(3_000);
    await ask();
    const before = inMemory();
    if (!before) throw new Error('The feed is not cached');
    await appendRows(app);
    const began = performance.now();
    const first = await ask();
    let slowest = first;
    let cached: number | undefined;
    while (cached === undefined || performance.now() - began < ASKED_FOR) {
      slowest = Math.max(slowest, await ask());
      const found = inMemory();
      if (found && found !== before) cached ??= performance.now() - began;
      if (performance.now() - began > GIVEN_UP_AFTER) throw new Error('It is not cached again');
      await sleep(10);
    }
    return { first, slowest, cached };
  });
