import type { Core } from '@strapi/strapi';

import { REPUBLISHING_PARAMETER } from '../lib/constants';
import { collectInTransaction } from '../lib/transactions';
import type { RelatedType, SourceRow } from './related-types';
import { CACHE_TAGS } from '../lib/cache-tags';
import { chunk } from '../lib/values';
import { logError } from '../lib/database';
import { REPUBLISHING, type Republishing } from '../options/options';
import {
  addChange,
  type Change,
  ENTRIES_IN_ROW,
  MAXIMUM_IN_CHANGE,
  noGroupedChanges,
  type Outbox,
  type GroupedChanges,
  toWrittenEntry,
  type WrittenEntry,
} from './outbox';
import { changeOfRows, findReferringByKey } from './related-changes';
import { concernedRows, type WriteEvent } from './written-rows';

/** Most scopes that a change names; beyond that, everything counts as changed. */
const SCOPES_AT_MOST = 1_000;

/** JavaScript's own errors (ECMA-262, section 20.5.5), which no database client throws. */
const PROGRAMMING_ERRORS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

/** Everything that a transaction has written so far. */
interface TransactionChanges extends GroupedChanges {
  /** Rows of sources that led to rows of a type before the first write of these; by type and `relatedKey`. */
  referringRows: Map<RelatedType, Map<string, SourceRow[]>>;
}

type Listener = (event: WriteEvent) => Promise<void>;

/** Functions to call when rows of some types are written. */
export interface WriteListeners {
  models: string[];
  /** Before rows are changed or deleted. */
  before?: Listener;
  /** After rows are created, changed or deleted. */
  after: Listener;
}

const CHANGING = ['Update', 'UpdateMany', 'Delete', 'DeleteMany'];

/** The choice of `republishing` that the panel's user made in this request. */
const chosenRepublishing = ({ requestContext }: Core.Strapi): Republishing | undefined => {
  const ctx = requestContext.get();
  // Other plugins run code in request contexts of their own.
  const route = (ctx as { state?: { route?: unknown } } | undefined)?.state?.route as
    { info?: { pluginName?: string; type?: string } } | undefined;
  // Only this route counts: Strapi has checked there that the user may publish.
  if (route?.info?.pluginName !== 'content-manager' || route.info.type !== 'admin')
    return undefined;
  // Strapi's internationalization empties the query of requests for localised types.
  const asked = new URL(ctx!.originalUrl, 'http://localhost').searchParams.get(
    REPUBLISHING_PARAMETER,
  );
  return REPUBLISHING.find((known) => known !== 'ask' && known === asked);
};

/** Splits a change into parts that are each indexed in a transaction of their own. */
const splitChange = (entries: WrittenEntry[], others: Change): Change[] => {
  const [first = [], ...further] = chunk(entries, ENTRIES_IN_ROW);
  return [{ entries: first, ...others }, ...further.map((some) => ({ entries: some }))];
};

const rowKey = ({ contentType, id }: SourceRow): string => `${contentType} ${id}`;

/** Rows that are in only one of the two lists. */
const difference = (one: SourceRow[], other: SourceRow[]): SourceRow[] => {
  const [ones, others] = [one, other].map((rows) => new Set(rows.map(rowKey)));
  return [
    ...one.filter((row) => !others!.has(rowKey(row))),
    ...other.filter((row) => !ones!.has(rowKey(row))),
  ];
};

/** Collects what a transaction writes, and names it in the outbox right before the commit. Nothing is derived here. */
export const createWrites = (
  strapi: Core.Strapi,
  {
    outbox,
  }: {
    outbox: Pick<Outbox, 'append'>;
  },
) => {
  /**
   * Names the entries that led to rows of a type and no longer do, or do now and did not. Afterwards nobody could tell:
   * a publication deletes rows and creates them again, with all relations to them.
   */
  const nameReferringEntries = async (
    gathered: TransactionChanges,
    type: RelatedType,
    before: Map<string, SourceRow[]>,
  ): Promise<void> => {
    const documentIds = [...before.keys()].map((key) => key.split(' ')[0]!);
    const after = await findReferringByKey(strapi, type, documentIds);
    const changed = [...before].flatMap(([key, rows]) => difference(rows, after.get(key) ?? []));
    const isOfAddress = ({ contentType }: SourceRow): boolean => type.cataloguedIn.has(contentType);
    addChange(gathered, await changeOfRows(strapi, changed.filter(isOfAddress), true));
    // A topic's entries are known from its lists.
    if (type.isTopic) return;
    const others = changed.filter((row) => !isOfAddress(row));
    addChange(gathered, await changeOfRows(strapi, others, false));
  };

  /**
   * Finds out what a write means. A mistake in the plugin's code is logged, and never fails the save. Any other error
   * does: it comes from the database, and the change would get lost.
   *
   * @returns whether it succeeded
   */
  const catchProgrammingErrors = async (find: () => Promise<void>): Promise<boolean> => {
    try {
      await find();
      return true;
    } catch (error) {
      if (!PROGRAMMING_ERRORS.includes((error as Error | undefined)?.name ?? '')) throw error;
      logError(strapi, error);
      return false;
    }
  };

  /** Names everything that a transaction wrote in the outbox. */
  const append = async (gathered: TransactionChanges): Promise<void> => {
    for (const [type, before] of gathered.referringRows) {
      const name = () => nameReferringEntries(gathered, type, before);
      if (!(await catchProgrammingErrors(name))) gathered.scopes.add(CACHE_TAGS.everything);
    }
    const entries = [...gathered.entries.values()].flatMap((some) => [...some.values()]);
    const related = [...gathered.related.values()].flatMap((some) => [...some.values()]);
    // Too many scopes, such as the files of a whole library, become one: everything.
    const isMuch = gathered.scopes.size > SCOPES_AT_MOST;
    const isBulk = entries.length > MAXIMUM_IN_CHANGE;
    // Purge everything now: nothing withdrawn may be served until its part is indexed.
    if (isBulk && entries.some(({ locales }) => locales.length > 0)) {
      gathered.scopes.add(CACHE_TAGS.everything);
    }
    const scopes = isMuch ? [CACHE_TAGS.everything] : [...gathered.scopes];
    const others: Change = {
      ...(related.length > 0 && { related }),
      ...(scopes.length > 0 && { scopes }),
    };
    if (entries.length === 0 && Object.keys(others).length === 0) return;
    const [first, ...further] = splitChange(entries, others);
    await outbox.append([first!]);
    if (further.length > 0) await outbox.append(further, { isBulk });
  };

  const collect = (add: (gathered: TransactionChanges) => void): Promise<void> =>
    collectInTransaction(
      strapi,
      () => ({ ...noGroupedChanges(), referringRows: new Map() }),
      add,
      append,
    );

  const note = (change: Change): Promise<void> =>
    collect((gathered) => addChange(gathered, change));

  const noteWritten = async (event: WriteEvent, others: Change = {}): Promise<void> => {
    const rows = await concernedRows(strapi, event);
    const republishing = chosenRepublishing(strapi);
    const entries = rows
      .filter(({ documentId }) => documentId !== '')
      .map((row) => toWrittenEntry({ contentType: event.model.uid, ...row }))
      .map((entry) => ({ ...entry, isWritten: entry.locales.length > 0, republishing }));
    await note({ entries, ...others });
  };

  return {
    /** Calls functions before and after rows of some types are written. A mistake in these functions fails no save. */
    watch({ models, before, after }: WriteListeners): void {
      const safe =
        (listener: Listener): Listener =>
        async (event) => {
          if (await catchProgrammingErrors(() => listener(event))) return;
          // The rows of the event are named as far as possible, so that entries are indexed again.
          await noteWritten(event, { scopes: [CACHE_TAGS.everything] });
        };
      const listeners = [
        ...(before ? CHANGING.map((action) => [`before${action}`, safe(before)]) : []),
        ...['Create', 'CreateMany', ...CHANGING].map((action) => [`after${action}`, safe(after)]),
      ];
      strapi.db.lifecycles.subscribe({ models, ...Object.fromEntries(listeners) });
    },

    note,

    /** Notes entries whose own rows were written. */
    noteWritten,

    /**
     * Notes rows of sources that show something else now, or whose address may have changed.
     *
     * @param isShown whether readers see the change, as far as known; the indexer finds changes of lists
     */
    noteRows: async (rows: SourceRow[], { isMoved = false, isShown = true } = {}): Promise<void> =>
      note(await changeOfRows(strapi, rows, isMoved, isShown)),

    /** Notes which rows of sources led to a row of a type before the write; only the first call for a row counts. */
    noteReferringRows: (type: RelatedType, key: string, rows: SourceRow[]): Promise<void> =>
      collect(({ referringRows }) => {
        const ofType = referringRows.get(type) ?? new Map<string, SourceRow[]>();
        referringRows.set(type, ofType.set(key, ofType.get(key) ?? rows));
      }),
  };
};

/** Collects what a transaction writes. */
export type Writes = ReturnType<typeof createWrites>;
