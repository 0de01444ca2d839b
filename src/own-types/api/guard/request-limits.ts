import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { waitForTurn } from '../../../lib/waiting';
import { GUARDED_UIDS, isGuarded, type Query } from './model';

/**
 * Most articles and tags that a request may lead to, drafts included: each is read, sanitised and written in full, and
 * 30,000 articles blocked the event loop for three seconds.
 */
const MAXIMUM_READ = 1_000;

/** What a list counts as: a full page. */
const COUNT_OF_LIST = 50;

/** How much a request has asked for so far. */
interface Reading {
  count: number;
}

const requests = new WeakMap<object, Reading>();

/** The part of Strapi's query builder that shows what a statement reads. */
interface Builder {
  state: { joins: { alias: string; referencedTable: string }[]; where: Query[] };
  select: (columns: string[]) => Builder;
  where: (where: Query) => Builder;
  limit: (limit: number) => Builder;
  execute: (options?: { mapResults?: boolean }) => Promise<unknown>;
}

/** The part of Strapi's description of a relation that names the table of a relation to several types. */
interface MorphRelation {
  relation?: string;
  joinTable?: { name: string; morphColumn: { typeColumn: { name: string } } };
}

/**
 * Counts what a request asks for, and waits for a turn of the event loop: SQLite answers within the same turn, and
 * hundreds of statements would block all other requests.
 */
const count = async (reading: Reading, number: number): Promise<void> => {
  reading.count += number;
  if (reading.count > MAXIMUM_READ) {
    throw new errors.ValidationError(
      `This request leads to more than ${MAXIMUM_READ} articles and tags. Ask for fewer entries, ` +
        'or for articles and tags themselves, which are given in pages.',
    );
  }
  if (number > 0) await waitForTurn();
};

/** The link rows by which a statement finds related articles or tags: their table, and the condition on them. */
const linksIn = ({ state: { joins, where } }: Builder): [table: string, where: Query][] => {
  const [join] = joins;
  if (!join) return [];
  const start = `${join.alias}.`;
  const columns = where
    .flatMap((part) => Object.entries(part))
    .filter(([name]) => name.startsWith(start))
    .map(([name, value]) => [name.slice(start.length), value]);
  return columns.length > 0 ? [[join.referencedTable, Object.fromEntries(columns) as Query]] : [];
};

/** Tables of relations to entries of several types, each with the column of the type. */
const findMorphTables = ({ db }: Core.Strapi): Map<string, string> =>
  new Map(
    [...db.metadata.values()]
      .flatMap(({ attributes }) => Object.values(attributes) as MorphRelation[])
      .flatMap(({ relation, joinTable }) =>
        relation === 'morphToMany' && joinTable
          ? [[joinTable.name, joinTable.morphColumn.typeColumn.name]]
          : [],
      ),
  );

/**
 * Limits how many related articles and tags a visitor's request reads. Their number is counted in the tables that link
 * to them, before Strapi reads all of them.
 *
 * Without it `test/api/graphql.test.ts` fails: a single request has Strapi read thousands of articles at once.
 */
export const limitRelated = (strapi: Core.Strapi): void => {
  const { entityManager } = strapi.db as unknown as {
    entityManager: { createQueryBuilder: (uid: string) => Builder };
  };
  const create = entityManager.createQueryBuilder.bind(entityManager);
  let morphTables: Map<string, string> | undefined;
  // Strapi reads all relations through this function, in REST, GraphQL, uploads and components.
  entityManager.createQueryBuilder = (uid) => {
    const builder = create(uid);
    const reading = requests.get(strapi.requestContext.get() ?? {});
    if (!reading) return builder;
    morphTables ??= findMorphTables(strapi);
    const typeColumn = morphTables.get(uid);
    if (!isGuarded(uid) && typeColumn === undefined) return builder;
    const { execute } = builder;
    builder.execute = async (options) => {
      const links =
        typeColumn === undefined
          ? linksIn(builder)
          : [[uid, { ...builder.state.where[0], [typeColumn]: [...GUARDED_UIDS] }] as const];
      for (const [table, where] of links) {
        const rows = (await create(table)
          .select([Object.keys(where)[0]!])
          .where(where)
          .limit(MAXIMUM_READ + 1)
          .execute({ mapResults: false })) as unknown[];
        await count(reading, rows.length);
      }
      return execute.call(builder, options);
    };
    return builder;
  };
};

/**
 * Notes a visitor's request, if it reads, and counts a list of articles or tags, or one of them.
 *
 * @param uid type of the query. GraphQL, which is asked by POST, has queries of their own for relations: to articles and
 *   tags, which nobody may write, and to several types, which have no type.
 */
export const noteRead = async (
  strapi: Core.Strapi,
  uid: string | undefined,
  isList: boolean,
): Promise<void> => {
  const context = strapi.requestContext.get();
  const isOurs = isGuarded(uid);
  const isReading = isOurs || uid === undefined || ['GET', 'HEAD'].includes(context?.method ?? '');
  if (!context || !isReading) return;
  const reading = requests.get(context) ?? { count: 0 };
  requests.set(context, reading);
  if (isOurs) await count(reading, isList ? COUNT_OF_LIST : 1);
};

/** Waits for a turn of the event loop before the next step of a request that leads to articles or tags. */
export const awaitNextStep = async (strapi: Core.Strapi): Promise<void> => {
  const reading = requests.get(strapi.requestContext.get() ?? {});
  if (reading && reading.count > 0) await waitForTurn();
};
