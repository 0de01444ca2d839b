import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import { ARTICLE_UID, PERMISSIONS, TAG_UID } from '../../constants';
import { partsOf } from '../../compose';
import { RSS_FORMAT } from '../../feed/formats';
import type { SharedPreview } from '../admin-api';
import { type Ability, findPermitted } from '../permissions/permitted-rows';
import type { PreviewReader } from '../previews';
import { read } from './query';

const text = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .nullish()
    .transform((value) => value ?? '');

const documentIds = z.array(z.string().max(100)).max(500).default([]);

const documentId = z
  .string()
  .max(100)
  .nullish()
  .transform((id) => id || undefined);

/** The form of the Content Manager: what is not filled in yet may be missing, empty or null. */
const articleSchema = z.object({
  documentId,
  copyOf: documentId,
  locale: z
    .string()
    .max(50)
    .nullish()
    .transform((code) => code || undefined),
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
  attachment: z
    .object({
      url: z.string().max(10_000),
      mime: z.string().max(1_000),
      size: z.number().nullish(),
      sizeInBytes: z.union([z.number(), z.string().max(30)]).nullish(),
    })
    .nullish()
    .transform((file) => (file ? { ...file, size: file.size ?? 0 } : undefined)),
  tags: z.object({ added: documentIds, removed: documentIds }).default({ added: [], removed: [] }),
});

/** A saved entry, whose draft is shown. */
const entrySchema = z.object({
  contentType: z.string().max(200),
  documentId: z.string().max(100),
  locale: z
    .string()
    .max(50)
    .nullish()
    .transform((locale) => locale || null),
});

/** Fields of a saved article that a preview compares with the form. */
const COMPARED = ['slug', 'date', 'tags'] as const;

/** What a user may read in the Content Manager. */
const readerFor = (strapi: Core.Strapi, ability: Ability): PreviewReader => ({
  async mayReadArticle(documentId) {
    const wish = { ability, uid: ARTICLE_UID, action: 'read', fields: COMPARED } as const;
    return (await findPermitted(strapi, wish, [documentId])).size > 0;
  },
  filterTags: (ids) => findPermitted(strapi, { ability, uid: TAG_UID, action: 'read' }, ids),
});

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async create(ctx: Context): Promise<void> {
    const form = read(articleSchema, ctx.request.body);
    const { problems, ...preview } = await partsOf(strapi).previews.ofArticle(
      form,
      new Date(),
      readerFor(strapi, ctx.state.userAbility),
    );
    const maySeeProblems = ctx.state.userAbility.can(PERMISSIONS.readProblems);
    ctx.body = { data: maySeeProblems ? { ...preview, problems } : preview };
  },

  /** Addresses at which somebody without an account sees a draft. */
  async share(ctx: Context): Promise<void> {
    const entry = { ...read(entrySchema, ctx.query), status: 'draft' as const };
    const { user, userAbility } = ctx.state as { user: { id: number }; userAbility: Ability };
    const { previewAddresses, previewRights } = partsOf(strapi);
    if (!(await previewRights.mayPreview(userAbility, entry))) throw new errors.NotFoundError();
    const made = await previewAddresses.make(entry, user.id, new Date());
    const data: SharedPreview | null = made && {
      page: made.page,
      feed: made.feed(RSS_FORMAT.fileName),
      expires: made.expires.toISOString(),
    };
    ctx.body = { data };
  },
});
