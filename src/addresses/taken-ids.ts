import type { Core } from '@strapi/strapi';

import { type EntryKey, keyInType } from '../catalogue/catalogue-table';
import { PLUGIN_ID, SITE_UID } from '../lib/constants';
import {
  findPermalinkRows,
  findRowsOfOwners,
  keyOfRow,
  mayCoincide,
  pathIn,
  type Permalink,
  type PermalinkRow,
  type RecordedAddress,
} from './permalink-rows';
import { groupBy } from '../lib/values';
import { findInParts } from '../lib/waiting';

/** An entry that has an address as its id, or is about to. */
interface Claimant {
  publication: Permalink;
  address: RecordedAddress;
}

/** Finds which of these entries still exist. Feeds, which have ids too, always do. */
export const findPresent = async (
  strapi: Core.Strapi,
  contentType: string,
  entries: string[],
): Promise<Set<string>> => {
  if (contentType === SITE_UID) return new Set(entries);
  if (!strapi.contentTypes[contentType as keyof typeof strapi.contentTypes]) return new Set();
  const rows: { documentId: string }[] = await findInParts(entries, (some) =>
    strapi.db
      .query(contentType)
      .findMany({ select: ['documentId'], where: { documentId: { $in: some } } }),
  );
  return new Set(rows.map(({ documentId }) => documentId));
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
  const owners = await findRowsOfOwners(strapi, contentTypes, slugs);
  const guids = groupBy(
    owners.map(([first]) => first!),
    pathIn,
  );
  const coinciding = claimants.map((claimant): [Some, PermalinkRow[]] => {
    const { publication, address } = claimant;
    const others = (guids.get(pathIn(address)) ?? []).filter(
      // Document ids are unique across types.
      (guid) => keyOfRow(guid) !== keyOfRow(publication) && mayCoincide(guid, address),
    );
    return [claimant, others];
  });
  const doubtful = coinciding.flatMap(([, rows]) => rows).filter(({ provisional }) => provisional);
  const present = new Set<string>();
  for (const [contentType, rows] of groupBy(doubtful, (row) => row.contentType)) {
    const entries = rows.map(({ entry }) => entry);
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
 * Where the taken-over ids that are addresses are stored. Nothing else shows that an entry has another entry's address
 * as its id: their slugs have nothing in common, and ids have no index.
 */
const storeOf = (strapi: Core.Strapi) =>
  strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'takenIds' });

const readTaken = async (strapi: Core.Strapi): Promise<TakenAddress[]> =>
  ((await storeOf(strapi).get({})) as TakenAddress[] | null) ?? [];

/** Stores those of some taken-over ids that are addresses. */
export const storeTaken = async (
  strapi: Core.Strapi,
  taken: readonly TakenAddress[],
): Promise<void> => {
  const addresses = taken.filter(({ id }) => ADDRESS.test(id));
  const all = new Map([...(await readTaken(strapi)), ...addresses].map((one) => [one.id, one]));
  await storeOf(strapi).set({ value: [...all.values()] });
};

/** Finds which new entries have an address that another entry took over as its id, and still has. */
export const findClaimed = async <Some extends Claimant>(
  strapi: Core.Strapi,
  claimants: readonly Some[],
): Promise<Set<Some>> => {
  const claimed = new Set<Some>();
  const byPath = groupBy(await readTaken(strapi), ({ id }) => pathIn({ url: id }));
  for (const claimant of claimants) {
    const { address } = claimant;
    for (const { id, contentType, documentId, locale } of byPath.get(pathIn(address)) ?? []) {
      if (!mayCoincide({ url: id }, address)) continue;
      const rows = await findPermalinkRows(strapi, contentType, [documentId]);
      // Another id may have been taken over since, or the former one is back.
      if (rows.get(keyInType(documentId, locale))?.[0]?.url === id) claimed.add(claimant);
    }
  }
  return claimed;
};
