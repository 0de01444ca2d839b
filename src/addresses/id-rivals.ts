import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../lib/cache-tags';
import type { ChangeLog } from '../lib/change-log';
import { chunk } from '../lib/chunk';
import { PERMALINK_UID } from '../constants';
import {
  entryKey,
  findPermalinkRows,
  NEWEST_FIRST,
  ownFragment,
  type Permalink,
  type PermalinkRow,
} from './permalink-rows';
import { mayCoincide, type RecordedAddress } from './recorded-address';

/** An entry that has an address for its id, or is about to. */
export interface Claimant {
  publication: Permalink;
  address: RecordedAddress;
}

/** Entries that got an id, by content type: the keys of document and locale. */
export type NewIds = ReadonlyMap<string, ReadonlySet<string>>;

const timeOf = ({ createdAt }: PermalinkRow): number => new Date(createdAt).getTime();

const keyOf = ({ entry, locale }: Pick<Permalink, 'entry' | 'locale'>): string =>
  entryKey(entry, locale);

/** Finds which entries would have one id, so that no two keep it. */
export const createIdRivals = (
  strapi: Core.Strapi,
  { log }: { log: Pick<ChangeLog, 'announce'> },
) => {
  const query = () => strapi.db.query(PERMALINK_UID);
  const noted = new WeakMap<object, Map<string, Set<string>>>();

  /** Rows of the entries that were ever published with some slugs, the last ones first. */
  const findHolders = async (contentType: string, slugs: string[]): Promise<PermalinkRow[]> => {
    const found: PermalinkRow[] = [];
    for (const some of chunk([...new Set(slugs)])) {
      const where = { contentType, slug: { $in: some } };
      const holders: PermalinkRow[] = await query().findMany({ where, orderBy: NEWEST_FIRST });
      // An import may give one slug to any number of entries.
      for (const holder of holders) found.push(holder);
    }
    return found;
  };

  /** Those of some entries that still exist. */
  const findPresent = async (contentType: string, entries: string[]): Promise<Set<string>> => {
    const present = new Set<string>();
    if (!strapi.contentTypes[contentType as keyof typeof strapi.contentTypes]) return present;
    for (const some of chunk([...new Set(entries)])) {
      const rows: { documentId: string }[] = await strapi.db
        .query(contentType)
        .findMany({ select: ['documentId'], where: { documentId: { $in: some } } });
      rows.forEach(({ documentId }) => present.add(documentId));
    }
    return present;
  };

  /**
   * The first rows of others whose guid the addresses of some entries are, or may come to be. One that
   * was deleted keeps its guid: readers know it, and would take the new entry for the old (RFC 4287,
   * section 4.2.6). But what was deleted while its address was provisional, nobody had seen.
   */
  const find = async <Some extends Claimant>(
    contentType: string,
    claimants: Some[],
  ): Promise<Map<Some, PermalinkRow[]>> => {
    const slugs = claimants.map(({ publication }) => publication.slug);
    const holders = await findHolders(contentType, slugs);
    const guids = await findPermalinkRows(
      strapi,
      contentType,
      holders.map(({ entry }) => entry),
    );
    const bySlug = new Map<string, Set<string>>();
    for (const holder of holders) {
      bySlug.set(holder.slug, (bySlug.get(holder.slug) ?? new Set()).add(keyOf(holder)));
    }
    const coinciding = new Map<Some, PermalinkRow[]>();
    for (const claimant of claimants) {
      const { publication, address } = claimant;
      const rows = [...(bySlug.get(publication.slug) ?? [])]
        .filter((key) => key !== keyOf(publication))
        .flatMap((key) => guids.get(key)?.[0] ?? [])
        .filter((guid) => mayCoincide(guid, address));
      if (rows.length > 0) coinciding.set(claimant, rows);
    }
    const doubtful = [...coinciding.values()].flat().filter(({ provisional }) => provisional);
    const present = await findPresent(
      contentType,
      doubtful.map(({ entry }) => entry),
    );
    const rivals = new Map<Some, PermalinkRow[]>();
    for (const [claimant, rows] of coinciding) {
      const lasting = rows.filter(({ provisional, entry }) => !provisional || present.has(entry));
      if (lasting.length > 0) rivals.set(claimant, lasting);
    }
    return rivals;
  };

  return {
    findPresent,
    find,

    /** Notes that entries got ids, in the transaction under way. */
    async note(contentType: string, claimants: Claimant[]): Promise<void> {
      await strapi.db.transaction(({ trx }) => {
        const byType = noted.get(trx) ?? new Map<string, Set<string>>();
        noted.set(trx, byType);
        const keys = byType.get(contentType) ?? new Set();
        byType.set(contentType, keys);
        claimants.forEach(({ publication }) => keys.add(keyOf(publication)));
      });
    },

    /** What was noted in the transaction under way. */
    async findNoted(): Promise<NewIds> {
      let found: NewIds | undefined;
      await strapi.db.transaction(({ trx }) => {
        found = noted.get(trx);
      });
      return found ?? new Map();
    },

    /**
     * Tells entries apart that were published at one address at once, neither of whose transactions saw
     * the other: all but the first one get ids of their own, in the order in which entries keep an
     * address (`shared-addresses.ts`). Until then, for as long as a commit and a look take, both have the
     * address; a node that ends in between leaves it so. Who else looks at the same finds the same.
     */
    async separate(ids: NewIds): Promise<void> {
      for (const [contentType, keys] of ids) {
        const entries = [...keys].map((key) => key.split(' ')[0]!);
        const rows = await findPermalinkRows(strapi, contentType, entries);
        const claimants = [...keys].flatMap((key) => {
          const first = rows.get(key)?.[0];
          return first ? [{ publication: first, address: first, first }] : [];
        });
        const later = new Map<number, PermalinkRow>();
        for (const [{ first }, rivals] of await find(contentType, claimants)) {
          const all = [first, ...rivals].sort((a, b) => timeOf(a) - timeOf(b) || a.id - b.id);
          all.slice(1).forEach((row) => later.set(row.id, row));
        }
        if (later.size === 0) continue;
        await strapi.db.transaction(async () => {
          for (const row of later.values()) {
            const { id, url } = row;
            await query().updateMany({ where: { id, url }, data: { url: url + ownFragment(row) } });
          }
          // Any feed may show the id; it is rare enough to purge everything.
          await log.announce([CACHE_TAGS.everything]);
        });
      }
    },
  };
};

export type IdRivals = ReturnType<typeof createIdRivals>;
