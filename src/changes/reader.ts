import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import { CHANGE_TABLE, COUNTER, ROWS_AT_ONCE } from './log-table';
import { createLookConnection } from './look-connection';

interface Row {
  id: number;
  revision: number | null;
  scopes: string | null;
  name: string | null;
  oldest: number | null;
}

/** The cache tags of some rows. */
export const cacheTagsOf = (rows: Pick<Row, 'scopes'>[]): string[] => [
  ...new Set(rows.flatMap((row) => JSON.parse(row.scopes ?? '[]') as string[])),
];

/**
 * Reads what other nodes have appended to the log, from a cursor on (`seen`). Each node has its own, in
 * memory, as what it is for is: responses. One that was away for longer than the log reaches back purges
 * all it has, so that it loses nothing and the log waits for nobody.
 *
 * @param tell acts on what changed
 */
export const createReader = (strapi: Core.Strapi, tell: (cacheTags: string[]) => void) => {
  const rowsOfLog = () => strapi.db.getConnection(CHANGE_TABLE);
  const connection = createLookConnection(strapi);
  /** Highest revision acted on; undefined before the first look. */
  let seen: number | undefined;
  /**
   * Rows of this node's making, acted on when they were committed: the latest, as many as a look reads.
   */
  const own = new Set<number>();
  /** Rows that others made, or this node just now: a look may be ahead of the end of its commit. */
  const strange = new Set<number>();

  return {
    /** Whether other nodes write to the same log, as far as this one has heard. */
    hasOthers: (): boolean => strange.size > 0,

    /** Notes that a row of this node's making has been acted on. */
    addOwn(id: number): void {
      own.add(id);
      if (own.size > ROWS_AT_ONCE) own.delete(own.values().next().value!);
      strange.delete(id);
    },

    /**
     * Acts on all changes of other nodes that are committed.
     *
     * @throws when the database cannot be read
     */
    async look(): Promise<void> {
      const { read } = connection;
      const seenBefore = seen ?? 0;
      const rows = await read<Row>(
        rowsOfLog()
          .where('revision', '>', seen ?? -1)
          .orWhereNull('revision')
          .orWhere({ name: COUNTER })
          .limit(ROWS_AT_ONCE)
          .select('id', 'revision', 'scopes', 'name', 'oldest'),
      );
      const isBeyond = rows.length === ROWS_AT_ONCE;
      const [counter] = isBeyond
        ? await read<Row>(rowsOfLog().where({ name: COUNTER }).select('revision', 'oldest'))
        : rows.filter(({ name }) => name === COUNTER);
      const changes = rows.filter(({ name }) => name === null);
      const revision = counter?.revision ?? 0;
      // A replica that had not heard of all took over, a backup was restored, or a transfer emptied the table:
      // revisions and row ids are given once more. No look sees less than what was known as it began.
      const isSetBack = revision < seenBefore;
      if (isSetBack) own.clear();
      // Nobody has heard of what came before the first look.
      const isBehind =
        seen === undefined || isBeyond || isSetBack || (counter?.oldest ?? 0) > seen + 1;
      // A row without a number comes again until it has one, and is acted on each time.
      const foreign = changes.filter(({ id }) => !own.has(id));
      if (isBehind) tell([CACHE_TAGS.everything]);
      else if (foreign.length > 0) {
        if (strange.size < ROWS_AT_ONCE) foreign.forEach(({ id }) => strange.add(id));
        tell(cacheTagsOf(foreign));
      }
      // Never back of itself, and never past a row without a number: those come again.
      seen = isSetBack ? revision : Math.max(seen ?? 0, revision);
    },

    /** Closes the connection it reads by. */
    close: (): Promise<void> => connection.close(),
  };
};
