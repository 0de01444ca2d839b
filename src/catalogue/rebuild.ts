import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { ARTICLE_UID, PLUGIN_ID } from '../constants';
import { SCOPES } from '../cache/cache-tags';
import { getService } from '../get-service';
import { LISTING_TABLE } from './listing-table';
import { WAITING_TABLE } from './waiting-table';

/** Articles to index in one transaction: a writer waits for it a few milliseconds at most. */
const ARTICLES_AT_ONCE = 300;

/** How often those are tried again that somebody was writing, and after how many milliseconds each. */
const TRIES = 50;
const TRY_AGAIN_AFTER = 100;

/** Articles a start looks at to tell whether something was written behind Strapi's back. */
const PROBED = 100;

/** What MySQL and MariaDB say of `SKIP LOCKED` where they do not know it (MariaDB before 10.6). */
const UNKNOWN_SYNTAX = 'ER_PARSE_ERROR';

/**
 * Fills the indexes of listed and of waiting articles: at the first start, after an upgrade, and when
 * articles were written past Strapi.
 */
const createRebuild = ({ strapi }: { strapi: Core.Strapi }) => {
  const listings = () => getService(strapi, 'listings');
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'catalogue' });
  const tableName = () => strapi.db.metadata.get(ARTICLE_UID).tableName;

  /**
   * Those of some articles that nobody is writing, locked: who writes one indexes it as well. Waiting
   * for a writer could end in a deadlock.
   */
  const lock = async (trx: Knex.Transaction, ids: number[]): Promise<number[]> => {
    const rows = trx(tableName()).whereIn('id', ids);
    // Only one can write to SQLite.
    if (strapi.db.dialect.client === 'sqlite') return rows.pluck('id');
    try {
      return await rows.clone().forUpdate().skipLocked().pluck('id');
    } catch (error) {
      if ((error as { code?: string }).code !== UNKNOWN_SYNTAX) throw error;
      return rows.forUpdate().pluck('id');
    }
  };

  /** Indexes some articles; returns those that somebody was writing. */
  const index = async (ids: number[]): Promise<number[]> =>
    strapi.db.transaction(async ({ trx }) => {
      const locked = await lock(trx, ids);
      await listings().refresh(trx, locked);
      const done = new Set(locked);
      const present: number[] = await trx(tableName()).whereIn('id', ids).pluck('id');
      return present.filter((id) => !done.has(id));
    });

  /**
   * Indexes what others were writing: they may have taken it back, or their node may have ended.
   *
   * @returns whether that is all; otherwise some transaction lasts long
   */
  const indexPassed = async (passed: number[]): Promise<boolean> => {
    let left = passed;
    for (let tried = 0; left.length > 0 && tried < TRIES; tried += 1) {
      if (tried > 0) await new Promise((done) => setTimeout(done, TRY_AGAIN_AFTER));
      const still: number[] = [];
      for (let start = 0; start < left.length; start += ARTICLES_AT_ONCE) {
        still.push(...(await index(left.slice(start, start + ARTICLES_AT_ONCE))));
      }
      left = still;
    }
    return left.length === 0;
  };

  const indexAll = async (): Promise<boolean> => {
    const passed: number[] = [];
    let last = 0;
    for (;;) {
      const ids: number[] = await strapi.db
        .connection(tableName())
        .where('id', '>', last)
        .orderBy('id')
        .limit(ARTICLES_AT_ONCE)
        .pluck('id');
      if (ids.length === 0) return indexPassed(passed);
      if (last === 0) strapi.log.info('Indexing the articles for feeds and listings');
      passed.push(...(await index(ids)));
      last = ids.at(-1)!;
    }
  };

  /** Drops the rows of articles that are no more: by the index alone, a stretch at a time. */
  const dropMissing = async (table: string): Promise<void> => {
    const { connection } = strapi.db;
    let last = 0;
    for (;;) {
      const ids: number[] = await connection(table)
        .where('article_id', '>', last)
        .distinct()
        .orderBy('article_id')
        .limit(ARTICLES_AT_ONCE)
        .pluck('article_id');
      if (ids.length === 0) return;
      const present = new Set<number>(await connection(tableName()).whereIn('id', ids).pluck('id'));
      const missing = ids.filter((id) => !present.has(id));
      if (missing.length > 0) await connection(table).whereIn('article_id', missing).delete();
      last = ids.at(-1)!;
    }
  };

  /** What others write meanwhile must not look like an index that is wrong. */
  const snapshot = (): Knex.TransactionConfig =>
    strapi.db.dialect.client === 'sqlite' ? {} : { isolationLevel: 'repeatable read' };

  /**
   * Whether the indexes were filled once and know the newest articles: what an import or a script
   * adds is among these.
   */
  const isComplete = async (): Promise<boolean> => {
    const { complete } = ((await store().get({})) ?? {}) as { complete?: boolean };
    if (!complete) return false;
    return strapi.db.connection.transaction(async (trx) => {
      const newest: number[] = await trx(tableName())
        .orderBy('id', 'desc')
        .limit(PROBED)
        .pluck('id');
      // An import may have written the drafts last, which no index has.
      const latest: number[] = await trx(tableName())
        .whereNotNull('published_at')
        .orderBy('date', 'desc')
        .limit(PROBED)
        .pluck('id');
      return listings().areRight(trx, [...new Set([...newest, ...latest])]);
    }, snapshot());
  };

  /** Indexes every article, some at a time, beside whoever reads and writes. */
  const rebuild = async (): Promise<void> => {
    // Before a great many rows are read by it, and after they were written.
    await listings().analyse();
    const complete = await indexAll();
    for (const table of [LISTING_TABLE, WAITING_TABLE]) await dropMissing(table);
    await listings().analyse();
    // What is still being written is indexed by who writes it, or else at the next start.
    await store().set({ value: { complete } });
    await getService(strapi, 'changes').announce([SCOPES.everything]);
  };

  return {
    rebuild,

    /** Indexes every article where that is needed; otherwise as quick with a million as with none. */
    async prepare(): Promise<void> {
      if (!(await isComplete())) await rebuild();
    },
  };
};

export default createRebuild;
