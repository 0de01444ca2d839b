import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { keyInType } from '../catalogue/catalogue-table';
import { CACHE_TAGS, dependOn } from '../lib/cache-tags';
import { PERMALINK_UID } from '../lib/constants';
import type { Transactions } from '../lib/transactions';
import { chunk } from '../lib/values';
import { ownTurn } from '../lib/waiting';
import { spellingsOfWhole, trimSlashes } from '../mapping/address';
import { findRowsAt } from './permalink-rows';

/** Who has an address, and who had it. */
export interface AddressHolders {
  /**
   * When the entries that have it now are public, at the earliest, null where one has no date; undefined
   * where the entries' own table does not tell.
   */
  present?: (Date | null)[];
  /**
   * When each of the entries that were ever published at it was published there, the last time: by document id, the
   * last one first.
   */
  tenures: Map<string, Date>;
  /** Since when readers could see each of these at it; in the future where they cannot, or never could. */
  seen: Map<string, Date>;
}

/** An entry that has an address, by its own table, or had it, by a permalink. */
interface HolderRow {
  key: string;
  entry: string;
  /** Of a permalink; null or empty where entries are of no locale. */
  locale: string | null;
  moment: string | number | Date | null;
  /** Of a permalink, since when readers could see its entry, where that was not published at once. */
  visible: string | number | Date | null;
  /** Of a permalink; null in the row of an entry. */
  permalink: number | null;
}

/** What is asked of the table of a content type. */
export interface AddressedType {
  contentType: string;
  /** Field that holds the key of an entry's address; undefined where no single field does. */
  field?: string;
  /** Whether that holds the whole path, be it with a slash in front or behind. */
  isWhole?: boolean;
  /** Field of the moment from which an entry is public; undefined where all are. */
  date?: string;
  hasDrafts: boolean;
  /**
   * Code of the locale whose entries are asked for; null for those of none, undefined for those of any.
   */
  locale?: string | null;
}

const toTime = (moment: HolderRow['moment']): number => new Date(moment ?? 0).getTime();

const earlier = (one: Date, other: Date = one): Date => (one < other ? one : other);

/** The later of two moments as a database gives them; 1970 for none. */
const latest = (one: HolderRow['moment'], other: HolderRow['moment']): Date =>
  new Date(Math.max(toTime(one), toTime(other)));

/** Rows that one statement reads: an import may give one address to thousands. */
const ROWS_AT_ONCE = 500;

/** Since when readers could see the entry of a permalink at its address. */
const seenSince = ({ visible, moment }: Pick<HolderRow, 'visible' | 'moment'>): Date =>
  latest(visible, moment);

/**
 * Since when readers could see the entry of a permalink (`permalink.…` of a statement), where that was not
 * published at once. Said by the first row of an entry, for those of later addresses as well.
 */
const visibleFrom = (
  transactions: Transactions,
  table: string,
  contentType: string,
): Knex.QueryBuilder =>
  transactions
    .rows({ first: table })
    // By its name, as of that of the other row MariaDB makes no use of the index.
    .where('first.content_type', contentType)
    .whereRaw('?? = ??', ['first.entry', 'permalink.entry'])
    .whereRaw(`coalesce(??, '') = coalesce(??, '')`, ['first.locale', 'permalink.locale'])
    .max('first.visible_from')
    .as('visible');

/** All rows of a statement, in parts with a turn of the event loop before each. */
const readInParts = async (query: Knex.QueryBuilder): Promise<HolderRow[]> => {
  const rows: HolderRow[] = [];
  for (let last = 0; ;) {
    await ownTurn();
    const part: (HolderRow & { row: number })[] = await query
      .clone()
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .select({ row: 'id' });
    // As arguments, all of them would be too many.
    for (const row of part) rows.push(row);
    if (part.length < ROWS_AT_ONCE) return rows;
    last = part.at(-1)!.row;
  }
};

/** Permalinks of some addresses of a type. */
const permalinksAt = (
  strapi: Core.Strapi,
  transactions: Transactions,
  contentType: string,
  keys: readonly string[],
): Knex.QueryBuilder => {
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  return transactions
    .rows({ permalink: tableName })
    .whereIn('slug', keys)
    .where('content_type', contentType)
    .select({ key: 'slug', entry: 'entry', locale: 'locale', moment: 'created_at' })
    .select(visibleFrom(transactions, tableName, contentType))
    .select({ permalink: 'id' });
};

/** The rows of all of some statements by one; only where they are very many, by more. The newest first. */
const readHolders = async (asked: Knex.QueryBuilder[]): Promise<HolderRow[]> => {
  const [first, ...others] = asked.map((query) => query.clone());
  let rows: HolderRow[] = await first!.unionAll(others).limit(ROWS_AT_ONCE);
  if (rows.length === ROWS_AT_ONCE) {
    rows = [];
    for (const query of asked) rows = rows.concat(await readInParts(query));
  }
  // As permalinks are told apart elsewhere: by their moment, then by id.
  return rows.sort(
    (a, b) => toTime(b.moment) - toTime(a.moment) || (b.permalink ?? 0) - (a.permalink ?? 0),
  );
};

/**
 * Finds who has or had some addresses by one statement, which the indexes on slugs answer: requests
 * for addresses that never were cost nothing else. Only where very many have or had them, there are more.
 *
 * @param keys of addresses, as `addressKey` has them
 * @returns by key; nothing for one that nobody ever had, as far as this tells
 */
export const findAddressHolders = async (
  strapi: Core.Strapi,
  transactions: Transactions,
  { contentType, field, isWhole = false, date, hasDrafts, locale }: AddressedType,
  keys: string[],
): Promise<Map<string, AddressHolders>> => {
  const { connection, metadata } = strapi.db;
  const permalinks = permalinksAt(strapi, transactions, contentType, keys);
  // Of a type that was localised once, others than the main one's are still noted.
  if (locale !== undefined) void permalinks.where({ locale });
  const asked: Knex.QueryBuilder[] = [permalinks];
  if (field !== undefined) {
    const { tableName, attributes } = metadata.get(contentType);
    const attributeOf = (name: string) =>
      attributes[name] as { columnName?: string; type: string } | undefined;
    const columnOf = (name: string): string => attributeOf(name)?.columnName ?? name;
    // A day without a time is no moment: beside other rows' moments a driver would read it as one in the
    // server's time zone.
    const moment =
      date === undefined || attributeOf(date)?.type === 'date' ? 'created_at' : columnOf(date);
    const entries = transactions
      .rows(tableName)
      .whereIn(columnOf(field), isWhole ? keys.flatMap(spellingsOfWhole) : keys)
      .select({
        key: columnOf(field),
        entry: 'document_id',
        locale: connection.raw('null'),
        moment,
        visible: connection.raw('null'),
        permalink: connection.raw('null'),
      });
    if (typeof locale === 'string') void entries.where({ locale });
    if (hasDrafts) void entries.whereNotNull('published_at');
    asked.push(entries);
  }
  const found = new Map<string, AddressHolders>();
  for (const row of await readHolders(asked)) {
    const { key: held, entry, moment, permalink } = row;
    const key = isWhole ? trimSlashes(held) : held;
    const known = found.get(key) ?? {
      present: field === undefined ? undefined : [],
      tenures: new Map<string, Date>(),
      seen: new Map<string, Date>(),
    };
    found.set(key, known);
    if (permalink === null) known.present?.push(moment === null ? null : new Date(moment));
    else {
      if (!known.tenures.has(entry)) known.tenures.set(entry, new Date(toTime(moment)));
      known.seen.set(entry, earlier(seenSince(row), known.seen.get(entry)));
    }
  }
  return found;
};

/** Entries of one locale that had all of some addresses. */
export interface FormerHolders {
  /** Code of their locale; null for those of none. */
  locale: string | null;
  /** Since when readers could see each of these there, by document id; who had it last first. */
  seen: Map<string, Date>;
}

/**
 * Who had all of some addresses of a type until a moment, by their locales: what was published later was
 * never at an address of a form that is no more.
 *
 * @param keys of the addresses, as `addressKey` has them
 */
export const findFormerHolders = async (
  strapi: Core.Strapi,
  transactions: Transactions,
  { contentType, keys, until }: { contentType: string; keys: readonly string[]; until: Date },
): Promise<FormerHolders[]> => {
  dependOn(...keys.map((key) => CACHE_TAGS.address(contentType, key)));
  const rows = await readHolders([permalinksAt(strapi, transactions, contentType, keys)]);
  const known = rows.filter((row) => seenSince(row) <= until);
  const locales = new Set(known.map(({ locale }) => locale || null));
  return [...locales].flatMap((locale): FormerHolders[] => {
    const own = known.filter((row) => (row.locale || null) === locale);
    if (!keys.every((key) => own.some((row) => row.key === key))) return [];
    const seen = new Map<string, Date>();
    for (const row of own) seen.set(row.entry, earlier(seenSince(row), seen.get(row.entry)));
    return [{ locale, seen }];
  });
};

/** Since when an entry has an address. */
interface Tenure {
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
