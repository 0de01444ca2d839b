import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import { partsOf } from '../../compose';
import { articleRights } from '../permissions/article-rights';
import { read } from './query';

/** Articles that are asked for at once: a page of the Content Manager's list. */
const AT_ONCE = 100;

const scheduleSchema = z.object({
  articles: z
    .string()
    .max(10_000)
    .default('')
    .transform((list) => list.split(',').filter((id) => id !== ''))
    .refine((ids) => ids.length <= AT_ONCE, `ask for at most ${AT_ONCE} articles at once`),
});

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Tells every user the site's time zone, and which of the articles they may read are scheduled. */
  async find(ctx: Context): Promise<void> {
    const { articles } = read(scheduleSchema, ctx.query);
    const rights = articleRights(strapi, ctx.state.userAbility);
    ctx.body = { data: await partsOf(strapi).schedule.ofArticles(articles, new Date(), rights) };
  },
});
