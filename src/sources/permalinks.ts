import type { Core } from '@strapi/strapi';

import { CACHE_TAGS } from '../cache/cache-tags';
import type { WrittenNotes } from '../changes/written';
import { chunk } from '../chunk';
import { PERMALINK_UID } from '../constants';
import type { SettingsStore } from '../settings';
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

type Row = Permalink &
  RecordedAddress & {
    id: number;
    createdAt: string | Date;
    visibleFrom?: string | Date | null;
  };

/** Moments of a publication, where they are known better than "now". */
export interface PublicationMoments {
  published?: Date;
  /** Since when readers can see what is published: a date in the future, for example. */
  visible?: Date;
}

/** Of an entry that was withdrawn before anybody could see it. */
const NEVER = new Date('9999-01-01T00:00:00.000Z');

/**
 * By the moment of their recording, then by id. Ids alone would do but for `strapi import`, which
 * gives rows new ones in the order a database happened to read them; PostgreSQL moves a row that is
 * updated.
 */
export const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }];
export const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }];

/** Keeps every address an entry was published at: the first is its guid, the others lead to it. */
export const createPermalinks = (
  strapi: Core.Strapi,
  { settings, written }: { settings: Pick<SettingsStore, 'get'>; written: WrittenNotes },
) => {
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

  /**
   * Whether another entry has this address for its guid or may come to have it. One that was deleted
   * keeps its guid: readers know it, and would take the new entry for the old (RFC 4287, section
   * 4.2.6). But what was deleted while its address was provisional, nobody had seen.
   */
  const isGuidOfOther = async (
    { contentType, entry, slug }: Permalink,
    address: RecordedAddress,
  ): Promise<boolean> => {
    const holders = (await findHolders(contentType, slug)).filter((holder) => holder !== entry);
    const guids = await findFirstRows(contentType, holders);
    const rivals = holders.filter((holder) => mayCoincide(guids.get(holder)!, address));
    return rivals.some((rival) => !guids.get(rival)!.provisional) || exists(contentType, rivals);
  };

  const findNewest = ({ contentType, entry }: Permalink): Promise<Row | null> =>
    query().findOne({ where: { contentType, entry }, orderBy: NEWEST_FIRST });

  /** Adds a row that is later than all of its entry, whatever clocks say. */
  const append = async (
    permalink: Permalink & Partial<RecordedAddress>,
    newest: Row | null,
    { published = new Date(), visible = published }: PublicationMoments = {},
  ): Promise<void> => {
    const earliest = newest ? new Date(newest.createdAt).getTime() + 1 : 0;
    const createdAt = new Date(Math.max(published.getTime(), earliest));
    const visibleFrom = newest === null && visible > createdAt ? visible : null;
    await query().create({ data: { ...permalink, createdAt, visibleFrom } });
    // Where the address led to somebody else, or said that there is nothing any more.
    await written.cacheTags(CACHE_TAGS.address(permalink.contentType, permalink.slug));
  };

  const findFirst = async (contentType: string, entry: string): Promise<Row | undefined> =>
    (await findFirstRows(contentType, [entry])).get(entry);

  /** Says since when readers can see an entry, as long as nobody can. */
  const setVisible = async (contentType: string, entry: string, from: Date): Promise<void> => {
    const first = await findFirst(contentType, entry);
    if (!first?.visibleFrom || new Date(first.visibleFrom) <= new Date()) return;
    if (new Date(first.visibleFrom).getTime() === from.getTime()) return;
    await query().update({ where: { id: first.id }, data: { visibleFrom: from } });
  };

  return {
    findHolders,
    exists,

    /**
     * Notes that an entry is published at an address, unless it was at that address already. The
     * host is kept when it is public; otherwise it is provisional, and follows the base address.
     *
     * @param moments of the publication
     */
    async record(permalink: Permalink, moments: PublicationMoments = {}): Promise<void> {
      const { contentType, entry, slug } = permalink;
      if (moments.visible) await setVisible(contentType, entry, moments.visible);
      const newest = await findNewest(permalink);
      if (newest?.slug === slug) return;
      const address = toRecorded(permalink.url);
      const isGuid = newest === null;
      if (isGuid && (await isGuidOfOther(permalink, address))) address.url += `#${entry}`;
      await append({ ...permalink, ...address }, newest, moments);
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
      const { origin } = new URL((await settings.get()).baseUrl);
      const rows = await findFirstRows(contentType, entries);
      return new Map([...rows].map(([entry, row]) => [entry, toAbsolute(row, origin)]));
    },

    /** Notes that entries are published no more, for the case that nobody could see them yet. */
    async withdraw(contentType: string, entries: string[]): Promise<void> {
      const visibleFrom = { $gt: new Date(), $ne: NEVER };
      for (const some of chunk([...new Set(entries)])) {
        const rows: { id: number }[] = await query().findMany({
          select: ['id'],
          where: { contentType, entry: { $in: some }, visibleFrom },
        });
        if (rows.length === 0) continue;
        const where = { id: { $in: rows.map(({ id }) => id) } };
        await query().updateMany({ where, data: { visibleFrom: NEVER } });
      }
    },

    /**
     * Moment since when readers could see an entry first; undefined when they never could until now.
     * What was dated in the future, nobody saw before its date.
     */
    async findFirstPublication(contentType: string, entry: string): Promise<Date | undefined> {
      const first = await findFirst(contentType, entry);
      if (!first) return undefined;
      const moment = new Date(first.visibleFrom ?? first.createdAt);
      return first.visibleFrom && moment > new Date() ? undefined : moment;
    },
  };
};

export type Permalinks = ReturnType<typeof createPermalinks>;
