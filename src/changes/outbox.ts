import type { Core } from '@strapi/strapi';

import type { Change } from './change';
import { OUTBOX_TABLE } from './tables';

/**
 * How long a request waits for what was committed here before it came, in milliseconds from that commit: then it
 * is answered from what is indexed. Tests, which run on busy machines, wait longer.
 */
export const WAITING = { atMost: 300 };

/** What was committed on this node and is not indexed yet: when, by id of the row. */
type Pending = Map<number, number>;

interface OutboxOptions {
  /** Called after each commit that left something. */
  onCommitted: (changes: Change[]) => void;
}

/** Names what transactions write, and knows what of it is not indexed yet. */
export const createOutbox = (strapi: Core.Strapi, { onCommitted }: OutboxOptions) => {
  const pending: Pending = new Map();
  let waiting: { ids: Set<number>; done: () => void }[] = [];

  const insert = async (
    trx: (table: string) => { insert: (row: object) => unknown },
    change: Change,
    bulk: boolean,
  ): Promise<number> => {
    const query = trx(OUTBOX_TABLE).insert({ change: JSON.stringify(change), bulk }) as unknown as {
      returning: (column: string) => Promise<unknown[]>;
    } & Promise<unknown[]>;
    const [inserted] = await (strapi.db.dialect.useReturning() ? query.returning('id') : query);
    return typeof inserted === 'object' ? (inserted as { id: number }).id : (inserted as number);
  };

  /** Those of some rows that a request still waits for. */
  const isWaitedFor = (id: number, now: number): boolean =>
    now - (pending.get(id) ?? -Infinity) < WAITING.atMost;

  return {
    /**
     * Appends what was written. Part of the transaction under way, if any: it is indexed exactly when the
     * change itself is committed.
     *
     * @param isBulk whether others do not wait for it
     */
    async append(changes: Change[], { isBulk = false } = {}): Promise<void> {
      await strapi.db.transaction(async ({ trx, onCommit }) => {
        const ids: number[] = [];
        for (const change of changes) ids.push(await insert(trx as never, change, isBulk));
        onCommit(() => {
          const now = performance.now();
          if (!isBulk) ids.forEach((id) => pending.set(id, now));
          onCommitted(changes);
        });
      });
    },

    /** Ids of what was committed here and is not known to be indexed. */
    pending: (): number[] => [...pending.keys()],

    /** Notes that rows are indexed, or that nobody is to wait for them. */
    forget(ids: Iterable<number>): void {
      for (const id of ids) pending.delete(id);
      waiting = waiting.filter((one) => {
        const isDone = ![...one.ids].some((id) => pending.has(id));
        if (isDone) one.done();
        return !isDone;
      });
    },

    /**
     * Waits until what was committed here so far is indexed, a little while; undefined where there is nothing
     * to wait for. Never fails.
     */
    untilIndexed(): Promise<void> | undefined {
      if (pending.size === 0) return undefined;
      const now = performance.now();
      const ids = new Set([...pending.keys()].filter((id) => isWaitedFor(id, now)));
      if (ids.size === 0) return undefined;
      const until = Math.max(...[...ids].map((id) => pending.get(id)!)) + WAITING.atMost;
      return new Promise((done) => {
        const timer = setTimeout(done, until - now);
        waiting.push({
          ids,
          done: () => {
            clearTimeout(timer);
            done();
          },
        });
      });
    },
  };
};

export type Outbox = ReturnType<typeof createOutbox>;
