import type { Core } from '@strapi/strapi';

import { chunk } from '../chunk';
import { PERMALINK_UID } from '../constants';
import { getService } from '../get-service';
import { mayCoincide, type RecordedAddress, toAbsolute, toRecorded } from './recorded-address';

/** An address an entry is or was published at. */
export interface Permalink {
  contentType: string;
  /** Document id of the entry. */
  entry: string;
  slug: string;
  /**
   * Absolute address. In the first row of an entry, its guid: where another entry has had that
   * address before, the document id makes it its own.
   */
  url: string;
}

type Row = Permalink & RecordedAddress & { id: number; createdAt: string | Date };

/**
 * By the moment of their recording, then by id. Ids alone would do but for `strapi import`, which
 * gives rows new ones in the order a database happened to read them; PostgreSQL moves a row that is
 * updated.
 */
export const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }];
export const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }];

const createPermalinks = ({ strapi }: { strapi: Core.Strapi }) => {
  const query = () => strapi.db.query(PERMALINK_UID);

  /** First rows, the guids, by document id. */
  const findFirstRows = async (
    contentType: string,
    entries: string[],
  ): Promise<Map<string, Row>> => {
    const found = new Map<string, Row>();
    for (const some of chunk(entries)) {
      const rows: Row[] = await query().findMany({
        where: { contentType, entry: { $in: some } },
        orderBy: NEWEST_FIRST,
      });
      rows.forEach((row) => found.set(row.entry, row));
    }
    return found;
  };

  /** Document ids of the entries that were ever published with this slug, the last one first. */
  const findHolders = async (contentType: string, slug: string): Promise<string[]> => {
    const rows: Permalink[] = await query().findMany({
      where: { contentType, slug },
      orderBy: NEWEST_FIRST,
    });
    return [...new Set(rows.map(({ entry }) => entry))];
  };

  /** Whether any of these entries still exists. */
  const exists = async (contentType: string, entries: string[]): Promise<boolean> => {
    if (!strapi.contentTypes[contentType as keyof typeof strapi.contentTypes]) return false;
    for (const some of chunk(entries)) {
      const row = await strapi.db
        .query(contentType)
        .findOne({ select: ['id'], where: { documentId: { $in: some } } });
      if (row) return true;
    }
    return false;
  };

  /** Whether another entry, which still exists, has this address for its guid or may come to have it. */
  const isGuidOfOther = async (
    { contentType, entry, slug }: Permalink,
    address: RecordedAddress,
  ): Promise<boolean> => {
    const holders = (await findHolders(contentType, slug)).filter((holder) => holder !== entry);
    const guids = await findFirstRows(contentType, holders);
    const rivals = holders.filter((holder) => mayCoincide(guids.get(holder)!, address));
    return exists(contentType, rivals);
  };

  const findNewest = ({ contentType, entry }: Permalink): Promise<Row | null> =>
    query().findOne({ where: { contentType, entry }, orderBy: NEWEST_FIRST });

  /** Adds a row that is later than all of its entry, whatever clocks say. */
  const append = async (
    permalink: Permalink & Partial<RecordedAddress>,
    newest: Row | null,
    since = new Date(),
  ): Promise<void> => {
    const earliest = newest ? new Date(newest.createdAt).getTime() + 1 : 0;
    const createdAt = new Date(Math.max(since.getTime(), earliest));
    await query().create({ data: { ...permalink, createdAt } });
  };

  return {
    findHolders,
    exists,

    /**
     * Notes that an entry is published at an address, unless it was at that address already. The
     * host is kept when it is public; otherwise it is provisional, and follows the base address.
     *
     * @param since moment of the publication, when that is known better than "now"
     */
    async record(permalink: Permalink, since?: Date): Promise<void> {
      const { entry, slug } = permalink;
      const newest = await findNewest(permalink);
      if (newest?.slug === slug) return;
      const address = toRecorded(permalink.url);
      const isGuid = newest === null;
      if (isGuid && (await isGuidOfOther(permalink, address))) address.url += `#${entry}`;
      await append({ ...permalink, ...address }, newest, since);
    },

    /**
     * Makes the addresses of an entry that is about to go lead to another, which keeps its own.
     *
     * @param heir where the other entry is now
     */
    async inherit(from: string, heir: Permalink): Promise<void> {
      const { contentType } = heir;
      const rows: Row[] = await query().findMany({
        where: { contentType, entry: from },
        orderBy: OLDEST_FIRST,
      });
      // First, since an entry's first row is its guid; last, since the newest is where it is.
      await this.record(heir);
      for (const { slug, url, provisional } of rows) {
        const permalink = { contentType, entry: heir.entry, slug, url, provisional };
        await append(permalink, await findNewest(permalink));
      }
      await this.record(heir);
    },

    /**
     * Guids by document id: the address each entry was first published at, as it reads at the
     * present base address.
     */
    async findGuids(contentType: string, entries: string[]): Promise<Map<string, string>> {
      const { origin } = new URL((await getService(strapi, 'settings').get()).baseUrl);
      const rows = await findFirstRows(contentType, entries);
      return new Map([...rows].map(([entry, row]) => [entry, toAbsolute(row, origin)]));
    },

    /** Moment an entry was first published; undefined when it never was. */
    async findFirstPublication(contentType: string, entry: string): Promise<Date | undefined> {
      const first: { createdAt: string | Date } | null = await query().findOne({
        where: { contentType, entry },
        orderBy: OLDEST_FIRST,
      });
      return first ? new Date(first.createdAt) : undefined;
    },
  };
};

export default createPermalinks;
