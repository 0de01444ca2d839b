import type { Core } from '@strapi/strapi';

import { PERMALINK_UID, SITE_UID } from '../lib/constants';
import { CACHE_TAGS } from '../lib/cache-tags';
import { inBatches } from '../lib/database';
import { queryTable } from '../lib/transactions';
import { groupBy } from '../lib/values';
import type { ChangeLog } from '../lib/change-log';
import type { SettingsStore } from '../options/settings';
import type { AddressLayouts } from './address-layouts';
import {
  findPermalinkRows,
  findRowsOfOwners,
  ownFragment,
  type PermalinkRow,
  type RecordedAddress,
  toRecorded,
} from './permalink-rows';
import { groupTypes, type Plan } from '../mapping/plan';
import { presentAddress } from './record-addresses';
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
  address: string;
}

/** A row of the permalinks, as far as it is read first. */
type FoundRow = { id: number; entry: string; content_type: string };

/** A row and its new id. */
type IdChange = { id: number } & RecordedAddress;

/** Content types that permalinks are of: those of entries, and the one that stands for feeds. */
export const placedTypes = (plan: Plan): string[] => [
  SITE_UID,
  ...[...plan.sources, ...groupTypes(plan)].map(({ contentType }) => contentType),
];

/** What work on the ids of all entries needs. */
export interface IdParts {
  plan: Plan;
  settings: SettingsStore;
  layouts: Pick<AddressLayouts, 'plainLocale'>;
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
  { plan, layouts, settings, changeLog }: IdParts,
): Promise<number> => {
  const present = await settings.get();
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const table = () => queryTable(strapi, tableName);
  const types = placedTypes(plan);

  const addressOf = (row: PermalinkRow) => presentAddress(present, plan, layouts, row);

  /** Entries and feeds with an address whose first rows are in this page. */
  const findEntries = async (page: FoundRow[]): Promise<Entry[]> => {
    const ids = new Set(page.map(({ id }) => id));
    const entries: Entry[] = [];
    for (const [contentType, own] of groupBy(page, (row) => row.content_type)) {
      const documentIds = own.map(({ entry }) => entry);
      const found = await findPermalinkRows(strapi, contentType, documentIds);
      for (const rows of found.values()) {
        const [first, newest] = [rows[0]!, rows.at(-1)!];
        const address = addressOf(newest);
        if (ids.has(first.id) && address !== undefined) entries.push({ first, newest, address });
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
    const owners = (await findRowsOfOwners(strapi, types, [...slugs]))
      .map((rows) => rows.at(-1)!)
      .filter(({ slug }) => slugs.has(slug))
      .sort((row, other) => (isLater(row, other) ? 1 : -1));
    // Two types may have one address; so may two translations without the option `locales`.
    const byAddress = groupBy(owners, addressOf);
    const shared = [...byAddress.values()].filter(({ length }) => length > 1).flat();
    const existing = new Set<string>();
    for (const [contentType, rows] of groupBy(shared, (row) => row.contentType)) {
      const entryIds = rows.map((row) => row.entry);
      (await findPresent(strapi, contentType, entryIds)).forEach((entry) => existing.add(entry));
    }
    return new Set(
      entries.filter(({ newest, address }) => {
        const rows = byAddress.get(address) ?? [newest];
        const owner = rows.find(({ entry }) => existing.has(entry)) ?? rows[0]!;
        return owner.id !== newest.id;
      }),
    );
  };

  const findChanges = async (entries: Entry[]): Promise<IdChange[]> => {
    const dispossessed = await findDispossessed(entries);
    return entries.flatMap((entry) => {
      const { first, newest, address } = entry;
      const wanted = toRecorded(address);
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
  for await (const some of inBatches<FoundRow>(all, ENTRIES_AT_ONCE)) {
    const changes = await findChanges(await findEntries(some));
    if (changes.length > 0) await write(changes);
    changed += changes.length;
  }
  return changed;
};
