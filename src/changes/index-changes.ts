import { CACHE_TAGS } from '../lib/cache-tags';
import { chunk } from '../lib/values';
import type { Catalogue } from '../catalogue/catalogue';
import {
  type Change,
  ENTRIES_IN_ROW,
  NAMED_AT_MOST,
  type Written,
  type WrittenEntry,
} from './change';
import { type ChangedScopeParts, createChangedScopes } from './changed-scopes';
import type { IndexEntries } from './index-entries';
import type { Index } from './indexer';
import type { RelatedChanges } from './related-changes';

interface IndexParts extends ChangedScopeParts {
  indexEntries: IndexEntries;
  catalogue: Pick<Catalogue, 'findOldestDate' | 'dropList'>;
  relatedChanges: RelatedChanges;
  /** Leaves something to later transactions. */
  postpone: (changes: Change[]) => Promise<void>;
  /** Undefined where nobody is told. */
  noteDeliveries?: NoteDeliveries;
}

/**
 * Notes who is to be told. To be called with the entries that were written, before these are indexed: it looks what
 * readers have. What it gives, after that, with the scopes that changed.
 *
 * @param onlyChanged whether entries are left out of which readers have what they had
 */
export type NoteDeliveries = (
  entries: readonly WrittenEntry[],
  options?: { onlyChanged?: boolean },
) => Promise<(scopes: readonly string[]) => Promise<void>>;

const allEntries = ({ entries }: Pick<Written, 'entries'>): WrittenEntry[] =>
  [...entries.values()].flatMap((documents) => [...documents.values()]);

/** Makes what is derived equal to what was written, and says which scopes changed. */
export const createIndex = (parts: IndexParts): Index => {
  const { indexEntries, catalogue, relatedChanges, postpone, noteDeliveries } = parts;

  /** Leaves entries that were only found, where there are very many, to transactions of their own. */
  const postponeMany = async (
    written: Written,
    known: ReadonlySet<WrittenEntry>,
  ): Promise<void> => {
    const found = allEntries(written).filter((entry) => !known.has(entry));
    if (found.length <= NAMED_AT_MOST) return;
    for (const { contentType, documentId } of found) {
      written.entries.get(contentType)!.delete(documentId);
    }
    await postpone(chunk(found, ENTRIES_IN_ROW).map((entries) => ({ entries })));
  };

  const drop = async ({ dropped, scopes }: Written): Promise<void> => {
    for (const list of dropped) {
      if (await catalogue.dropList(list)) await postpone([{ dropped: [list] }]);
      scopes.add(CACHE_TAGS.listing(list)).add(CACHE_TAGS.anySpan(list));
    }
  };

  return async (written) => {
    const known = new Set(allEntries(written));
    await relatedChanges.note(written);
    await postponeMany(written, known);
    const noteScopes = await noteDeliveries?.(allEntries(written));
    const changedScopes = createChangedScopes(parts, written.scopes);
    for (const [contentType, documents] of written.entries) {
      const changes = await indexEntries(contentType, [...documents.keys()], documents);
      await changedScopes.nameEntries(contentType, documents, changes);
    }
    changedScopes.nameSpans();
    await drop(written);
    const scopes = await changedScopes.findAll();
    await noteScopes?.(scopes);
    return scopes;
  };
};
