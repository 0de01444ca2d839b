import { textColumn } from '../lib/database';

/**
 * The index of what feeds and listings show: one row for each entry and each list it is in. A database
 * cannot find the newest entries of a topic by the relation's table and the entries' table together
 * without reading either a topic's whole share or the whole archive; of this table it reads the rows
 * shown. It holds what the order needs, so that nothing else is read to tell which entries come next.
 *
 * A table of its own rather than a content type: nobody edits it, exports it or asks for it by API.
 */
export const CATALOGUE_TABLE = 'syndication_catalogue';

/**
 * Name of a list of entries: the whole site's, or a topic's. Each locale but the main one has lists of
 * its own, so that one index serves them all.
 */
export type ListName = string;

/** All entries. */
export const SITE_LIST: ListName = 'site';

/** All pages, which are in no other list. */
export const PAGE_LIST: ListName = 'pages';

/** Entries that are published without an address or a title: no reader finds them, and the panel tells of them. */
export const NOWHERE_LIST: ListName = 'nowhere';

/** The list of the entries that point to a topic. */
export const topicList = (contentType: string, documentId: string): ListName =>
  `${contentType}:${documentId}`;

/** The topic whose entries a list of the main locale has; undefined for any other list. */
export const topicOfList = (
  list: ListName,
): { contentType: string; documentId: string } | undefined => {
  const [, contentType, documentId] = /^(.+::[^:]+):([^:]+)$/.exec(list) ?? [];
  return contentType === undefined || documentId === undefined
    ? undefined
    : { contentType, documentId };
};

/** A list's name in a locale; an empty mark stands for the main one. */
export const listIn = (mark: string, list: ListName): ListName =>
  mark === '' ? list : `${mark}|${list}`;

/** A list's name as it is in the main locale. */
export const unmarked = (list: ListName): ListName => list.replace(/^[^|]*\|/, '');

/** The mark of the locale that a list is of. */
export const markOf = (list: ListName): string => /^([^|]*)\|/.exec(list)?.[1] ?? '';

/** Characters of a title that are kept: two titles that agree so far stand in the order of their ids. */
export const TITLE_CHARACTERS = 500;

export const catalogueModel = {
  uid: 'plugin::syndication.catalogue',
  singularName: 'syndication_catalogue',
  tableName: CATALOGUE_TABLE,
  attributes: {
    id: { type: 'increments' },
    // Narrow: MySQL takes indexes of 3,072 bytes, four for each character.
    contentType: textColumn(150),
    documentId: textColumn(64),
    /** Code of the locale; empty where the type is not localised. */
    locale: textColumn(35),
    list: textColumn(220),
    /** See `CataloguedEntry`. */
    state: textColumn(10),
    date: { type: 'datetime' },
    title: { type: 'text' },
    /** When an editor last changed the entry. */
    updated: { type: 'datetime' },
    /** When subscribers were last told of it, as the permalinks say: null for when it was changed. */
    told: { type: 'datetime' },
    /** From when on readers find it nowhere; null for always. */
    until: { type: 'datetime' },
  },
  indexes: [
    {
      name: 'syndication_catalogue_list_index',
      columns: ['list', 'state', 'date', 'document_id'],
    },
    { name: 'syndication_catalogue_until_index', columns: ['until'] },
    {
      name: 'syndication_catalogue_entry_unique',
      columns: ['document_id', 'content_type', 'locale', 'list'],
      type: 'unique',
    },
  ],
};

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
