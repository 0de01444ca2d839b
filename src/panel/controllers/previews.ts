import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import { PERMISSIONS } from '../../constants';
import { panelParts } from '../panel-parts';
import { RSS_FORMAT } from '../../feed/formats';
import type { ArticlePreview, SharedPreview } from '../admin-api';
import { comparedFields } from '../permissions/compared-fields';
import { type Ability, findPermitted, mayWriteType } from '../permissions/permitted-rows';
import { findWithheldFor } from '../permissions/related-entries';
import type { PreviewReader } from '../preview-form';
import { contentType, documentId, locale, savedId } from './named-entries';
import { read } from './query';

/** The form of the Content Manager: what is not filled in yet may be missing, empty or null. */
const formSchema = z.object({
  contentType: contentType.default(''),
  documentId: savedId,
  copyOf: savedId,
  locale,
  loaded: z.iso
    .datetime()
    .transform((moment) => new Date(moment))
    .optional(),
  values: z.record(z.string().max(200), z.unknown()).default({}),
});

/** A saved entry, whose draft is shown. */
const entrySchema = z.object({
  contentType,
  documentId,
  locale,
});

/** What a user may do in the Content Manager. */
const readerFor = (
  strapi: Core.Strapi,
  { user, userAbility: ability }: { user: { id: number }; userAbility: Ability },
): PreviewReader => ({
  userId: user.id,
  async mayReadEntry(source, { documentId, locale }) {
    const fields = comparedFields(strapi, source);
    const wish = { ability, uid: source.contentType, action: 'read', fields, locale } as const;
    return (await findPermitted(strapi, wish, [documentId])).size > 0;
  },
  findWithheld: findWithheldFor(strapi, ability),
  mayWrite: (uid) => mayWriteType(strapi, ability, uid),
});

const withoutProblems = ({ problems: _, ...preview }: ArticlePreview): ArticlePreview => preview;

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async create(ctx: Context): Promise<void> {
    const form = read(formSchema, ctx.request.body);
    const reader = readerFor(strapi, ctx.state as Parameters<typeof readerFor>[1]);
    const preview = await panelParts.of(strapi).previews.ofEntry(form, new Date(), reader);
    const maySeeProblems = ctx.state.userAbility.can(PERMISSIONS.readProblems);
    ctx.body = { data: preview && (maySeeProblems ? preview : withoutProblems(preview)) };
  },

  /** Addresses at which somebody without an account sees a draft. */
  async share(ctx: Context): Promise<void> {
    const entry = { ...read(entrySchema, ctx.query), status: 'draft' as const };
    const { user, userAbility } = ctx.state as { user: { id: number }; userAbility: Ability };
    const { previewAddresses, previewRights } = panelParts.of(strapi);
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
