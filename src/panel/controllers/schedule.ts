import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import { ARTICLE_UID } from '../../constants';
import { panelParts } from '../panel-parts';
import { entryRights } from '../permissions/entry-rights';
import { contentType, locale, names } from './named-entries';
import { read } from './query';

/** Articles that are asked for at once: a page of the Content Manager's list. */
const AT_ONCE = 100;

const scheduleSchema = z.object({
  type: contentType.default(ARTICLE_UID),
  locale,
  articles: names(AT_ONCE, 'articles'),
});

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Tells every user the site's time zone, and which of the articles they may read are scheduled. */
  async find(ctx: Context): Promise<void> {
    const { articles, type, locale } = read(scheduleSchema, ctx.query);
    const { schedule, plan } = panelParts.of(strapi);
    const rights = entryRights(strapi, { plan }, ctx.state.userAbility);
    const asked = { contentType: type, documentIds: articles, locale };
    ctx.body = { data: await schedule.ofEntries(asked, new Date(), rights) };
  },

  /** Tells every user which fields date entries: names of fields, and of no entry. */
  findFields(ctx: Context): void {
    ctx.body = { data: panelParts.of(strapi).schedule.dateFields() };
  },
});
