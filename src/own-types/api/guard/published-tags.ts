import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';

import { CATALOGUE_TABLE, listIn, topicList } from '../../../catalogue/catalogue-table';
import type { ChangeLog } from '../../../lib/change-log';
import { TAG_UID } from '../../../lib/constants';
import { toColumn } from '../../../lib/database';
import { queryTable } from '../../../lib/transactions';
import { marksOf, type Plan } from '../../../mapping/plan';
import { isLocalised } from '../../../mapping/schemas';
import { editionMark, localeMark } from '../../../options/locales';
import type { Query } from './model';
import type { QueryBuilder } from './narrowing';

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
 * Makes the condition that something is published under a tag. Each tag is looked up in an index of the catalogue, so
 * that nothing is read of articles.
 *
 * @param asked locale of the query: in another one, nothing may be published under the tag
 * @returns makes the condition, given the others: only the tags that meet these are looked up
 */
export const createPublishedUnder = async (
  strapi: Core.Strapi,
  { plan, changeLog }: PublishedTagsParts,
  asked: unknown,
): Promise<(others: Query[]) => Query> => {
  await changeLog.untilIndexed();
  const nameOf = await listNames(strapi);
  const now = toColumn(strapi, new Date());
  const isOne = typeof asked === 'string' && asked !== '*' && asked !== '';
  return (others) => {
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
};
