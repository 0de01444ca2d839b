import { factories } from '@strapi/strapi';
import type { Context } from 'koa';

import { TAG_UID } from '../../constants';
import { withAllowedParameters } from './allowed-parameters';
import { readBoolean } from './guard/values';
import { findPublishedTags, publishedTagsParts } from './published-tags';

type Values = Record<string, unknown>;

/** What every controller of Strapi's has. */
export interface Controller {
  validateQuery: (ctx: Context) => Promise<void>;
  sanitizeQuery: (ctx: Context) => Promise<Values>;
  sanitizeOutput: (data: unknown, ctx: Context) => Promise<unknown>;
  transformResponse: (data: unknown, meta: object) => unknown;
}

/** Tags under Strapi's content API: its own actions, whose queries `guard` narrows. */
export default factories.createCoreController(TAG_UID, ({ strapi }) => ({
  /** The tags something is published under. */
  async find(this: Controller, ctx: Context) {
    await this.validateQuery(ctx);
    const query = await this.sanitizeQuery(ctx);
    const page = (query.pagination ?? {}) as Values;
    const { results, start, limit, total } = await findPublishedTags(
      strapi,
      publishedTagsParts.of(strapi),
      query,
      {
        defaultLimit: Number(strapi.config.get('api.rest.defaultLimit', 25)),
        maxLimit: Number(strapi.config.get('api.rest.maxLimit')) || undefined,
      },
    );
    const withCount =
      page.withCount === undefined
        ? Boolean(strapi.config.get('api.rest.withCount', true))
        : readBoolean(page.withCount, 'pagination[withCount]');
    const size = limit === -1 ? Math.max(1, total) : limit;
    const isOffset = page.start !== undefined || page.limit !== undefined;
    const place = isOffset
      ? { start, limit: size, ...(withCount && { total }) }
      : {
          page: Math.floor(start / size) + 1,
          pageSize: size,
          ...(withCount && { pageCount: Math.ceil(total / size), total }),
        };
    const data = await this.sanitizeOutput(results, ctx);
    return this.transformResponse(data, { pagination: place });
  },

  async validateQuery(ctx: Context) {
    return super.validateQuery(withAllowedParameters(ctx));
  },

  async sanitizeQuery(ctx: Context) {
    return super.sanitizeQuery(withAllowedParameters(ctx));
  },
}));
