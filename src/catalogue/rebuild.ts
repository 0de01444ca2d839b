import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { CACHE_TAGS } from '../cache/cache-tags';
import { chunk } from '../chunk';
import type { Log } from '../changes/log';
import { PLUGIN_ID } from '../constants';
import type { EntryUpkeep } from '../sources/entry-upkeep';
import type { Transactions } from '../transactions';
import { CATALOGUE_TABLE } from './catalogue-table';
import type { CataloguedType } from './entry';
import type { Catalogue } from './upkeep';

/** Documents to index in one transaction: a writer waits for it a few milliseconds at most. */
const DOCUMENTS_AT_ONCE = 200;

/** How often those are tried again that somebody was writing, and after how many milliseconds each. */
const TRIES = 50;
const TRY_AGAIN_AFTER = 100;

/** Rows a start looks at to tell whether something was written behind Strapi's back. */
const PROBED = 100;

/** What MySQL and MariaDB say of `SKIP LOCKED` where they do not know it (MariaDB before 10.6). */
const UNKNOWN_SYNTAX = 'ER_PARSE_ERROR';

interface Dependencies {
  transactions: Transactions;
  catalogue: Catalogue;
  types: CataloguedType[];
  upkeep: Pick<EntryUpkeep, 'refresh'>;
  log: Pick<Log, 'announce'>;
}

/**
 * Fills the catalogue: at the first start, after an upgrade, and when entries were written past Strapi.
 */
export const createRebuild = (
  strapi: Core.Strapi,
  { transactions, catalogue, types, upkeep, log }: Dependencies,
) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'catalogue' });
  const { rows } = transactions;

  /**
   * Those of some documents that nobody is writing, locked: who writes one indexes it as well. Waiting
   * for a writer could end in a deadlock.
   */
  const lock = async (tableName: string, documentIds: string[]): Promise<string[]> => {
    const all = (): Knex.QueryBuilder => rows(tableName).whereIn('document_id', documentIds);
    // Only one can write to SQLite.
    if (strapi.db.dialect.client === 'sqlite') return documentIds;
    const present: { id: number; document_id: string }[] = await all().select('id', 'document_id');
    const lockedRows = async (): Promise<number[]> => {
      try {
        return await all().forUpdate().skipLocked().pluck('id');
      } catch (error) {
        if ((error as { code?: string }).code !== UNKNOWN_SYNTAX) throw error;
        return all().forUpdate().pluck('id');
      }
    };
    const locked = new Set(await lockedRows());
    const passed = new Set(
      present.filter(({ id }) => !locked.has(id)).map((row) => row.document_id),
    );
    return documentIds.filter((documentId) => !passed.has(documentId));
  };

  /** Indexes some documents; returns those that somebody was writing. */
  const index = async (type: CataloguedType, documentIds: string[]): Promise<string[]> =>
    strapi.db.transaction(async () => {
      const locked = await lock(type.tableName(), documentIds);
      await upkeep.refresh(type.contentType, locked);
      const done = new Set(locked);
      return documentIds.filter((documentId) => !done.has(documentId));
    });

  /**
   * Indexes what others were writing: they may have taken it back, or their node may have ended.
   *
   * @returns whether that is all; otherwise some transaction lasts long
   */
  const indexPassed = async (type: CataloguedType, passed: string[]): Promise<boolean> => {
    let left = passed;
    for (let tried = 0; left.length > 0 && tried < TRIES; tried += 1) {
      if (tried > 0) await new Promise((done) => setTimeout(done, TRY_AGAIN_AFTER));
      const still: string[] = [];
      for (let start = 0; start < left.length; start += DOCUMENTS_AT_ONCE) {
        still.push(...(await index(type, left.slice(start, start + DOCUMENTS_AT_ONCE))));
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

  const indexAll = async (type: CataloguedType): Promise<boolean> => {
    const passed: string[] = [];
    let last = '';
    for (;;) {
      const documentIds = await nextDocuments(rows(type.tableName()), last);
      if (documentIds.length === 0) return indexPassed(type, passed);
      if (last === '') strapi.log.info(`Indexing ${type.contentType} for feeds and listings`);
      passed.push(...(await index(type, documentIds)));
      last = documentIds.at(-1)!;
    }
  };

  /** Forgets the documents that are no more: by the index alone, a stretch at a time. */
  const dropMissing = async (type: CataloguedType): Promise<void> => {
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

  /**
   * Whether the catalogue was filled once and knows the newest rows: what an import or a script adds
   * is among these.
   */
  const isComplete = async (): Promise<boolean> => {
    const { complete } = ((await store().get({})) ?? {}) as { complete?: boolean };
    if (!complete) return false;
    for (const { tableName, contentType } of types) {
      const newest: string[] = await rows(tableName())
        .orderBy('id', 'desc')
        .limit(PROBED)
        .pluck('document_id');
      const documentIds = [...new Set(newest)];
      if (await catalogue.isRight(contentType, documentIds)) continue;
      // Somebody may have been writing just then.
      const isRight = await strapi.db.transaction(() =>
        catalogue.isRight(contentType, documentIds),
      );
      if (!isRight) return false;
    }
    return true;
  };

  /** Indexes every entry, some at a time, beside whoever reads and writes. */
  const rebuild = async (): Promise<void> => {
    // Before a great many rows are read by it, and after they were written.
    await catalogue.analyse();
    let complete = true;
    for (const type of types) {
      complete = (await indexAll(type)) && complete;
      await dropMissing(type);
    }
    await catalogue.analyse();
    // What is still being written is indexed by who writes it, or else at the next start.
    await store().set({ value: { complete } });
    await log.announce([CACHE_TAGS.everything]);
  };

  return {
    rebuild,

    /** Indexes every entry where that is needed; otherwise as quick with a million as with none. */
    async prepare(): Promise<void> {
      if (!(await isComplete())) await rebuild();
    },
  };
};

export type Rebuild = ReturnType<typeof createRebuild>;
