import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { panelParts } from '../panel-parts';
import { entryRights } from '../permissions/entry-rights';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const parts = panelParts.of(strapi);
    const rights = entryRights(strapi, parts, ctx.state.userAbility);
    ctx.body = { data: await parts.overview.find(new Date(), rights) };
  },
});
