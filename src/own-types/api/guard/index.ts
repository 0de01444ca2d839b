import type { Core } from '@strapi/strapi';

import { ARTICLE_UID } from '../../../lib/constants';
import { isObject } from '../../../lib/values';
import { findInParts } from '../../../lib/waiting';
import type { Attribute } from '../../../mapping/schemas';
import {
  type GetModel,
  GUARDED_UIDS,
  isGuarded,
  isMorph,
  isOmitted,
  isQuery,
  type Model,
  modelsOf,
  type Query,
  targetOf,
} from './model';
import { narrowQuery, type PublishedTagsParts, visibleConditions } from './narrowing';
import { type Asked, narrowRelations, refuseDraftParameter } from './other-types';
import { readQuery } from './query';
import { awaitNextStep, limitRelated, noteRead } from './request-limits';

type Row = Record<string, unknown>;

/** Related entries of an entry in a response, and how to tell the type of each. */
interface Relation {
  entry: Row;
  name: string;
  rows: Row[];
  typeOf: (row: Row) => unknown;
}

const typeReader = (attribute: Attribute): Relation['typeOf'] => {
  if (attribute.type === 'dynamiczone') return (row) => row.__component;
  return isMorph(attribute) ? (row) => row.__type : () => targetOf(attribute);
};

/** Finds all relations of an entry, and of the entries that it leads to. */
const findRelations = (getModel: GetModel, uid: unknown, entry: unknown): Relation[] => {
  const model = typeof uid === 'string' ? getModel(uid) : undefined;
  if (!model || !isObject(entry)) return [];
  return Object.entries(entry).flatMap(([name, value]) => {
    const attribute = Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
    if (!attribute || !['relation', 'media', 'component', 'dynamiczone'].includes(attribute.type)) {
      return [];
    }
    const rows = [value].flat().filter(isObject) as Row[];
    const typeOf = typeReader(attribute);
    return [
      { entry, name, rows, typeOf },
      ...rows.flatMap((row) => findRelations(getModel, typeOf(row), row)),
    ];
  });
};

/**
 * Removes articles and tags that readers may not see from the relations of a response.
 *
 * This checks what is about to be sent, since not every query can be narrowed: "*" in a dynamic zone, files and their
 * uses, relations to several types at once. It checks all entries together.
 *
 * @param data an entry or entries of this request alone, which are changed in place
 * @param isByDraft whether entries are selected by their drafts: Strapi selects related articles in the same way
 */
const guardOutput = async (
  strapi: Core.Strapi,
  model: Model,
  data: unknown,
  isByDraft: boolean,
): Promise<void> => {
  const getModel = modelsOf(strapi);
  const relations = [data].flat().flatMap((entry) => findRelations(getModel, model.uid, entry));
  const shown = new Map<unknown, Set<unknown>>();
  for (const uid of GUARDED_UIDS) {
    const ids = relations.flatMap(({ rows, typeOf }) =>
      rows.flatMap((row) => (typeOf(row) === uid && typeof row.id === 'number' ? [row.id] : [])),
    );
    const visible: Row[] = await findInParts(ids, (some) =>
      strapi.db.query(uid).findMany({
        select: ['id'],
        where: { $and: [{ id: { $in: some } }, ...visibleConditions(strapi, uid)] },
      }),
    );
    shown.set(uid, new Set(isByDraft && uid === ARTICLE_UID ? [] : visible.map(({ id }) => id)));
  }
  for (const { entry, name, rows, typeOf } of relations) {
    const hidden = rows.filter((row) => shown.get(typeOf(row))?.has(row.id) === false);
    const value = entry[name];
    if (hidden.length === 0) continue;
    entry[name] = Array.isArray(value) ? value.filter((row) => !hidden.includes(row)) : null;
  }
};

/** Strapi's validation or sanitising of a query in its content API. */
type QueryStep = (query: Query, schema: Model, options?: object) => Promise<unknown>;

/** Strapi's sanitising of a response. */
type OutputStep = (data: unknown, schema: Model, options?: object) => Promise<unknown>;

/**
 * Marks a query that is not for a relation: it asks for a list or for an entry. A symbol, which no client can send.
 */
export const ASKED_FOR = Symbol('asked for');

/** The parameter of a query that selects entries by their drafts. */
const draftParameterOf = (query: Query): string | undefined =>
  ['publicationFilter', 'hasPublishedVersion'].find((name) => !isOmitted(query[name]));

const requests = new WeakMap<object, Asked>();

/** What is known of the current request. GraphQL asks for relations by queries of their own. */
const currentRequest = (strapi: Core.Strapi): Asked => {
  const context = strapi.requestContext.get() ?? {};
  const asked = requests.get(context) ?? {};
  requests.set(context, asked);
  return asked;
};

/** Checks and narrows all queries of visitors by the lists of what may be requested. */
const guardQueries = (strapi: Core.Strapi, parts: PublishedTagsParts): void => {
  // Strapi has a registry of validators for data, but none for queries. Everything in its content API calls these two
  // functions: REST, GraphQL, uploads, users.
  const { validate, sanitize } = strapi.contentAPI as unknown as Record<
    string,
    { query: QueryStep }
  >;
  const validateQuery = validate!.query;
  const sanitizeQuery = sanitize!.query;
  validate!.query = async (query, schema, options) => {
    const isOurs = schema && isQuery(query) && isGuarded(schema.uid);
    return validateQuery(isOurs ? readQuery(schema, query) : query, schema, options);
  };
  sanitize!.query = async (query, schema, options) => {
    const kind = (query as { [ASKED_FOR]?: 'list' | 'entry' } | undefined)?.[ASKED_FOR];
    await noteRead(strapi, schema?.uid, kind === 'list');
    if (!schema || !isQuery(query)) return sanitizeQuery(query, schema, options);
    const { uid } = schema;
    const asked = currentRequest(strapi);
    asked.byDraft ??= draftParameterOf(query);
    if (uid === ARTICLE_UID && asked.byDraft && !kind) refuseDraftParameter(asked.byDraft);
    const read = isGuarded(uid) ? readQuery(schema, query) : query;
    const permitted = (await sanitizeQuery(read, schema, options)) as Query;
    const narrowed = await narrowRelations(strapi, schema, permitted, asked);
    asked.isNarrowed = true;
    return isGuarded(uid) ? narrowQuery(strapi, parts, uid, narrowed, kind === 'list') : narrowed;
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
    await guardOutput(strapi, schema, permitted, currentRequest(strapi).byDraft !== undefined);
    await awaitNextStep(strapi);
    return permitted;
  };
};
