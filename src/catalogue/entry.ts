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

/** The same among those of its type. */
export const keyInType = (documentId: string, locale: string | null | undefined): string =>
  `${documentId} ${locale ?? ''}`;

/** What the catalogue knows of an entry. */
export interface CataloguedEntry extends EntryKey {
  /**
   * `listed` when published, due or not; `displaced` when published at an address that another entry
   * keeps; `waiting` for a draft of what is not published; `nowhere` when published without an address or a
   * title.
   */
  state: 'listed' | 'displaced' | 'waiting' | 'nowhere';
  /** Null where an editor has not decided yet. That of `nowhere` is when it was last changed. */
  date: Date | null;
  title: string;
  updated: Date | null;
  /** When subscribers were last told of it; null for when it was changed. */
  told: Date | null;
  /** From when on readers find it nowhere; null for always. */
  until: Date | null;
  lists: ListName[];
}

/** A content type whose entries are catalogued. */
export interface CataloguedType {
  contentType: string;
  /** All tables its entries are read from. */
  tableNames: () => string[];
  /** What the catalogue should say of some documents, in the transaction under way. */
  read: (documentIds: string[]) => Promise<CataloguedEntry[]>;
}

/** An entry of a source: its draft, or what is published of it. */
export interface SourceEntry extends EntryKey {
  /** Whether readers find it, or will from its date on. */
  isPublished: boolean;
  /** Whether it was published until a date that has come. */
  hasEnded: boolean;
  isKeptOut: boolean;
  title: string | null;
  /** Path of its address; undefined where it has none: it is listed and linked nowhere. */
  path?: string;
  /** As an editor set it. */
  date: Date | null;
  until: Date | null;
  /** Since when it is published, as far as its row tells. */
  published: Date;
  updated: Date | null;
  topics: ListName[];
  /** Lists of the values of its fields that are topics. */
  valueLists: ListName[];
}
