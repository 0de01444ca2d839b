import type { Core } from '@strapi/strapi';

import { PERMALINK_UID, SITE_UID } from '../lib/constants';
import { CACHE_TAGS } from '../lib/cache-tags';
import { inStretches } from '../lib/database';
import type { Transactions } from '../lib/transactions';
import { groupBy } from '../lib/values';
import type { ChangeLog } from '../lib/change-log';
import { isPublishedIn } from '../options/locales';
import type { Settings, SettingsStore } from '../options/settings';
import {
  findPermalinkRows,
  findRowsOfHolders,
  ownFragment,
  type PermalinkRow,
  type RecordedAddress,
  toRecorded,
} from './permalink-rows';
import type { Plan } from '../mapping/plan';
import { absoluteAddress } from './record-addresses';
import { findPresent } from './taken-ids';

/** Entries that one transaction changes: a statement takes a limited number of parameters. */
const ENTRIES_AT_ONCE = 250;

/** Whether a row is later in the order of `permalink-rows.ts`. */
const isLater = (row: PermalinkRow, other: PermalinkRow): boolean =>
  (new Date(row.createdAt).getTime() - new Date(other.createdAt).getTime() || row.id - other.id) >
  0;

/** An entry with its first address, which is its id, and its newest one, which is its present address. */
interface Entry {
  first: PermalinkRow;
  newest: PermalinkRow;
}

/** A row of the permalinks, as far as it is read first. */
type FoundRow = { id: number; entry: string; content_type: string };

/** A row and its new id. */
type IdChange = { id: number } & RecordedAddress;

/** Returns the address of an entry, by its key and the code of its locale. */
type FindAddress = (key: string, locale: string) => string;

/** For each type, the function that returns its entries' addresses. */
export const addressesOf = (
  { sources, topicTypes, locales }: Plan,
  settings: Settings,
): Map<string, FindAddress> =>
  new Map([
    [SITE_UID, () => settings.addresses.home()],
    ...[...sources, ...topicTypes].map((part): [string, FindAddress] => [
      part.contentType,
      (key, locale) => absoluteAddress(settings, locales, part, { key, locale }),
    ]),
  ]);

/** Whether the entry of a row has an address now: entries of unpublished locales have none. */
export const isOfPublishedLocale = ({ locales }: Plan, { locale }: PermalinkRow): boolean =>
  isPublishedIn(locales, { isLocalised: Boolean(locale) }, locale ?? '');

/** What work on the ids of all entries needs. */
export interface IdParts {
  transactions: Pick<Transactions, 'rows'>;
  plan: Plan;
  settings: SettingsStore;
  changeLog: Pick<ChangeLog, 'announce'>;
}

/**
 * Makes the present address of every entry its id, and that of every feed. All other permalinks stay: old addresses
 * still lead to the entries, and articles keep their first date.
 *
 * Works in batches, each in its own transaction. Correct ids are skipped, so another run completes one that was killed.
 */
export const resetIds = async (
  strapi: Core.Strapi,
  { transactions, plan, settings, changeLog }: IdParts,
): Promise<number> => {
  const addresses = addressesOf(plan, await settings.get());
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const table = () => transactions.rows(tableName);
  const types = [...addresses.keys()];

  /** The address of a row's entry by the present configuration. */
  const addressOf = ({ contentType, slug, locale }: PermalinkRow): string =>
    addresses.get(contentType)!(slug, locale ?? '');

  /** Entries of published locales whose first rows are in this page. */
  const findEntries = async (page: FoundRow[]): Promise<Entry[]> => {
    const ids = new Set(page.map(({ id }) => id));
    const entries: Entry[] = [];
    // Entries of types that are no longer published have no address.
    const placed = page.filter((row) => addresses.has(row.content_type));
    for (const [contentType, own] of groupBy(placed, (row) => row.content_type)) {
      const documentIds = own.map(({ entry }) => entry);
      const found = await findPermalinkRows(strapi, contentType, documentIds);
      for (const rows of found.values()) {
        const [first, newest] = [rows[0]!, rows.at(-1)!];
        if (ids.has(first.id) && isOfPublishedLocale(plan, first)) entries.push({ first, newest });
      }
    }
    return entries;
  };

  /**
   * Finds entries whose present address belongs to another entry: of several at one address, the first that still
   * exists keeps it.
   */
  const findDispossessed = async (entries: Entry[]): Promise<Set<Entry>> => {
    const slugs = new Set(entries.map(({ newest }) => newest.slug));
    // The newest row of each entry, which holds its present address.
    const holders = (await findRowsOfHolders(strapi, types, [...slugs]))
      .map((rows) => rows.at(-1)!)
      .filter(({ slug }) => slugs.has(slug))
      .sort((row, other) => (isLater(row, other) ? 1 : -1));
    // Two types may have one address; so may two translations without the option `locales`.
    const byAddress = groupBy(holders, addressOf);
    const shared = [...byAddress.values()].filter(({ length }) => length > 1).flat();
    const present = new Set<string>();
    for (const [contentType, rows] of groupBy(shared, (row) => row.contentType)) {
      const entryIds = rows.map((row) => row.entry);
      (await findPresent(strapi, contentType, entryIds)).forEach((entry) => present.add(entry));
    }
    return new Set(
      entries.filter(({ newest }) => {
        const rows = byAddress.get(addressOf(newest)) ?? [newest];
        const keeper = rows.find(({ entry }) => present.has(entry)) ?? rows[0]!;
        return keeper.id !== newest.id;
      }),
    );
  };

  const findChanges = async (entries: Entry[]): Promise<IdChange[]> => {
    const dispossessed = await findDispossessed(entries);
    return entries.flatMap((entry) => {
      const { first, newest } = entry;
      const wanted = toRecorded(addressOf(newest));
      if (dispossessed.has(entry)) wanted.url += ownFragment(newest);
      const isRight =
        first.url === wanted.url && Boolean(first.provisional) === Boolean(wanted.provisional);
      return isRight ? [] : [{ id: first.id, ...wanted }];
    });
  };

  const write = async (changes: IdChange[]): Promise<void> => {
    await strapi.db.transaction(async ({ trx }) => {
      const cases = changes.map(() => 'when ? then ?').join(' ');
      const values = changes.flatMap(({ id, url }) => [id, url]);
      await table()
        .whereIn(
          'id',
          changes.map(({ id }) => id),
        )
        .update({
          url: trx.raw(`case ?? ${cases} end`, ['id', ...values]),
          // There is one base address, so this value is the same for all.
          provisional: changes[0]!.provisional,
        });
      await changeLog.announce([CACHE_TAGS.everything]);
    });
  };

  let changed = 0;
  const all = () => table().select('id', 'entry', 'content_type');
  for await (const some of inStretches<FoundRow>(all, ENTRIES_AT_ONCE)) {
    const changes = await findChanges(await findEntries(some));
    if (changes.length > 0) await write(changes);
    changed += changes.length;
  }
  return changed;
};
