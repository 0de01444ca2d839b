import type { Core } from '@strapi/strapi';

import { keyInType } from '../catalogue/catalogue-table';
import { chunk } from '../lib/values';
import { PERMALINK_UID } from '../lib/constants';
import { isPublicAddress } from '../lib/web-address';

/**
 * The addresses that entries have been published at. The first row of an entry is its guid for ever;
 * the later ones tell where an old address leads. Rows outlive their entry on purpose.
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
    /** Document id of the entry. */
    entry: { type: 'string', required: true },
    slug: { type: 'string', required: true },
    /** The absolute address at the time; its path alone while the host is provisional. */
    url: { type: 'text', required: true },
    /** Whether the host follows the base address. Null in rows of 0.1.0, which are absolute. */
    provisional: { type: 'boolean' },
    /**
     * In the first row of an entry, since when readers can see it where that is not since the row was
     * made: the entry was dated in the future, or withdrawn before its date came.
     */
    visibleFrom: { type: 'datetime' },
    /**
     * In the first row of an entry, when subscribers were last told of it. Null where nobody noted it,
     * as before 0.2.0: it is the moment of the last change then.
     */
    toldAt: { type: 'datetime' },
  },
  indexes: [
    { name: 'syndication_permalinks_entry_index', columns: ['content_type', 'entry'] },
    { name: 'syndication_permalinks_slug_index', columns: ['content_type', 'slug'] },
    { name: 'syndication_permalinks_provisional_index', columns: ['provisional'] },
  ],
} as const;

/** An address as a permalink has it. */
export interface RecordedAddress {
  /** Absolute; of a provisional one the path alone. */
  url: string;
  /** Whether the host follows the base address. Null in rows of 0.1.0, which are absolute. */
  provisional?: boolean | null;
}

/** An address without its host; a row of an import may hold anything. */
export const pathOf = ({ url }: RecordedAddress): string => url.replace(/^https?:\/\/[^/]*/, '');

/** What to keep of an absolute address: all of it, or all but a host that nobody elsewhere can open. */
export const toRecorded = (address: string): RecordedAddress =>
  isPublicAddress(address)
    ? { url: address, provisional: false }
    : { url: pathOf({ url: address }), provisional: true };

/**
 * The absolute address that a row stands for.
 *
 * @param origin that of the base address
 */
export const toAbsolute = ({ url, provisional }: RecordedAddress, origin: string): string =>
  provisional ? origin + url : url;

/** Whether two rows stand for one address, now or once the host of a provisional one is known. */
export const mayCoincide = (one: RecordedAddress, other: RecordedAddress): boolean =>
  one.provisional || other.provisional ? pathOf(one) === pathOf(other) : one.url === other.url;

/** An address an entry is or was published at. */
export interface Permalink {
  contentType: string;
  /** Document id of the entry. */
  entry: string;
  /** Code of the locale, for entries of localised types alone. */
  locale?: string | null;
  /** What the address is known by among those of its type: a slug, or what is behind the directory. */
  slug: string;
  /**
   * Absolute address. In the first row of an entry, its guid: where another entry has had that
   * address before, the document id makes it its own.
   */
  url: string;
}

/** A permalink as the database has it. */
export type PermalinkRow = Permalink &
  RecordedAddress & {
    id: number;
    createdAt: string | Date;
    visibleFrom?: string | Date | null;
    toldAt?: string | Date | null;
  };

/**
 * By the moment of their recording, then by id. Ids alone would do but for `strapi import`, which
 * gives rows new ones in the order a database happened to read them; PostgreSQL moves a row that is
 * updated.
 */
const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }];
export const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }];

/** What tells the entry of a row from others of its type. */
export const keyOfRow = ({ entry, locale }: { entry: string; locale?: string | null }): string =>
  keyInType(entry, locale);

/** What makes an address an entry's own id where another entry has had it before. */
export const ownFragment = ({
  entry,
  locale,
}: {
  entry: string;
  locale?: string | null;
}): string => (locale ? `#${entry}-${locale}` : `#${entry}`);

/** All rows of some entries by what tells these apart, the oldest first. */
export const findPermalinkRows = async (
  strapi: Core.Strapi,
  contentType: string,
  entries: string[],
): Promise<Map<string, PermalinkRow[]>> => {
  const found = new Map<string, PermalinkRow[]>();
  for (const some of chunk([...new Set(entries)])) {
    const rows: PermalinkRow[] = await strapi.db.query(PERMALINK_UID).findMany({
      where: { contentType, entry: { $in: some } },
      orderBy: OLDEST_FIRST,
    });
    for (const row of rows) {
      const key = keyOfRow(row);
      const known = found.get(key);
      if (known) known.push(row);
      else found.set(key, [row]);
    }
  }
  return found;
};

/** Rows of the entries that were ever published with some slugs, of these alone, the last ones first. */
export const findRowsAt = async (
  strapi: Core.Strapi,
  contentTypes: readonly string[],
  slugs: readonly string[],
): Promise<PermalinkRow[]> => {
  const found: PermalinkRow[] = [];
  for (const some of chunk([...new Set(slugs)])) {
    const rows: PermalinkRow[] = await strapi.db.query(PERMALINK_UID).findMany({
      where: { contentType: { $in: contentTypes }, slug: { $in: some } },
      orderBy: NEWEST_FIRST,
    });
    // An import may give one slug to any number of entries.
    for (const row of rows) found.push(row);
  }
  return found;
};

/** All rows of the entries that were ever published with some slugs, by entry, the oldest first. */
export const findRowsOfHolders = async (
  strapi: Core.Strapi,
  contentTypes: readonly string[],
  slugs: readonly string[],
): Promise<PermalinkRow[][]> => {
  const holders = await findRowsAt(strapi, contentTypes, slugs);
  const found: PermalinkRow[][] = [];
  for (const contentType of contentTypes) {
    const own = holders.filter((holder) => holder.contentType === contentType);
    const entries = own.map(({ entry }) => entry);
    const rows = await findPermalinkRows(strapi, contentType, entries);
    for (const some of rows.values()) found.push(some);
  }
  return found;
};

/**
 * When subscribers were last told of an entry; undefined where nobody noted it.
 *
 * @param first the oldest row of the entry
 */
export const lastToldOf = (first: PermalinkRow | undefined): Date | undefined =>
  first?.toldAt ? new Date(first.toldAt) : undefined;

/**
 * Moment since when readers could see an entry first; undefined when they never could until now. What
 * was dated in the future, nobody saw before its date.
 *
 * @param first the oldest row of the entry
 */
export const firstPublicationOf = (first: PermalinkRow | undefined): Date | undefined => {
  if (!first) return undefined;
  const moment = new Date(first.visibleFrom ?? first.createdAt);
  return first.visibleFrom && moment > new Date() ? undefined : moment;
};
