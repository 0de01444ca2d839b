import { textColumn } from '../lib/database';

/**
 * Index of what feeds and listings show: one row for each entry and each list that it is in. From the relation's table
 * and the entries' table, a database finds the newest entries of a topic only by reading all that the topic has, or the
 * whole archive. From this table it reads just the rows shown. The table holds what the order needs, so that nothing
 * else is read to tell which entries come next.
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

/** Entries that are published without an address or a title: readers find them nowhere, and the panel reports them. */
export const NOWHERE_LIST: ListName = 'nowhere';

/** Published entries that are kept out of all other lists: they have a page, and consumers are told of it. */
export const UNLISTED_LIST: ListName = 'unlisted';

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

/** The mark of a list's locale. */
export const markOfList = (list: ListName): string => /^([^|]*)\|/.exec(list)?.[1] ?? '';

/** Characters of a title that are stored: titles that agree so far are in the order of their ids. */
export const TITLE_CHARACTERS = 500;

export const catalogueModel = {
  uid: 'plugin::syndication.catalogue',
  singularName: 'syndication_catalogue',
  tableName: CATALOGUE_TABLE,
  attributes: {
    id: { type: 'increments' },
    // Narrow: MySQL limits an index to 3,072 bytes, at four for each character.
    contentType: textColumn(150),
    documentId: textColumn(64),
    /** Code of the locale; empty if the type is not localised. */
    locale: textColumn(35),
    list: textColumn(220),
    /** See `CataloguedEntry`. */
    state: textColumn(10),
    date: { type: 'datetime' },
    title: { type: 'text' },
    /** When an editor last changed the entry. */
    updated: { type: 'datetime' },
    /** When subscribers were last told of it, from the permalinks; null if that is when it was changed. */
    told: { type: 'datetime' },
    /** When it ends, so that readers find it nowhere; null for never. */
    until: { type: 'datetime' },
    /** See `CataloguedEntry`. */
    due: { type: 'datetime' },
  },
  indexes: [
    {
      name: 'syndication_catalogue_list_index',
      columns: ['list', 'state', 'date', 'document_id'],
    },
    { name: 'syndication_catalogue_until_index', columns: ['until'] },
    { name: 'syndication_catalogue_due_index', columns: ['due'] },
    {
      name: 'syndication_catalogue_entry_unique',
      columns: ['document_id', 'content_type', 'locale', 'list'],
      type: 'unique',
    },
  ],
};

/** Identifies an entry for as long as it exists. Row ids change at each publication. */
export interface EntryKey {
  contentType: string;
  documentId: string;
  /** Code of the locale; empty if the type is not localised. */
  locale: string;
}

/** Columns that identify an entry, to select. */
export const KEY_COLUMNS = {
  contentType: 'content_type',
  documentId: 'document_id',
  locale: 'locale',
};

/** Identifies an entry, as one string; a null locale equals an empty one. */
export const entryKeyOf = ({
  contentType,
  documentId,
  locale,
}: Pick<EntryKey, 'contentType' | 'documentId'> & { locale: string | null }): string =>
  `${contentType} ${documentId} ${locale ?? ''}`;

/** Identifies an entry within its type, as one string. */
export const keyInType = (documentId: string, locale: string | null | undefined): string =>
  `${documentId} ${locale ?? ''}`;

/** An entry as the catalogue stores it. */
export interface CataloguedEntry extends EntryKey {
  /**
   * `listed` when published, due (its date has come) or not; `displaced` when published at an address that another
   * entry keeps; `unlisted` when published and kept out of all lists; `waiting` for the draft of an unpublished entry;
   * `nowhere` when published without an address or a title.
   */
  state: 'listed' | 'displaced' | 'unlisted' | 'waiting' | 'nowhere';
  /** Null if no editor has set one yet. For `nowhere`: when it was last changed. */
  date: Date | null;
  title: string;
  /** When an editor last changed it. */
  updated: Date | null;
  /** When subscribers were last told of it; null if that is when it was changed. */
  told: Date | null;
  /** When it ends, so that readers find it nowhere; null for never. */
  until: Date | null;
  /** Its date, from when that is set ahead until consumers are told that it has come; null otherwise. */
  due: Date | null;
  lists: ListName[];
}

/** An entry of a source: its draft or its published version. */
export interface SourceEntry extends EntryKey {
  /** Whether readers find it, or will from its date on. */
  isPublished: boolean;
  /** Whether it was published until a date that is over. */
  hasEnded: boolean;
  isKeptOut: boolean;
  title: string | null;
  /** Path of its address; undefined if it has none: then it is listed and linked nowhere. */
  path?: string;
  /** As an editor set it. */
  date: Date | null;
  until: Date | null;
  /** When it was published, as far as its row tells. */
  published: Date;
  updated: Date | null;
  topics: ListName[];
  /** Lists of the topics that are made from values of its fields. */
  valueLists: ListName[];
}
