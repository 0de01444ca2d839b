import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { ARTICLE_UID, TAG_UID } from '../../../lib/constants';
import type { Narrowing } from './conditions';
import { guardOtherType, readByDraft, refuseByDraft } from './other-types';
import { type GetModel, isObject, type Model, modelsOf, type Query, isGuarded } from './model';
import { guardOutput } from './output';
import { readQuery } from './query';
import { awaitNextStep, awaitTurn, boundRelated, noteRequest } from './request-limits';

/** Strapi's check or sanitising of a query, as its content API has it. */
type Step = (query: Query, schema: Model, options?: object) => Promise<unknown>;

/** Its sanitising of what is answered. */
type OutputStep = (data: unknown, schema: Model, options?: object) => Promise<unknown>;

/** A route, as Strapi's router keeps it. */
interface Layer {
  path: unknown;
  match: (path: string) => boolean;
}

/** Whether a request is one to GraphQL, as the router finds it: in any case, with or without a final slash. */
const isToGraphql = (strapi: Core.Strapi): boolean => {
  const path = strapi.requestContext.get()?.path;
  const endpoint: unknown = strapi.config.get('plugin::graphql.endpoint', '/graphql');
  return (
    path !== undefined &&
    strapi.server.router.stack.some((route: Layer) => route.path === endpoint && route.match(path))
  );
};

const guardQuery = (getModel: GetModel, model: Model, query: Query, narrowing?: Narrowing): Query =>
  (isGuarded(model.uid) ? readQuery : guardOtherType)(getModel, model, query, narrowing);

/** Among the arguments of what a request to GraphQL asks for by itself, and not below something else: no client writes it. */
export const BY_ITSELF = Symbol('asked for by itself');

/** Requests to GraphQL that ask for entries by what their drafts are like, each with the parameter. */
const askedByDraft = new WeakMap<object, string>();

/** Refuses articles below what is asked for by its drafts: GraphQL's relations are asked for in the same way. */
const checkDrafts = (strapi: Core.Strapi, { uid }: Model, query: Query): void => {
  const request = strapi.requestContext.get()!;
  const own = readByDraft(query);
  if (own !== undefined) askedByDraft.set(request, own);
  const byDraft = own ?? (BY_ITSELF in query ? undefined : askedByDraft.get(request));
  if (uid === ARTICLE_UID && byDraft !== undefined) refuseByDraft(byDraft);
};

/** Reads all queries of visitors by the lists of what may be asked. */
const guardQueries = (strapi: Core.Strapi): void => {
  const getModel = modelsOf(strapi);
  // Strapi has a registry for what checks data, and none for what checks queries; every way into
  // its content API goes by these two: REST, GraphQL, uploads, users.
  const { validate, sanitize } = strapi.contentAPI as unknown as Record<string, { query: Step }>;
  const check = validate!.query;
  const clean = sanitize!.query;
  validate!.query = async (query, schema, options) => {
    if (schema && isObject(query)) {
      if (isToGraphql(strapi)) checkDrafts(strapi, schema, query);
      guardQuery(getModel, schema, query);
    }
    return check(query, schema, options);
  };
  sanitize!.query = async (query, schema, options) => {
    if (!schema || !isObject(query)) return clean(query, schema, options);
    noteRequest(strapi, () => isToGraphql(strapi));
    if (isGuarded(schema.uid)) await awaitTurn(strapi);
    const permitted = (await clean(guardQuery(getModel, schema, query), schema, options)) as Query;
    return guardQuery(getModel, schema, permitted, { now: new Date(), db: strapi.db });
  };
};

/**
 * Holds, for every way into Strapi's content API, that only what is published is public: queries of
 * REST and GraphQL, for articles and tags themselves or for what is related to them, and answers.
 */
export const guardContentApi = (strapi: Core.Strapi): void => {
  guardQueries(strapi);
  boundRelated(strapi);

  // Strapi's registry of what sanitises responses has each entry by itself: a statement for each.
  const { sanitize } = strapi.contentAPI as unknown as { sanitize: { output: OutputStep } };
  const clean = sanitize.output;
  sanitize.output = async (data, schema, options) => {
    await awaitNextStep(strapi);
    const permitted = await clean(data, schema, options);
    await awaitNextStep(strapi);
    await guardOutput(strapi, schema, permitted);
    await awaitNextStep(strapi);
    return permitted;
  };

  // What an article is tagged with is changed where the right to change articles is asked for.
  strapi.get('validators').add('content-api.input', (schema: Model) => (data: unknown) => {
    if (schema.uid === TAG_UID && isObject(data) && data.articles !== undefined) {
      throw new errors.ValidationError(
        'articles: a tag cannot be given articles here. Change the tags of each article instead.',
      );
    }
    return data;
  });
};
