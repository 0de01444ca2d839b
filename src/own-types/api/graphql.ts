import type { Core } from '@strapi/strapi';
import { errors, pagination } from '@strapi/utils';

import { ARTICLE_UID, PERMALINK_UID, TAG_UID } from '../../lib/constants';
import type { Counts } from '../../catalogue/counts';
import type { Plan } from '../../mapping/plan';
import { BY_ITSELF } from './guard';
import { isEmpty } from './guard/model';
import { isUnknowable } from './guard/values';
import { findPublishedTags } from './published-tags';

type Args = Record<string, unknown>;
type Resolver = (parent: unknown, args: Args, context: Context, info: unknown) => unknown;
type Middleware = (next: Resolver, ...asked: Parameters<Resolver>) => unknown;

interface Context {
  state?: { auth?: unknown };
}

/** A page of tags, and what it is of. */
interface TagCollection {
  nodes: unknown[];
  info: { args: Args; resourceUID: string; pageInfo: Args };
}

/** The part of `@strapi/plugin-graphql` that a type's behaviour is set by. */
interface GraphqlService {
  shadowCRUD: (uid: string) => { disable: () => void; disableMutations: () => void };
  use: (
    configuration: () => { resolversConfig: Record<string, { middlewares: Middleware[] }> },
  ) => void;
  naming: Record<string, (contentType: unknown) => string>;
  transformArgs: (args: Args, options: object) => Args;
}

/** Lists of articles and tags that one request may ask for: under aliases there could be thousands. */
const LISTS_AT_MOST = 10;

const asked = new WeakMap<object, number>();

/**
 * Counts the lists of a request.
 *
 * @throws ValidationError where these are too many
 */
const limitLists: Middleware = (next, parent, args, context, info) => {
  const number = (asked.get(context) ?? 0) + 1;
  asked.set(context, number);
  if (number > LISTS_AT_MOST) {
    throw new errors.ValidationError(
      `A request may ask for ${LISTS_AT_MOST} lists of articles and tags at most.`,
    );
  }
  return next(parent, args, context, info);
};

/** Articles kept out of lists are found by their slug alone, and the newest come first, as in REST. */
const listArticles: Middleware = (next, parent, args, context, info) => {
  const filters = args.filters as Args | undefined;
  const { eq } = (filters?.slug ?? {}) as { eq?: unknown };
  if (typeof eq === 'string') return next(parent, { ...args, [BY_ITSELF]: true }, context, info);
  const listed = { or: [{ keepOutOfFeeds: { eq: false } }, { keepOutOfFeeds: { null: true } }] };
  const narrowed = { and: [...(filters ? [filters] : []), listed] };
  const sort = isEmpty(args.sort) ? ['date:desc'] : args.sort;
  const asked = { ...args, sort, filters: narrowed, [BY_ITSELF]: true };
  return next(parent, asked, context, info);
};

/** Nothing at an id that nothing can have, as in REST. */
const findOne: Middleware = (next, parent, args, context, info) =>
  isUnknowable(args.documentId)
    ? null
    : next(parent, { ...args, [BY_ITSELF]: true }, context, info);

/** Tags that something is published under, as in REST. */
const listTags = async (
  strapi: Core.Strapi,
  parts: { counts: Counts; plan: Plan },
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
  const maxLimit: unknown = graphql.config('maxLimit');
  const { results, start, limit, total } = await findPublishedTags(
    strapi,
    parts,
    permitted as Args,
    {
      defaultLimit: Number(graphql.config('defaultLimit') ?? 10),
      maxLimit: typeof maxLimit === 'number' && maxLimit > 0 ? maxLimit : undefined,
    },
  );
  const pageSize = limit === -1 ? Math.max(1, total - start) : limit;
  const pageInfo = {
    ...pagination.transformPagedPaginationInfo({ start, limit: pageSize }, total),
  };
  return { nodes: results, info: { args: query, resourceUID: TAG_UID, pageInfo } };
};

/**
 * Lets GraphQL answer as REST does: the same lists, nothing to write, and no permalinks. What is public is
 * the guard's business. Sites without the GraphQL plugin have nothing to set.
 */
export const limitGraphql = (strapi: Core.Strapi, parts: { counts: Counts; plan: Plan }): void => {
  const graphql = strapi.plugin('graphql');
  if (!graphql) return;
  const extension = graphql.service('extension') as GraphqlService;
  extension.shadowCRUD(PERMALINK_UID).disable();
  [ARTICLE_UID, TAG_UID].forEach((uid) => extension.shadowCRUD(uid).disableMutations());

  const { naming } = graphql.service('utils') as GraphqlService;
  const { RESPONSE_COLLECTION_META_TYPE_NAME: META_TYPE } = graphql.service('constants') as Record<
    string,
    string
  >;
  extension.use(() => {
    const article = strapi.contentTypes[ARTICLE_UID];
    const tag = strapi.contentTypes[TAG_UID];
    const by = (middleware: Middleware) => ({ middlewares: [middleware] });
    const list = (middleware: Middleware) => ({ middlewares: [limitLists, middleware] });
    const page = by(
      (next, parent, ...rest) => (parent as TagCollection).info.pageInfo ?? next(parent, ...rest),
    );
    return {
      resolversConfig: {
        [`Query.${naming.getFindOneQueryName!(article)}`]: by(findOne),
        [`Query.${naming.getFindOneQueryName!(tag)}`]: by(findOne),
        [`Query.${naming.getFindQueryName!(article)}`]: list(listArticles),
        [`Query.${naming.getFindConnectionQueryName!(article)}`]: list(listArticles),
        [`Query.${naming.getFindQueryName!(tag)}`]: list(
          async (_next, _parent, args, context) =>
            (await listTags(strapi, parts, args, context)).nodes,
        ),
        [`Query.${naming.getFindConnectionQueryName!(tag)}`]: list(
          (_next, _parent, args, context) => listTags(strapi, parts, args, context),
        ),
        [`${naming.getEntityResponseCollectionName!(tag)}.pageInfo`]: page,
        // As front ends of Strapi 4 ask for it (`v4CompatibilityMode`), of all types at one place.
        [`${META_TYPE}.pagination`]: page,
      },
    };
  });
};
