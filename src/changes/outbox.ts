import type { Core } from '@strapi/strapi';

import { CATALOGUE_TABLE, type EntryKey } from '../catalogue/catalogue-table';
import { CACHE_TAGS } from '../lib/cache-tags';
import { toColumn } from '../lib/database';
import type { Transactions } from '../lib/transactions';
import { markIn, type Plan } from '../mapping/plan';
import type { Republishing } from '../options/options';

/**
 * What was written and is not indexed yet: a row is appended in the transaction of each change, and taken away by
 * whoever indexes it, right after the commit or, where that node was killed, a second later.
 */
export const OUTBOX_TABLE = 'syndication_outbox';

export const outboxModel = {
  uid: 'plugin::syndication.outbox',
  singularName: 'syndication_outbox',
  tableName: OUTBOX_TABLE,
  attributes: {
    id: { type: 'increments' },
    /** What was written, as JSON: a `Change`. */
    change: { type: 'text' },
    /** Whether it is a part of something large, behind which others do not wait. */
    bulk: { type: 'boolean' },
  },
  indexes: [],
};

/** Documents of entries that a change names; of more, there are several changes, or all responses are made anew. */
export const NAMED_AT_MOST = 500;

/** Entries that a row of the outbox names: those of one row are indexed in one transaction. */
export const ENTRIES_IN_ROW = 200;

/** An entry of a source of which something was written, or of something that it shows. */
export interface WrittenEntry {
  contentType: string;
  documentId: string;
  /** Codes of the locales of which what is published was touched; empty where there are none. */
  locales: string[];
  /** Whether its address may be another, by what it leads to. */
  isMoved?: boolean;
  /** Whether its own row was written, and not only what it shows. */
  isWritten?: boolean;
  /** What the user of the panel chose for what was published. */
  republishing?: Republishing;
}

/** A row of what entries show or are grouped by, as it was before it was first written. */
export interface WrittenRelated extends EntryKey {
  /** Whether readers could see it. */
  isPublic: boolean;
  existed: boolean;
  /** Of a topic, whether readers might not know of it. */
  isHidden?: boolean;
  /** What catalogue and addresses took from it; undefined where nobody knows. */
  values?: string;
  /** Whether other entries may lead to it than before. */
  isRelinked?: boolean;
}

/**
 * What a transaction wrote, as far as readers or the catalogue are concerned: a row of the outbox. It names; what
 * became of it is looked up by the indexer.
 */
export interface Change {
  entries?: WrittenEntry[];
  related?: WrittenRelated[];
  /** Ids of components' rows that were written past the entries that have them, by component. */
  components?: [component: string, ids: number[]][];
  /** Lists of topics that are no more. */
  dropped?: string[];
  /** Whatever else responses show. */
  scopes?: string[];
}

/**
 * What responses show of the very rows that a change names: purged at its commit, so that nothing withdrawn is given
 * from memory however long indexing takes.
 */
export const scopesOfChange = (plan: Plan, { entries, related, scopes }: Change): string[] => [
  ...(entries ?? []).flatMap(({ contentType, documentId, locales }) =>
    locales.map((locale) => {
      const mark = markIn(plan, contentType, locale);
      return CACHE_TAGS.entry(contentType, documentId, mark);
    }),
  ),
  ...(related ?? [])
    // Of what readers may not know of, not even how long a response takes tells.
    .filter(({ isPublic, existed, isHidden }) => isPublic && existed && isHidden !== true)
    .flatMap(({ contentType, documentId, locale }) => [
      CACHE_TAGS.topic(contentType, documentId, markIn(plan, contentType, locale)),
      CACHE_TAGS.shown(contentType, documentId),
    ]),
  ...(scopes ?? []),
];

/** What a row is known by from one publication to the next, which gives it another id. */
export const relatedKey = (
  row: Pick<WrittenRelated, 'documentId' | 'locale' | 'isPublic'>,
): string => `${row.documentId} ${row.locale} ${row.isPublic}`;

/** What several changes of one entry come to, the later one last. */
const mergeEntries = (one: WrittenEntry, other: WrittenEntry): WrittenEntry => ({
  ...one,
  locales: [...new Set([...one.locales, ...other.locales])],
  isMoved: one.isMoved || other.isMoved,
  isWritten: one.isWritten || other.isWritten,
  republishing: other.republishing ?? one.republishing,
});

/** What several changes of one row come to, the later one last. */
const mergeRelated = (one: WrittenRelated, other: WrittenRelated): WrittenRelated => ({
  ...one,
  isRelinked: one.isRelinked || other.isRelinked,
});

/** What the indexer works on: changes by what they name. */
export interface Written {
  /** By content type and document id. */
  entries: Map<string, Map<string, WrittenEntry>>;
  /** By content type and `relatedKey`. */
  related: Map<string, Map<string, WrittenRelated>>;
  components: Map<string, Set<number>>;
  dropped: Set<string>;
  scopes: Set<string>;
}

export const nothingWritten = (): Written => ({
  entries: new Map(),
  related: new Map(),
  components: new Map(),
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

export const addEntry = ({ entries }: Pick<Written, 'entries'>, entry: WrittenEntry): void => {
  const documents = innerOf(entries, entry.contentType);
  const known = documents.get(entry.documentId);
  documents.set(entry.documentId, known ? mergeEntries(known, entry) : entry);
};

export const addRelated = ({ related }: Pick<Written, 'related'>, row: WrittenRelated): void => {
  const rows = innerOf(related, row.contentType);
  const known = rows.get(relatedKey(row));
  rows.set(relatedKey(row), known ? mergeRelated(known, row) : row);
};

export const addComponents = (
  { components }: Pick<Written, 'components'>,
  component: string,
  ids: Iterable<number>,
): void => {
  const known = components.get(component) ?? new Set<number>();
  components.set(component, known);
  for (const id of ids) known.add(id);
};

/** Adds what a change names. */
export const addChange = (written: Written, change: Change): void => {
  change.entries?.forEach((entry) => addEntry(written, entry));
  change.related?.forEach((row) => addRelated(written, row));
  change.components?.forEach(([component, ids]) => addComponents(written, component, ids));
  change.dropped?.forEach((list) => written.dropped.add(list));
  change.scopes?.forEach((scope) => written.scopes.add(scope));
};

/** How long what was committed here waits, and is waited for, in milliseconds. Tests, which run on busy machines, set it otherwise. */
export const WAITING = {
  /**
   * For more that is indexed with it, while nobody asks for it: who saves one entry after the other waits for its own
   * transactions alone, and not for one of the indexer's after each.
   */
  gathered: 100,
  /** By a request that comes after the commit, from when it is indexed at the latest: then it is answered from what is indexed. */
  atMost: 300,
};

/** What was committed on this node and is not indexed yet: when that begins at the latest, by id of the row. */
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
          const begins = performance.now() + WAITING.gathered;
          if (!isBulk) ids.forEach((id) => pending.set(id, begins));
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

/** Entries that are named together. */
const AT_ONCE = 500;

/**
 * Finds entries that are still listed after the date until which they are published: nobody writes anything then.
 * Once they are indexed, the catalogue has them no more.
 */
export const createEndedEntries = (
  strapi: Core.Strapi,
  { transactions, plan }: { transactions: Pick<Transactions, 'rows'>; plan: Plan },
): (() => Promise<Change[]>) => {
  const types = plan.sources.flatMap(({ contentType, until }) => (until ? contentType : []));
  return async () => {
    if (types.length === 0) return [];
    const ended: EntryKey[] = await transactions
      .rows(CATALOGUE_TABLE)
      .where('until', '<=', toColumn(strapi, new Date()))
      .whereIn('content_type', types)
      .limit(AT_ONCE)
      .distinct('content_type as contentType', 'document_id as documentId', 'locale');
    const entries = ended.map(({ contentType, documentId, locale }) => ({
      contentType,
      documentId,
      locales: [locale],
    }));
    return entries.length === 0 ? [] : [{ entries }];
  };
};
