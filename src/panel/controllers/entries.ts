import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import { ENTRY_STATUSES } from '../admin-api';
import { panelParts } from '../panel-parts';
import type { EntryCircumstances } from '../entry-descriptions';
import { entryRights } from '../permissions/entry-rights';
import { knownTopics } from '../permissions/known-topics';
import { name } from './named-entries';
import { read } from './query';

/** A name that may be left out, or empty. */
const optional = (longest: number) =>
  name(longest)
    .transform((text) => text || undefined)
    .optional();

const filter = { feed: optional(300), locale: optional(50) };

const search = { _q: z.string().max(200).default('') };

const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
};

const pageSchema = z.object({
  ...filter,
  ...search,
  ...paging,
  status: z.enum(ENTRY_STATUSES).default('live'),
});
const numbersSchema = z.object({ ...filter, ...search });
const attentionSchema = z.object({ ...filter, ...search, ...paging });
const calendarSchema = z.object({
  ...filter,
  month: z
    .string()
    .regex(/^(?:19|2\d)\d{2}-(?:0[1-9]|1[0-2])$/, 'expected a month such as 2026-01')
    .optional(),
});

const found = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new errors.NotFoundError('There is no feed with this id.');
  return value;
};

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const circumstances = (ctx: Context): EntryCircumstances => {
    const now = new Date();
    const parts = panelParts.of(strapi);
    const { userAbility } = ctx.state;
    const filterTopics = knownTopics(strapi, parts, userAbility, now);
    return { now, filterTopics, ...entryRights(strapi, parts, userAbility) };
  };

  return {
    async find(ctx: Context): Promise<void> {
      const { _q, ...query } = read(pageSchema, ctx.query);
      const { entryViews } = panelParts.of(strapi);
      ctx.body = found(await entryViews.find({ ...query, search: _q }, circumstances(ctx)));
    },

    async findNumbers(ctx: Context): Promise<void> {
      const { _q, ...query } = read(numbersSchema, ctx.query);
      const { entryViews } = panelParts.of(strapi);
      const numbers = await entryViews.findNumbers({ ...query, search: _q }, circumstances(ctx));
      ctx.body = { data: found(numbers) };
    },

    async findCalendar(ctx: Context): Promise<void> {
      const { calendar } = panelParts.of(strapi);
      const query = read(calendarSchema, ctx.query);
      ctx.body = { data: found(await calendar.find(query, circumstances(ctx))) };
    },

    async findAttention(ctx: Context): Promise<void> {
      const { _q, ...query } = read(attentionSchema, ctx.query);
      const { attention } = panelParts.of(strapi);
      ctx.body = found(await attention.find({ ...query, search: _q }, circumstances(ctx)));
    },
  };
};
