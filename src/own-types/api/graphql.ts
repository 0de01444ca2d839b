import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, PERMALINK_UID, TAG_UID } from '../../lib/constants';
import { ASKED_FOR } from './guard';
import { isImpossible } from './guard/query';

type Resolver = (parent: unknown, args: Record<string, unknown>, ...others: unknown[]) => unknown;
type Middleware = (next: Resolver, ...asked: Parameters<Resolver>) => unknown;

/** The part of `@strapi/plugin-graphql` that configures types. */
interface GraphqlService {
  shadowCRUD: (uid: string) => { disable: () => void; disableMutations: () => void };
  use: (
    configuration: () => { resolversConfig: Record<string, { middlewares: Middleware[] }> },
  ) => void;
  naming: Record<string, (contentType: unknown) => string>;
}

/** A list, as in REST. */
const find: Middleware = (next, parent, args, ...others) =>
  next(parent, { ...args, [ASKED_FOR]: 'list' }, ...others);

/** As in REST, an id that no entry can have finds nothing. */
const findOne: Middleware = (next, parent, args, ...others) =>
  isImpossible(args.documentId) ? null : next(parent, { ...args, [ASKED_FOR]: 'entry' }, ...others);

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
        [`Query.${naming.getFindQueryName!(type)}`, { middlewares: [find] }],
        [`Query.${naming.getFindConnectionQueryName!(type)}`, { middlewares: [find] }],
      ]),
    ),
  }));
};
