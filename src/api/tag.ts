import { factories } from '@strapi/strapi';
import type { Context } from 'koa';

import { TAG_UID } from '../constants';
import { publicTags } from './public-query';

/** Tags under Strapi's content API: its own actions, on public rows alone. */
export default factories.createCoreController(TAG_UID, () => ({
  async sanitizeQuery(ctx: Context) {
    return publicTags(await super.sanitizeQuery(ctx));
  },
}));
