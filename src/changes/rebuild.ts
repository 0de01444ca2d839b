import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { CACHE_TAGS } from '../lib/cache-tags';
import { chunk } from '../lib/chunk';
import type { Log } from './log';
import { PLUGIN_ID } from '../constants';
import type { Transactions } from '../lib/transactions';
import { CATALOGUE_TABLE } from '../catalogue/catalogue-table';
import type { KeptType } from '../catalogue/entry';
import type { Catalogue } from '../catalogue/catalogue';

/** Documents to index in one transaction: a writer waits for it a few milliseconds at most. */
const DOCUMENTS_AT_ONCE = 200;

/** How often those are tried again that somebody was writing, and after how many milliseconds each. */
const TRIES = 50;
const TRY_AGAIN_AFTER = 100;

/** Rows a start looks at to tell whether something was written behind Strapi's back. */
const PROBED = 100;

/**
 * How often those are looked at again that seem to be wrong: of transactions that overlapped, one of
 * them mends what they left a moment later.
 */
const LOOKS = 5;

/** Has PostgreSQL show a transaction one moment: what another writes meanwhile is not overwritten, but fails. */
const ONE_MOMENT = 'set transaction isolation level repeatable read';

/** What it says then (SQLSTATE, PostgreSQL's appendix A: `serialization_failure`). */
const WRITTEN_MEANWHILE = '40001';

/** What MySQL and MariaDB say of `SKIP LOCKED` where they do not know it (MariaDB before 10.6). */
const UNKNOWN_SYNTAX = 'ER_PARSE_ERROR';

interface RebuildParts {
  transactions: Transactions;
  catalogue: Catalogue;
  types: KeptType[];
  log: Pick<Log, 'announce' | 'findLastCommitted'>;
  permalinks: { findFirstRow: () => Promise<number | undefined> };
}

/** What is known of the last start. */
interface State {
  /** Fingerprints by name, of types that are not yet read or forgotten wholly `UNFINISHED`. */
  types?: Record<string, string>;
  /** How far a type is that is being read. */
  progress?: { fingerprint: string; last: string };
  /**
   * Row id of the first permalink. No permalink is ever deleted, but an import writes all of them anew, with
   * other row ids; what it changes among old entries, the newest rows do not tell.
   */
  firstPermalink?: number;
}

const UNFINISHED = '';

/** Stretches after which it is noted how far a type is: a start that was killed goes on there. */
const NOTED_EVERY = 25;

/**
 * Fills the catalogue and the permalinks: at the first start, when a content type is mapped or mapped
 * otherwise, and when entries were written past Strapi.
 */
export const createRebuild = (
  strapi: Core.Strapi,
  { transactions, catalogue, types, log, permalinks }: RebuildParts,
) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'catalogue' });
  const { rows } = transactions;
  let isStopping = false;

  /**
   * Those of some documents that nobody is writing, locked: who writes one indexes it as well. Waiting
   * for a writer could end in a deadlock.
   */
  const lock = async (tableName: string, documentIds: string[]): Promise<string[]> => {
    const all = (): Knex.QueryBuilder => rows(tableName).whereIn('document_id', documentIds);
    // Only one can write to SQLite.
    if (strapi.db.dialect.client === 'sqlite') return documentIds;
    const lockedRows = async (): Promise<number[]> => {
      try {
        return await all().forUpdate().skipLocked().pluck('id');
      } catch (error) {
        if ((error as { code?: string }).code !== UNKNOWN_SYNTAX) throw error;
        return all().forUpdate().pluck('id');
      }
    };
    const locked = new Set(await lockedRows());
    // Afterwards: MySQL and MariaDB repeat what the first reading without a lock saw, in all that follows.
    const present: { id: number; document_id: string }[] = await all().select('id', 'document_id');
    const passed = new Set(
      present.filter(({ id }) => !locked.has(id)).map((row) => row.document_id),
    );
    return documentIds.filter((documentId) => !passed.has(documentId));
  };

  /**
   * Those of some documents of which the catalogue says something else than it should, at one moment: the
   * newest are those being written, and what the catalogue says is read before the entries themselves.
   */
  const findWrong = async (contentType: string, documentIds: string[]): Promise<string[]> =>
    strapi.db.transaction(async ({ trx }) => {
      // MySQL and MariaDB repeat reads unless they are told otherwise; SQLite has one transaction at a time.
      if (strapi.db.dialect.client === 'postgres') await trx.raw(ONE_MOMENT);
      return catalogue.findWrong(contentType, documentIds);
    });

  /** @returns those of some documents that are indexed */
  const indexUnlocked = async (
    type: KeptType,
    documentIds: string[],
    isOfOneMoment: boolean,
  ): Promise<string[]> =>
    strapi.db.transaction(async ({ trx }) => {
      if (isOfOneMoment) await trx.raw(ONE_MOMENT);
      const locked = await lock(type.tableName(), documentIds);
      await type.refresh(locked);
      return locked;
    });

  /**
   * Indexes some documents.
   *
   * @param isOfOneMoment whether PostgreSQL is to show one moment: what is written meanwhile fails then
   * @returns those that somebody was writing; on PostgreSQL, too, those that were published after they were
   * read here: no lock of rows keeps another from coming beside them there
   */
  const index = async (
    type: KeptType,
    documentIds: string[],
    isOfOneMoment = true,
  ): Promise<string[]> => {
    const mayOverlap =
      type.isCatalogued && strapi.db.dialect.client === 'postgres' && !transactions.isUnderWay();
    const before = mayOverlap ? await log.findLastCommitted() : undefined;
    let done: string[];
    try {
      done = await indexUnlocked(type, documentIds, mayOverlap && isOfOneMoment);
    } catch (error) {
      if ((error as { code?: string }).code !== WRITTEN_MEANWHILE) throw error;
      return documentIds;
    }
    const isDone = new Set(done);
    const passed = documentIds.filter((documentId) => !isDone.has(documentId));
    if (!mayOverlap || (await log.findLastCommitted()) === before) return passed;
    return [...passed, ...(await findWrong(type.contentType, done))];
  };

  /**
   * Indexes what others were writing: they may have taken it back, or their node may have ended.
   *
   * @returns whether that is all; otherwise some transaction lasts long
   */
  const indexPassed = async (type: KeptType, passed: string[]): Promise<boolean> => {
    let left = passed;
    for (let tried = 0; left.length > 0 && tried < TRIES; tried += 1) {
      if (tried > 0) await sleep(TRY_AGAIN_AFTER);
      const still: string[] = [];
      for (let start = 0; start < left.length; start += DOCUMENTS_AT_ONCE) {
        const some = left.slice(start, start + DOCUMENTS_AT_ONCE);
        // What is written all the time would fail each time.
        still.push(...(await index(type, some, tried < TRIES / 2)));
      }
      left = still;
    }
    return left.length === 0;
  };

  /** The next document ids of a query after one, each once, in order: a stretch of an index. */
  const nextDocuments = (query: Knex.QueryBuilder, last: string): Promise<string[]> =>
    query
      .where('document_id', '>', last)
      .distinct()
      .orderBy('document_id')
      .limit(DOCUMENTS_AT_ONCE)
      .pluck('document_id');

  const readState = async (): Promise<State> => ((await store().get({})) ?? {}) as State;

  const writeState = (value: State): Promise<void> => store().set({ value });

  /** @returns whether nothing is left to somebody who was writing */
  const indexAll = async (type: KeptType, state: State): Promise<boolean> => {
    const { fingerprint } = type;
    const passed: string[] = [];
    let last = state.progress?.fingerprint === fingerprint ? state.progress.last : '';
    for (let stretch = 1; ; stretch += 1) {
      if (isStopping) throw new Error('Strapi ends: its next start goes on indexing entries.');
      const documentIds = await nextDocuments(rows(type.tableName()), last);
      if (documentIds.length === 0) return indexPassed(type, passed);
      if (last === '')
        strapi.log.info(`Syndication: indexing ${type.contentType} for feeds and listings`);
      passed.push(...(await index(type, documentIds)));
      last = documentIds.at(-1)!;
      if (stretch % NOTED_EVERY === 0 && passed.length === 0) {
        await writeState({ ...state, progress: { fingerprint, last } });
      }
    }
  };

  /** Forgets the documents that are no more: by the index alone, a stretch at a time. */
  const dropMissing = async (type: KeptType): Promise<void> => {
    if (!type.isCatalogued) return;
    let last = '';
    for (;;) {
      const known = await nextDocuments(
        rows(CATALOGUE_TABLE).where('content_type', type.contentType),
        last,
      );
      if (known.length === 0) return;
      const present = new Set<string>(
        await rows(type.tableName()).whereIn('document_id', known).pluck('document_id'),
      );
      const missing = known.filter((documentId) => !present.has(documentId));
      const ids: number[] = await rows(CATALOGUE_TABLE)
        .where('content_type', type.contentType)
        .whereIn('document_id', missing)
        .pluck('id');
      // By id: MySQL would lock what a condition passes over.
      for (const some of chunk(ids)) await rows(CATALOGUE_TABLE).whereIn('id', some).delete();
      last = known.at(-1)!;
    }
  };

  /** Forgets the entries of types that are published no more. Their permalinks stay: addresses are gone, or lead on. */
  const dropUnmapped = async (): Promise<void> => {
    const kept = new Set(
      types.filter(({ isCatalogued }) => isCatalogued).map(({ contentType }) => contentType),
    );
    for (let last = 0; ;) {
      const page: { id: number; content_type: string }[] = await rows(CATALOGUE_TABLE)
        .where('id', '>', last)
        .orderBy('id')
        .limit(1_000)
        .select('id', 'content_type');
      if (page.length === 0) return;
      const ids = page.flatMap((row) => (kept.has(row.content_type) ? [] : [row.id]));
      for (const some of chunk(ids)) await rows(CATALOGUE_TABLE).whereIn('id', some).delete();
      last = page.at(-1)!.id;
    }
  };

  /** Whether the newest rows of a type are known: what an import or a script adds is among these. */
  const isRight = async ({ contentType, tableName, isCatalogued }: KeptType): Promise<boolean> => {
    if (!isCatalogued) return true;
    const newest: string[] = await rows(tableName())
      .orderBy('id', 'desc')
      .limit(PROBED)
      .pluck('document_id');
    let wrong = [...new Set(newest)];
    for (let look = 1; wrong.length > 0 && look <= LOOKS; look += 1) {
      if (look > 1) await sleep(TRY_AGAIN_AFTER);
      wrong = await findWrong(contentType, wrong);
    }
    return wrong.length === 0;
  };

  const noteFirstPermalink = async (): Promise<void> => {
    const state = await readState();
    const firstPermalink = await permalinks.findFirstRow();
    if (firstPermalink === state.firstPermalink) return;
    await writeState({ ...state, firstPermalink });
  };

  /** Names of types of which something may be kept and that are published no more. */
  const goneOf = (known: Record<string, string>): string[] =>
    Object.keys(known).filter((name) => !types.some((type) => type.name === name));

  /** Reads all entries of some types, some at a time, beside whoever reads and writes. */
  const keep = async (some: KeptType[], state: State): Promise<void> => {
    const known = { ...state.types };
    const gone = goneOf(known);
    for (const name of [...gone, ...some.map((type) => type.name)]) known[name] = UNFINISHED;
    // Of a type that is mapped otherwise now, nobody keeps what was read up to the interruption.
    const isDue = some.some(({ fingerprint }) => fingerprint === state.progress?.fingerprint);
    let progress = isDue ? state.progress : undefined;
    await writeState({ ...state, types: known, progress });
    // Before a great many rows are read by it, and after they were written.
    await catalogue.analyse();
    if (gone.length > 0) {
      await dropUnmapped();
      for (const name of gone) delete known[name];
      await writeState({ ...state, types: known, progress });
    }
    for (const type of some) {
      await type.prepare();
      const isWhole = await indexAll(type, { ...state, types: known, progress });
      await dropMissing(type);
      // What is still being written is indexed by who writes it, or else at the next start.
      if (isWhole) known[type.name] = type.fingerprint;
      progress = undefined;
      await writeState({ ...state, types: known, progress });
    }
    await catalogue.analyse();
    await log.announce([CACHE_TAGS.everything]);
  };

  return {
    /**
     * Reads every entry anew.
     *
     * @throws Error when Strapi ends meanwhile
     */
    rebuild: async (): Promise<void> =>
      keep(types, {
        ...(await readState()),
        progress: undefined,
        firstPermalink: await permalinks.findFirstRow(),
      }),

    /** Ends what is being read; the next start goes on with it. */
    stop(): void {
      isStopping = true;
    },

    /**
     * Reads the entries of types that are new, mapped otherwise or were written past Strapi; of the
     * others a start takes as long with a million as with none.
     */
    async prepare(): Promise<void> {
      const state = await readState();
      const known = state.types ?? {};
      const firstPermalink = await permalinks.findFirstRow();
      const isImported =
        state.firstPermalink !== undefined && state.firstPermalink !== firstPermalink;
      const due: KeptType[] = [];
      for (const type of types) {
        const isKnown = !isImported && known[type.name] === type.fingerprint;
        if (!isKnown || !(await isRight(type))) due.push(type);
      }
      if (due.length > 0 || goneOf(known).length > 0) {
        // Noted as the reading begins: a start that is killed goes on with it, and does not begin it anew.
        await keep(due, isImported ? { types: known, firstPermalink } : state);
      }
      await noteFirstPermalink();
    },
  };
};

export type Rebuild = ReturnType<typeof createRebuild>;
