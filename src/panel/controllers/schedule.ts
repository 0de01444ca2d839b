import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import { ARTICLE_UID } from '../../constants';
import { partsOf } from '../../compose';
import { entryRights } from '../permissions/entry-rights';
import { read } from './query';

/** Articles that are asked for at once: a page of the Content Manager's list. */
const AT_ONCE = 100;

const scheduleSchema = z.object({
  type: z.string().max(200).default(ARTICLE_UID),
  locale: z.string().max(50).nullish(),
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
    const { articles: documentIds, type: contentType, locale } = read(scheduleSchema, ctx.query);
    const { schedule, plan } = partsOf(strapi);
    const rights = entryRights(strapi, { plan }, ctx.state.userAbility);
    const asked = { contentType, documentIds, locale };
    ctx.body = { data: await schedule.ofEntries(asked, new Date(), rights) };
  },

  /** Tells every user which fields date entries: names of fields, and of no entry. */
  findFields(ctx: Context): void {
    ctx.body = { data: partsOf(strapi).schedule.dateFields() };
  },
});
