import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { panelParts } from '../panel-parts';
import type { ResetIds } from '../admin-api';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Makes the present address of every article and feed its id. */
  async reset(ctx: Context): Promise<void> {
    const changed = await panelParts.of(strapi).ids.reset();
    if (changed === undefined) {
      const message = 'Ids are being started over already: wait until that has ended.';
      return ctx.conflict(message);
    }
    const data: ResetIds = { changed };
    ctx.body = { data };
  },
});
