import type { Core } from '@strapi/strapi';
import { errors, pagination } from '@strapi/utils';

import { ARTICLE_UID, PERMALINK_UID, TAG_UID } from '../../lib/constants';
import { NOT_OF_RELATION } from './guard';
import { isOmitted } from './guard/model';
import { isImpossibleId } from './guard/values';
import { findPublishedTags } from './published-tags';

type Args = Record<string, unknown>;
type Resolver = (parent: unknown, args: Args, context: Context, info: unknown) => unknown;
type Middleware = (next: Resolver, ...asked: Parameters<Resolver>) => unknown;

interface Context {
  state?: { auth?: unknown };
}

/** A page of tags, with its position. */
interface TagCollection {
  nodes: unknown[];
  info: { args: Args; resourceUID: string; pageInfo: Args };
}

/** The part of `@strapi/plugin-graphql` that configures types. */
interface GraphqlService {
  shadowCRUD: (uid: string) => { disable: () => void; disableMutations: () => void };
  use: (
    configuration: () => { resolversConfig: Record<string, { middlewares: Middleware[] }> },
  ) => void;
  naming: Record<string, (contentType: unknown) => string>;
  transformArgs: (args: Args, options: object) => Args;
}

/** Most lists of articles and tags in one request: with aliases there could be thousands. */
const MAXIMUM_LISTS = 10;

const listCounts = new WeakMap<object, number>();

/**
 * Counts the lists of a request.
 *
 * @throws ValidationError if there are too many
 */
const limitLists: Middleware = (next, parent, args, context, info) => {
  const number = (listCounts.get(context) ?? 0) + 1;
  listCounts.set(context, number);
  if (number > MAXIMUM_LISTS) {
    throw new errors.ValidationError(
      `A request may ask for ${MAXIMUM_LISTS} lists of articles and tags at most.`,
    );
  }
  return next(parent, args, context, info);
};

/** As in REST, articles kept out of lists are only found by their slug, and the newest come first. */
const listArticles: Middleware = (next, parent, args, context, info) => {
  const filters = args.filters as Args | undefined;
  const { eq } = (filters?.slug ?? {}) as { eq?: unknown };
  if (typeof eq === 'string')
    return next(parent, { ...args, [NOT_OF_RELATION]: true }, context, info);
  const listed = { or: [{ keepOutOfFeeds: { eq: false } }, { keepOutOfFeeds: { null: true } }] };
  const narrowed = { and: [...(filters ? [filters] : []), listed] };
  const sort = isOmitted(args.sort) ? ['date:desc'] : args.sort;
  const listArgs = { ...args, sort, filters: narrowed, [NOT_OF_RELATION]: true };
  return next(parent, listArgs, context, info);
};

/** As in REST, an id that no entry can have finds nothing. */
const findOne: Middleware = (next, parent, args, context, info) =>
  isImpossibleId(args.documentId)
    ? null
    : next(parent, { ...args, [NOT_OF_RELATION]: true }, context, info);

/** As in REST, lists the tags under which something is published. */
const listTags = async (
  strapi: Core.Strapi,
  args: Args,
  context: Context,
): Promise<TagCollection> => {
  const graphql = strapi.plugin('graphql');
  const { transformArgs } = graphql.service('builders').utils as GraphqlService;
  const contentType = strapi.contentType(TAG_UID);
  const query = transformArgs(args, { contentType, usePagination: true });
  const options = { auth: context.state?.auth as never };
  await strapi.contentAPI.validate.query(query, contentType, options);
  const permitted = await strapi.contentAPI.sanitize.query(query, contentType, options);
  const { results, start, limit, total } = await findPublishedTags(strapi, permitted as Args, {
    defaultLimit: Number(graphql.config('defaultLimit') ?? 10),
    maxLimit: Number(graphql.config('maxLimit')) || -1,
  });
  const pageSize = limit === -1 ? Math.max(1, total - start) : limit;
  const pageInfo = {
    ...pagination.transformPagedPaginationInfo({ start, limit: pageSize }, total),
  };
  return { nodes: results, info: { args: query, resourceUID: TAG_UID, pageInfo } };
};

/**
 * Makes GraphQL answer like REST: the same lists, no mutations, and no permalinks. The guard decides what is public.
 * Does nothing without the GraphQL plugin.
 *
 * @param hidden types that are hidden in the panel: the schema has nothing of them
 */
export const limitGraphql = (strapi: Core.Strapi, hidden: readonly string[]): void => {
  const graphql = strapi.plugin('graphql');
  if (!graphql) return;
  const extension = graphql.service('extension') as GraphqlService;
  [PERMALINK_UID, ...hidden].forEach((uid) => extension.shadowCRUD(uid).disable());
  [ARTICLE_UID, TAG_UID].forEach((uid) => extension.shadowCRUD(uid).disableMutations());

  const { naming } = graphql.service('utils') as GraphqlService;
  const { RESPONSE_COLLECTION_META_TYPE_NAME: META_TYPE } = graphql.service('constants') as Record<
    string,
    string
  >;
  extension.use(() => {
    const article = strapi.contentTypes[ARTICLE_UID];
    const tag = strapi.contentTypes[TAG_UID];
    const resolvedBy = (middleware: Middleware) => ({ middlewares: [middleware] });
    const limitedBy = (middleware: Middleware) => ({ middlewares: [limitLists, middleware] });
    const page = resolvedBy(
      (next, parent, ...rest) => (parent as TagCollection).info.pageInfo ?? next(parent, ...rest),
    );
    return {
      resolversConfig: {
        [`Query.${naming.getFindOneQueryName!(article)}`]: resolvedBy(findOne),
        [`Query.${naming.getFindOneQueryName!(tag)}`]: resolvedBy(findOne),
        [`Query.${naming.getFindQueryName!(article)}`]: limitedBy(listArticles),
        [`Query.${naming.getFindConnectionQueryName!(article)}`]: limitedBy(listArticles),
        [`Query.${naming.getFindQueryName!(tag)}`]: limitedBy(
          async (_next, _parent, args, context) => (await listTags(strapi, args, context)).nodes,
        ),
        [`Query.${naming.getFindConnectionQueryName!(tag)}`]: limitedBy(
          (_next, _parent, args, context) => listTags(strapi, args, context),
        ),
        [`${naming.getEntityResponseCollectionName!(tag)}.pageInfo`]: page,
        // Front ends of Strapi 4 read it here (`v4CompatibilityMode`), in one place for all types.
        [`${META_TYPE}.pagination`]: page,
      },
    };
  });
};
