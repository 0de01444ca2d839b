import type { Core } from '@strapi/strapi';

import { PERMALINK_UID } from '../constants';

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

type Row = Permalink & { createdAt: string | Date };

/**
 * By the moment of their recording, then by id. Ids alone would do but for `strapi import`, which
 * gives rows new ones in the order a database happened to read them; PostgreSQL moves a row that is
 * updated.
 */
const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }];
const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }];

const createPermalinks = ({ strapi }: { strapi: Core.Strapi }) => {
  const query = () => strapi.db.query(PERMALINK_UID);

  /** Whether another entry, which still exists, was first published at the same address. */
  const isGuidOfOther = async ({ contentType, entry, slug, url }: Permalink): Promise<boolean> => {
    if (!strapi.contentTypes[contentType as keyof typeof strapi.contentTypes]) return false;
    const holders: Permalink[] = await query().findMany({
      where: { contentType, slug, url, entry: { $ne: entry } },
    });
    for (const { entry: documentId } of holders) {
      const first: Permalink | null = await query().findOne({
        where: { contentType, entry: documentId },
        orderBy: OLDEST_FIRST,
      });
      const exists = await strapi.db.query(contentType).count({ where: { documentId } });
      if (first?.url === url && exists > 0) return true;
    }
    return false;
  };

  const findNewest = ({ contentType, entry }: Permalink): Promise<Row | null> =>
    query().findOne({ where: { contentType, entry }, orderBy: NEWEST_FIRST });

  /** Adds a row that is later than all of its entry, whatever clocks say. */
  const append = async (
    permalink: Permalink,
    newest: Row | null,
    since = new Date(),
  ): Promise<void> => {
    const earliest = newest ? new Date(newest.createdAt).getTime() + 1 : 0;
    const createdAt = new Date(Math.max(since.getTime(), earliest));
    await query().create({ data: { ...permalink, createdAt } });
  };

  return {
    /**
     * Notes that an entry is published at an address, unless it was at that address already.
     *
     * @param since moment of the publication, when that is known better than "now"
     */
    async record(permalink: Permalink, since?: Date): Promise<void> {
      const { entry, slug } = permalink;
      const newest = await findNewest(permalink);
      if (newest?.slug === slug) return;
      const isGuid = newest === null;
      const url =
        isGuid && (await isGuidOfOther(permalink)) ? `${permalink.url}#${entry}` : permalink.url;
      await append({ ...permalink, url }, newest, since);
    },

    /**
     * Makes the addresses of an entry that is about to go lead to another, which keeps its own.
     *
     * @param heir where the other entry is now
     */
    async inherit(from: string, heir: Permalink): Promise<void> {
      const { contentType } = heir;
      const rows: Permalink[] = await query().findMany({
        where: { contentType, entry: from },
        orderBy: OLDEST_FIRST,
      });
      // First, since an entry's first row is its guid; last, since the newest is where it is.
      await this.record(heir);
      for (const { slug, url } of rows) {
        const permalink = { contentType, entry: heir.entry, slug, url };
        await append(permalink, await findNewest(permalink));
      }
      await this.record(heir);
    },

    /** Guids by document id: the address each entry was first published at. */
    async findGuids(contentType: string, entries: string[]): Promise<Map<string, string>> {
      const rows: Permalink[] = await query().findMany({
        where: { contentType, entry: { $in: entries } },
        orderBy: NEWEST_FIRST,
      });
      return new Map(rows.map(({ entry, url }) => [entry, url]));
    },

    /** Document ids of the entries that were ever published with this slug, the last one first. */
    async findHolders(contentType: string, slug: string): Promise<string[]> {
      const rows: Permalink[] = await query().findMany({
        where: { contentType, slug },
        orderBy: NEWEST_FIRST,
      });
      return [...new Set(rows.map(({ entry }) => entry))];
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
