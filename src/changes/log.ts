import type { Core } from '@strapi/strapi';

import { SCOPES } from '../cache/cache-tags';
import { getService } from '../get-service';
import { CHANGE_TABLE, COUNTER } from './log-table';
import { createNumbering, ROWS_AT_ONCE } from './numbering';

/**
 * How old, in milliseconds, the knowledge of other nodes' changes may be when a response is given
 * from memory: half of the second that is promised, the other half for the look itself.
 */
const LOOK_AGAIN_AFTER = 500;

interface Row {
  id: number;
  revision: number | null;
  scopes: string | null;
  name: string | null;
  oldest: number | null;
}

/** Tells the nodes what changed: this one at once, the others through the database. */
const createChanges = ({ strapi }: { strapi: Core.Strapi }) => {
  const log = () => strapi.db.connection(CHANGE_TABLE);
  /**
   * Strapi has a single connection to SQLite, taken while a transaction lasts. One node writes to
   * such a database, so nobody waits for word of another; it is looked for all the same.
   */
  const hasOneConnection = strapi.db.dialect.client === 'sqlite';
  const numbering = createNumbering(strapi, hasOneConnection);
  /** Highest revision acted on; undefined before the first look. */
  let seen: number | undefined;
  /** When the last look began, in milliseconds of this process's own clock. */
  let looked = -Infinity;
  let looking: Promise<void> | undefined;
  /** Rows of this node's making, acted on when they were committed; at most as many as a look reads. */
  const own = new Set<number>();

  const drop = (scopes: string[]): void => {
    getService(strapi, 'answers').drop(scopes);
    getService(strapi, 'counts').drop(scopes);
    getService(strapi, 'presence').drop();
  };

  const scopesOf = (rows: Pick<Row, 'scopes'>[]): string[] => [
    ...new Set(rows.flatMap((row) => JSON.parse(row.scopes ?? '[]') as string[])),
  ];

  /** What committed changes concern that have no number yet. */
  const findUnnumbered = async (): Promise<Set<string>> => {
    if (hasOneConnection) return new Set();
    const rows: Pick<Row, 'scopes'>[] = await log()
      .whereNull('revision')
      .limit(ROWS_AT_ONCE)
      .select('scopes');
    return new Set(rows.length === ROWS_AT_ONCE ? [SCOPES.everything] : scopesOf(rows));
  };

  const look = async (): Promise<void> => {
    const began = performance.now();
    const rows: Row[] = await log()
      .where('revision', '>', seen ?? -1)
      .orWhereNull('revision')
      .limit(ROWS_AT_ONCE)
      .select('id', 'revision', 'scopes', 'name', 'oldest');
    const isBeyond = rows.length === ROWS_AT_ONCE;
    const counter: Pick<Row, 'revision' | 'oldest'> | undefined = isBeyond
      ? await log().where({ name: COUNTER }).first('revision', 'oldest')
      : rows.find(({ name }) => name === COUNTER);
    const changes = rows.filter(({ name }) => name === null);
    if (seen !== undefined) {
      const isBehind = isBeyond || (counter?.oldest ?? 0) > seen + 1;
      // A row without a number comes again until it has one, and is acted on each time.
      const foreign = changes.filter(({ id, revision }) =>
        revision === null ? !own.has(id) : !own.delete(id),
      );
      if (isBehind) {
        own.clear();
        drop([SCOPES.everything]);
      } else if (foreign.length > 0) drop(scopesOf(foreign));
    }
    // Never back, and never past a row without a number: those come again.
    seen = Math.max(seen ?? 0, counter?.revision ?? 0);
    looked = Math.max(looked, began);
  };

  /** Whether what is kept in memory is known to be no older than promised. */
  const isCurrent = (): boolean => performance.now() - looked < LOOK_AGAIN_AFTER;

  const start = (): Promise<void> =>
    (looking ??= look().finally(() => {
      looking = undefined;
    }));

  /**
   * Acts on all changes that other nodes have committed by now.
   *
   * @throws when the database cannot be read
   */
  const lookNow = async (): Promise<void> => {
    if (hasOneConnection) return;
    // A look under way may have read already.
    await looking?.catch(() => undefined);
    await start();
  };

  return {
    isCurrent,
    stop: numbering.stop,

    /**
     * When a response last changed that shows what these cache tags stand for, in seconds since 1970;
     * undefined while that is not settled: a change was committed and has no number yet.
     *
     * To be asked once the response has been made. A change that comes meanwhile drops it, so whoever
     * asked sees whether the date is that of what it made.
     */
    async findModified(scopes: Set<string>): Promise<number | undefined> {
      // Before the dates: what gets its number between the two is in the dates at least.
      const unnumbered = await findUnnumbered();
      const modified = await numbering.modified(scopes);
      await lookNow();
      if (unnumbered.has(SCOPES.everything)) return undefined;
      if ([...scopes].some((scope) => unnumbered.has(scope))) return undefined;
      return modified;
    },

    /** Notes the date that a response of these cache tags is given with. */
    giveModified: numbering.give,

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
        const revision = hasOneConnection ? await numbering.inTransaction(trx, scopes) : null;
        const row = { scopes: JSON.stringify(scopes), revision, name: null };
        const insert = trx(CHANGE_TABLE).insert(row);
        const [inserted] = await (strapi.db.dialect.useReturning()
          ? insert.returning('id')
          : insert);
        const id: number = typeof inserted === 'object' ? inserted.id : inserted;
        onCommit(() => {
          // Those nobody has looked for in the meantime are acted on twice.
          if (own.size >= ROWS_AT_ONCE) own.clear();
          own.add(id);
          drop(scopes);
          if (!hasOneConnection) numbering.soon();
        });
      });
    },

    /** Begins: on a new installation with an empty log. */
    prepare: numbering.start,
  };
};

export default createChanges;
