import type { Core } from '@strapi/strapi';

import { keyInType } from '../catalogue/catalogue-table';
import { chunk } from '../lib/values';
import { PERMALINK_UID } from '../lib/constants';
import type { Transactions } from '../lib/database';
import { findRowsAt } from './permalink-rows';

/** Since when an entry has an address. */
export interface Tenure {
  /** When it was published there; undefined where no permalink says so. */
  since?: Date;
  /** Its own date. */
  date?: Date | null;
}

/** Since when readers find an entry at its address, unless another one keeps it; in milliseconds since 1970. */
const startOf = ({ since, date }: Tenure): number =>
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
 * @returns by `addressOfKey`, since when by `keyInType`, the first one first
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
    tenures.delete(keyInType(entry, locale));
    found.set(address, tenures.set(keyInType(entry, locale), new Date(createdAt)));
  }
  return found;
};

/** Entries that are looked at together of those that had one address. */
const HOLDERS_AT_ONCE = 50;

/**
 * Which entry keeps each of some addresses, by `keyInType`.
 *
 * @param tenures at these addresses, as `findTenures` has them
 * @param findDates dates of those of some documents that are published, by address and entry with a space between
 */
export const findKeepers = async (
  tenures: ReadonlyMap<string, ReadonlyMap<string, Date>>,
  addresses: readonly string[],
  findDates: (documentIds: string[]) => Promise<ReadonlyMap<string, Date | null>>,
): Promise<Map<string, string>> => {
  const keepers = new Map<string, string>();
  let open = [...new Set(addresses)].map((address) => ({
    address,
    holders: [...tenures.get(address)!],
    there: [] as (Tenure & { key: string })[],
  }));
  // In stretches, the first holders of each first: an import may give one address to thousands.
  for (let start = 0; open.length > 0; start += HOLDERS_AT_ONCE) {
    const end = start + HOLDERS_AT_ONCE;
    const asked = open.flatMap(({ holders }) => holders.slice(start, end));
    const dates = new Map<string, Date | null>();
    for (const some of chunk([...new Set(asked.map(([key]) => key.split(' ')[0]!))])) {
      (await findDates(some)).forEach((date, key) => dates.set(key, date));
    }
    open = open.filter(({ address, holders, there }) => {
      for (const [key, since] of holders.slice(start, end)) {
        const date = dates.get(`${address} ${key}`);
        if (date !== undefined) there.push({ key, since, date });
      }
      const [first] = byTenure(there);
      if (first) keepers.set(address, first.key);
      const next = holders[end]?.[1];
      // Whoever came later is public there no earlier.
      return next !== undefined && !(first && startOf(first) <= next.getTime());
    });
  }
  return keepers;
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
