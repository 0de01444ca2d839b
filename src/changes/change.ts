import { CACHE_TAGS } from '../lib/cache-tags';
import type { EntryKey } from '../catalogue/catalogue-table';
import { markIn } from '../mapping/plan-parts';
import type { Plan } from '../mapping/plan';
import type { Republishing } from '../options/options';

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
