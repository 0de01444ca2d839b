import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { version } from '../../package.json';
import { findFirstPermalink } from '../addresses/permalinks';
import { analyse, removeRows } from '../catalogue/catalogue';
import { CATALOGUE_TABLE } from '../catalogue/catalogue-table';
import { CACHE_TAGS, hashOf } from '../lib/cache-tags';
import type { ChangeLog } from '../lib/change-log';
import { PLUGIN_ID } from '../lib/constants';
import { inBatches } from '../lib/database';
import { queryTable } from '../lib/transactions';
import type { Plan } from '../mapping/plan';
import type { SettingsStore } from '../options/settings';
import type { NoteDeliveries } from './index-changes';
import { findOutdatedEntries, type Indexing } from './catalogued-entries';
import { type IndexedType, indexedTypes, planFingerprint } from './indexed-types';
import { type Change, OUTBOX_TABLE, parseChange } from './outbox';

/** Documents that are indexed in one transaction: on SQLite, a writer waits some tens of milliseconds for it. */
const DOCUMENTS_AT_ONCE = 200;

/** Rows that a start checks, to find out whether something was written without Strapi. */
const PROBED = 100;

/** How often rows are checked that seem to be wrong: another node may be indexing them. */
const CHECKS = 5;

/** Milliseconds between two checks. */
const CHECK_AGAIN_AFTER = 100;

interface RebuildParts {
  indexing: Indexing;
  types?: IndexedType[];
  changeLog: Pick<ChangeLog, 'announce' | 'runExclusively' | 'settled' | 'usePlan'>;
  /** Undefined if nobody is to be told. */
  noteDeliveries?: NoteDeliveries;
}

/** State of the last start, as it is stored. */
interface State {
  /** Fingerprints by name; `UNFINISHED` for types that are not completely read or removed yet. */
  types?: Record<string, string>;
  /** How far the reading of a type has come. */
  progress?: { fingerprint: string; last: string };
  /**
   * Row id of the first permalink. Permalinks are never deleted, but an import writes all of them again, with other row
   * ids. The newest rows do not reveal an import that changed old entries.
   */
  firstPermalink?: number;
}

const UNFINISHED = '';

/** Most waiting changes that are checked; if there are more, everything is purged. */
const WAITING_AT_MOST = 100;

/** Batches after which the progress is stored: after a killed start, the next one continues there. */
const NOTED_EVERY = 25;

/**
 * Fills the catalogue and the permalinks: at the first start, when a content type is mapped or its mapping changes, and
 * when entries were written without Strapi.
 *
 * Without what `prepare` finds out `test/api/freshness.test.ts` fails, since an emptied catalogue stays empty, and
 * `test/api/import.test.ts`, since entries that an import brought back stay unlisted.
 */
export const createRebuild = (
  strapi: Core.Strapi,
  { indexing, types = indexedTypes(indexing), changeLog, noteDeliveries }: RebuildParts,
) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'catalogue' });
  const entriesOf = ({ contentType }: IndexedType) =>
    queryTable(strapi, strapi.db.metadata.get(contentType).tableName);
  let isStopping = false;

  /** The next document ids of a query after `last`, each once, in order: a batch of an index. */
  const nextDocuments = (query: Knex.QueryBuilder, last: string): Promise<string[]> =>
    query
      .where('document_id', '>', last)
      .distinct()
      .orderBy('document_id')
      .limit(DOCUMENTS_AT_ONCE)
      .pluck('document_id');

  const readState = async (): Promise<State> => ((await store().get({})) ?? {}) as State;

  const writeState = (value: State): Promise<void> => store().set({ value });

  /** Whether a change of these documents, or of what they show, waits to be indexed. */
  const isChangeWaiting = async (contentType: string, documentIds: string[]): Promise<boolean> => {
    const left: (string | null)[] = await queryTable(strapi, OUTBOX_TABLE)
      .limit(WAITING_AT_MOST + 1)
      .pluck('change');
    const ids = new Set(documentIds);
    const isConcerned = ({ entries = [], related }: Change): boolean =>
      related !== undefined ||
      entries.some((entry) => entry.contentType === contentType && ids.has(entry.documentId));
    return left.length > WAITING_AT_MOST || left.map(parseChange).some(isConcerned);
  };

  /** Changes what is derived from some documents while nobody else indexes, and tells others of it if asked to. */
  const changeExclusively = (
    { contentType, isCatalogued }: IndexedType,
    documentIds: string[],
    work: () => Promise<void>,
    isTold: boolean,
  ): Promise<void> =>
    changeLog.runExclusively(async () => {
      const written = documentIds.map((documentId) => ({
        contentType,
        documentId,
        locales: [],
        isMoved: true,
      }));
      const noteScopes =
        isTold && isCatalogued ? await noteDeliveries?.(written, { onlyChanged: true }) : undefined;
      await work();
      await noteScopes?.([]);
      // If a waiting change is read here already, the indexer will find no difference, and purge nothing.
      if (await isChangeWaiting(contentType, documentIds))
        await changeLog.announce([CACHE_TAGS.everything]);
    });

  /** Reads all entries of a type, a batch at a time: a writer waits for one batch at most. */
  const indexAll = async (type: IndexedType, state: State, isTold: boolean): Promise<void> => {
    const { fingerprint } = type;
    let last = state.progress?.fingerprint === fingerprint ? state.progress.last : '';
    for (let batch = 1; ; batch += 1) {
      if (isStopping) throw new Error('Strapi ends: its next start goes on indexing entries.');
      const documentIds = await nextDocuments(entriesOf(type), last);
      if (documentIds.length === 0) return;
      if (last === '')
        strapi.log.info(`Syndication: indexing ${type.contentType} for feeds and listings`);
      await changeExclusively(type, documentIds, () => type.index(documentIds), isTold);
      last = documentIds.at(-1)!;
      if (batch % NOTED_EVERY === 0) {
        await writeState({ ...state, progress: { fingerprint, last } });
      }
    }
  };

  /** Removes deleted documents from the catalogue, a batch at a time, by the index alone. */
  const dropMissing = async (type: IndexedType, isTold: boolean): Promise<void> => {
    if (!type.isCatalogued) return;
    const ofType = () =>
      queryTable(strapi, CATALOGUE_TABLE).where('content_type', type.contentType);
    for (let last = ''; ;) {
      const known = await nextDocuments(ofType(), last);
      if (known.length === 0) return;
      const drop = async (): Promise<void> => {
        const present = new Set<string>(
          await entriesOf(type).whereIn('document_id', known).pluck('document_id'),
        );
        const missing = known.filter((documentId) => !present.has(documentId));
        const ids: number[] = await ofType().whereIn('document_id', missing).pluck('id');
        await removeRows(strapi, ids);
      };
      await changeExclusively(type, known, drop, isTold);
      last = known.at(-1)!;
    }
  };

  /** Removes entries of types that are no longer published. Their permalinks stay: addresses are gone, or redirect. */
  const dropUnmapped = async (): Promise<void> => {
    const kept = new Set(
      types.filter(({ isCatalogued }) => isCatalogued).map(({ contentType }) => contentType),
    );
    const all = () => queryTable(strapi, CATALOGUE_TABLE).select('id', 'content_type');
    for await (const some of inBatches<{ id: number; content_type: string }>(all, 1_000)) {
      const ids = some.flatMap((row) => (kept.has(row.content_type) ? [] : [row.id]));
      await changeLog.runExclusively(() => removeRows(strapi, ids));
    }
  };

  /** Whether the catalogue has the newest rows of a type: rows that an import or a script added are among these. */
  const isUpToDate = async (type: IndexedType): Promise<boolean> => {
    if (!type.isCatalogued) return true;
    const newest: string[] = await entriesOf(type)
      .orderBy('id', 'desc')
      .limit(PROBED)
      .pluck('document_id');
    let wrong = [...new Set(newest)];
    for (let check = 1; wrong.length > 0 && check <= CHECKS; check += 1) {
      if (check > 1) await sleep(CHECK_AGAIN_AFTER);
      await changeLog.settled();
      wrong = await findOutdatedEntries(indexing, type.contentType, wrong);
    }
    return wrong.length === 0;
  };

  /**
   * Indexes by this node's plan from now on. If entries were indexed by an older plan than the latest start's, all
   * types have to be read.
   */
  const usePlan = (): Promise<void> =>
    changeLog.usePlan(planFingerprint(types), async (wereSeveral) => {
      // Rows that Strapi writes when a type becomes localised wait to be indexed by this plan.
      for (const type of types) await type.prepare();
      if (!wereSeveral) return;
      const { firstPermalink, types: known = {} } = await readState();
      const unfinished = Object.keys(known).map((name): [string, string] => [name, UNFINISHED]);
      await writeState({ firstPermalink, types: Object.fromEntries(unfinished) });
    });

  const noteFirstPermalink = async (): Promise<void> => {
    const state = await readState();
    const firstPermalink = await findFirstPermalink(strapi);
    if (firstPermalink === state.firstPermalink) return;
    await writeState({ ...state, firstPermalink });
  };

  /** Names of types that were indexed and are no longer published. */
  const goneOf = (known: Record<string, string>): string[] =>
    Object.keys(known).filter((name) => !types.some((type) => type.name === name));

  /** Reads all entries of some types, a batch at a time, while others read and write. */
  const indexTypes = async (some: IndexedType[], state: State, isTold = false): Promise<void> => {
    const known = { ...state.types };
    const gone = goneOf(known);
    for (const name of [...gone, ...some.map((type) => type.name)]) known[name] = UNFINISHED;
    // Progress by another mapping is of no use.
    const isDue = some.some(({ fingerprint }) => fingerprint === state.progress?.fingerprint);
    let progress = isDue ? state.progress : undefined;
    await writeState({ ...state, types: known, progress });
    // Before a great many rows are read with these statistics, and once more after they were written.
    await analyse(strapi, indexing.plan);
    if (gone.length > 0) {
      await dropUnmapped();
      for (const name of gone) delete known[name];
      await writeState({ ...state, types: known, progress });
    }
    for (const type of some) {
      await type.prepare();
      await indexAll(type, { ...state, types: known, progress }, isTold);
      await dropMissing(type, isTold);
      known[type.name] = type.fingerprint;
      progress = undefined;
      await writeState({ ...state, types: known, progress });
    }
    await analyse(strapi, indexing.plan);
    await changeLog.announce([CACHE_TAGS.everything]);
  };

  return {
    /**
     * Reads every entry again.
     *
     * @param told whether front ends, hubs and search engines are told of each entry that readers newly find, find
     * elsewhere or no longer find; false by default: they only learn that the site changed
     * @throws Error when Strapi stops meanwhile
     */
    rebuild: async ({ told = false }: { told?: boolean } = {}): Promise<void> => {
      await usePlan();
      const state = await readState();
      const firstPermalink = await findFirstPermalink(strapi);
      await indexTypes(types, { ...state, progress: undefined, firstPermalink }, told);
    },

    /** Stops the reading; the next start continues it. */
    stop(): void {
      isStopping = true;
    },

    /**
     * Reads the entries of types that are new, have another mapping or were written without Strapi. For the other
     * types, a start takes as long with a million entries as with none.
     */
    async prepare(): Promise<void> {
      await usePlan();
      const state = await readState();
      const known = state.types ?? {};
      const firstPermalink = await findFirstPermalink(strapi);
      const isImported =
        state.firstPermalink !== undefined && state.firstPermalink !== firstPermalink;
      const due: IndexedType[] = [];
      for (const type of types) {
        const isKnown = !isImported && known[type.name] === type.fingerprint;
        if (!isKnown || !(await isUpToDate(type))) due.push(type);
      }
      if (due.length > 0 || goneOf(known).length > 0) {
        // Stored as the reading begins: after a killed start, the next one continues instead of beginning again.
        await indexTypes(due, isImported ? { types: known, firstPermalink } : state);
      }
      await noteFirstPermalink();
    },
  };
};

interface ConfigurationParts {
  settings: Pick<SettingsStore, 'configured'>;
  /** The completed mappings: a guess may change without any option. */
  plan: Plan;
  changeLog: Pick<ChangeLog, 'announce'>;
}

/** Serialises a site's own functions as their source text. Variables outside of a function go unnoticed. */
const withFunctions = (_key: string, value: unknown): unknown =>
  typeof value === 'function' ? String(value) : value;

/**
 * Announces that everything changed when the plugin starts in another way than before: with other options or functions,
 * as another version, or with other language rules (ICU) in Node.js. Responses may differ then, and get a new date. A
 * start with the same configuration changes nothing.
 *
 * Without it `test/unit/changes/announce-configuration.test.ts` fails: other options leave all dates as they were.
 */
export const announceConfiguration = async (
  strapi: Core.Strapi,
  { settings, plan, changeLog }: ConfigurationParts,
): Promise<void> => {
  const store = strapi.store({ type: 'core', name: PLUGIN_ID, key: 'configuration' });
  const options = settings.configured();
  const fingerprint = hashOf(
    JSON.stringify([version, process.versions.icu, options, plan], withFunctions),
  );
  if ((await store.get({})) === fingerprint) return;
  // Both or neither, even if the process ends in between.
  await strapi.db.transaction(async () => {
    await store.set({ value: fingerprint });
    await changeLog.announce([CACHE_TAGS.everything]);
  });
};
