import type { Core } from '@strapi/strapi';

import { PERMALINK_UID, SITE_UID } from '../constants';
import { CACHE_TAGS } from '../lib/cache-tags';
import { chunk } from '../lib/chunk';
import { byTenure } from './shared-addresses';
import type { ChangeLog } from '../lib/change-log';
import { isPublishedIn, localePath } from '../options/locales';
import type { SettingsStore } from '../options/settings';
import type { Settings } from '../options/settings-in-force';
import type { Transactions } from '../lib/transactions';
import { pathOfKey } from '../mapping/entry-path';
import { entryKey, ownFragment, type RecordedAddress, toRecorded } from './permalink-rows';
import type { Permalinks } from './permalinks';
import type { FieldPath, Plan } from '../mapping/plan';
import { addressIn, ownField } from '../mapping/plan-parts';
import { dateAt, type ReadEntry } from '../mapping/values';
import { absoluteAddress } from './publications';

/** Entries a transaction changes; a statement takes only so many parameters. */
const ENTRIES_AT_ONCE = 250;

interface Row extends RecordedAddress {
  id: number;
  content_type: string;
  entry: string;
  locale: string | null;
  slug: string;
  created_at: string | number | Date;
}

/** The order in which an entry's addresses came: see `permalinks.ts`. */
const isLater = (row: Row, other: Row): boolean =>
  (new Date(row.created_at).getTime() - new Date(other.created_at).getTime() || row.id - other.id) >
  0;

/** An entry with its first address, the id, and its newest, where it is now. */
interface Entry {
  first: Row;
  newest: Row;
}

/** A row and the id it shall stand for. */
type Change = { id: number } & RecordedAddress;

/** Where an entry is, by what its address is known by, and the code of its locale. */
type FindAddress = (key: string, locale: string) => string;

/** Where the entries of each type are. */
export const addressesOf = (
  { sources, topicTypes, locales }: Plan,
  settings: Settings,
): Map<string, FindAddress> =>
  new Map([
    [SITE_UID, () => settings.addresses.home()],
    ...[...sources, ...topicTypes].map((part): [string, FindAddress] => [
      part.contentType,
      (key, locale) =>
        absoluteAddress(
          settings,
          localePath(locales, locale) + pathOfKey(addressIn(part, locale), key),
        ),
    ]),
  ]);

interface ResetParts {
  transactions: Pick<Transactions, 'rows'>;
  plan: Plan;
  settings: SettingsStore;
  permalinks: Permalinks;
  log: Pick<ChangeLog, 'announce'>;
}

/**
 * Makes the present address of every entry, and so of every feed, its id. All other permalinks stay:
 * old addresses lead where they led, and articles keep their first date.
 *
 * In batches, each a transaction of its own; what is right already is passed over, so that another
 * run ends what one that was killed began.
 */
export const resetIds = async (
  strapi: Core.Strapi,
  { transactions, plan, settings, permalinks, log }: ResetParts,
): Promise<number> => {
  const addresses = addressesOf(plan, await settings.get());
  const { tableName } = strapi.db.metadata.get(PERMALINK_UID);
  const table = () => transactions.rows(tableName);
  const types = [...addresses.keys()];
  const COLUMNS = [
    'id',
    'content_type',
    'entry',
    'locale',
    'slug',
    'url',
    'provisional',
    'created_at',
  ] as const;

  const localised = new Set(
    [...plan.sources, ...plan.topicTypes].flatMap(({ contentType, isLocalised }) =>
      isLocalised ? [contentType] : [],
    ),
  );

  /** Whether an entry has an address now: of locales that are not published, none has. */
  const isPublished = ({ content_type: contentType, locale }: Row): boolean =>
    isPublishedIn(plan.locales, { isLocalised: localised.has(contentType) }, locale ?? '');

  /** The entries that are published in their locale whose first rows are among some rows. */
  const findEntries = async (page: Pick<Row, 'id' | 'entry'>[]): Promise<Entry[]> => {
    const rows: Row[] = await table()
      .whereIn('content_type', types)
      .whereIn('entry', [...new Set(page.map(({ entry }) => entry))])
      .orderBy([{ column: 'created_at' }, { column: 'id' }])
      .select(...COLUMNS);
    const entries = new Map<string, Entry>();
    for (const row of rows.filter(isPublished)) {
      const key = `${row.content_type} ${entryKey(row.entry, row.locale)}`;
      const first = entries.get(key)?.first ?? row;
      entries.set(key, { first, newest: row });
    }
    const ids = new Set(page.map(({ id }) => id));
    return [...entries.values()].filter(({ first }) => ids.has(first.id));
  };

  /** Those of some rows whose entries are published now, with the entries' own dates. */
  const findPublished = async (rows: Row[]): Promise<Map<Row, Date | undefined>> => {
    const published = new Map<Row, Date | undefined>();
    for (const part of [...plan.sources, ...plan.topicTypes]) {
      const { contentType, hasDrafts, isLocalised } = part;
      const own = (path: FieldPath | undefined): string | undefined => path && ownField(path);
      const [date, until] = 'topics' in part ? [own(part.date), own(part.until)] : [];
      const moments = [date, until].filter((field) => field !== undefined);
      for (const some of chunk(rows.filter((row) => row.content_type === contentType))) {
        const found: ReadEntry[] = await strapi.db.query(contentType).findMany({
          select: ['documentId', ...(isLocalised ? ['locale'] : []), ...moments],
          where: {
            documentId: { $in: some.map(({ entry }) => entry) },
            ...(hasDrafts && { publishedAt: { $notNull: true } }),
          },
        });
        const isNotEnded = (one: ReadEntry): boolean => {
          const end = until && dateAt(one, [until]);
          return !end || end > new Date();
        };
        const byKey = new Map(
          found
            .filter(isNotEnded)
            .map((one) => [
              entryKey(String(one.documentId), isLocalised ? String(one.locale) : null),
              one,
            ]),
        );
        for (const row of some) {
          const one = byKey.get(entryKey(row.entry, isLocalised ? row.locale : null));
          if (one) published.set(row, date === undefined ? undefined : dateAt(one, [date]));
        }
      }
    }
    return published;
  };

  /**
   * Those of the entries whose present slug is another's: of several that are published at one address the one
   * that readers find there, which is the first; of those that are not, the last one that still exists.
   */
  const findDispossessed = async (entries: Entry[]): Promise<Set<Entry>> => {
    const db = strapi.db.connection;
    const slugs = [...new Set(entries.map(({ newest }) => newest.slug))];
    // Rows that tell where their entries are now.
    const holders: Row[] = await table()
      .whereIn('content_type', types)
      .whereIn('slug', slugs)
      .whereNotExists(
        db({ newer: tableName })
          .select(db.raw('1'))
          .where('newer.content_type', db.ref(`${tableName}.content_type`))
          .where('newer.entry', db.ref(`${tableName}.entry`))
          // Of entries that are not localised, the column is empty or has no text.
          .whereRaw(`coalesce(newer.locale, '') = coalesce(??, '')`, [`${tableName}.locale`])
          .where((later) =>
            later
              .where('newer.created_at', '>', db.ref(`${tableName}.created_at`))
              .orWhere((same) =>
                same
                  .where('newer.created_at', db.ref(`${tableName}.created_at`))
                  .where('newer.id', '>', db.ref(`${tableName}.id`)),
              ),
          ),
      )
      .select(...COLUMNS);
    const keyOf = (row: Row): string => `${row.content_type} ${row.locale ?? ''} ${row.slug}`;
    const bySlug = new Map<string, Row[]>();
    for (const holder of holders) {
      const others = bySlug.get(keyOf(holder));
      if (others) others.push(holder);
      else bySlug.set(keyOf(holder), [holder]);
    }
    const shared = [...bySlug.values()].filter(({ length }) => length > 1);
    const published = await findPublished(shared.flat());
    const found = new Set<Entry>();
    for (const entry of entries) {
      const { newest } = entry;
      const others = bySlug.get(keyOf(newest)) ?? [];
      const [first] = byTenure(
        others
          .filter((row) => published.has(row))
          .sort((row, other) => (isLater(row, other) ? 1 : -1))
          .map((row) => ({
            id: row.id,
            since: new Date(row.created_at),
            date: published.get(row),
          })),
      );
      if (first) {
        if (first.id !== newest.id) found.add(entry);
        continue;
      }
      const later = others.filter((row) => isLater(row, newest)).map((row) => row.entry);
      if (await permalinks.exists(newest.content_type, later)) found.add(entry);
    }
    return found;
  };

  const findChanges = async (entries: Entry[]): Promise<Change[]> => {
    const dispossessed = await findDispossessed(entries);
    return entries.flatMap((entry) => {
      const { first, newest } = entry;
      const wanted = toRecorded(
        addresses.get(newest.content_type)!(newest.slug, newest.locale ?? ''),
      );
      if (dispossessed.has(entry)) wanted.url += ownFragment(newest);
      const isRight =
        first.url === wanted.url && Boolean(first.provisional) === Boolean(wanted.provisional);
      return isRight ? [] : [{ id: first.id, ...wanted }];
    });
  };

  const write = async (changes: Change[]): Promise<void> => {
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
          // One base address, so the same for all.
          provisional: changes[0]!.provisional,
        });
      await log.announce([CACHE_TAGS.everything]);
    });
  };

  let changed = 0;
  for (let last = 0; ;) {
    const page = await table()
      .where('id', '>', last)
      .orderBy('id')
      .limit(ENTRIES_AT_ONCE)
      .select('id', 'entry');
    if (page.length === 0) return changed;
    const changes = await findChanges(await findEntries(page));
    if (changes.length > 0) await write(changes);
    changed += changes.length;
    last = page.at(-1)!.id;
  }
};
