import { setTimeout as sleep } from 'node:timers/promises';

import { CHANGE_TABLE, COUNTER } from '../../src/changes/log-table';
import { partsOf } from '../../src/compose';
import type { App } from '../helpers/app';
import type { DatabaseKind } from '../helpers/database';
import { withArchive } from './app';

const ROWS = 300_000;
const AT_ONCE = 1_000;

/** How long the feed is asked for after that, in milliseconds. */
const ASKED_FOR = 5_000;

const FEED = '/tags/api/index.xml';

/** What a bulk import by another node has appended to the log. */
const appendRows = async ({ strapi }: App, database: DatabaseKind): Promise<void> => {
  const { connection } = strapi.db;
  const scopes = JSON.stringify(['entries:plugin::syndication.article', 'listing:*']);
  await connection.transaction(async (trx) => {
    const counter = await trx(CHANGE_TABLE).where({ name: COUNTER }).first('revision');
    const before = Number(counter.revision);
    for (let row = 0; row < ROWS; row += AT_ONCE) {
      await trx.batchInsert(
        CHANGE_TABLE,
        Array.from({ length: AT_ONCE }, (_, place) => ({
          scopes,
          // On SQLite a change is numbered as it is appended.
          revision: database === 'sqlite' ? before + row + place + 1 : null,
        })),
        200,
      );
    }
    if (database === 'sqlite') {
      await trx(CHANGE_TABLE)
        .where({ name: COUNTER })
        .update({ revision: before + ROWS });
    }
  });
};

export interface ImportTimes {
  /** Milliseconds of the first response after the rows are committed, of a feed in memory before. */
  first: number;
  /** Of the slowest one in the seconds after, while the rows are numbered and forgotten. */
  slowest: number;
}

/** What the first request for a feed that was in memory waits for after a bulk import. */
export const measureImport = (database: DatabaseKind): Promise<ImportTimes> =>
  withArchive({ articles: 110, tags: { api: () => true }, database }, async (app) => {
    const ask = async (): Promise<number> => {
      const began = performance.now();
      const { status, text } = await app.get(FEED).then(async (response) => ({
        status: response.status,
        text: await response.text(),
      }));
      if (status !== 200 || !text.includes('<item>')) throw new Error(`The feed is ${status}`);
      return performance.now() - began;
    };
    for (let asked = 0; asked < 20; asked += 1) await ask();
    // Kept, and looked for long enough ago to be looked for again.
    await sleep(3_000);
    await ask();
    if (!partsOf(app.strapi).responses.cached?.get(FEED)) throw new Error('The feed is not kept');
    await appendRows(app, database);
    const first = await ask();
    let slowest = first;
    for (const began = performance.now(); performance.now() - began < ASKED_FOR;) {
      slowest = Math.max(slowest, await ask());
      await sleep(10);
    }
    return { first, slowest };
  });
