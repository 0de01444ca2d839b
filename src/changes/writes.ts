import type { Core } from '@strapi/strapi';

import { REPUBLISHING_PARAMETER } from '../lib/constants';
import type { Collector, Transactions } from '../lib/transactions';
import { difference, type RelatedType, type SourceRow } from './related-types';
import { CACHE_TAGS } from '../lib/cache-tags';
import { chunk } from '../lib/values';
import { logError } from '../lib/database';
import { REPUBLISHING, type Republishing } from '../options/options';
import {
  addComponents,
  addEntry,
  addRelated,
  type Change,
  ENTRIES_IN_ROW,
  NAMED_AT_MOST,
  nothingWritten,
  type Outbox,
  type Written,
  type WrittenEntry,
  type WrittenRelated,
} from './outbox';
import { addRows, type RelatedChanges } from './related-changes';
import { concernedRows, type WriteEvent } from './written-rows';

/** Scopes that a change names; of more, everything is taken for changed. */
const SCOPES_AT_MOST = 1_000;

/** Errors of JavaScript itself (ECMA-262, section 20.5.5), which no client of a database throws. */
const MISTAKES = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

/** What a row of a component, or of what has it, is known by. */
export const componentKey = (component: string, id: number): string => `${component} ${id}`;

/** What a transaction has written so far. */
interface Gathered extends Written {
  /** Which rows had which components: null for those of a content type. Both by `componentKey`. */
  holders: Map<string, string | null>;
  /** Rows of sources that led to rows of a type, before any of these was written; by type and `relatedKey`. */
  leading: Map<RelatedType, Map<string, { documentId: string; rows: SourceRow[] }>>;
}

type Listener = (event: WriteEvent) => Promise<void>;

/** Whom to call when rows of some types are written. */
export interface WriteSubscriber {
  models: string[];
  /** Before rows are changed or deleted. */
  before?: Listener;
  /** After rows are created, changed or deleted. */
  after: Listener;
}

const CHANGING = ['Update', 'UpdateMany', 'Delete', 'DeleteMany'];

/** What the user of the panel chose for what this request publishes. */
const chosenIn = ({ requestContext }: Core.Strapi): Republishing | undefined => {
  const ctx = requestContext.get();
  // Other plugins run code in contexts of their own making.
  const route = (ctx as { state?: { route?: unknown } } | undefined)?.state?.route as
    { info?: { pluginName?: string; type?: string } } | undefined;
  // Strapi has asked there whether the user may publish; who writes by another way has no choice.
  if (route?.info?.pluginName !== 'content-manager' || route.info.type !== 'admin')
    return undefined;
  const asked = ctx?.query[REPUBLISHING_PARAMETER];
  return REPUBLISHING.find((known) => known !== 'ask' && known === asked);
};

/** A change in parts that are each indexed in a transaction of their own. */
const inParts = (entries: WrittenEntry[], others: Change): Change[] => {
  const [first = [], ...further] = chunk(entries, ENTRIES_IN_ROW);
  return [{ entries: first, ...others }, ...further.map((some) => ({ entries: some }))];
};

/**
 * Gathers what a transaction writes, and names it in the outbox right before the commit. Nothing is derived
 * here.
 */
export const createWrites = (
  strapi: Core.Strapi,
  {
    transactions,
    outbox,
    relatedChanges,
  }: {
    transactions: Transactions;
    outbox: Pick<Outbox, 'append'>;
    relatedChanges: Pick<RelatedChanges, 'findLeadingByKey'>;
  },
) => {
  /** Components that were written past the entries that have them. */
  const pastTheirEntries = ({ components, holders }: Gathered): Change['components'] => {
    /** Whether an entry was written that has it: what that means is named by itself. */
    const isOfWritten = (key: string): boolean => {
      const holder = holders.get(key);
      return holder !== undefined && (holder === null || isOfWritten(holder));
    };
    return [...components].flatMap(([component, ids]): [string, number[]][] => {
      const past = [...ids].filter((id) => !isOfWritten(componentKey(component, id)));
      return past.length > 0 ? [[component, past]] : [];
    });
  };

  /**
   * Names the entries that led to rows of a type and do not any more, or do and did not: what became of these,
   * nobody can tell afterwards. A publication deletes rows and makes them anew, with all that led to them.
   */
  const nameLeading = async (
    gathered: Gathered,
    type: RelatedType,
    before: Map<string, { documentId: string; rows: SourceRow[] }>,
  ): Promise<void> => {
    const documentIds = [...before.values()].map(({ documentId }) => documentId);
    const after = await relatedChanges.findLeadingByKey(type, documentIds);
    const changed = [...before].flatMap(([key, { rows }]) =>
      difference(rows, after.get(key) ?? []),
    );
    const isOfAddress = ({ contentType }: SourceRow): boolean => type.cataloguedIn.has(contentType);
    await addRows(strapi, gathered, changed.filter(isOfAddress), { isMoved: true });
    // Those of a topic are on its lists.
    if (type.isTopic) return;
    const others = changed.filter((row) => !isOfAddress(row));
    await addRows(strapi, gathered, others, { isMoved: false });
  };

  /**
   * Finds out what a write means. A mistake in the plugin's code is logged, and never fails the save. Any other error
   * does: it is the database's, and what was not named would be lost.
   *
   * @returns whether that was found out
   */
  const withoutFaults = async (find: () => Promise<void>): Promise<boolean> => {
    try {
      await find();
      return true;
    } catch (error) {
      if (!MISTAKES.includes((error as Error | undefined)?.name ?? '')) throw error;
      logError(strapi, error);
      return false;
    }
  };

  const collector: Collector<Gathered> = {
    create: () => ({
      ...nothingWritten(),
      holders: new Map(),
      leading: new Map(),
    }),

    async finish(gathered) {
      const named: boolean[] = [];
      for (const [type, before] of gathered.leading) {
        named.push(await withoutFaults(() => nameLeading(gathered, type, before)));
      }
      if (named.includes(false)) gathered.scopes.add(CACHE_TAGS.everything);
      const entries = [...gathered.entries.values()].flatMap((some) => [...some.values()]);
      const related = [...gathered.related.values()].flatMap((some) => [...some.values()]);
      const components = pastTheirEntries(gathered);
      // The files of a whole library are more than a response is made anew for one by one.
      const isMuch = gathered.scopes.size > SCOPES_AT_MOST;
      const isBulk = entries.length > NAMED_AT_MOST;
      // Nothing that was withdrawn is given from memory until its part is indexed.
      if (isBulk && entries.some(({ locales }) => locales.length > 0)) {
        gathered.scopes.add(CACHE_TAGS.everything);
      }
      const scopes = isMuch ? [CACHE_TAGS.everything] : [...gathered.scopes];
      const others: Change = {
        ...(related.length > 0 && { related }),
        ...(components!.length > 0 && { components }),
        ...(scopes.length > 0 && { scopes }),
      };
      if (entries.length === 0 && Object.keys(others).length === 0) return;
      const [first, ...further] = inParts(entries, others);
      await outbox.append([first!]);
      if (further.length > 0) await outbox.append(further, { isBulk });
    },
  };

  const collect = (add: (gathered: Gathered) => void): Promise<void> =>
    transactions.collect(collector, add);

  /** Names the rows of an event, as far as these can be told: entries of sources are read anew. */
  const nameAfterFault = async (event: WriteEvent): Promise<void> => {
    const { uid: contentType } = event.model;
    const rows = await concernedRows(strapi, event);
    const republishing = chosenIn(strapi);
    await collect((gathered) => {
      gathered.scopes.add(CACHE_TAGS.everything);
      for (const { documentId, locale, isPublic } of rows) {
        if (documentId === '') continue;
        const locales = isPublic ? [locale] : [];
        const entry = { contentType, documentId, locales, isWritten: true };
        addEntry(gathered, { ...entry, ...(republishing && { republishing }) });
      }
    });
  };

  return {
    /** Has functions called before and after rows of some types are written; a fault of theirs fails no save. */
    watch({ models, before, after }: WriteSubscriber): void {
      const safe =
        (act: Listener): Listener =>
        async (event) => {
          if (!(await withoutFaults(() => act(event)))) await nameAfterFault(event);
        };
      const listeners = [
        ...(before ? CHANGING.map((action) => [`before${action}`, safe(before)]) : []),
        ...['Create', 'CreateMany', ...CHANGING].map((action) => [`after${action}`, safe(after)]),
      ];
      strapi.db.lifecycles.subscribe({ models, ...Object.fromEntries(listeners) });
    },

    /** Notes entries of sources that were written. */
    async entries(entries: WrittenEntry[]): Promise<void> {
      if (entries.length === 0) return;
      const republishing = chosenIn(strapi);
      await collect((gathered) =>
        entries.forEach((entry) =>
          addEntry(gathered, { ...entry, ...(republishing && { republishing }) }),
        ),
      );
    },

    /** Notes rows of what entries show or are grouped by, as they were before the write. */
    async related(rows: WrittenRelated[]): Promise<void> {
      if (rows.length === 0) return;
      await collect((gathered) => rows.forEach((row) => addRelated(gathered, row)));
    },

    /**
     * Notes rows of sources that show something else now, or may be elsewhere.
     *
     * @param isShown whether readers see it, as far as that is known: what lists tell is found out later
     */
    async rows(rows: SourceRow[], { isMoved = false, isShown = true } = {}): Promise<void> {
      if (rows.length === 0) return;
      const named = nothingWritten();
      await addRows(strapi, named, rows, { isMoved, isShown });
      await collect((gathered) => {
        for (const some of named.entries.values()) {
          some.forEach((entry) => addEntry(gathered, entry));
        }
        named.scopes.forEach((scope) => gathered.scopes.add(scope));
      });
    },

    /** Notes which rows of sources led to a row of a type before it was written; the first time counts. */
    async leading(
      type: RelatedType,
      key: string,
      documentId: string,
      rows: SourceRow[],
    ): Promise<void> {
      await collect(({ leading }) => {
        const ofType =
          leading.get(type) ?? new Map<string, { documentId: string; rows: SourceRow[] }>();
        leading.set(type, ofType);
        if (!ofType.has(key)) ofType.set(key, { documentId, rows });
      });
    },

    /** Notes rows of a component that were written. */
    async components(component: string, ids: number[]): Promise<void> {
      if (ids.length === 0) return;
      await collect((gathered) => addComponents(gathered, component, ids));
    },

    /** Notes which rows that are written have which components, within a transaction. */
    async holders(held: ReadonlyMap<string, string | null>): Promise<void> {
      if (held.size === 0) return;
      await collect(({ holders }) =>
        held.forEach((holder, component) => holders.set(component, holder)),
      );
    },

    /** Notes what else changed. */
    async scopes(scopes: string[]): Promise<void> {
      if (scopes.length === 0) return;
      await collect((gathered) => scopes.forEach((scope) => gathered.scopes.add(scope)));
    },
  };
};

/** Where what a transaction writes is noted. */
export type Writes = ReturnType<typeof createWrites>;
