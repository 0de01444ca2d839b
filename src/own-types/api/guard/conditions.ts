import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import type { JoinTable } from '../../article-tags';
import type { Model, Query } from './model';

/** What a query is narrowed by to what readers may see. */
export interface Narrowing {
  /** Moment that decides what is public. */
  now: Date;
  db: Core.Strapi['db'];
}

interface QueryBuilder {
  select: (column: string) => QueryBuilder;
  where: (where: Query) => QueryBuilder;
  getKnexQuery: () => Knex.QueryBuilder;
}

/**
 * A condition as it is, of which a database makes no index the way through a table: SQLite keeps no
 * statistics, and would rather sort all articles than pass over some in an order that an index has.
 */
export const withoutIndex = (condition: Query): Query => ({
  $or: [condition, { id: { $in: [] } }],
});

/**
 * The condition that an entry is related to some that fulfil another.
 *
 * As ids of entries, which are found once. Strapi's join from the left is walked by SQLite for each
 * entry, and to count the entries of a tag took a tenth of a second with 30,000.
 */
export const relatedTo = (
  { db }: Narrowing,
  { uid }: Model,
  relation: string,
  where: Query,
): Query => {
  const attribute = db.metadata.get(uid).attributes[relation] as unknown as {
    target: string;
    /** None of a column in the entry's own row. */
    joinTable?: JoinTable;
  };
  const { target, joinTable } = attribute;
  if (!joinTable) return { [relation]: where };
  const targets = (db.queryBuilder(target) as unknown as QueryBuilder).select('id').where(where);
  const ids = db
    .getConnection(joinTable.name)
    .select(joinTable.joinColumn.name)
    .whereIn(joinTable.inverseJoinColumn.name, targets.getKnexQuery());
  // Strapi takes statements there, as its own filters by publication have them.
  return withoutIndex({ id: { $in: ids } });
};
