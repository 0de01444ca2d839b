import type { Knex } from 'knex';

import { CACHE_TAGS, listOfSpan } from '../lib/cache-tags';
import { chunk } from '../lib/chunk';
import { MODIFICATION_TABLE } from './modification-table';

/** How long spans of time keep dates of their own, in seconds. */
const KEPT_FOR = 30 * 86_400;

/** How long they do beside a change of everything, which is later: a clock may be set back. */
const KEPT_BESIDE_EVERYTHING = 86_400;

/** Rows looked at together, in the order of their ids. */
const LOOKED_AT = 1_000;

/** How often some are looked at, in revisions. */
const LOOK_EVERY = 10;

/** After how many dated cache tags some are in any case: faster than rows come. */
const LOOK_AFTER = LOOKED_AT / 2;

interface Row {
  id: number;
  cache_tag: string;
  moment: number | string;
}

/** Rows from an id on. There are as many as articles: all of them are too many for one look. */
const readRows = (trx: Knex, from: number): Promise<Row[]> =>
  trx(MODIFICATION_TABLE)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(LOOKED_AT)
    .select('id', 'cache_tag', 'moment');

/** Dates all spans of some lists at least as late as this. */
const dateLists = async (trx: Knex, lists: string[], moment: number): Promise<void> => {
  for (const cacheTags of chunk(lists.map(CACHE_TAGS.anySpan))) {
    const known: string[] = await trx(MODIFICATION_TABLE)
      .whereIn('cache_tag', cacheTags)
      .pluck('cache_tag');
    await trx(MODIFICATION_TABLE)
      .whereIn('cache_tag', known)
      .where('moment', '<', moment)
      .update({ moment });
    const missing = cacheTags.filter((cacheTag) => !known.includes(cacheTag));
    if (missing.length === 0) continue;
    await trx(MODIFICATION_TABLE).insert(
      missing.map((cacheTag) => ({ cache_tag: cacheTag, moment })),
    );
  }
};

/**
 * Forgets when spans of time changed long ago, which are as many as hours that anything was dated
 * in. The newest such moment is left as that of all spans of their lists, so that what shows one is
 * dated later at most, never earlier.
 */
export const createModificationPruning = () => {
  /** Id of the next row to look at: any one at first, since a node may be started anew every day. */
  let next: number | undefined;
  /** Cache tags dated since rows were last looked at. */
  let dated = 0;

  const look = async (trx: Knex, now: number): Promise<void> => {
    if (next === undefined) {
      const [last] = await trx(MODIFICATION_TABLE).max<{ id: number | null }[]>({ id: 'id' });
      next = Math.floor(Math.random() * Number(last?.id ?? 0));
    }
    const rows = await readRows(trx, next);
    next = rows.length < LOOKED_AT ? 0 : rows.at(-1)!.id + 1;
    const everything = await trx(MODIFICATION_TABLE)
      .where({ cache_tag: CACHE_TAGS.everything })
      .first<{ moment: number | string } | undefined>('moment');
    const changed = Math.min(Number(everything?.moment ?? 0), now - KEPT_BESIDE_EVERYTHING);
    const kept = Math.max(now - KEPT_FOR, changed);
    const old = rows.filter(
      ({ cache_tag: cacheTag, moment }) =>
        listOfSpan(cacheTag) !== undefined && Number(moment) < kept,
    );
    // Those before a change of everything date nothing any more.
    const dating = old.filter(({ moment }) => Number(moment) > Number(everything?.moment ?? 0));
    const lists = new Set(dating.map(({ cache_tag: cacheTag }) => listOfSpan(cacheTag)!));
    await dateLists(trx, [...lists], Math.max(...dating.map(({ moment }) => Number(moment))));
    // By id: MySQL would lock what a condition passes over.
    for (const some of chunk(old)) {
      await trx(MODIFICATION_TABLE)
        .whereIn(
          'id',
          some.map(({ id }) => id),
        )
        .delete();
    }
  };

  return {
    /** Looks at some rows when it is time; by whoever holds the counter, in the same transaction. */
    async afterDating(
      trx: Knex,
      { revision, cacheTags, now }: { revision: number; cacheTags: number; now: number },
    ): Promise<void> {
      dated += cacheTags;
      if (revision % LOOK_EVERY !== 0 && dated < LOOK_AFTER) return;
      // What one change has too many of is left to the next ones.
      dated = Math.max(0, dated - LOOK_AFTER);
      await look(trx, now);
    },
  };
};
