import { factories } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';

import { ARTICLE_UID, TAG_UID } from '../../lib/constants';
import { ASKED_FOR } from './guard';
import type { GuardedUid } from './guard/model';
import { isImpossible } from './guard/query';

/** Parameters of pages as GraphQL has them: in REST they are unknown, and ignored as other unknown ones are. */
const FLAT_PAGES = ['page', 'pageSize', 'start', 'limit'];

/**
 * The request for Strapi's actions, which says whether it is for a list.
 *
 * @throws NotFoundError for an id with U+0000: no entry has one, and PostgreSQL would fail
 */
const withKind = (ctx: Context): Context => {
  const { id } = ctx.params as { id?: string };
  if (isImpossible(id)) throw new errors.NotFoundError('Not Found');
  const known = Object.entries(ctx.query).filter(([name]) => !FLAT_PAGES.includes(name));
  const query = {
    ...Object.fromEntries(known),
    [ASKED_FOR]: id === undefined ? 'list' : 'entry',
  };
  return Object.create(ctx, { query: { value: query } }) as Context;
};

/** Strapi's own actions, whose queries `guard` narrows. */
const createController = (uid: GuardedUid) =>
  factories.createCoreController(uid, () => ({
    async validateQuery(ctx: Context) {
      return super.validateQuery(withKind(ctx));
    },

    async sanitizeQuery(ctx: Context) {
      return super.sanitizeQuery(withKind(ctx));
    },
  }));

/** Articles and tags in Strapi's content API. */
export const apiControllers = {
  article: createController(ARTICLE_UID),
  tag: createController(TAG_UID),
};

/** Strapi's own services of the content types, by the names that its controllers look up. */
export const coreServices = {
  article: factories.createCoreService(ARTICLE_UID),
  tag: factories.createCoreService(TAG_UID),
};

const route = (path: string, handler: string) => ({ method: 'GET', path, handler, config: {} });

/** Routes for front ends, below `/api/syndication`; Strapi's permissions apply as for any content type. */
export const contentApi = {
  type: 'content-api',
  routes: [
    route('/articles', 'article.find'),
    route('/articles/:id', 'article.findOne'),
    route('/tags', 'tag.find'),
    route('/tags/:id', 'tag.findOne'),
  ],
};
