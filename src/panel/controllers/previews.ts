import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import { PERMISSIONS } from '../../constants';
import { getService } from '../../get-service';
import { read } from './query';

const text = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .nullish()
    .transform((value) => value ?? '');

const documentIds = z.array(z.string().max(100)).max(1_000).default([]);

const documentId = z
  .string()
  .max(100)
  .nullish()
  .transform((id) => id || undefined);

/** The form of the Content Manager: what is not filled in yet may be missing, empty or null. */
const articleSchema = z.object({
  documentId,
  copyOf: documentId,
  title: text(10_000),
  slug: text(10_000),
  date: z
    .string()
    .max(100)
    .nullish()
    .transform((value) => (value ? new Date(value) : undefined))
    // A date that is still being typed, or that no feed can write, counts as none.
    .transform((date) => {
      const year = date?.getUTCFullYear() ?? NaN;
      return year >= 1000 && year <= 9998 ? date : undefined;
    }),
  summary: text(100_000),
  body: text(5_000_000),
  author: text(10_000),
  keepOutOfFeeds: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  cover: z
    .object({
      url: z.string().max(10_000),
      alternativeText: z.string().max(10_000).nullish(),
      width: z.number().nullish(),
      height: z.number().nullish(),
    })
    .nullish()
    .transform((cover) => cover ?? undefined),
  tags: z.object({ added: documentIds, removed: documentIds }).default({ added: [], removed: [] }),
});

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async create(ctx: Context): Promise<void> {
    const form = read(articleSchema, ctx.request.body);
    const { problems, ...preview } = await getService(strapi, 'previews').ofArticle(
      form,
      new Date(),
    );
    const maySeeProblems = ctx.state.userAbility.can(PERMISSIONS.readProblems);
    ctx.body = { data: maySeeProblems ? { ...preview, problems } : preview };
  },
});
