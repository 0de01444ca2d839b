import type { ListName } from '../catalogue/catalogue-table';
import type { RelatedType, SourceRow } from '../catalogue/related-types';

/** A row of what entries show or are grouped by, before the first write of a transaction. */
export interface RelatedBefore {
  documentId: string;
  locale: string;
  /** Whether readers could see it. */
  isPublic: boolean;
  existed: boolean;
  /** Of a topic, whether readers might not know of it. */
  isHidden?: boolean;
  /** What catalogue and addresses take from it. */
  values?: string;
  /** What leads to it; undefined when no write said anything about that. */
  leading?: SourceRow[];
  /** What came or went between that and a later write: linked, maybe, only between two of the transaction. */
  passing?: SourceRow[];
}

/** Rows that moved the entries leading to them, and who these were. */
export interface Moved {
  type: RelatedType;
  ids: number[];
  leading: SourceRow[];
}

/** What was written of an entry, or of what it shows. */
interface WrittenEntry {
  /** Whether what is published of it was touched. */
  isPublic: boolean;
  /** Whether its address may be another. */
  isMoved: boolean;
  /** Codes of the locales of which what is published was touched. */
  locales: ReadonlySet<string>;
  /**
   * Where it was public before, by the codes of locales in which it may be elsewhere now: null for
   * nowhere, undefined where nobody knows.
   */
  places: ReadonlyMap<string, string | null | undefined>;
  /**
   * When what readers had was last changed, by code of the locale, for those of which it was written
   * itself; null where they had nothing.
   */
  changedBefore: ReadonlyMap<string, Date | null>;
}

/** What a transaction wrote, as far as readers or the catalogue are concerned. */
export interface Written {
  /** Entries of sources, by content type and document id. */
  entries: Map<string, Map<string, WrittenEntry>>;
  /** Rows of what entries show or are grouped by, by content type and key, as they were before. */
  related: Map<string, Map<string, RelatedBefore>>;
  /** Rows of sources that showed what is gone. */
  showing: SourceRow[];
  /** Ids of components' rows, by component. */
  components: Map<string, Set<number>>;
  /** Which rows had which components: null for those of a content type. Both by `componentKey`. */
  holders: Map<string, string | null>;
  /** What moved the entries that lead to it. */
  moved: Moved[];
  /** Lists that are no more. */
  dropped: ListName[];
  /** Cache tags of whatever else changed. */
  cacheTags: Set<string>;
}

/** Entries a change may name; of more, everything is taken for changed. */
export const NAMED_AT_MOST = 500;

/** An entry of which something was written. */
export interface EntryNote extends Partial<Pick<WrittenEntry, 'isPublic' | 'isMoved'>> {
  contentType: string;
  documentId: string;
  /** Code of the locale of what was written; empty where there are none. */
  locale: string;
  /** Where it was public before, null for nowhere; undefined where this is not about it. */
  place?: string | null;
  /**
   * When what readers had of it was last changed before this write; null where they had nothing, and
   * undefined when its row was not written.
   */
  changedBefore?: Date | null;
}

/** Notes that something was written of an entry. */
export const noteEntry = (
  { entries }: Pick<Written, 'entries'>,
  {
    contentType,
    documentId,
    locale,
    isPublic = false,
    isMoved = false,
    place,
    changedBefore,
  }: EntryNote,
): void => {
  const documents = entries.get(contentType) ?? new Map<string, WrittenEntry>();
  entries.set(contentType, documents);
  const known = documents.get(documentId);
  const places = new Map(known?.places);
  // What moved by what it leads to was elsewhere before its own rows were written, maybe.
  if (isMoved) places.set(locale, undefined);
  else if (isPublic && place !== undefined && !places.has(locale)) places.set(locale, place);
  const before = new Map(known?.changedBefore);
  // As it was before the first write: a publication deletes the row and makes it anew.
  if (isPublic && changedBefore !== undefined && !before.has(locale)) {
    before.set(locale, changedBefore);
  }
  documents.set(documentId, {
    isPublic: isPublic || known?.isPublic === true,
    isMoved: isMoved || known?.isMoved === true,
    locales: new Set([...(known?.locales ?? []), ...(isPublic ? [locale] : [])]),
    places,
    changedBefore: before,
  });
};
