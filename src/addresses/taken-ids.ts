import type { Core } from '@strapi/strapi';

import { type EntryKey, keyInType } from '../catalogue/catalogue-table';
import { PLUGIN_ID } from '../lib/constants';
import {
  findPermalinkRows,
  findRowsOfHolders,
  keyOfRow,
  mayCoincide,
  pathOf,
  type Permalink,
  type PermalinkRow,
  type RecordedAddress,
} from './permalink-rows';
import { chunk } from '../lib/values';

/** An entry that has an address as its id, or is about to. */
export interface Claimant {
  publication: Permalink;
  address: RecordedAddress;
}

/** Finds which of these entries still exist. */
export const findPresent = async (
  strapi: Core.Strapi,
  contentType: string,
  entries: string[],
): Promise<Set<string>> => {
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
 * Finds which entries have an address that is, or may become, another entry's guid. A deleted entry keeps its guid:
 * readers know it, and would take the new entry for the old (RFC 4287, section 4.2.6). An entry that was deleted while
 * its address was provisional does not count, since nobody had seen it.
 *
 * @param contentTypes whose entries may be at the same addresses
 */
export const findIdConflicts = async <Some extends Claimant>(
  strapi: Core.Strapi,
  contentTypes: readonly string[],
  claimants: Some[],
): Promise<Set<Some>> => {
  const slugs = claimants.map(({ publication }) => publication.slug);
  const guids = new Map<string, PermalinkRow[]>();
  for (const rows of await findRowsOfHolders(strapi, contentTypes, slugs)) {
    for (const slug of new Set(rows.map((row) => row.slug))) {
      const known = guids.get(slug);
      if (known) known.push(rows[0]!);
      else guids.set(slug, [rows[0]!]);
    }
  }
  const coinciding = claimants.map((claimant): [Some, PermalinkRow[]] => {
    const { publication, address } = claimant;
    const others = (guids.get(publication.slug) ?? []).filter(
      // Document ids are unique across types.
      (guid) => keyOfRow(guid) !== keyOfRow(publication) && mayCoincide(guid, address),
    );
    return [claimant, others];
  });
  const doubtful = coinciding.flatMap(([, rows]) => rows).filter(({ provisional }) => provisional);
  const present = new Set<string>();
  for (const contentType of contentTypes) {
    const own = doubtful.filter((row) => row.contentType === contentType);
    const entries = own.map(({ entry }) => entry);
    (await findPresent(strapi, contentType, entries)).forEach((entry) => present.add(entry));
  }
  const isLasting = ({ provisional, entry }: PermalinkRow) => !provisional || present.has(entry);
  return new Set(
    coinciding.flatMap(([claimant, rows]) => (rows.some(isLasting) ? [claimant] : [])),
  );
};

/** An id that was taken over, and its entry. */
interface TakenAddress extends EntryKey {
  id: string;
}

/** Addresses that an entry may have: no query such as "?p=123", no fragment. */
const ADDRESS = /^https?:\/\/[^/?#]+\/[^?#]*$/;

/**
 * Stores the taken-over ids that are addresses. Nothing else shows that an entry has another entry's address as its id:
 * their slugs have nothing in common, and ids have no index.
 */
export const createTakenIds = (strapi: Core.Strapi) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'takenIds' });

  const read = async (): Promise<TakenAddress[]> =>
    ((await store().get({})) as TakenAddress[] | null) ?? [];

  const isStillUsed = async ({ id, contentType, documentId, locale }: TakenAddress) => {
    const rows = await findPermalinkRows(strapi, contentType, [documentId]);
    return rows.get(keyInType(documentId, locale))?.[0]?.url === id;
  };

  return {
    /** Stores those ids that are addresses. */
    async add(taken: readonly TakenAddress[]): Promise<void> {
      const addresses = taken.filter(({ id }) => ADDRESS.test(id));
      if (addresses.length === 0) return;
      const all = new Map([...(await read()), ...addresses].map((one) => [one.id, one]));
      await store().set({ value: [...all.values()] });
    },

    /** Finds which new entries have an address that another entry took over as its id, and still has. */
    async findClaimed<Some extends Claimant>(claimants: readonly Some[]): Promise<Set<Some>> {
      const claimed = new Set<Some>();
      const known = await read();
      if (known.length === 0) return claimed;
      const byPath = new Map<string, TakenAddress[]>();
      for (const one of known) {
        const path = pathOf({ url: one.id });
        byPath.set(path, [...(byPath.get(path) ?? []), one]);
      }
      for (const claimant of claimants) {
        const { address } = claimant;
        for (const one of byPath.get(pathOf(address)) ?? []) {
          if (!mayCoincide({ url: one.id }, address)) continue;
          if (await isStillUsed(one)) claimed.add(claimant);
        }
      }
      return claimed;
    },
  };
};
