import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { chunk } from '../chunk';
import { ARTICLE_UID, FILE_UID } from '../constants';
import { articleTagLinks } from './article-tags';
import { LISTING_TABLE, WHOLE_SITE } from './listing-table';
import { WAITING_TABLE } from './waiting-table';

/** Ids that rows point to, each once. */
const gather = async (
  rows: number[],
  find: (some: number[]) => PromiseLike<number[]>,
): Promise<number[]> => {
  const found = new Set<number>();
  for (const some of chunk(rows)) (await find(some)).forEach((id) => found.add(id));
  return [...found];
};

/** A table of articles by tag, and of the whole site. */
interface Index {
  table: string;
  /** The articles it has. */
  rows: (trx: Knex) => Knex.QueryBuilder;
  /** Whether it keeps their dates. */
  dated: boolean;
}

/** Table that links entries of any type to their files, as far as it is asked here. */
interface MorphTable {
  name: string;
  joinColumn: { name: string };
  morphColumn: { idColumn: { name: string }; typeColumn: { name: string } };
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
    const { table, article, tag } = articleTagLinks(strapi);
    return {
      articles: strapi.db.metadata.get(ARTICLE_UID).tableName,
      join: table,
      articleColumn: `${table}.${article}`,
      tagColumn: `${table}.${tag}`,
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

  /** Rows an index should have of some articles. */
  const wanted = (trx: Knex, { rows, dated }: Index, ofArticles: number[]): Knex.QueryBuilder => {
    const { articles, join, articleColumn, tagColumn } = tables();
    const part = () => rows(trx).whereIn(`${articles}.id`, ofArticles);
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

  /** What an index has wrongly of some articles, and what it lacks. */
  const compare = async (
    trx: Knex,
    index: Index,
    articles: number[],
  ): Promise<{ wrong: number[]; missing: IndexRow[] }> => {
    const known: (IndexRow & { id: number })[] = await trx(index.table)
      .whereIn('article_id', articles)
      .select('id', ...columnsOf(index));
    const found: IndexRow[] = await wanted(trx, index, articles);
    const wantedKeys = new Set(found.map(keyOf));
    const knownKeys = new Set(known.map(keyOf));
    return {
      wrong: known.filter((row) => !wantedKeys.has(keyOf(row))).map(({ id }) => id),
      missing: found.filter((row) => !knownKeys.has(keyOf(row))),
    };
  };

  /**
   * Brings some articles' rows of an index up to date, one by one. On MySQL a statement that reads
   * one table and writes another locks what it reads, gaps included, and the counter of ids:
   * articles published at the same time would fail for each other's locks.
   */
  const refreshSome = async (trx: Knex, index: Index, articles: number[]): Promise<void> => {
    const { table } = index;
    const { wrong, missing } = await compare(trx, index, articles);
    for (const some of chunk(wrong)) await trx(table).whereIn('id', some).delete();
    for (const some of chunk(missing)) {
      const insert = trx(table).insert(some).onConflict(['article_id', 'tag_id']);
      // A row that came in between may have the date of before this change.
      await (index.dated ? insert.merge(['date']) : insert.ignore());
    }
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
      return gather(tags, (some) => trx(join).whereIn(tagColumn, some).pluck(articleColumn));
    },

    /** Rows of the articles that show any of these files, published or not. */
    async findIllustrated(trx: Knex, files: number[]): Promise<number[]> {
      const { related } = strapi.db.metadata.get(FILE_UID).attributes;
      const { name, joinColumn, morphColumn } = (related as unknown as { joinTable: MorphTable })
        .joinTable;
      return gather(files, (some) =>
        trx(name)
          .whereIn(joinColumn.name, some)
          .where(morphColumn.typeColumn.name, ARTICLE_UID)
          .pluck(morphColumn.idColumn.name),
      );
    },

    /** Document ids of those of these rows that are published. */
    async findPublished(trx: Knex, rows: number[]): Promise<string[]> {
      const { articles } = tables();
      const found: string[] = [];
      for (const some of chunk(rows)) {
        found.push(
          ...(await trx(articles)
            .whereIn('id', some)
            .whereNotNull('published_at')
            .pluck('document_id')),
        );
      }
      return found;
    },

    /** All rows of the articles of some rows and documents: drafts and what is published of them. */
    async findTwins(trx: Knex, rows: number[], documents: string[]): Promise<number[]> {
      const { articles } = tables();
      const pluck = async (wanted: (number | string)[], from: string, column: string) => {
        const found = [];
        for (const some of chunk(wanted)) {
          found.push(...(await trx(articles).whereIn(from, some).pluck(column)));
        }
        return found;
      };
      // Two queries: SQLite answers "these documents, or those of these rows" by reading the table.
      const written: string[] = await pluck(rows, 'id', 'document_id');
      return pluck([...new Set([...documents, ...written])], 'document_id', 'id');
    },

    /**
     * Brings the rows of some articles up to date. Safe beside other nodes that do the same: a row
     * they wrote first stays theirs.
     */
    async refresh(trx: Knex, articles: number[]): Promise<void> {
      for (const some of chunk(articles)) {
        for (const index of INDEXES) await refreshSome(trx, index, some);
      }
    },

    /** Whether the indexes say of some articles what they should. */
    async areRight(trx: Knex, articles: number[]): Promise<boolean> {
      for (const index of INDEXES) {
        const { wrong, missing } = await compare(trx, index, articles);
        if (wrong.length > 0 || missing.length > 0) return false;
      }
      return true;
    },

    /** Drops the rows of tags that are no more. */
    async dropTags(trx: Knex, tags: number[]): Promise<void> {
      for (const { table } of INDEXES) {
        for (const some of chunk(tags)) await trx(table).whereIn('tag_id', some).delete();
      }
    },
  };
};

export default createListings;
