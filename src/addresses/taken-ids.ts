import type { Core } from '@strapi/strapi';

import { PLUGIN_ID, PERMALINK_UID } from '../constants';
import {
  entryKey,
  findPermalinkRows,
  mayCoincide,
  NEWEST_FIRST,
  type Permalink,
  type PermalinkRow,
  type RecordedAddress,
} from './permalink-rows';
import { chunk } from '../lib/chunk';

/** An entry that has an address for its id, or is about to. */
export interface Claimant {
  publication: Permalink;
  address: RecordedAddress;
}

const keyOf = ({ entry, locale }: Pick<Permalink, 'entry' | 'locale'>): string =>
  entryKey(entry, locale);

/** Rows of the entries that were ever published with some slugs, the last ones first. */
const findHolders = async (
  strapi: Core.Strapi,
  contentTypes: readonly string[],
  slugs: string[],
): Promise<PermalinkRow[]> => {
  const found: PermalinkRow[] = [];
  for (const some of chunk([...new Set(slugs)])) {
    const where = { contentType: { $in: contentTypes }, slug: { $in: some } };
    const holders: PermalinkRow[] = await strapi.db
      .query(PERMALINK_UID)
      .findMany({ where, orderBy: NEWEST_FIRST });
    // An import may give one slug to any number of entries.
    for (const holder of holders) found.push(holder);
  }
  return found;
};

/** Those of some entries that still exist. */
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
 * The first rows of others whose guid the addresses of some entries are, or may come to be. One that
 * was deleted keeps its guid: readers know it, and would take the new entry for the old (RFC 4287,
 * section 4.2.6). But what was deleted while its address was provisional, nobody had seen.
 *
 * @param contentTypes whose entries may be at the same addresses
 */
export const findRivals = async <Some extends Claimant>(
  strapi: Core.Strapi,
  contentTypes: readonly string[],
  claimants: Some[],
): Promise<Map<Some, PermalinkRow[]>> => {
  const slugs = claimants.map(({ publication }) => publication.slug);
  const holders = await findHolders(strapi, contentTypes, slugs);
  const guids = new Map<string, PermalinkRow[]>();
  for (const contentType of contentTypes) {
    const own = holders.filter((holder) => holder.contentType === contentType);
    const entries = own.map(({ entry }) => entry);
    // Document ids tell entries of all types apart.
    const rows = await findPermalinkRows(strapi, contentType, entries);
    rows.forEach((some, key) => guids.set(key, some));
  }
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
  const present = new Set<string>();
  for (const contentType of contentTypes) {
    const own = doubtful.filter((row) => row.contentType === contentType);
    const entries = own.map(({ entry }) => entry);
    (await findPresent(strapi, contentType, entries)).forEach((entry) => present.add(entry));
  }
  const rivals = new Map<Some, PermalinkRow[]>();
  for (const [claimant, rows] of coinciding) {
    const lasting = rows.filter(({ provisional, entry }) => !provisional || present.has(entry));
    if (lasting.length > 0) rivals.set(claimant, lasting);
  }
  return rivals;
};

/** An entry in a locale: what an id is of. */
export interface TakenEntry {
  contentType: string;
  documentId: string;
  /** Empty where the type is not localised. */
  locale: string;
}

/** An id that was taken over, and the entry that it is of. */
interface TakenAddress extends TakenEntry {
  id: string;
}

/** What the address of an entry may be: no "?p=123", no fragment. */
const ADDRESS = /^https?:\/\/[^/?#]+\/[^?#]*$/;

const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]*/, '');

/**
 * Ids that were taken over and are addresses. Nothing else tells that an entry has the address of another
 * for its id: their slugs have nothing in common, and ids have no index.
 */
export const createTakenIds = (strapi: Core.Strapi) => {
  const store = () => strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'takenIds' });

  const read = async (): Promise<TakenAddress[]> =>
    ((await store().get({})) as TakenAddress[] | null) ?? [];

  const isInForce = async ({ id, contentType, documentId, locale }: TakenAddress) => {
    const rows = await findPermalinkRows(strapi, contentType, [documentId]);
    return rows.get(entryKey(documentId, locale))?.[0]?.url === id;
  };

  return {
    /** Keeps those that are addresses. */
    async add(taken: readonly TakenAddress[]): Promise<void> {
      const addresses = taken.filter(({ id }) => ADDRESS.test(id));
      if (addresses.length === 0) return;
      const all = new Map([...(await read()), ...addresses].map((one) => [one.id, one]));
      await store().set({ value: [...all.values()] });
    },

    /** Those of some new entries whose address was taken over as the id of another, which has it still. */
    async findClaimed<Some extends Claimant>(claimants: readonly Some[]): Promise<Set<Some>> {
      const claimed = new Set<Some>();
      const known = await read();
      if (known.length === 0) return claimed;
      const byPath = new Map<string, TakenAddress[]>();
      for (const one of known) {
        byPath.set(pathOf(one.id), [...(byPath.get(pathOf(one.id)) ?? []), one]);
      }
      for (const claimant of claimants) {
        const { address } = claimant;
        for (const one of byPath.get(pathOf(address.url)) ?? []) {
          if (!mayCoincide({ url: one.id }, address)) continue;
          if (await isInForce(one)) claimed.add(claimant);
        }
      }
      return claimed;
    },
  };
};
