import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import { FEED_SORTS } from '../admin-api';
import { panelParts } from '../panel-parts';
import { entryRights } from '../permissions/entry-rights';
import { knownTopics } from '../permissions/known-topics';
import type { Ability } from '../permissions/permitted-rows';
import { contentType, name, names } from './named-entries';
import { read } from './query';

const listSchema = z.object({
  _q: z.string().max(200).default(''),
  // As Strapi's tables write it: "title:ASC".
  sort: z
    .string()
    .regex(new RegExp(`^(?:${FEED_SORTS.join('|')})(?::(?:asc|desc))?$`, 'i'))
    .default('title:ASC')
    .transform((sort) => {
      const [name, direction] = sort.toLowerCase().split(':');
      return {
        sort: FEED_SORTS.find((known) => known === name)!,
        descending: direction === 'desc',
      };
    }),
  // A content type of sources or topics; empty for all.
  type: contentType.default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});

const healthSchema = z.object({
  feeds: names(100, 'feeds'),
});

const oneSchema = z.object({ id: name(300) });

const found = <Value>(value: Value | null): Value => {
  if (value === null) throw new errors.NotFoundError('There is no feed with this id.');
  return value;
};

const idOf = (ctx: Context): string => read(oneSchema, ctx.params).id;

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const details = () => panelParts.of(strapi).feedDetails;

  /** The moment of a request, and what its user may know of and change. */
  const circumstances = (ctx: Context) => {
    const now = new Date();
    const ability: Ability = ctx.state.userAbility;
    const filterTopics = knownTopics(strapi, panelParts.of(strapi), ability, now);
    return { now, filterTopics, ...entryRights(strapi, panelParts.of(strapi), ability) };
  };

  return {
    async find(ctx: Context): Promise<void> {
      const { _q: search, sort, type, page, pageSize } = read(listSchema, ctx.query);
      ctx.body = await panelParts.of(strapi).feedList.find({
        search,
        ...sort,
        type,
        page,
        pageSize,
        ...circumstances(ctx),
      });
    },

    async findOne(ctx: Context): Promise<void> {
      ctx.body = { data: found(await details().find(idOf(ctx), circumstances(ctx))) };
    },

    async findProblems(ctx: Context): Promise<void> {
      const problems = await details().findProblems(idOf(ctx), circumstances(ctx));
      ctx.body = { data: found(problems) };
    },

    async findWaiting(ctx: Context): Promise<void> {
      const id = idOf(ctx);
      const { now, ...user } = circumstances(ctx);
      const list = found((await details().findList(id, user)) ?? null);
      ctx.body = { data: await panelParts.of(strapi).schedule.ofFeed(list, now, user) };
    },

    async findHealth(ctx: Context): Promise<void> {
      const { feeds } = read(healthSchema, ctx.query);
      ctx.body = { data: await details().findHealth(feeds, circumstances(ctx)) };
    },
  };
};
