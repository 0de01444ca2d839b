import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { z } from 'zod';

import { panelParts } from '../panel-parts';
import { SLUGGED_TYPES } from '../../mapping/slugged-types';
import { mayWriteType } from '../permissions/permitted-rows';
import { locale, typedText } from './named-entries';
import { read } from './query';

const text = typedText(10_000);

const slugSchema = z.object({
  contentType: z.enum(Object.keys(SLUGGED_TYPES) as [string, ...string[]]),
  heading: text,
  slug: text,
  locale,
  saved: z
    .object({ heading: text, slug: text })
    .nullish()
    .transform((saved) => saved ?? undefined),
});

/** What this needs of the Content Manager's service, which Strapi does not type. */
interface PermissionChecker {
  can: { read: () => boolean };
  sanitizedQuery: { read: (query: object) => Promise<object> };
}

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Says which address an entry will have, to whoever may write entries of its type. */
  async preview(ctx: Context): Promise<void> {
    const form = read(slugSchema, ctx.request.body);
    const { userAbility } = ctx.state;
    if (!mayWriteType(strapi, userAbility, form.contentType)) throw new errors.ForbiddenError();
    const checker: PermissionChecker = strapi
      .plugin('content-manager')
      .service('permission-checker')
      .create({ userAbility, model: form.contentType });
    // Without the permission there is nothing that Strapi's query is narrowed by.
    const known = checker.can.read() ? form : { ...form, saved: undefined };
    ctx.body = {
      data: await panelParts
        .of(strapi)
        .slugPreviews.ofForm(known, (query) => checker.sanitizedQuery.read(query)),
    };
  },
});
