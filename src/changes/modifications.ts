import type { Knex } from 'knex';

import { CACHE_TAGS, isDated, isSpan } from '../lib/cache-tags';
import { chunk } from '../lib/chunk';
import type { Transactions } from '../lib/transactions';
import { MODIFICATION_TABLE } from './modification-table';

/** The clock, in seconds since 1970. */
export const now = (): number => Math.floor(Date.now() / 1_000);

/**
 * Keeps when what a cache tag stands for last changed: the Last-Modified of responses, the same on
 * every node and after a restart.
 *
 * @param hasOneConnection whether one node writes to the database
 */
export const createModifications = (
  { rows }: Pick<Transactions, 'rows'>,
  hasOneConnection: boolean,
) => {
  /** The latest moments responses were dated with, by what they show; only those the clock has not passed. */
  const given = new Map<string, number>();
  /** The latest of all others that were given: the clock has passed it, unless it is set back. */
  let passed = 0;

  return {
    /** Begins after an earlier run, which may have given dates up to a moment. */
    resume(moment: number): void {
      passed = moment;
    },

    /**
     * Dates what a change concerns: later than any response that showed it. Nodes do not know what
     * others gave, so each revision has a moment of its own; a node alone knows, and many changes of a
     * second can share it.
     *
     * @returns the latest date of what it inserted: where one node writes, of all
     */
    async date(trx: Knex, cacheTags: string[], moment: number): Promise<number> {
      // In one order, and by whoever holds the counter alone: nobody waits in a ring.
      const tags = [...new Set(cacheTags)].filter(isDated).sort();
      // Of what a span of time shows, the next response may have other tags than the last one.
      const spans = tags.filter(isSpan);
      const afterSpans = Math.max(0, ...spans.map((tag) => (given.get(tag) ?? 0) + 1));
      const afterGiven = (tag: string): number =>
        isSpan(tag) ? afterSpans : (given.get(tag) ?? 0) + 1;
      // Nobody knows what showed what any more: later than all of it.
      const earliest = Math.max(now(), passed < now() ? 0 : passed + 1);
      let latest = 0;
      for (const some of chunk(tags)) {
        const present: { cache_tag: string; moment: number | string }[] = await trx(
          MODIFICATION_TABLE,
        )
          .whereIn('cache_tag', some)
          .select('cache_tag', 'moment');
        const known = new Map(present.map((row) => [row.cache_tag, Number(row.moment)]));
        const momentOf = (tag: string): number =>
          hasOneConnection ? Math.max(earliest, known.get(tag) ?? 0, afterGiven(tag)) : moment;
        // An insert that becomes an update takes an id all the same, and PostgreSQL runs out of them.
        const isInserted = (tag: string): boolean => hasOneConnection || !known.has(tag);
        const updated = some.filter((tag) => !isInserted(tag));
        if (updated.length > 0) {
          await trx(MODIFICATION_TABLE).whereIn('cache_tag', updated).update({ moment });
        }
        const inserted = some.filter(isInserted);
        if (inserted.length === 0) continue;
        const dated = inserted.map((tag) => ({ cache_tag: tag, moment: momentOf(tag) }));
        await trx(MODIFICATION_TABLE).insert(dated).onConflict('cache_tag').merge(['moment']);
        latest = Math.max(latest, ...dated.map((row) => row.moment));
      }
      return latest;
    },

    /** When the newest of what some cache tags stand for changed, in seconds since 1970; 0 for never. */
    async modified(cacheTags: Iterable<string>): Promise<number> {
      let newest = 0;
      for (const some of chunk([...new Set([...cacheTags, CACHE_TAGS.everything])])) {
        // A site may answer requests within transactions: SQLite's only connection is taken then.
        const [found] = await rows(MODIFICATION_TABLE)
          .whereIn('cache_tag', some)
          .max<{ moment: number | string | null }[]>({ moment: 'moment' });
        newest = Math.max(newest, Number(found?.moment ?? 0));
      }
      return newest;
    },

    /** Notes the date that a response of these cache tags is given with: a later change gets a later one. */
    give(cacheTags: Iterable<string>, moment: number): void {
      if (!hasOneConnection) return;
      const clock = now();
      if (moment < clock) {
        passed = Math.max(passed, moment);
        return;
      }
      for (const [tag, last] of given) {
        if (last >= clock) continue;
        passed = Math.max(passed, last);
        given.delete(tag);
      }
      // A change of everything is later than any.
      for (const tag of [...cacheTags, CACHE_TAGS.everything]) {
        given.set(tag, Math.max(given.get(tag) ?? 0, moment));
      }
    },
  };
};
