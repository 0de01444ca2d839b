import type { ListName } from './catalogue-table';

/** What tells an entry from all others, for as long as it exists. Row ids change at each publication. */
export interface EntryKey {
  contentType: string;
  documentId: string;
  /** Code of the locale; empty where the type is not localised. */
  locale: string;
}

/** What tells an entry from all others, in a word; null is no locale, as empty is. */
export const entryKeyOf = ({
  contentType,
  documentId,
  locale,
}: Pick<EntryKey, 'contentType' | 'documentId'> & { locale: string | null }): string =>
  `${contentType} ${documentId} ${locale ?? ''}`;

/** What the catalogue knows of an entry. */
export interface CataloguedEntry extends EntryKey {
  /**
   * `listed` when published, due or not; `displaced` when published at an address that another entry
   * keeps; `waiting` for a draft of what is not published.
   */
  state: 'listed' | 'displaced' | 'waiting';
  /** Null where an editor has not decided yet. */
  date: Date | null;
  title: string;
  updated: Date | null;
  /** When subscribers were last told of it; null for when it was changed. */
  told: Date | null;
  lists: ListName[];
}

/** A content type whose entries are catalogued. */
export interface CataloguedType {
  contentType: string;
  /** Table of its entries, with Strapi's columns `id` and `document_id`. */
  tableName: () => string;
  /** All tables its entries are read from. */
  tableNames: () => string[];
  /** What the catalogue should say of some documents, in the transaction under way. */
  read: (documentIds: string[]) => Promise<CataloguedEntry[]>;
}

/** A content type of whose entries something is kept: their places in the catalogue, their permalinks. */
export interface KeptType {
  /** What the type is known by among those of which something is kept. */
  name: string;
  contentType: string;
  /** Whether its entries are in the catalogue. */
  isCatalogued: boolean;
  /** Another one when it is kept otherwise. */
  fingerprint: string;
  tableName: () => string;
  /** To be done before its entries are read, when it is kept otherwise than before. */
  prepare: () => Promise<void>;
  /** Brings what is kept of some documents up to date, in the transaction under way. */
  refresh: (documentIds: string[]) => Promise<void>;
}
