import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { ARTICLE_UID, TAG_UID } from '../../../lib/constants';
import { isObject } from '../../../lib/values';
import { waitForTurn } from '../../../lib/waiting';
import { type GuardedUid, isGuarded, type Query } from './model';

/**
 * Most related articles or tags in a REST response, drafts included: each is read, sanitised and written in full, and
 * 30,000 articles blocked the event loop for three seconds.
 */
const MAXIMUM_IN_REST: Record<GuardedUid, number> = { [ARTICLE_UID]: 500, [TAG_UID]: 1_000 };

/** Most related articles or tags of one entry in a GraphQL request: Strapi reads all of them, even to return a few. */
const MAXIMUM_OF_ENTRY = 2_000;

/** Most related articles or tags of all entries in a GraphQL request. */
const MAXIMUM_IN_GRAPHQL = 4_000;

/** Most lists of related articles and tags in one GraphQL request: 50 articles have 50 lists. */
const MAXIMUM_LISTS = 1_000;

/** With more related articles or tags than this, a request is answered in steps, each in a turn of the event loop. */
const STEPS_ABOVE = 50;

/** What a request has read so far. */
interface ReadCounts {
  isToGraphql: boolean;
  lists: number;
  related: Record<GuardedUid, number>;
}

const requests = new WeakMap<object, ReadCounts>();

const noCounts = (): ReadCounts['related'] => ({ [ARTICLE_UID]: 0, [TAG_UID]: 0 });

/** The part of Strapi's query builder that shows what a statement reads. */
interface Builder {
  state: { joins: { alias: string; referencedTable: string }[]; where: Query[] };
  select: (columns: string[]) => Builder;
  where: (where: Query) => Builder;
  limit: (limit: number) => Builder;
  execute: (options?: { mapResults?: boolean }) => Promise<unknown>;
}

/** Rows of a table that links entries to others. */
interface LinkCondition {
  table: string;
  where: Query;
}

/** A table that links entries to entries of several types. */
interface MorphTable {
  name: string;
  morphColumn: { typeColumn: { name: string } };
}

const countRelated = (request: ReadCounts): number =>
  Object.values(request.related).reduce((sum, number) => sum + number, 0);

/** How many more articles or tags one statement of a request may read. */
const remainingAllowance = (request: ReadCounts, uid: GuardedUid): number =>
  request.isToGraphql
    ? Math.min(MAXIMUM_OF_ENTRY, MAXIMUM_IN_GRAPHQL - countRelated(request))
    : MAXIMUM_IN_REST[uid] - request.related[uid];

/** The link rows by which a statement finds related articles or tags. */
const linkConditionOf = ({ state: { joins, where } }: Builder): LinkCondition | undefined => {
  const [join] = joins;
  if (!join) return undefined;
  const start = `${join.alias}.`;
  const columns = where
    .flatMap((part) => Object.entries(part))
    .filter(([name]) => name.startsWith(start))
    .map(([name, value]) => [name.slice(start.length), value]);
  return columns.length > 0
    ? { table: join.referencedTable, where: Object.fromEntries(columns) as Query }
    : undefined;
};

/** Tables of relations to entries of several types, by name. */
const findMorphTables = ({ db }: Core.Strapi): Map<string, MorphTable> => {
  const tables = new Map<string, MorphTable>();
  for (const { attributes } of db.metadata.values()) {
    for (const attribute of Object.values(attributes) as unknown as Query[]) {
      if (attribute.relation !== 'morphToMany' || !isObject(attribute.joinTable)) continue;
      const table = attribute.joinTable as unknown as MorphTable;
      tables.set(table.name, table);
    }
  }
  return tables;
};

const refuseMore = (uid: GuardedUid): never => {
  const what = uid === TAG_UID ? 'tags' : 'articles';
  throw new errors.ValidationError(
    `These entries lead to more ${what} than one request may ask for. ` +
      `Ask for fewer entries, or for the ${what} themselves, which are given in pages.`,
  );
};

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
  let morphTables: Map<string, MorphTable> | undefined;

  const count = async (
    request: ReadCounts,
    uid: GuardedUid,
    { table, where }: LinkCondition,
  ): Promise<void> => {
    const allowed = Math.max(0, remainingAllowance(request, uid));
    const [column] = Object.keys(where);
    const rows = (await create(table)
      .select([column!])
      .where(where)
      .limit(allowed + 1)
      .execute({ mapResults: false })) as unknown[];
    request.related[uid] += rows.length;
    if (rows.length > allowed) refuseMore(uid);
    if (rows.length > STEPS_ABOVE) await waitForTurn();
  };

  // Strapi reads all relations through this function, in REST, GraphQL, uploads and components.
  entityManager.createQueryBuilder = (uid) => {
    const builder = create(uid);
    const context = strapi.requestContext.get();
    const request = context && requests.get(context);
    if (!request) return builder;
    morphTables ??= findMorphTables(strapi);
    const morph = morphTables.get(uid);
    if (!isGuarded(uid) && !morph) return builder;
    const { execute } = builder;
    builder.execute = async (options) => {
      if (morph) {
        const [where] = builder.state.where;
        const type = morph.morphColumn.typeColumn.name;
        for (const target of [ARTICLE_UID, TAG_UID] as const) {
          await count(request, target, { table: uid, where: { ...where, [type]: target } });
        }
      } else {
        const links = linkConditionOf(builder);
        if (links) await count(request, uid as GuardedUid, links);
      }
      return execute.call(builder, options);
    };
    return builder;
  };
};

/** Registers the current request as a visitor's, if it reads. */
export const noteRequest = (strapi: Core.Strapi, isToGraphql: () => boolean): void => {
  const context = strapi.requestContext.get();
  if (!context || requests.has(context)) return;
  const request = { isToGraphql: isToGraphql(), lists: 0, related: noCounts() };
  const isReading = request.isToGraphql || ['GET', 'HEAD'].includes(context.method);
  if (isReading) requests.set(context, request);
};

/** Waits for a turn of the event loop before the next step of a request with many related articles or tags. */
export const awaitNextStep = async (strapi: Core.Strapi): Promise<void> => {
  const request = requests.get(strapi.requestContext.get()!);
  if (request && countRelated(request) > STEPS_ABOVE) await waitForTurn();
};

/**
 * Counts a list of articles or tags in a GraphQL request, and waits for a turn of the event loop: SQLite answers within
 * the same turn, and hundreds of lists would block all other requests.
 *
 * @throws ValidationError if there are too many
 */
export const countListAndWait = async (strapi: Core.Strapi): Promise<void> => {
  const request = requests.get(strapi.requestContext.get()!);
  if (!request?.isToGraphql) return;
  request.lists += 1;
  if (request.lists > MAXIMUM_LISTS) {
    throw new errors.ValidationError(
      `A request may ask for articles and tags of ${MAXIMUM_LISTS} entries at most.`,
    );
  }
  await waitForTurn();
};
