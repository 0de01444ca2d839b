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
