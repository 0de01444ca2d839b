import type { Core } from '@strapi/strapi';

import { chunk } from '../lib/chunk';
import { PERMALINK_UID } from '../constants';
import type { Transactions } from '../lib/transactions';
import { entryKey, findRowsAt } from './permalink-rows';

/** Since when an entry has an address. */
export interface Tenure {
  /** When it was published there; undefined where no permalink says so. */
  since?: Date;
  /** Its own date. */
  date?: Date | null;
}

/** Since when readers find an entry at its address, unless another one keeps it; in milliseconds since 1970. */
export const startOf = ({ since, date }: Tenure): number =>
  Math.max(since?.getTime() ?? Infinity, date?.getTime() ?? 0);

/**
 * Puts entries that are published at one address in order: the first one keeps it. That is the one which
 * readers could see there first, so that an entry dated in the future takes an address from nobody.
 * Those of one moment stay in the order of their permalinks, which every node reads alike.
 */
export const byTenure = <Some extends Tenure>(some: readonly Some[]): Some[] =>
  [...some].sort((one, other) => {
    const [first, second] = [startOf(one), startOf(other)];
    return first === second ? 0 : first - second;
  });

/** What an address is told by among those of its type. */
export const addressOfKey = (key: string, locale: string | null | undefined): string =>
  `${locale ?? ''} ${key}`;

/**
 * Entries that were ever published at some addresses.
 *
 * @param keys of addresses, as `addressKey` has them
 * @returns by `addressOfKey`, since when by `entryKey`, the first one first
 */
export const findTenures = async (
  strapi: Core.Strapi,
  contentType: string,
  keys: readonly string[],
): Promise<Map<string, Map<string, Date>>> => {
  const found = new Map<string, Map<string, Date>>();
  const rows = await findRowsAt(strapi, [contentType], keys);
  for (const { entry, locale, slug, createdAt } of rows.reverse()) {
    const address = addressOfKey(slug, locale);
    const tenures = found.get(address) ?? new Map<string, Date>();
    // An entry that left and came back has the address since it came back.
    tenures.delete(entryKey(entry, locale));
    found.set(address, tenures.set(entryKey(entry, locale), new Date(createdAt)));
  }
  return found;
};

/**
 * Other documents that were ever published where any of some documents was. Two statements for each part: for one
 * with the other inside, PostgreSQL reads the whole table as long as it has no statistics, as after an import.
 */
export const findSharing = async (
  strapi: Core.Strapi,
  transactions: Pick<Transactions, 'rows'>,
  contentType: string,
  documentIds: readonly string[],
): Promise<string[]> => {
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const ofType = () => transactions.rows(tableName).where('content_type', contentType);
  const own = new Set(documentIds);
  const slugs = new Set<string>();
  for (const some of chunk([...own])) {
    const found: string[] = await ofType().whereIn('entry', some).pluck('slug');
    found.forEach((slug) => slugs.add(slug));
  }
  const sharing = new Set<string>();
  for (const some of chunk([...slugs])) {
    // For `distinct` SQLite would go through all rows of the type, in the order of their entries.
    const entries: string[] = await ofType().whereIn('slug', some).pluck('entry');
    entries.forEach((entry) => own.has(entry) || sharing.add(entry));
  }
  return [...sharing];
};
