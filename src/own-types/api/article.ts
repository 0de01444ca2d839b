import { factories } from '@strapi/strapi';
import type { Context } from 'koa';

import { ARTICLE_UID } from '../../constants';
import { withAllowedParameters } from './allowed-parameters';
import { isObject } from './guard/model';
import { LISTED } from './guard/visibility';

/** The order of a list when none is asked for: one that an index has, unlike that of Strapi, by id. */
const NEWEST_FIRST = [{ date: 'desc' }, { id: 'desc' }];

const isOneSlug = (filters: unknown): boolean => {
  const slug = isObject(filters) ? filters.slug : undefined;
  return typeof slug === 'string' || (isObject(slug) && typeof slug.$eq === 'string');
};

/**
 * Filters of a list of articles. Those kept out of lists have their own page, so that they are found
 * by their slug.
 */
const listed = (filters: unknown, given: unknown): unknown =>
  isOneSlug(given) ? filters : { $and: [filters ?? {}, LISTED] };

/** Articles under Strapi's content API: its own actions, whose queries `guard` narrows. */
export default factories.createCoreController(ARTICLE_UID, () => ({
  async validateQuery(ctx: Context) {
    return super.validateQuery(withAllowedParameters(ctx));
  },

  async sanitizeQuery(ctx: Context) {
    const query = await super.sanitizeQuery(withAllowedParameters(ctx));
    if (ctx.params.id !== undefined) return query;
    return { sort: NEWEST_FIRST, ...query, filters: listed(query.filters, ctx.query.filters) };
  },
}));
