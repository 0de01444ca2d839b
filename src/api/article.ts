import { factories } from '@strapi/strapi';
import type { Context } from 'koa';

import { ARTICLE_UID } from '../constants';
import { publicArticles } from './public-query';

/** Articles under Strapi's content API: its own actions, on public rows alone. */
export default factories.createCoreController(ARTICLE_UID, () => ({
  async sanitizeQuery(ctx: Context) {
    const query = await super.sanitizeQuery(ctx);
    return publicArticles(query, new Date(), ctx.params.id !== undefined);
  },
}));
