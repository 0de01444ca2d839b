import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { TAG_UID } from '../../../constants';
import { guardElsewhere, refuseByDraft } from './elsewhere';
import { type GetModel, isObject, type Model, type Query } from './model';
import { guardOutput } from './output';
import { readQuery } from './query';
import { isGuarded } from './visibility';

/** Strapi's check or sanitising of a query, as its content API has it. */
type Step = (query: Query, schema: Model, options?: object) => Promise<unknown>;

/** GraphQL's relations ask by their drafts what the query as a whole asked so. */
const refuseByDraftInGraphql = (strapi: Core.Strapi, getModel: GetModel) => {
  const endpoint: unknown = strapi.config.get('plugin::graphql.endpoint', '/graphql');
  return (model: Model, query: Query): void => {
    if (strapi.requestContext.get()?.path === endpoint) refuseByDraft(getModel, model, query);
  };
};

const guardQuery = (getModel: GetModel, model: Model, query: Query, now?: Date): Query =>
  (isGuarded(model.uid) ? readQuery : guardElsewhere)(getModel, model, query, now);

/** Reads all queries of visitors by the lists of what may be asked. */
const guardQueries = (strapi: Core.Strapi): void => {
  const getModel: GetModel = (uid) => strapi.getModel(uid as never) as Model | undefined;
  const refuseInGraphql = refuseByDraftInGraphql(strapi, getModel);
  // Strapi has a registry for what checks data, and none for what checks queries; every way into
  // its content API goes by these two: REST, GraphQL, uploads, users.
  const { validate, sanitize } = strapi.contentAPI as unknown as Record<string, { query: Step }>;
  const check = validate!.query;
  const clean = sanitize!.query;
  validate!.query = async (query, schema, options) => {
    if (schema && isObject(query)) {
      refuseInGraphql(schema, query);
      guardQuery(getModel, schema, query);
    }
    return check(query, schema, options);
  };
  sanitize!.query = async (query, schema, options) => {
    if (!schema || !isObject(query)) return clean(query, schema, options);
    const permitted = (await clean(guardQuery(getModel, schema, query), schema, options)) as Query;
    return guardQuery(getModel, schema, permitted, new Date());
  };
};

/**
 * Holds, for every way into Strapi's content API, that only what is published is public: queries of
 * REST and GraphQL, for articles and tags themselves or for what is related to them, and answers.
 */
export const guardContentApi = (strapi: Core.Strapi): void => {
  guardQueries(strapi);

  strapi.get('sanitizers').add('content-api.output', (schema: Model) => async (entry: unknown) => {
    await guardOutput(strapi, schema, entry);
    return entry;
  });

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
