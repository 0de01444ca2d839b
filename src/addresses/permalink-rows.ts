import type { Core } from '@strapi/strapi';

import { type EntryKey, entryKeyOf, keyInType } from '../catalogue/catalogue-table';
import { groupBy } from '../lib/values';
import { PERMALINK_UID } from '../lib/constants';
import { findInParts, waitForTurn } from '../lib/waiting';
import { isPublicAddress } from '../lib/web-address';

/**
 * The addresses at which entries were published. The first row of an entry is its guid for ever; later rows tell where
 * an old address leads. Rows outlive their entry on purpose.
 */
export const permalink = {
  kind: 'collectionType',
  collectionName: 'syndication_permalinks',
  info: { singularName: 'permalink', pluralName: 'permalinks', displayName: 'Permalink' },
  options: { draftAndPublish: false },
  pluginOptions: {
    'content-manager': { visible: false },
    'content-type-builder': { visible: false },
  },
  attributes: {
    /** Content type of the entry, as Strapi's unique identifier. */
    contentType: { type: 'string', required: true },
    /** Document id of the entry, or what stands for it: of a value, `idOfValue`; of a feed, see `SITE_UID`. */
    entry: { type: 'string', required: true },
    slug: { type: 'string', required: true },
    /** Absolute address at the time; only its path while the host is provisional. */
    url: { type: 'text', required: true },
    /** Whether the host follows the base address. Null in rows of 0.1.0, which are absolute. */
    provisional: { type: 'boolean' },
    /**
     * In the first row of an entry, since when readers can see it. Null if that is since the row was created; set if
     * the entry was dated in the future, or was withdrawn before its date came.
     */
    visibleFrom: { type: 'datetime' },
    /**
     * In the first row of an entry, when subscribers were last told of it. Null in rows without this note, as before
     * 0.2.0: then it is the moment of the last change.
     */
    toldAt: { type: 'datetime' },
  },
  indexes: [
    { name: 'syndication_permalinks_entry_index', columns: ['content_type', 'entry'] },
    { name: 'syndication_permalinks_slug_index', columns: ['content_type', 'slug'] },
    { name: 'syndication_permalinks_provisional_index', columns: ['provisional'] },
  ],
} as const;

/** The address in a permalink. */
export interface RecordedAddress {
  /** Absolute; only the path if the host is provisional. */
  url: string;
  /** Whether the host follows the base address. Null in rows of 0.1.0, which are absolute. */
  provisional?: boolean | null;
}

/** An address without its host; an imported row may contain any text. */
export const pathIn = ({ url }: RecordedAddress): string => url.replace(/^https?:\/\/[^/]*/, '');

/** The form in which an absolute address is stored: without its host, if nobody elsewhere can open that. */
export const toRecorded = (address: string): RecordedAddress =>
  isPublicAddress(address)
    ? { url: address, provisional: false }
    : { url: pathIn({ url: address }), provisional: true };

/**
 * The absolute address of a row.
 *
 * @param origin of the base address
 */
export const fromRecorded = ({ url, provisional }: RecordedAddress, origin: string): string =>
  provisional ? origin + url : url;

/** Whether two rows stand for the same address, now or once the host of a provisional one is known. */
export const mayCoincide = (one: RecordedAddress, other: RecordedAddress): boolean =>
  one.provisional || other.provisional ? pathIn(one) === pathIn(other) : one.url === other.url;

/** An address at which an entry is or was published. */
export interface Permalink {
  contentType: string;
  /** Document id of the entry. */
  entry: string;
  /** Code of the locale, only for localised types. */
  locale?: string | null;
  /** Key of the address within its type: a slug, or the text after the directory. */
  slug: string;
  /**
   * Absolute address. In the first row of an entry, its guid: if another entry had that address before, a fragment with
   * the document id makes it unique.
   */
  url: string;
}

/** A permalink as stored in the database. */
export type PermalinkRow = Permalink &
  RecordedAddress & {
    id: number;
    createdAt: string | Date;
    visibleFrom?: string | Date | null;
    toldAt?: string | Date | null;
  };

/**
 * By creation, then by id. Ids alone are not enough: `strapi import` gives rows new ids in the order in which a
 * database read them, and PostgreSQL moves rows that are updated.
 */
const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }];
export const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }];

/** Key of a row's entry within its type. */
export const keyOfRow = ({ entry, locale }: Pick<Permalink, 'entry' | 'locale'>): string =>
  keyInType(entry, locale);

/** Fragment that makes an address a unique id, if another entry had the address before. */
export const ownFragment = ({ entry, locale }: Pick<Permalink, 'entry' | 'locale'>): string =>
  locale ? `#${entry}-${locale}` : `#${entry}`;

/** Values that are read in one turn of the event loop. */
const VALUES_AT_ONCE = 500;

/** Rows of some types with one of some values in a column. */
const findRows = (
  strapi: Core.Strapi,
  contentTypes: readonly string[],
  column: 'entry' | 'slug',
  values: readonly string[],
  orderBy: object[],
): Promise<PermalinkRow[]> =>
  findInParts(values, (some) =>
    strapi.db.query(PERMALINK_UID).findMany({
      where: { contentType: { $in: contentTypes }, [column]: { $in: some } },
      orderBy,
    }),
  );

/** All rows of some entries by `keyOfRow`, the oldest first. */
export const findPermalinkRows = async (
  strapi: Core.Strapi,
  contentType: string,
  entries: readonly string[],
): Promise<Map<string, PermalinkRow[]>> =>
  groupBy(await findRows(strapi, [contentType], 'entry', entries, OLDEST_FIRST), keyOfRow);

/** All rows of some entries of any types by `entryKeyOf`, the oldest first. */
export const findRowsOfEntries = async (
  strapi: Core.Strapi,
  entries: readonly Omit<EntryKey, 'locale'>[],
): Promise<Map<string, PermalinkRow[]>> => {
  const types = [...new Set(entries.map(({ contentType }) => contentType))];
  const documentIds = entries.map(({ documentId }) => documentId);
  const rows = await findRows(strapi, types, 'entry', documentIds, OLDEST_FIRST);
  return groupBy(rows, ({ contentType, entry, locale }) =>
    entryKeyOf({ contentType, documentId: entry, locale: locale ?? '' }),
  );
};

/** Rows with one of these slugs, the newest first. */
export const findRowsAt = (
  strapi: Core.Strapi,
  contentTypes: readonly string[],
  slugs: readonly string[],
): Promise<PermalinkRow[]> => findRows(strapi, contentTypes, 'slug', slugs, NEWEST_FIRST);

/** Ids of all values of a type that entries were ever published with, some in each turn of the event loop. */
export const findPublishedValues = async (
  strapi: Core.Strapi,
  contentType: string,
  after = '',
): Promise<string[]> => {
  const rows: { entry: string }[] = await strapi.db.query(PERMALINK_UID).findMany({
    select: ['entry'],
    where: { contentType, entry: { $gt: after } },
    // The order of an index.
    orderBy: { entry: 'asc' },
    limit: VALUES_AT_ONCE,
  });
  const found = rows.map(({ entry }) => entry);
  if (rows.length < VALUES_AT_ONCE) return found;
  await waitForTurn();
  return found.concat(await findPublishedValues(strapi, contentType, found.at(-1)));
};

/** All rows of the entries that were ever published with one of these slugs, grouped by entry, the oldest first. */
export const findRowsOfOwners = async (
  strapi: Core.Strapi,
  contentTypes: readonly string[],
  slugs: readonly string[],
): Promise<PermalinkRow[][]> => {
  const owners = groupBy(
    await findRowsAt(strapi, contentTypes, slugs),
    ({ contentType }) => contentType,
  );
  const found: PermalinkRow[][] = [];
  for (const [contentType, own] of owners) {
    const entries = own.map(({ entry }) => entry);
    const rows = await findPermalinkRows(strapi, contentType, entries);
    for (const some of rows.values()) found.push(some);
  }
  return found;
};

/**
 * When subscribers were last told of an entry; undefined if no row notes it.
 *
 * @param first the oldest row of the entry
 */
export const lastToldOf = (first: PermalinkRow | undefined): Date | undefined =>
  first?.toldAt ? new Date(first.toldAt) : undefined;

/**
 * Since when readers can see an entry; undefined if they never could. Nobody sees an entry dated in the future before
 * its date.
 *
 * @param first the oldest row of the entry
 */
export const firstPublicationOf = (first: PermalinkRow | undefined): Date | undefined => {
  if (!first) return undefined;
  const moment = new Date(first.visibleFrom ?? first.createdAt);
  return first.visibleFrom && moment > new Date() ? undefined : moment;
};
