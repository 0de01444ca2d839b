import { factories } from '@strapi/strapi';
import { errors, pagination } from '@strapi/utils';
import type { Context } from 'koa';

import { ARTICLE_UID, TAG_UID } from '../../lib/constants';
import { isQuery, LISTED_CONDITION } from './guard/model';
import { isImpossibleId, readBoolean } from './guard/values';
import { findPublishedTags } from './published-tags';

type Values = Record<string, unknown>;

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
  const query = Object.fromEntries(
    Object.entries(ctx.query).filter(([name]) => PARAMETERS.includes(name)),
  );
  return Object.create(ctx, { query: { value: query } }) as Context;
};

/** Default order of a list: an index has it, unlike Strapi's default order by id. */
const DEFAULT_ORDER = [{ date: 'desc' }, { id: 'desc' }];

const isOneSlug = (filters: unknown): boolean => {
  const slug = isQuery(filters) ? filters.slug : undefined;
  return typeof slug === 'string' || (isQuery(slug) && typeof slug.$eq === 'string');
};

/** Filters of a list of articles. Those kept out of lists have their own page, so a query for one slug finds them. */
const onlyListed = (filters: unknown, given: unknown): unknown =>
  isOneSlug(given) ? filters : { $and: [filters ?? {}, LISTED_CONDITION] };

/** Articles in Strapi's content API: Strapi's own actions, whose queries `guard` narrows. */
const article = factories.createCoreController(ARTICLE_UID, () => ({
  async validateQuery(ctx: Context) {
    return super.validateQuery(withAllowedParameters(ctx));
  },

  async sanitizeQuery(ctx: Context) {
    const query = await super.sanitizeQuery(withAllowedParameters(ctx));
    if (ctx.params.id !== undefined) return query;
    return { sort: DEFAULT_ORDER, ...query, filters: onlyListed(query.filters, ctx.query.filters) };
  },
}));

/** Methods of every Strapi controller. */
export interface Controller {
  validateQuery: (ctx: Context) => Promise<void>;
  sanitizeQuery: (ctx: Context) => Promise<Values>;
  sanitizeOutput: (data: unknown, ctx: Context) => Promise<unknown>;
  transformResponse: (data: unknown, meta: object) => unknown;
}

/** Tags in Strapi's content API: Strapi's own actions, whose queries `guard` narrows. */
const tag = factories.createCoreController(TAG_UID, ({ strapi }) => ({
  /** Lists the tags under which something is published. */
  async find(this: Controller, ctx: Context) {
    await this.validateQuery(ctx);
    const query = await this.sanitizeQuery(ctx);
    const page = (query.pagination ?? {}) as Values;
    const { results, start, limit, total } = await findPublishedTags(strapi, query, {
      defaultLimit: Number(strapi.config.get('api.rest.defaultLimit', 25)),
      maxLimit: Number(strapi.config.get('api.rest.maxLimit')) || -1,
    });
    const withCount =
      page.withCount === undefined
        ? Boolean(strapi.config.get('api.rest.withCount', true))
        : readBoolean(page.withCount, 'pagination[withCount]');
    const size = limit === -1 ? Math.max(1, total) : limit;
    const isOffset = page.start !== undefined || page.limit !== undefined;
    const { transformOffsetPaginationInfo, transformPagedPaginationInfo } = pagination;
    const toPaginationInfo = isOffset
      ? transformOffsetPaginationInfo
      : transformPagedPaginationInfo;
    const paginationInfo: Values = { ...toPaginationInfo({ start, limit: size }, total) };
    if (!withCount) for (const name of ['total', 'pageCount']) delete paginationInfo[name];
    const data = await this.sanitizeOutput(results, ctx);
    return this.transformResponse(data, { pagination: paginationInfo });
  },

  async validateQuery(ctx: Context) {
    return super.validateQuery(withAllowedParameters(ctx));
  },

  async sanitizeQuery(ctx: Context) {
    return super.sanitizeQuery(withAllowedParameters(ctx));
  },
}));

export const apiControllers = { article, tag };

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
