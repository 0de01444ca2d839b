import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { ARTICLE_UID } from '../constants';
import { LISTING_TABLE, WHOLE_SITE } from './listing-table';
import { WAITING_TABLE } from './waiting-table';

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
}

/** Rows to insert in one statement, which takes only so many parameters. */
const ROWS_AT_ONCE = 300;

/** A table of articles by tag, and of the whole site. */
interface Index {
  table: string;
  /** The articles it has. */
  rows: (trx: Knex) => Knex.QueryBuilder;
  /** Whether it keeps their dates. */
  dated: boolean;
}

/** A row of an index. */
interface IndexRow {
  tag_id: number;
  article_id: number;
  date?: string | number | Date;
}

/**
 * Keeps the indexes of listed and of waiting articles (see `models`) equal to the articles
 * themselves.
 */
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

  /** Rows of articles that nobody keeps out of feeds; rows of an import may not say. */
  const admitted = (trx: Knex): Knex.QueryBuilder => {
    const { articles } = tables();
    return trx(articles).where((where) =>
      where
        .where(`${articles}.keep_out_of_feeds`, false)
        .orWhereNull(`${articles}.keep_out_of_feeds`),
    );
  };

  const INDEXES: Index[] = [
    {
      table: LISTING_TABLE,
      dated: true,
      /** The articles that may be listed, once they are due. Rows may come from an import. */
      rows(trx) {
        const { articles } = tables();
        return admitted(trx)
          .whereNotNull(`${articles}.published_at`)
          .whereNotNull(`${articles}.title`)
          .whereNotNull(`${articles}.slug`)
          .whereNotNull(`${articles}.date`);
      },
    },
    {
      table: WAITING_TABLE,
      dated: false,
      /** Drafts of what is not published. */
      rows(trx) {
        const { articles } = tables();
        return admitted(trx)
          .whereNull(`${articles}.published_at`)
          .whereNotExists(
            trx({ twin: articles })
              .select(trx.raw('1'))
              .where('twin.document_id', trx.ref(`${articles}.document_id`))
              .whereNotNull('twin.published_at'),
          );
      },
    },
  ];

  const columnsOf = ({ dated }: Index): string[] => [
    'tag_id',
    'article_id',
    ...(dated ? ['date'] : []),
  ];

  /** Rows an index should have: of some articles, or of all. */
  const wanted = (
    trx: Knex,
    { rows, dated }: Index,
    ofArticles: number[] | undefined,
  ): Knex.QueryBuilder => {
    const { articles, join, articleColumn, tagColumn } = tables();
    const part = () => {
      const query = rows(trx);
      return ofArticles ? query.whereIn(`${articles}.id`, ofArticles) : query;
    };
    const columns = {
      article_id: `${articles}.id`,
      ...(dated ? { date: `${articles}.date` } : {}),
    };
    const ofTags = part()
      .join(join, articleColumn, `${articles}.id`)
      .select({ tag_id: tagColumn, ...columns });
    // Not a parameter: PostgreSQL would take it for text.
    const ofSite = part().select({ tag_id: trx.raw(String(WHOLE_SITE)), ...columns });
    return ofSite.unionAll(ofTags);
  };

  const keyOf = ({ tag_id: tag, article_id: article, date }: IndexRow): string =>
    [tag, article, date === undefined ? '' : new Date(date).getTime()].join(' ');

  /**
   * Brings some articles' rows of an index up to date, one by one. On MySQL a statement that reads one table and
   * writes another locks what it reads, gaps included, and the counter of ids: articles published at
   * the same time would fail for each other's locks.
   */
  const refreshSome = async (trx: Knex, index: Index, articles: number[]): Promise<void> => {
    const { table } = index;
    const known: (IndexRow & { id: number })[] = await trx(table)
      .whereIn('article_id', articles)
      .select('id', ...columnsOf(index));
    const found: IndexRow[] = await wanted(trx, index, articles);
    const wantedKeys = new Set(found.map(keyOf));
    const knownKeys = new Set(known.map(keyOf));
    const wrong = known.filter((row) => !wantedKeys.has(keyOf(row))).map(({ id }) => id);
    const missing = found.filter((row) => !knownKeys.has(keyOf(row)));
    if (wrong.length > 0) await trx(table).whereIn('id', wrong).delete();
    for (let start = 0; start < missing.length; start += ROWS_AT_ONCE) {
      const insert = trx(table)
        .insert(missing.slice(start, start + ROWS_AT_ONCE))
        .onConflict(['article_id', 'tag_id']);
      // A row that came in between may have the date of before this change.
      await (index.dated ? insert.merge(['date']) : insert.ignore());
    }
  };

  /** Brings an index up to date. */
  const refreshAll = async (trx: Knex, index: Index): Promise<void> => {
    const { articles, join, articleColumn, tagColumn } = tables();
    const { table, rows, dated } = index;
    const own = { article: `${table}.article_id`, tag: `${table}.tag_id` };
    const matching = rows(trx)
      .select(trx.raw('1'))
      .where(`${articles}.id`, trx.ref(own.article))
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
    if (dated) matching.where(`${articles}.date`, trx.ref(`${table}.date`));
    await trx(table).whereNotExists(matching).delete();

    const columns = columnsOf(index);
    const missing = trx
      .from(wanted(trx, index, undefined).as('wanted'))
      .select(columns.map((column) => `wanted.${column}`));
    // PostgreSQL would plan to look through a table it knows as empty while the rows go into it.
    if (await trx(table).first('id')) {
      missing.whereNotExists(
        trx(table)
          .select(trx.raw('1'))
          .where(own.article, trx.ref('wanted.article_id'))
          .where(own.tag, trx.ref('wanted.tag_id')),
      );
    }
    await trx
      .into(trx.raw(`?? (${columns.map(() => '??').join(', ')})`, [table, ...columns]))
      .insert(missing)
      .onConflict(['article_id', 'tag_id'])
      .ignore();
  };

  return {
    /** Tells PostgreSQL how large the tables are, lest it plans by what it knew of empty ones. */
    async analyse(): Promise<void> {
      if (strapi.db.dialect.client !== 'postgres') return;
      const { articles, join } = tables();
      const analysed = [articles, join, ...INDEXES.map(({ table }) => table)];
      await strapi.db.connection.raw(`ANALYZE ${analysed.map(() => '??').join(', ')}`, analysed);
    },

    /**
     * Ids of the tags that list any of these articles, 0 for the whole site, each with the earliest
     * date of them in milliseconds since 1970.
     */
    async findTags(trx: Knex, articles: number[]): Promise<Map<number, number>> {
      const rows: { tag: number; earliest: string | number | Date }[] = await trx(LISTING_TABLE)
        .whereIn('article_id', articles)
        .groupBy('tag_id')
        .select({ tag: 'tag_id' })
        .min({ earliest: 'date' });
      return new Map(rows.map(({ tag, earliest }) => [tag, new Date(earliest).getTime()]));
    },

    /** Rows of the articles that carry any of these tags, published or not. */
    async findTagged(trx: Knex, tags: number[]): Promise<number[]> {
      const { join, articleColumn, tagColumn } = tables();
      return trx(join).whereIn(tagColumn, tags).distinct().pluck(articleColumn);
    },

    /** All rows of the articles of some rows and documents: drafts and what is published of them. */
    async findTwins(trx: Knex, rows: number[], documents: string[]): Promise<number[]> {
      const { articles } = tables();
      return trx(articles)
        .whereIn('document_id', documents)
        .orWhereIn('document_id', trx(articles).whereIn('id', rows).select('document_id'))
        .pluck('id');
    },

    /**
     * Brings the indexes up to date, or some articles' rows of them. Safe beside other nodes that do
     * the same: a row they wrote first stays theirs.
     */
    async refresh(trx: Knex, articles?: number[]): Promise<void> {
      for (const index of INDEXES) {
        await (articles ? refreshSome(trx, index, articles) : refreshAll(trx, index));
      }
    },

    /** Drops the rows of tags that are no more. */
    async dropTags(trx: Knex, tags: number[]): Promise<void> {
      for (const { table } of INDEXES) await trx(table).whereIn('tag_id', tags).delete();
    },
  };
};

export default createListings;
