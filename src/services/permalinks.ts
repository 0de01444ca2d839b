import type { Core } from '@strapi/strapi';

import { PERMALINK_UID } from '../constants';

/** An address an entry is or was published at. */
export interface Permalink {
  contentType: string;
  /** Document id of the entry. */
  entry: string;
  slug: string;
  /** Absolute address. */
  url: string;
}

const createPermalinks = ({ strapi }: { strapi: Core.Strapi }) => {
  const query = () => strapi.db.query(PERMALINK_UID);

  return {
    /**
     * Notes that an entry is published at an address, unless it was at that address already.
     *
     * @param since moment of the publication, when that is known better than "now"
     */
    async record(permalink: Permalink, since?: Date): Promise<void> {
      const { contentType, entry, slug } = permalink;
      const newest: Permalink | null = await query().findOne({
        where: { contentType, entry },
        orderBy: { id: 'desc' },
      });
      if (newest?.slug !== slug) {
        await query().create({ data: { ...permalink, ...(since && { createdAt: since }) } });
      }
    },

    /** Guids by document id: the address each entry was first published at. */
    async findGuids(contentType: string, entries: string[]): Promise<Map<string, string>> {
      const rows: Permalink[] = await query().findMany({
        where: { contentType, entry: { $in: entries } },
        orderBy: { id: 'desc' },
      });
      return new Map(rows.map(({ entry, url }) => [entry, url]));
    },

    /** Document ids of the entries that were ever published with this slug, the last one first. */
    async findHolders(contentType: string, slug: string): Promise<string[]> {
      const rows: Permalink[] = await query().findMany({
        where: { contentType, slug },
        orderBy: { id: 'desc' },
      });
      return [...new Set(rows.map(({ entry }) => entry))];
    },

    /** Moment an entry was first published; undefined when it never was. */
    async findFirstPublication(contentType: string, entry: string): Promise<Date | undefined> {
      const first: { createdAt: string | Date } | null = await query().findOne({
        where: { contentType, entry },
        orderBy: { id: 'asc' },
      });
      return first ? new Date(first.createdAt) : undefined;
    },
  };
};

export default createPermalinks;
