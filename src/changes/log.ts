import type { Core } from '@strapi/strapi';

import { SCOPES } from '../cache/cache-tags';
import { CHANGE_TABLE, COUNTER } from './log-table';
import { getService } from '../get-service';

/**
 * How old, in milliseconds, the knowledge of other nodes' changes may be when an answer is given
 * from memory: half of the second that is promised, the other half for the look itself.
 */
const LOOK_AGAIN_AFTER = 500;

/** Revisions the log keeps. A node that is further behind forgets everything. */
const KEPT_REVISIONS = 1_000;

interface Row {
  id: number;
  revision: number | null;
  scopes: string | null;
  name: string | null;
}

/** Tells the nodes what changed: this one at once, the others through the database. */
const createChanges = ({ strapi }: { strapi: Core.Strapi }) => {
  const log = () => strapi.db.connection(CHANGE_TABLE);
  /**
   * Strapi has a single connection to SQLite, taken while a transaction lasts. One node writes to
   * such a database, so nobody waits for word of another; it is looked for all the same.
   */
  const hasOneConnection = strapi.db.dialect.client === 'sqlite';
  /** Highest revision acted on; undefined before the first look. */
  let seen: number | undefined;
  /** When the last look began, in milliseconds of this process's own clock. */
  let looked = -Infinity;
  let looking: Promise<void> | undefined;
  /** Rows of this node's making, acted on when they were committed. */
  const own = new Set<number>();

  const drop = (scopes: string[]): void => {
    getService(strapi, 'answers').drop(scopes);
    getService(strapi, 'counts').drop(scopes);
    getService(strapi, 'presence').drop();
  };

  /** Numbers rows that have no revision yet, and forgets old ones. */
  const number = async (ids: number[]): Promise<void> => {
    await strapi.db.transaction(async ({ trx }) => {
      // Whoever holds the counter's row numbers alone, and holds nothing else: nobody waits in a ring.
      await trx(CHANGE_TABLE).where({ name: COUNTER }).increment('revision', 1);
      const { revision }: { revision: number } = await trx(CHANGE_TABLE)
        .where({ name: COUNTER })
        .first('revision');
      await trx(CHANGE_TABLE).whereIn('id', ids).whereNull('revision').update({ revision });
      // Read before they are deleted by id: MySQL would lock what a condition passes over.
      const old: number[] = await trx(CHANGE_TABLE)
        .where('revision', '<', revision - KEPT_REVISIONS)
        .limit(500)
        .pluck('id');
      if (old.length > 0) await trx(CHANGE_TABLE).whereIn('id', old).delete();
    });
  };

  const read = (): Promise<Row[]> =>
    log()
      .where('revision', '>', seen ?? -1)
      .orWhereNull('revision')
      .select('id', 'revision', 'scopes', 'name');

  const look = async (): Promise<void> => {
    const began = performance.now();
    let rows = await read();
    const unnumbered = rows.filter(({ revision }) => revision === null).map(({ id }) => id);
    if (unnumbered.length > 0) {
      for (let start = 0; start < unnumbered.length; start += 500) {
        await number(unnumbered.slice(start, start + 500));
      }
      rows = await read();
    }
    const highest = rows.find(({ name }) => name === COUNTER)?.revision ?? seen ?? 0;
    if (seen !== undefined) {
      const behind = highest - seen > KEPT_REVISIONS;
      const foreign = rows.filter(({ id, name }) => name === null && !own.delete(id));
      const scopes = foreign.flatMap((row) => JSON.parse(row.scopes ?? '[]') as string[]);
      if (behind) drop([SCOPES.everything]);
      else if (scopes.length > 0) drop([...new Set(scopes)]);
    }
    // Never back, and never past a row without a number: those come again.
    seen = Math.max(seen ?? 0, highest);
    looked = Math.max(looked, began);
  };

  /** Whether what is kept in memory is known to be no older than promised. */
  const isCurrent = (): boolean => performance.now() - looked < LOOK_AGAIN_AFTER;

  const start = (): Promise<void> =>
    (looking ??= look().finally(() => {
      looking = undefined;
    }));

  return {
    isCurrent,

    /**
     * Acts on all changes that other nodes have committed by now.
     *
     * @throws when the database cannot be read
     */
    async lookNow(): Promise<void> {
      if (hasOneConnection) return;
      // A look under way may have read already.
      await looking?.catch(() => undefined);
      await start();
    },

    /**
     * Acts on other nodes' changes, when the last look is too long ago.
     *
     * @throws when the database cannot be read
     */
    async catchUp(): Promise<void> {
      if (isCurrent()) return;
      const started = start();
      if (hasOneConnection && seen !== undefined) {
        started.catch((error: unknown) => strapi.log.error(error));
      } else {
        await started;
      }
    },

    /**
     * Says what changed. Part of the transaction under way, if any: other nodes hear of it exactly
     * when the change itself is committed, and nobody when it is rolled back.
     */
    async announce(scopes: string[]): Promise<void> {
      await strapi.db.transaction(async ({ trx, onCommit }) => {
        const row = { scopes: JSON.stringify(scopes), revision: null, name: null };
        const insert = trx(CHANGE_TABLE).insert(row);
        const [inserted] = await (strapi.db.dialect.useReturning()
          ? insert.returning('id')
          : insert);
        const id: number = typeof inserted === 'object' ? inserted.id : inserted;
        onCommit(() => {
          own.add(id);
          drop(scopes);
        });
      });
    },

    /** Creates the counter on a new installation. */
    async prepare(): Promise<void> {
      await log().insert({ name: COUNTER, revision: 0 }).onConflict('name').ignore();
    },
  };
};

export default createChanges;
