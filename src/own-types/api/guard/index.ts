import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { ARTICLE_UID, TAG_UID } from '../../../lib/constants';
import { toCompared } from '../../../lib/database';
import { isObject } from '../../../lib/values';
import { findInParts } from '../../../lib/waiting';
import { type Narrowing, readQuery } from './query';
import {
  type GetModel,
  type GuardedUid,
  isGuarded,
  isMorph,
  isQuery,
  LISTED_CONDITION,
  type Model,
  modelsOf,
  type Query,
  targetOf,
  visibleConditions,
} from './model';
import { createPublishedUnder, type PublishedTagsParts } from './published-tags';
import { guardOtherType, draftParameterOf, refuseDraftParameter } from './other-types';
import { awaitNextStep, countListAndWait, limitRelated, noteRequest } from './request-limits';

type Row = Record<string, unknown>;

/** Whether the value is a number of related entries instead of an entry. */
const isCount = (row: Row): boolean => 'count' in row && !('id' in row);

/** Calls `change` for each related entry of a response, with its type, and puts the result in its place. */
const mapRelated = (
  getModel: GetModel,
  model: Model | undefined,
  entry: unknown,
  change: (uid: string, row: Row) => Row | null,
): void => {
  if (!model || !isObject(entry)) return;
  for (const [name, value] of Object.entries(entry)) {
    const attribute = Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
    if (!attribute || typeof value !== 'object' || value === null) continue;
    const isZone = attribute.type === 'dynamiczone';
    if (!isZone && !isMorph(attribute) && targetOf(attribute) === undefined) continue;
    const one = (row: unknown): unknown => {
      if (!isObject(row)) return row;
      const uid = isZone ? row.__component : isMorph(attribute) ? row.__type : targetOf(attribute);
      if (typeof uid !== 'string') return row;
      const kept = change(uid, row);
      if (kept) mapRelated(getModel, getModel(uid), kept, change);
      return kept;
    };
    entry[name] = Array.isArray(value) ? value.map(one).filter((row) => row !== null) : one(value);
  }
};

/** Finds which of these rows readers may see now. */
const findVisible = async (
  { db }: Core.Strapi,
  model: Model,
  ids: number[],
  now: Date,
): Promise<Set<number>> => {
  const rows: { id: number }[] = await findInParts(ids, (some) =>
    db.query(model.uid).findMany({
      select: ['id'],
      where: {
        $and: [{ id: { $in: some } }, ...visibleConditions(model, now)],
      },
    }),
  );
  return new Set(rows.map(({ id }) => id));
};

/**
 * Removes articles and tags that readers may not see from the relations of a response.
 *
 * This checks what is about to be sent, since not every query can be narrowed: "*" in a dynamic zone, files and their
 * uses, relations to several types at once. It checks all entries together.
 *
 * @param data an entry or entries of this request alone, which are changed in place
 */
const guardOutput = async (strapi: Core.Strapi, model: Model, data: unknown): Promise<void> => {
  const getModel = modelsOf(strapi);
  const entries = [data].flat();
  const mapAll = (change: (uid: string, row: Row) => Row | null): void =>
    entries.forEach((entry) => mapRelated(getModel, model, entry, change));
  const found = new Map<GuardedUid, Set<unknown>>();
  mapAll((uid, row) => {
    if (isGuarded(uid) && !isCount(row)) found.set(uid, (found.get(uid) ?? new Set()).add(row.id));
    return row;
  });
  if (found.size === 0) return;
  const now = toCompared(strapi, new Date());
  const shown = new Map<string, Set<unknown>>();
  for (const [uid, rows] of found) {
    const ids = [...rows].filter((id) => typeof id === 'number');
    shown.set(uid, await findVisible(strapi, getModel(uid)!, ids, now));
  }
  mapAll((uid, row) =>
    !isGuarded(uid) || isCount(row) || shown.get(uid)?.has(row.id) ? row : null,
  );
};

/** Strapi's validation or sanitising of a query in its content API. */
type QueryStep = (query: Query, schema: Model, options?: object) => Promise<unknown>;

/** Strapi's sanitising of a response. */
type OutputStep = (data: unknown, schema: Model, options?: object) => Promise<unknown>;

/** Whether the request is to GraphQL, as the router matches it: ignoring case, with or without a final slash. */
const isToGraphql = (strapi: Core.Strapi): boolean => {
  const path = strapi.requestContext.get()?.path;
  const endpoint: unknown = strapi.config.get('plugin::graphql.endpoint', '/graphql');
  return (
    path !== undefined &&
    strapi.server.listRoutes().some((route) => route.path === endpoint && route.match(path))
  );
};

const guardQuery = (getModel: GetModel, model: Model, query: Query, narrowing?: Narrowing): Query =>
  (isGuarded(model.uid) ? readQuery : guardOtherType)(getModel, model, query, narrowing);

/**
 * Marks a query that is not for a relation: it asks for a list or for an entry. A symbol, which no client can send.
 */
export const ASKED_FOR = Symbol('asked for');

const isForList = (query: { [ASKED_FOR]?: unknown }): boolean => query[ASKED_FOR] === 'list';

/** GraphQL requests that select entries by their drafts, each with the parameter. */
const draftParameters = new WeakMap<object, string>();

/**
 * Refuses articles below entries that are selected by their drafts. GraphQL validates the query for a relation like one
 * for entries themselves, so the request keeps the parameter.
 */
const checkDrafts = (strapi: Core.Strapi, { uid }: Model, query: Query): void => {
  const request = strapi.requestContext.get()!;
  const own = draftParameterOf(query);
  if (own !== undefined) draftParameters.set(request, own);
  const byDraft = own ?? (ASKED_FOR in query ? undefined : draftParameters.get(request));
  if (uid === ARTICLE_UID && byDraft !== undefined) refuseDraftParameter(byDraft);
};

/** Checks and narrows all queries of visitors by the lists of what may be requested. */
const guardQueries = (strapi: Core.Strapi, parts: PublishedTagsParts): void => {
  const getModel = modelsOf(strapi);
  // Strapi has a registry of validators for data, but none for queries. Everything in its content API calls these two
  // functions: REST, GraphQL, uploads, users.
  const { validate, sanitize } = strapi.contentAPI as unknown as Record<
    string,
    { query: QueryStep }
  >;
  const findListed = async ({ uid }: Model, { locale }: Query): Promise<Narrowing['listed']> =>
    uid === TAG_UID ? createPublishedUnder(strapi, parts, locale) : () => LISTED_CONDITION;
  const validateQuery = validate!.query;
  const sanitizeQuery = sanitize!.query;
  validate!.query = async (query, schema, options) => {
    if (schema && isQuery(query)) {
      if (isToGraphql(strapi)) checkDrafts(strapi, schema, query);
      guardQuery(getModel, schema, query);
    }
    return validateQuery(query, schema, options);
  };
  sanitize!.query = async (query, schema, options) => {
    if (!schema || !isQuery(query)) return sanitizeQuery(query, schema, options);
    noteRequest(strapi, () => isToGraphql(strapi));
    if (isGuarded(schema.uid)) await countListAndWait(strapi);
    const permitted = (await sanitizeQuery(
      guardQuery(getModel, schema, query),
      schema,
      options,
    )) as Query;
    const listed = isForList(query) ? await findListed(schema, permitted) : undefined;
    return guardQuery(getModel, schema, permitted, {
      now: toCompared(strapi, new Date()),
      strapi,
      listed,
    });
  };
};

/**
 * Ensures, for every way into Strapi's content API, that only published content is public: in queries of REST and
 * GraphQL for articles and tags or for their relations, and in responses.
 */
export const guardContentApi = (strapi: Core.Strapi, parts: PublishedTagsParts): void => {
  guardQueries(strapi, parts);
  limitRelated(strapi);

  // Strapi's registry of output sanitisers passes each entry by itself, which would need a statement for each.
  const { sanitize } = strapi.contentAPI as unknown as { sanitize: { output: OutputStep } };
  const sanitizeOutput = sanitize.output;
  sanitize.output = async (data, schema, options) => {
    await awaitNextStep(strapi);
    const permitted = await sanitizeOutput(data, schema, options);
    await awaitNextStep(strapi);
    await guardOutput(strapi, schema, permitted);
    await awaitNextStep(strapi);
    return permitted;
  };

  // The tags of an article may only be changed with the right to change articles.
  strapi.get('validators').add('content-api.input', (schema: Model) => (data: unknown) => {
    if (schema.uid === TAG_UID && isObject(data) && data.articles !== undefined) {
      throw new errors.ValidationError(
        'articles: a tag cannot be given articles here. Change the tags of each article instead.',
      );
    }
    return data;
  });
};
