import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { keyInType } from '../catalogue/catalogue-table';
import { CACHE_TAGS, dependOn } from '../lib/cache-tags';
import { PERMALINK_UID } from '../lib/constants';
import { type ColumnValue, inBatches } from '../lib/database';
import { queryTable } from '../lib/transactions';
import { chunk, groupBy } from '../lib/values';
import { findInParts, waitForTurn } from '../lib/waiting';
import type { SourcePlan, TopicPlan } from '../mapping/plan';
import { permalinkLocale, type PublishedLocale } from '../options/locales';
import { findRowsAt } from './permalink-rows';

/** Entries that were ever published at an address. */
export interface AddressHolders {
  /** When each entry was last published at the address, by document id; the latest first. */
  tenures: Map<string, Date>;
  /** Since when readers could see each of these entries there; in the future if they cannot yet, or never could. */
  seen: Map<string, Date>;
}

/** A permalink at an address. */
interface HolderRow {
  id: number;
  key: string;
  entry: string;
  /** Null or empty if the entry has none. */
  locale: string | null;
  moment: ColumnValue;
  /** Since when readers could see its entry, if the entry was not public at once. */
  visible: ColumnValue | null;
}

const toTime = (moment: ColumnValue | null): number => new Date(moment ?? 0).getTime();

/** Rows that one statement reads: an import may give one address to thousands of entries. */
const ROWS_AT_ONCE = 500;

/** Since when readers could see the entry of a permalink at its address. */
const seenSince = ({ visible, moment }: HolderRow): Date =>
  new Date(Math.max(toTime(visible), toTime(moment)));

/** The same for each entry of some permalinks, by document id; the latest holder first. */
const seenBy = (rows: readonly HolderRow[]): Map<string, Date> => {
  const seen = new Map<string, Date>();
  for (const row of rows) {
    const since = seenSince(row);
    const known = seen.get(row.entry) ?? since;
    seen.set(row.entry, known < since ? known : since);
  }
  return seen;
};

/**
 * Subquery for the moment since when readers could see the entry of a permalink (`permalink.…` of the statement), if it
 * was not public at once. Only the first row of an entry has it, also for later addresses.
 */
const visibleFrom = (strapi: Core.Strapi, table: string, contentType: string): Knex.QueryBuilder =>
  queryTable(strapi, { first: table })
    // Compare with the value: MariaDB would not use the index for a comparison with the other row's column.
    .where('first.content_type', contentType)
    .whereRaw('?? = ??', ['first.entry', 'permalink.entry'])
    .whereRaw(`coalesce(??, '') = coalesce(??, '')`, ['first.locale', 'permalink.locale'])
    .max('first.visible_from')
    .as('visible');

/**
 * Reads the permalinks at some addresses of a type, the newest first: by one statement, or by more if there are very
 * many.
 *
 * @param locale of the permalinks, null for none; undefined for all
 */
const readHolders = async (
  strapi: Core.Strapi,
  contentType: string,
  keys: readonly string[],
  locale?: string | null,
): Promise<HolderRow[]> => {
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const query = () => {
    const rows = queryTable(strapi, { permalink: tableName })
      .whereIn('slug', keys)
      .where('content_type', contentType)
      .select('id', 'entry', 'locale', { key: 'slug', moment: 'created_at' })
      .select(visibleFrom(strapi, tableName, contentType));
    // A type that was once localised still has permalinks of other locales.
    return locale === undefined ? rows : rows.where({ locale });
  };
  let rows: HolderRow[] = await query().limit(ROWS_AT_ONCE);
  if (rows.length === ROWS_AT_ONCE) {
    rows = [];
    for await (const some of inBatches<HolderRow>(query, ROWS_AT_ONCE)) {
      // Not `push(...some)`: very many rows would be too many arguments.
      for (const row of some) rows.push(row);
      await waitForTurn();
    }
  }
  // The order of `NEWEST_FIRST`: by moment, then by id.
  return rows.sort((a, b) => toTime(b.moment) - toTime(a.moment) || b.id - a.id);
};

/**
 * Finds the entries that have or had some addresses, by one statement that the index on slugs answers: a request for an
 * address that never existed costs nothing else.
 *
 * @param keys of addresses, as `addressKey` makes them
 * @returns by key
 */
export const findAddressHolders = async (
  strapi: Core.Strapi,
  { part, locale }: { part: SourcePlan | TopicPlan; locale: PublishedLocale | undefined },
  keys: readonly string[],
): Promise<Map<string, AddressHolders>> => {
  const code = permalinkLocale(part, locale);
  const rows = await readHolders(strapi, part.contentType, keys, code);
  return new Map(
    keys.map((key): [string, AddressHolders] => {
      const own = rows.filter((row) => row.key === key);
      const tenures = new Map<string, Date>();
      for (const { entry, moment } of own) {
        if (!tenures.has(entry)) tenures.set(entry, new Date(toTime(moment)));
      }
      return [key, { tenures, seen: seenBy(own) }];
    }),
  );
};

/** Entries of one locale that had all of some addresses. */
export interface FormerHolders {
  /** Code of their locale; null for entries without one. */
  locale: string | null;
  /** Since when readers could see each of them there, by document id; the latest holder first. */
  seen: Map<string, Date>;
}

/**
 * Finds the entries that had all of some addresses of a type by a moment, by locale. Entries that were published later
 * were never at an address of a former layout.
 *
 * @param keys of the addresses, as `addressKey` makes them
 */
export const findFormerHolders = async (
  strapi: Core.Strapi,
  { contentType, keys, until }: { contentType: string; keys: readonly string[]; until: Date },
): Promise<FormerHolders[]> => {
  dependOn(...keys.map((key) => CACHE_TAGS.address(contentType, key)));
  const rows = await readHolders(strapi, contentType, keys);
  const byLocale = groupBy(
    rows.filter((row) => seenSince(row) <= until),
    (row) => row.locale || null,
  );
  return [...byLocale].flatMap(([locale, own]) =>
    keys.every((key) => own.some((row) => row.key === key)) ? [{ locale, seen: seenBy(own) }] : [],
  );
};

/** Since when an entry has an address. */
interface Tenure {
  /** When the entry was published there; undefined if no permalink tells. */
  since?: Date;
  /** Date of the entry. */
  date?: Date | null;
}

/** Since when readers find an entry at its address, unless another one keeps it; in milliseconds since 1970. */
const foundSince = ({ since, date }: Tenure): number =>
  Math.max(since?.getTime() ?? Infinity, date?.getTime() ?? 0);

/**
 * Sorts entries that are published at one address: the first one keeps it. That is the entry that readers could see
 * there first, so an entry dated in the future takes an address from no other. Entries with the same moment stay in the
 * order of their permalinks, which is the same on every node.
 */
export const sortByTenure = <Some extends Tenure>(some: readonly Some[]): Some[] =>
  [...some].sort((one, other) => {
    const [first, second] = [foundSince(one), foundSince(other)];
    return first === second ? 0 : first - second;
  });

/** Key of an address and its locale, unique within the type. */
export const addressOfKey = (key: string, locale: string | null | undefined): string =>
  `${locale ?? ''} ${key}`;

/**
 * Finds the entries that were ever published at some addresses.
 *
 * @param keys of addresses, as `addressKey` makes them
 * @returns by `addressOfKey`: since when, by `keyInType`; the first entry comes first
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
    // An entry that left the address and came back has it since it came back.
    tenures.delete(keyInType(entry, locale));
    found.set(address, tenures.set(keyInType(entry, locale), new Date(createdAt)));
  }
  return found;
};

/** Entries that are checked together among those that had one address. */
const HOLDERS_AT_ONCE = 50;

/**
 * Finds which entry keeps each address.
 *
 * @param tenures at these addresses, as `findTenures` returns them
 * @param findDates finds the dates of published documents, by address and entry with a space between
 * @returns `keyInType` of the entry, by address
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
  // In batches, with the first holders of each address first: an import may give one address to thousands of entries.
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
      const [first] = sortByTenure(there);
      if (first) keepers.set(address, first.key);
      const next = holders[end]?.[1];
      // An entry that came later is not public there earlier.
      return next !== undefined && !(first && foundSince(first) <= next.getTime());
    });
  }
  return keepers;
};

/**
 * Finds other documents that were ever published where any of these documents was. It takes two statements for each
 * chunk: PostgreSQL would run a nested one by reading the whole table as long as it has no statistics, as after an
 * import.
 */
export const findAddressSharers = async (
  strapi: Core.Strapi,
  contentType: string,
  documentIds: readonly string[],
): Promise<string[]> => {
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const ofType = () => queryTable(strapi, tableName).where('content_type', contentType);
  const own = new Set(documentIds);
  const slugs = await findInParts(own, (some): PromiseLike<string[]> =>
    ofType().whereIn('entry', some).pluck('slug'),
  );
  // With `distinct`, SQLite would walk all rows of the type in the order of their entries.
  const entries = await findInParts(slugs, (some): PromiseLike<string[]> =>
    ofType().whereIn('slug', some).pluck('entry'),
  );
  return [...new Set(entries)].filter((entry) => !own.has(entry));
};
