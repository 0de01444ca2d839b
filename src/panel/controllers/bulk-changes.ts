import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import { PLANNED_AT_ONCE } from '../admin-api';
import { panelParts } from '../panel-parts';
import { permittedEntries } from '../permissions/permitted-rows';
import { contentType, documentId, locale, name } from './named-entries';
import { read } from './query';

const planSchema = z.object({
  contentType,
  locale,
  documentIds: z.array(documentId.min(1)).min(1).max(PLANNED_AT_ONCE),
  change: z.discriminatedUnion('kind', [
    z.object({
      kind: z.enum(['add-topic', 'remove-topic']),
      field: name(200),
      topic: documentId.min(1),
    }),
    z.object({ kind: z.enum(['keep-out', 'let-in']) }),
  ]),
});

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Says what a change would make of some entries; changes nothing. */
  async plan(ctx: Context): Promise<void> {
    const asked = read(planSchema, ctx.request.body);
    const ability: unknown = ctx.state.userAbility;
    const uid = asked.contentType;
    ctx.body = {
      data: await panelParts
        .of(strapi)
        .bulkChanges.plan(asked, (action, fields, entries) =>
          permittedEntries(strapi, { ability, uid, action, fields }, entries),
        ),
    };
  },
});
