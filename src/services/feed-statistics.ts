import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, TAG_UID } from '../constants';
import type { Ordered } from '../feed/order';
import { LISTING_TABLE, WHOLE_SITE } from '../models/listing';
import { toColumn } from './column';
import { getService } from './get-service';

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
}

/** A date as the database clients give it: SQLite as milliseconds. */
type Column = string | number | Date;

interface WaitingRow {
  tag: number;
  articles: number | string;
}

/** A feed and how many articles it shows at most; 0 for all. */
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

  const tables = () => {
    const { tableName, attributes } = strapi.db.metadata.get(ARTICLE_UID);
    const { joinTable } = attributes.tags as unknown as { joinTable: JoinTable };
    return {
      articles: tableName,
      joins: joinTable.name,
      articleColumn: `joined.${joinTable.joinColumn.name}`,
      tagColumn: `joined.${joinTable.inverseJoinColumn.name}`,
    };
  };

  /** Articles with their tags; or all articles, as those of the whole site. */
  const articlesBy = (scope: 'tag' | 'site') => {
    const { articles, joins, articleColumn, tagColumn } = tables();
    const query = knex({ article: articles }).where((where) =>
      where.where('article.keep_out_of_feeds', false).orWhereNull('article.keep_out_of_feeds'),
    );
    return scope === 'site'
      ? query.select({ tag: knex.raw(String(WHOLE_SITE)) })
      : query
          .join({ joined: joins }, articleColumn, 'article.id')
          .groupBy(tagColumn)
          .select({ tag: tagColumn });
  };

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

  const bothScopes = async <Row>(query: (scope: 'tag' | 'site') => PromiseLike<unknown>) => {
    const [site, tags] = await Promise.all([query('site'), query('tag')]);
    return [...(site as Row[]), ...(tags as Row[])];
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

    /** Number of articles that will come: never published, or dated in the future; by tag id. */
    async countWaiting(now: Date): Promise<Map<number, number>> {
      const { articles } = tables();
      const rows = await bothScopes<WaitingRow>((scope) =>
        articlesBy(scope)
          .where((where) =>
            where
              .where((future) =>
                future
                  .whereNotNull('article.published_at')
                  .where('article.date', '>', toColumn(strapi, now)),
              )
              .orWhere((draft) =>
                draft
                  .whereNull('article.published_at')
                  .whereNotExists(
                    knex({ twin: articles })
                      .select(knex.raw('1'))
                      .whereRaw('?? = ??', ['twin.document_id', 'article.document_id'])
                      .whereNotNull('twin.published_at'),
                  ),
              ),
          )
          .count({ articles: '*' }),
      );
      return new Map(rows.map(({ tag, articles }) => [Number(tag), Number(articles)]));
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
