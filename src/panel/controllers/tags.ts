import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';

import { getService } from '../../get-service';
import { read } from './query';

const mergeSchema = z.object({
  into: z.string('the document id of the tag that stays').min(1).max(100),
});

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** Merges the tag of the path into another, which is answered with. */
  async merge(ctx: Context): Promise<void> {
    const { into } = read(mergeSchema, ctx.request.body);
    const from = String(ctx.params.documentId);
    ctx.body = { data: await getService(strapi, 'tag-merge').merge(from, into) };
  },
});
