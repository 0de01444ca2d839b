import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { ARTICLE_UID } from '../constants';
import { LISTING_TABLE, WHOLE_SITE } from '../models/listing';

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
}

/** Rows to bring up to date: those of some articles or of some tags. */
export interface ListingPart {
  articles?: number[];
  tags?: number[];
}

/** Keeps the index of listed articles (see `models/listing`) equal to the articles themselves. */
const createListings = ({ strapi }: { strapi: Core.Strapi }) => {
  const tables = () => {
    const { tableName, attributes } = strapi.db.metadata.get(ARTICLE_UID);
    const { joinTable } = attributes.tags as unknown as { joinTable: JoinTable };
    return {
      articles: tableName,
      join: joinTable.name,
      articleColumn: `${joinTable.name}.${joinTable.joinColumn.name}`,
      tagColumn: `${joinTable.name}.${joinTable.inverseJoinColumn.name}`,
    };
  };

  /** The articles that may be listed, once they are due. Rows may come from an import. */
  const listed = (trx: Knex, articles: string): Knex.QueryBuilder =>
    trx(articles)
      .whereNotNull(`${articles}.published_at`)
      .whereNotNull(`${articles}.title`)
      .whereNotNull(`${articles}.slug`)
      .whereNotNull(`${articles}.date`)
      .where((where) =>
        where
          .where(`${articles}.keep_out_of_feeds`, false)
          .orWhereNull(`${articles}.keep_out_of_feeds`),
      );

  const within = (
    query: Knex.QueryBuilder,
    part: ListingPart,
    columns: { article: string; tag: string },
  ): Knex.QueryBuilder => {
    if (part.articles) query.whereIn(columns.article, part.articles);
    if (part.tags) query.whereIn(columns.tag, part.tags);
    return query;
  };

  /** Rows the index should have, as tag, article and date. */
  const wanted = (trx: Knex, part: ListingPart): Knex.QueryBuilder => {
    const { articles, join, articleColumn, tagColumn } = tables();
    const ofTags = within(
      listed(trx, articles)
        .join(join, articleColumn, `${articles}.id`)
        .select({ tag: tagColumn, article: `${articles}.id`, date: `${articles}.date` }),
      part,
      { article: `${articles}.id`, tag: tagColumn },
    );
    if (part.tags) return ofTags;
    const ofSite = within(
      listed(trx, articles).select({
        // Not a parameter: PostgreSQL would take it for text.
        tag: trx.raw(String(WHOLE_SITE)),
        article: `${articles}.id`,
        date: `${articles}.date`,
      }),
      part,
      { article: `${articles}.id`, tag: '' },
    );
    return ofSite.unionAll(ofTags);
  };

  /** Tells PostgreSQL how large the tables are, lest it plans by what it knew of empty ones. */
  const analyse = async (): Promise<void> => {
    if (strapi.db.dialect.client !== 'postgres') return;
    const { articles, join } = tables();
    await strapi.db.connection.raw('ANALYZE ??, ??, ??', [articles, join, LISTING_TABLE]);
  };

  const own = { article: `${LISTING_TABLE}.article_id`, tag: `${LISTING_TABLE}.tag_id` };

  return {
    analyse,

    /** Ids of the tags that list any of these articles, 0 for the whole site. */
    async findTags(trx: Knex, articles: number[]): Promise<number[]> {
      return within(trx(LISTING_TABLE), { articles }, own).distinct().pluck('tag_id');
    },

    /** Rows of the articles that carry any of these tags, published or not. */
    async findTagged(trx: Knex, tags: number[]): Promise<number[]> {
      const { join, articleColumn, tagColumn } = tables();
      return trx(join).whereIn(tagColumn, tags).distinct().pluck(articleColumn);
    },

    /**
     * Brings a part of the index up to date, or all of it. Safe beside other nodes that do the
     * same: a row they wrote first stays theirs.
     */
    async refresh(trx: Knex, part: ListingPart = {}): Promise<void> {
      const { articles, join, articleColumn, tagColumn } = tables();
      const matching = listed(trx, articles)
        .select(trx.raw('1'))
        .where(`${articles}.id`, trx.ref(own.article))
        .where(`${articles}.date`, trx.ref(`${LISTING_TABLE}.date`))
        .where((where) =>
          where
            .where(own.tag, WHOLE_SITE)
            .orWhereExists(
              trx(join)
                .select(trx.raw('1'))
                .where(articleColumn, trx.ref(own.article))
                .where(tagColumn, trx.ref(own.tag)),
            ),
        );
      await within(trx(LISTING_TABLE), part, own).whereNotExists(matching).delete();

      const missing = trx
        .from(wanted(trx, part).as('wanted'))
        .select('wanted.tag', 'wanted.article', 'wanted.date');
      // PostgreSQL would plan to look through a table it knows as empty while the rows go into it.
      if (await trx(LISTING_TABLE).first('id')) {
        missing.whereNotExists(
          trx(LISTING_TABLE)
            .select(trx.raw('1'))
            .where(own.article, trx.ref('wanted.article'))
            .where(own.tag, trx.ref('wanted.tag')),
        );
      }
      await trx
        .into(trx.raw('?? (??, ??, ??)', [LISTING_TABLE, 'tag_id', 'article_id', 'date']))
        .insert(missing)
        .onConflict(['article_id', 'tag_id'])
        .ignore();
    },
  };
};

export default createListings;
