import type { Core } from '@strapi/strapi';

import { TAG_UID } from '../constants';
import type { Ordered } from '../feed/order';
import { LISTING_TABLE, WHOLE_SITE } from '../catalogue/listing-table';
import { toColumn } from '../catalogue/column';
import { getService } from '../get-service';

/** A date as the database clients give it: SQLite as milliseconds. */
type Column = string | number | Date;

/** A feed and how many articles it shows at most. */
export interface SizedFeed {
  /** Id of the tag, or `WHOLE_SITE`. */
  key: number;
  limit: number;
}

/** An article in a feed, without what only its rendering needs. */
export interface Shown extends Ordered {
  updated: Date;
}

/**
 * Numbers of all feeds at once, in one grouped query each: with thousands of tags, a query for each
 * would take seconds.
 */
const createFeedStatistics = ({ strapi }: { strapi: Core.Strapi }) => {
  const { connection: knex } = strapi.db;

  /** Date of the newest due article, by tag id: one look into the index for each tag. */
  const findNewest = async (now: Date): Promise<Map<number, Date>> => {
    const newest = knex(LISTING_TABLE)
      .max('date')
      .where('tag_id', knex.ref('feed.id'))
      .where('date', '<=', toColumn(strapi, now));
    const tags = strapi.db.metadata.get(TAG_UID).tableName;
    const feeds = knex(tags)
      .select('id')
      .unionAll(knex.select({ id: knex.raw(String(WHOLE_SITE)) }));
    const rows: { id: number; newest: Column | null }[] = await knex
      .from(feeds.as('feed'))
      .select({ id: 'feed.id', newest });
    return new Map(
      rows.flatMap((row) =>
        row.newest === null ? [] : [[Number(row.id), new Date(row.newest)] as const],
      ),
    );
  };

  return {
    /** Number and newest date of the articles each feed may show, by tag id. */
    async countPublished(now: Date): Promise<Map<number, { articles: number; newest?: Date }>> {
      const ids: number[] = (await strapi.db.query(TAG_UID).findMany({ select: ['id'] })).map(
        ({ id }: { id: number }) => id,
      );
      const feeds = [WHOLE_SITE, ...ids];
      const [counts, newest] = await Promise.all([
        getService(strapi, 'counts').due(feeds, now),
        findNewest(now),
      ]);
      return new Map(
        feeds.map((feed) => [feed, { articles: counts.get(feed) ?? 0, newest: newest.get(feed) }]),
      );
    },

    /** The articles that each of some feeds shows, in their order, by tag id. */
    async findShown(feeds: SizedFeed[], now: Date): Promise<Map<number, Shown[]>> {
      const articles = getService(strapi, 'articles');
      const shown = new Map<number, Shown[]>();
      for (const { key, limit } of feeds) {
        const tagId = key === WHOLE_SITE ? undefined : key;
        shown.set(key, await articles.listKeys({ tagId, limit, now }));
      }
      return shown;
    },
  };
};

export default createFeedStatistics;
