import type { Core } from '@strapi/strapi';

import { ARTICLE_UID } from '../constants';
import { createOrder, type Ordered } from '../feed/order';

/** Numbers of a feed; those of the whole site are kept under this key instead of a tag's id. */
export const WHOLE_SITE = 0;

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
}

/** A date as the database clients give it: SQLite as milliseconds. */
type Column = string | number | Date;

interface PublishedRow {
  tag: number;
  articles: number | string;
  newest: Column;
}

interface WaitingRow {
  tag: number;
  articles: number | string;
}

interface ShownRow {
  tag: number;
  documentId: string;
  title: string;
  date: Column;
  updated: Column;
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

  /** SQLite keeps dates as milliseconds. */
  const toColumn = (date: Date): Date | number =>
    strapi.db.dialect.client === 'sqlite' ? date.getTime() : date;

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

  const published = (scope: 'tag' | 'site', now: Date) =>
    articlesBy(scope)
      .whereNotNull('article.published_at')
      .whereNotNull('article.title')
      .whereNotNull('article.slug')
      .where('article.date', '<=', toColumn(now));

  const bothScopes = async <Row>(query: (scope: 'tag' | 'site') => PromiseLike<unknown>) => {
    const [site, tags] = await Promise.all([query('site'), query('tag')]);
    return [...(site as Row[]), ...(tags as Row[])];
  };

  return {
    /** Number and newest date of the articles each feed may show, by tag id. */
    async countPublished(now: Date): Promise<Map<number, { articles: number; newest?: Date }>> {
      const rows = await bothScopes<PublishedRow>((scope) =>
        published(scope, now).count({ articles: '*' }).max({ newest: 'article.date' }),
      );
      // PostgreSQL gives counts as strings.
      return new Map(
        rows.map(({ tag, articles, newest }) => [
          Number(tag),
          { articles: Number(articles), newest: newest === null ? undefined : new Date(newest) },
        ]),
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
                  .where('article.date', '>', toColumn(now)),
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
    async findShown(
      feeds: SizedFeed[],
      { now, language }: { now: Date; language: string },
    ): Promise<Map<number, Shown[]>> {
      const limits = new Map(feeds.map(({ key, limit }) => [key, limit]));
      const siteLimit = limits.get(WHOLE_SITE);
      const tagLimits = feeds.flatMap(({ key, limit }) => (key === WHOLE_SITE ? [] : limit));
      // One query for all tags: as many of each as the longest of their feeds shows.
      const tagLimit = tagLimits.includes(0) ? 0 : Math.max(0, ...tagLimits);
      const { tagColumn } = tables();
      const columns = {
        documentId: 'article.document_id',
        title: 'article.title',
        date: 'article.date',
        updated: 'article.updated_at',
      };
      // All articles of the date at the limit: only `createOrder` knows which of them a feed shows.
      const ofSite = async (limit: number): Promise<ShownRow[]> => {
        const query = published('site', now).select(columns);
        if (limit === 0) return query;
        const edge = await published('site', now)
          .clearSelect()
          .first('article.date')
          .orderBy('article.date', 'desc')
          .offset(limit - 1);
        return edge ? query.where('article.date', '>=', edge.date) : query;
      };
      const ofTags = async (): Promise<ShownRow[]> => {
        const ranked = published('tag', now)
          .clearGroup()
          .whereIn(tagColumn, [...limits.keys()])
          .select(columns)
          .select(
            knex.raw('rank() over (partition by ?? order by ?? desc) as ??', [
              tagColumn,
              'article.date',
              'place',
            ]),
          );
        const query = knex.select('*').from(ranked.as('ranked'));
        return tagLimit === 0 ? query : query.where('place', '<=', tagLimit);
      };
      const [site, tags] = await Promise.all([
        siteLimit === undefined ? [] : ofSite(siteLimit),
        tagLimits.length === 0 ? [] : ofTags(),
      ]);
      const shown = new Map<number, Shown[]>();
      for (const { tag, documentId, title, ...row } of [...site, ...tags]) {
        const articles = shown.get(Number(tag)) ?? [];
        articles.push({
          documentId,
          title,
          date: new Date(row.date),
          updated: new Date(row.updated),
        });
        shown.set(Number(tag), articles);
      }
      const compare = createOrder(language);
      shown.forEach((articles, feed) =>
        shown.set(feed, articles.sort(compare).slice(0, limits.get(feed) || undefined)),
      );
      return shown;
    },
  };
};

export default createFeedStatistics;
