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

/** An entry that was ever published at an address. */
interface Owner {
  /** When it was last published there. */
  since: Date;
  /** Since when readers could see it there; in the future if they cannot yet, or never could. */
  seen: Date;
}

/** Entries that were ever published at an address, by document id; the latest first. */
export type Owners = ReadonlyMap<string, Owner>;

/** A permalink at an address. */
interface OwnerRow {
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
const seenSince = ({ visible, moment }: OwnerRow): Date =>
  new Date(Math.max(toTime(visible), toTime(moment)));

/** The owners of an address, by its permalinks, the newest first. */
const ownersBy = (rows: readonly OwnerRow[]): Owners => {
  const owners = new Map<string, Owner>();
  for (const row of rows) {
    const seen = seenSince(row);
    const known = owners.get(row.entry);
    if (!known) owners.set(row.entry, { since: new Date(row.moment), seen });
    else if (seen < known.seen) known.seen = seen;
  }
  return owners;
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
const readOwners = async (
  strapi: Core.Strapi,
  contentType: string,
  keys: readonly string[],
  locale?: string | null,
): Promise<OwnerRow[]> => {
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
  let rows: OwnerRow[] = await query().limit(ROWS_AT_ONCE);
  if (rows.length === ROWS_AT_ONCE) {
    rows = [];
    for await (const some of inBatches<OwnerRow>(query, ROWS_AT_ONCE)) {
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
export const findOwners = async (
  strapi: Core.Strapi,
  { part, locale }: { part: SourcePlan | TopicPlan; locale: PublishedLocale | undefined },
  keys: readonly string[],
): Promise<Map<string, Owners>> => {
  const code = permalinkLocale(part, locale);
  const rows = await readOwners(strapi, part.contentType, keys, code);
  return new Map(keys.map((key) => [key, ownersBy(rows.filter((row) => row.key === key))]));
};

/** Entries of one locale that had all of some addresses. */
export interface FormerOwners {
  /** Code of their locale; null for entries without one. */
  locale: string | null;
  owners: Owners;
}

/**
 * Finds the entries that had all of some addresses of a type by a moment, by locale. Entries that were published later
 * were never at an address of a former layout.
 *
 * @param keys of the addresses, as `addressKey` makes them
 */
export const findFormerOwners = async (
  strapi: Core.Strapi,
  { contentType, keys, until }: { contentType: string; keys: readonly string[]; until: Date },
): Promise<FormerOwners[]> => {
  dependOn(...keys.map((key) => CACHE_TAGS.address(contentType, key)));
  const rows = await readOwners(strapi, contentType, keys);
  const byLocale = groupBy(
    rows.filter((row) => seenSince(row) <= until),
    (row) => row.locale || null,
  );
  return [...byLocale].flatMap(([locale, own]) =>
    keys.every((key) => own.some((row) => row.key === key))
      ? [{ locale, owners: ownersBy(own) }]
      : [],
  );
};

/** Since when an entry has an address. */
interface Claim {
  /** When the entry was published there. */
  since: Date;
  /** Date of the entry. */
  date?: Date | null;
}

/** Since when readers find an entry at its address, unless another one keeps it; in milliseconds since 1970. */
const foundSince = ({ since, date }: Claim): number =>
  Math.max(since.getTime(), date?.getTime() ?? 0);

/**
 * Sorts entries that are published at one address: the first one keeps it. That is the entry that readers could see
 * there first, so an entry dated in the future takes an address from no other. Entries with the same moment stay in the
 * order of their permalinks, which is the same on every node.
 */
export const sortByMoment = <Some extends Claim>(some: readonly Some[]): Some[] =>
  [...some].sort((one, other) => foundSince(one) - foundSince(other));

/** Key of an address and its locale, unique within the type. */
export const addressOfKey = (key: string, locale: string | null | undefined): string =>
  `${locale ?? ''} ${key}`;

/**
 * Finds the entries that were ever published at some addresses.
 *
 * @param keys of addresses, as `addressKey` makes them
 * @returns by `addressOfKey`: since when, by `keyInType`; the first entry comes first
 */
export const findPublishedSince = async (
  strapi: Core.Strapi,
  contentType: string,
  keys: readonly string[],
): Promise<Map<string, Map<string, Date>>> => {
  const found = new Map<string, Map<string, Date>>();
  const rows = await findRowsAt(strapi, [contentType], keys);
  for (const { entry, locale, slug, createdAt } of rows.reverse()) {
    const address = addressOfKey(slug, locale);
    const published = found.get(address) ?? new Map<string, Date>();
    // An entry that left the address and came back has it since it came back.
    published.delete(keyInType(entry, locale));
    found.set(address, published.set(keyInType(entry, locale), new Date(createdAt)));
  }
  return found;
};

/** Entries that are checked together among those that had one address. */
const OWNERS_AT_ONCE = 50;

/**
 * Finds which entry keeps each address.
 *
 * @param published at these addresses, as `findPublishedSince` returns them
 * @param findDates finds the dates of published documents, by address and entry with a space between
 * @returns `keyInType` of the entry, by address
 */
export const findFirstOwners = async (
  published: ReadonlyMap<string, ReadonlyMap<string, Date>>,
  addresses: readonly string[],
  findDates: (documentIds: string[]) => Promise<ReadonlyMap<string, Date | null>>,
): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  let open = [...new Set(addresses)].map((address) => ({
    address,
    owners: [...published.get(address)!],
    there: [] as (Claim & { key: string })[],
  }));
  // In batches, with the first owners of each address first: an import may give one address to thousands of entries.
  for (let start = 0; open.length > 0; start += OWNERS_AT_ONCE) {
    const end = start + OWNERS_AT_ONCE;
    const asked = open.flatMap(({ owners }) => owners.slice(start, end));
    const dates = new Map<string, Date | null>();
    for (const some of chunk([...new Set(asked.map(([key]) => key.split(' ')[0]!))])) {
      (await findDates(some)).forEach((date, key) => dates.set(key, date));
    }
    open = open.filter(({ address, owners, there }) => {
      for (const [key, since] of owners.slice(start, end)) {
        const date = dates.get(`${address} ${key}`);
        if (date !== undefined) there.push({ key, since, date });
      }
      const [first] = sortByMoment(there);
      if (first) found.set(address, first.key);
      const next = owners[end]?.[1];
      // An entry that came later is not public there earlier.
      return next !== undefined && !(first && foundSince(first) <= next.getTime());
    });
  }
  return found;
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
