import type { ListName } from './catalogue-table';

/** What tells an entry from all others, for as long as it exists. Row ids change at each publication. */
export interface EntryKey {
  contentType: string;
  documentId: string;
  /** Code of the locale; empty for the default one. */
  locale: string;
}

/** What the catalogue knows of an entry. */
export interface CataloguedEntry extends EntryKey {
  /** `listed` when published, due or not; `waiting` for a draft of what is not published. */
  state: 'listed' | 'waiting';
  /** Null where an editor has not decided yet. */
  date: Date | null;
  title: string;
  updated: Date | null;
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
