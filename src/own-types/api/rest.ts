import { factories } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';

import { ARTICLE_UID, TAG_UID } from '../../lib/constants';
import { ASKED_FOR } from './guard';
import type { GuardedUid } from './guard/model';
import { isImpossibleId } from './guard/values';

/** Query parameters that front ends may use; others are ignored, for example a preview token. */
const PARAMETERS = ['filters', 'sort', 'fields', 'populate', 'pagination', '_q', 'locale'];

/**
 * The request for Strapi's actions, with only the supported parameters.
 *
 * @throws NotFoundError for an id with U+0000: no entry has one, and PostgreSQL would fail
 * @throws ValidationError for a locale with U+0000, or a condition as locale: Strapi would pass it to the database
 */
const withAllowedParameters = (ctx: Context): Context => {
  if (isImpossibleId(ctx.params.id)) throw new errors.NotFoundError('Not Found');
  const locales: unknown[] = [ctx.query.locale ?? []].flat();
  if (!locales.every((locale) => typeof locale === 'string' && !locale.includes('\0'))) {
    throw new errors.ValidationError('locale: expected the code of a language.', {
      path: 'locale',
    });
  }
  const query = {
    ...Object.fromEntries(Object.entries(ctx.query).filter(([name]) => PARAMETERS.includes(name))),
    [ASKED_FOR]: ctx.params.id === undefined ? 'list' : 'entry',
  };
  return Object.create(ctx, { query: { value: query } }) as Context;
};

/** Strapi's own actions, whose queries `guard` narrows. */
const createController = (uid: GuardedUid) =>
  factories.createCoreController(uid, () => ({
    async validateQuery(ctx: Context) {
      return super.validateQuery(withAllowedParameters(ctx));
    },

    async sanitizeQuery(ctx: Context) {
      return super.sanitizeQuery(withAllowedParameters(ctx));
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
