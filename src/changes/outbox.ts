import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import type { EntryKey } from '../catalogue/catalogue-table';
import { CACHE_TAGS } from '../lib/cache-tags';
import { chunk } from '../lib/values';
import { findInParts } from '../lib/waiting';
import { markIn, type Plan } from '../mapping/plan';
import type { Republishing } from '../options/options';

/**
 * The outbox: changes that are not indexed yet. The transaction of a change appends a row. The indexer removes the row
 * with the transaction that indexes it, on this node, or on another if this one was killed.
 */
export const OUTBOX_TABLE = 'syndication_outbox';

export const outboxModel = {
  uid: 'plugin::syndication.outbox',
  singularName: 'syndication_outbox',
  tableName: OUTBOX_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** A `Change` as JSON. */
    change: { type: 'text' },
    /** Whether the row is part of bulk work, for which requests do not wait. */
    bulk: { type: 'boolean' },
  },
  indexes: [],
};

/** Most documents that a change names. For more, there are several changes, or all responses are purged. */
export const MAXIMUM_IN_CHANGE = 500;

/** Most entries that an outbox row names: the entries of a row are indexed in one transaction. */
export const ENTRIES_IN_ROW = 200;

/** An entry of a source that was written, or that shows something that was written. */
export interface WrittenEntry {
  contentType: string;
  documentId: string;
  /** Codes of the locales whose published version was touched; empty if none was. */
  locales: string[];
  /** Whether its address may have changed, because a related entry did. */
  isMoved?: boolean;
  /** Whether its published version itself was written, not only something that it shows. */
  isWritten?: boolean;
  /** The choice of `republishing` that the panel's user made when publishing. */
  republishing?: Republishing;
}

/** An entry's draft or its published version. */
export interface RowKey extends EntryKey {
  /** Whether readers may see it. */
  isPublic: boolean;
}

/** A row of a related type (one that entries show or are grouped by), as it was before its first write. */
export interface WrittenRelated extends RowKey {
  existed: boolean;
  /** For a topic: whether readers may not know of it. */
  isHidden?: boolean;
  /** The values that the catalogue and the addresses took from it; undefined if unknown. */
  values?: string;
  /** Whether other entries than before may lead to it. */
  isRelinked?: boolean;
}

/**
 * Names what a transaction wrote, as far as it concerns readers or the catalogue: a row of the outbox. The indexer
 * looks up what became of it.
 */
export interface Change {
  entries?: WrittenEntry[];
  related?: WrittenRelated[];
  /** Lists of deleted topics. */
  dropped?: string[];
  /** Scopes of anything else that responses show. */
  scopes?: string[];
}

/**
 * Scopes of the rows that a change names. They are purged at its commit, so that nothing withdrawn is served from the
 * cache, however long indexing takes.
 */
export const scopesOfChange = (plan: Plan, { entries, related, scopes }: Change): string[] => [
  ...(entries ?? []).flatMap(({ contentType, documentId, locales }) =>
    locales.map((locale) => {
      const mark = markIn(plan, contentType, locale);
      return CACHE_TAGS.entry(contentType, documentId, mark);
    }),
  ),
  ...(related ?? [])
    // Hidden topics are not purged: even a slower response would reveal that they exist.
    .filter(({ isPublic, existed, isHidden }) => isPublic && existed && isHidden !== true)
    .flatMap(({ contentType, documentId, locale }) => [
      CACHE_TAGS.topic(contentType, documentId, markIn(plan, contentType, locale)),
      CACHE_TAGS.shown(contentType, documentId),
    ]),
  ...(scopes ?? []),
];

/** Identifies a row across publications, each of which gives it another id. */
export const relatedKey = (row: Omit<RowKey, 'contentType'>): string =>
  `${row.documentId} ${row.locale} ${row.isPublic}`;

/** Names an entry; its locale only if readers see the change. */
export const toWrittenEntry = ({
  contentType,
  documentId,
  locale,
  isPublic,
}: RowKey): WrittenEntry => ({ contentType, documentId, locales: isPublic ? [locale] : [] });

/**
 * The choice for publications that are indexed together: quiet if each one was. Neither drafts count, which readers do
 * not see, nor changes of what an entry leads to.
 */
const mergeRepublishing = (...changes: WrittenEntry[]): Republishing | undefined => {
  const published = changes.filter(({ isWritten }) => isWritten);
  const choices = [...new Set(published.map(({ republishing }) => republishing))];
  return choices.length === 1 ? choices[0] : choices.find((choice) => choice === 'tell');
};

/** Merges two changes of one entry, the later one last. */
const mergeEntries = (one: WrittenEntry, other: WrittenEntry): WrittenEntry => ({
  ...one,
  locales: [...new Set([...one.locales, ...other.locales])],
  isMoved: one.isMoved || other.isMoved,
  isWritten: one.isWritten || other.isWritten,
  republishing: mergeRepublishing(one, other),
});

/** Input of the indexer: changes, grouped by what they name. */
export interface GroupedChanges {
  /** By content type and document id. */
  entries: Map<string, Map<string, WrittenEntry>>;
  /** By content type and `relatedKey`. */
  related: Map<string, Map<string, WrittenRelated>>;
  dropped: Set<string>;
  scopes: Set<string>;
}

export const noGroupedChanges = (): GroupedChanges => ({
  entries: new Map(),
  related: new Map(),
  dropped: new Set(),
  scopes: new Set(),
});

const innerOf = <Inner>(
  outer: Map<string, Map<string, Inner>>,
  name: string,
): Map<string, Inner> => {
  const inner = outer.get(name) ?? new Map<string, Inner>();
  outer.set(name, inner);
  return inner;
};

export const addChange = (written: GroupedChanges, change: Change): void => {
  for (const entry of change.entries ?? []) {
    const documents = innerOf(written.entries, entry.contentType);
    const known = documents.get(entry.documentId);
    documents.set(entry.documentId, known ? mergeEntries(known, entry) : entry);
  }
  for (const row of change.related ?? []) {
    const rows = innerOf(written.related, row.contentType);
    const known = rows.get(relatedKey(row)) ?? row;
    rows.set(relatedKey(row), { ...known, isRelinked: known.isRelinked || row.isRelinked });
  }
  change.dropped?.forEach((list) => written.dropped.add(list));
  change.scopes?.forEach((scope) => written.scopes.add(scope));
};

/** Waiting times for commits of this node, in milliseconds. Tests change them, because they run on busy machines. */
export const WAIT_TIMES = {
  /**
   * Delay before commits are indexed if no request asks, to index several at once. Someone who saves entry after entry
   * then waits only for their own transactions, not for one of the indexer's after each.
   */
  beforeIndexing: 100,
  /**
   * Longest wait of a request, counted from when indexing begins at the latest. Then the request is answered anyway.
   */
  ofRequest: 300,
};

/**
 * Appends to the outbox, and knows which rows of this node are not indexed yet.
 *
 * @param onCommitted called after each commit that appended rows
 */
export const createOutbox = (strapi: Core.Strapi, onCommitted: (changes: Change[]) => void) => {
  /** When indexing of rows that this node committed begins at the latest, by id, until they are indexed. */
  const pending = new Map<number, number>();
  let waiting: { ids: Set<number>; done: () => void }[] = [];

  const insert = async (trx: Knex, change: Change, bulk: boolean): Promise<number> => {
    const query = trx(OUTBOX_TABLE).insert({ change: JSON.stringify(change), bulk });
    if (strapi.db.dialect.useReturning()) void query.returning('id');
    const [inserted] = (await query) as (number | { id: number })[];
    return typeof inserted === 'object' ? inserted.id : inserted!;
  };

  return {
    /**
     * Appends changes as part of the open transaction, if any: they are indexed exactly when that is committed.
     *
     * @param isBulk whether requests do not wait for them
     */
    async append(changes: Change[], { isBulk = false } = {}): Promise<void> {
      await strapi.db.transaction(async ({ trx, onCommit }) => {
        const ids: number[] = [];
        for (const change of changes) ids.push(await insert(trx, change, isBulk));
        onCommit(() => {
          const begins = performance.now() + WAIT_TIMES.beforeIndexing;
          if (!isBulk) ids.forEach((id) => pending.set(id, begins));
          onCommitted(changes);
        });
      });
    },

    /** Ids of the rows that this node committed and that are not known to be indexed. */
    pending: (): number[] => [...pending.keys()],

    /** Notes that rows are indexed, or that nobody should wait for them. */
    stopWaitingFor(ids: Iterable<number>): void {
      for (const id of ids) pending.delete(id);
      waiting = waiting.filter((one) => {
        const isDone = ![...one.ids].some((id) => pending.has(id));
        if (isDone) one.done();
        return !isDone;
      });
    },

    /** Waits briefly until this node's commits so far are indexed; undefined if none is pending. Never rejects. */
    untilIndexed(): Promise<void> | undefined {
      const now = performance.now();
      const waitedFor = [...pending].filter(([, begins]) => now - begins < WAIT_TIMES.ofRequest);
      if (waitedFor.length === 0) return undefined;
      const ids = new Set(waitedFor.map(([id]) => id));
      const until = Math.max(...waitedFor.map(([, begins]) => begins)) + WAIT_TIMES.ofRequest;
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

/** A row of the outbox. */
export interface OutboxRow {
  id: number;
  change: Change;
}

/** Most rows that one transaction indexes, and entries after which it takes no further row. */
const ROWS_AT_ONCE = 5_000;
const ENTRIES_AT_ONCE = 500;

/** What a row names. */
export const parseChange = (change: string | null): Change => JSON.parse(change ?? '{}') as Change;

/**
 * The next rows to index, until they name some hundreds of entries. Bulk rows come last, one at a time.
 *
 * @param pausedIds rows that are left out
 */
export const readNextRows = async (
  trx: Knex,
  { pausedIds, isOneByOne }: { pausedIds: number[]; isOneByOne: boolean },
): Promise<OutboxRow[]> => {
  const first = (bulk: boolean, limit: number): Promise<{ id: number; change: string | null }[]> =>
    trx(OUTBOX_TABLE)
      .where({ bulk })
      .whereNotIn('id', pausedIds)
      .orderBy('id')
      .limit(limit)
      .select('id', 'change');
  const small = await first(false, isOneByOne ? 1 : ROWS_AT_ONCE);
  const found = small.length > 0 ? small : await first(true, 1);
  const rows: OutboxRow[] = [];
  let entries = 0;
  for (const { id, change } of found) {
    rows.push({ id, change: parseChange(change) });
    entries += rows.at(-1)!.change.entries?.length ?? 0;
    if (entries >= ENTRIES_AT_ONCE) break;
  }
  return rows;
};

/** Removes rows that are indexed. */
export const removeRows = async (strapi: Core.Strapi, trx: Knex, ids: number[]): Promise<void> => {
  // MySQL may lock the gaps between several rows, where others append: delete them one by one.
  const size = strapi.db.dialect.client === 'mysql' ? 1 : undefined;
  for (const some of chunk(ids, size)) await trx(OUTBOX_TABLE).whereIn('id', some).delete();
};

/** Which of these rows are there no more, because another node has indexed them. */
export const findRemovedIds = async (trx: Knex, ids: number[]): Promise<number[]> => {
  const find = (some: number[]): PromiseLike<number[]> =>
    trx(OUTBOX_TABLE).whereIn('id', some).pluck('id');
  const present = new Set(await findInParts(ids, find));
  return ids.filter((id) => !present.has(id));
};
