import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

import { ARTICLE_UID, PERMALINK_UID, TAG_UID } from '../../lib/constants';
import { ASKED_FOR } from './guard';
import { isImpossibleId } from './guard/values';

type Args = Record<string, unknown>;
type Resolver = (parent: unknown, args: Args, context: Context, info: unknown) => unknown;
type Middleware = (next: Resolver, ...asked: Parameters<Resolver>) => unknown;

interface Context {
  state?: { auth?: unknown };
}

/** The part of `@strapi/plugin-graphql` that configures types. */
interface GraphqlService {
  shadowCRUD: (uid: string) => { disable: () => void; disableMutations: () => void };
  use: (
    configuration: () => { resolversConfig: Record<string, { middlewares: Middleware[] }> },
  ) => void;
  naming: Record<string, (contentType: unknown) => string>;
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

/** A list, as in REST. */
const find: Middleware = (next, parent, args, context, info) =>
  next(parent, { ...args, [ASKED_FOR]: 'list' }, context, info);

/** As in REST, an id that no entry can have finds nothing. */
const findOne: Middleware = (next, parent, args, context, info) =>
  isImpossibleId(args.documentId)
    ? null
    : next(parent, { ...args, [ASKED_FOR]: 'entry' }, context, info);

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
  extension.use(() => ({
    resolversConfig: Object.fromEntries(
      [strapi.contentTypes[ARTICLE_UID], strapi.contentTypes[TAG_UID]].flatMap((type) => [
        [`Query.${naming.getFindOneQueryName!(type)}`, { middlewares: [findOne] }],
        [`Query.${naming.getFindQueryName!(type)}`, { middlewares: [limitLists, find] }],
        [`Query.${naming.getFindConnectionQueryName!(type)}`, { middlewares: [limitLists, find] }],
      ]),
    ),
  }));
};
