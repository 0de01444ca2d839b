import type { Core } from '@strapi/strapi';

import { chunk } from '../lib/chunk';
import { PERMALINK_UID } from '../constants';
import {
  entryKey,
  findPermalinkRows,
  NEWEST_FIRST,
  type Permalink,
  type PermalinkRow,
  mayCoincide,
  type RecordedAddress,
} from './permalink-rows';

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
