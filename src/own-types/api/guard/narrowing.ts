import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { CATALOGUE_TABLE, listIn, topicList } from '../../../catalogue/catalogue-table';
import type { ChangeLog } from '../../../lib/change-log';
import { TAG_UID } from '../../../lib/constants';
import { toColumn, toCompared } from '../../../lib/database';
import { queryTable } from '../../../lib/transactions';
import { marksOf, type Plan } from '../../../mapping/plan';
import { isLocalised } from '../../../mapping/schemas';
import { editionMark, localeMark } from '../../../options/locales';
import { articleTagLinks } from '../../article-tags';
import { type GuardedUid, isQuery, type Query } from './model';

/** The part of Strapi's query builder that makes subqueries. */
interface QueryBuilder {
  /** Name of the table in the statement. */
  alias: string;
  select: (column: string) => QueryBuilder;
  where: (where: Query) => QueryBuilder;
  getKnexQuery: () => Knex.QueryBuilder;
}

/** Null counts as false: rows may be older than the field. */
const falseOrNull = (field: string): Query => ({
  $or: [{ [field]: { $eq: false } }, { [field]: { $null: true } }],
});

/**
 * Conditions for rows that readers may see now.
 *
 * `id` is among them because Strapi joins relations from the left: without a related row every column is null, and "not
 * hidden" would be true of a missing row.
 */
export const visibleConditions = (strapi: Core.Strapi, uid: GuardedUid): Query[] =>
  uid === TAG_UID
    ? [{ id: { $notNull: true } }, falseOrNull('hidden')]
    : [
        { id: { $notNull: true } },
        { publishedAt: { $notNull: true } },
        { date: { $lte: toCompared(strapi, new Date()) } },
        // Imported rows may lack these, and could not be shown.
        { title: { $notNull: true } },
        { slug: { $notNull: true } },
      ];

/**
 * Wraps a condition so that no database uses its index to walk a table: SQLite keeps no statistics, and would sort all
 * articles rather than skip some in the order of an index.
 */
const withoutIndex = (condition: Query): Query => ({
  $or: [condition, { id: { $in: [] } }],
});

/**
 * The condition that an article has a visible tag that meets another condition.
 *
 * It is written as ids of articles, which are found once. SQLite would walk Strapi's left join for each article:
 * counting the articles of a tag took a tenth of a second with 30,000.
 */
const taggedWith = (strapi: Core.Strapi, asked: unknown): Query => {
  const { db } = strapi;
  const link = articleTagLinks(strapi);
  const tags = (db.queryBuilder(TAG_UID) as unknown as QueryBuilder)
    .select('id')
    .where({ $and: [asked, ...visibleConditions(strapi, TAG_UID)] });
  const ids = db
    .getConnection(link.table)
    .select(link.from)
    .where(link.where)
    .whereIn(link.to, tags.getKnexQuery());
  // Strapi accepts subqueries here, as in its own filters by publication.
  return withoutIndex({ id: { $in: ids } });
};

export interface PublishedTagsParts {
  plan: Plan;
  changeLog: Pick<ChangeLog, 'untilIndexed'>;
}

/** How the name of a tag's list is written in SQL, from what it begins with and the column of the tag's id. */
const listNames = async ({ db }: Core.Strapi): Promise<(start: string, id: string) => Knex.Raw> => {
  const { connection, dialect } = db;
  if (dialect.client !== 'mysql') return (...parts) => connection.raw('(? || ??)', parts);
  // MySQL refuses to compare texts of different collations, which tables have that came from another server.
  const { collation } = (await connection('information_schema.columns')
    .whereRaw('table_schema = database()')
    .where({ table_name: CATALOGUE_TABLE, column_name: 'list' })
    .first({ collation: 'collation_name' })) as { collation: string };
  const [characterSet] = collation.split('_');
  const name = `convert(concat(?, ??) using ${characterSet}) collate ${collation}`;
  return (...parts) => connection.raw(name, parts);
};

/**
 * The condition that something is published under a tag. Each tag is looked up in an index of the catalogue, so that
 * nothing is read of articles.
 *
 * @param asked locale of the query: in another one, nothing may be published under the tag
 * @param others the other conditions: only the tags that meet these are looked up
 */
const publishedUnder = async (
  strapi: Core.Strapi,
  { plan, changeLog }: PublishedTagsParts,
  asked: unknown,
  others: Query[],
): Promise<Query> => {
  await changeLog.untilIndexed();
  const nameOf = await listNames(strapi);
  const now = toColumn(strapi, new Date());
  const isOne = typeof asked === 'string' && asked !== '*' && asked !== '';
  const tags = strapi.db.queryBuilder(TAG_UID) as unknown as QueryBuilder;
  const due = (mark: string): Knex.QueryBuilder =>
    queryTable(strapi, { entry: CATALOGUE_TABLE })
      .where(
        'entry.list',
        nameOf(listIn(mark, topicList(TAG_UID, '')), `${tags.alias}.document_id`),
      )
      .where('entry.state', 'listed')
      .where('entry.date', '<=', now);
  const isPublished = (tag: Knex.QueryBuilder): void => {
    if (plan.locales && isLocalised(strapi.contentType(TAG_UID))) {
      for (const locale of plan.locales) {
        const isOf = { [`${tags.alias}.locale`]: locale.code };
        void tag.orWhere((row) => row.where(isOf).whereExists(due(editionMark(locale))));
      }
    } else {
      const marks = isOne ? [localeMark(plan.locales, asked)] : marksOf(plan);
      for (const mark of marks) void tag.orWhereExists(due(mark));
    }
  };
  const found = tags.select('id').where({ $and: others }).getKnexQuery().where(isPublished);
  return { id: { $in: found } };
};

/** Whether conditions ask for one article by its slug. Those kept out of lists have their own page, so they are found. */
const isForOneArticle = (conditions: Query[]): boolean =>
  conditions.some(({ slug }) => isQuery(slug) && slug.$eq !== undefined);

/**
 * Narrows a query of articles or tags to what readers may see, once Strapi has taken away what this visitor may not ask.
 *
 * @param isForList whether it also shows only what lists show
 */
export const narrowQuery = async (
  strapi: Core.Strapi,
  parts: PublishedTagsParts,
  uid: GuardedUid,
  query: Query,
  isForList: boolean,
): Promise<Query> => {
  const { $and = [] } = (query.filters ?? {}) as { $and?: Query[] };
  const conditions = [
    ...$and.map((one) => (one.tags ? taggedWith(strapi, one.tags) : one)),
    ...visibleConditions(strapi, uid),
  ];
  if (uid === TAG_UID) {
    if (isForList) {
      conditions.push(await publishedUnder(strapi, parts, query.locale, [...conditions]));
    }
    return { ...query, filters: { $and: conditions } };
  }
  if (isForList && !isForOneArticle(conditions)) conditions.push(falseOrNull('keepOutOfFeeds'));
  // The newest first: unlike Strapi's order by id, an index has it.
  const sort = (query.sort ?? (isForList ? [{ date: 'desc' }, { id: 'desc' }] : undefined)) as
    Query[] | undefined;
  const isByTitle = sort?.[0]?.title !== undefined;
  return {
    ...query,
    ...(sort && { sort }),
    filters: { $and: conditions.map((one) => (isByTitle && one.date ? withoutIndex(one) : one)) },
  };
};
